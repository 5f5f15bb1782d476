//! The LevelMapping: what the characters of a level stand for.

use super::Reading;
use crate::syntax::{Node, Tree};
use crate::{Code, Diagnostic, Mapping};

impl<'a> Reading<'a> {
    /// `w` is a wall and `A` the avatar, unless the file says otherwise.
    pub(super) fn built_in_symbols(&mut self) {
        for (symbol, name) in [('w', "wall"), ('A', "avatar")] {
            self.map(Mapping { symbol, sprites: vec![Err(name.to_owned())] });
        }
    }

    fn map(&mut self, mapping: Mapping) {
        match self.symbols.get(&mapping.symbol) {
            Some(&index) => self.game.mapping[index] = mapping,
            None => {
                self.symbols.insert(mapping.symbol, self.game.mapping.len());
                self.game.mapping.push(mapping);
            }
        }
    }

    pub(super) fn level_mapping(&mut self, tree: &Tree<'a>, block: &Node<'a>) {
        for line in tree.children(block) {
            self.ignore_nested(tree, line);
            self.symbol(line);
        }
    }

    fn symbol(&mut self, line: &Node<'a>) {
        let content = &line.content;
        let Some(symbol) = content.head.text.chars().next() else { return };
        if content.words == 1 {
            let message = "a mapping without sprites is ignored";
            let help = format!("write `{symbol} > sprite`");
            return self.report.add(Diagnostic::new(Code::IgnoredLine, line.span, message).help(help));
        }
        if content.head.text.chars().nth(1).is_some() {
            let message = format!("only the first character of `{}` is mapped", content.head.text);
            let help = "a level character is a single character, followed by a blank";
            self.report.add(Diagnostic::new(Code::LongSymbol, content.head.span, message).help(help));
        }
        if let Some(skipped) = content.stray.first() {
            let message =
                format!("`{}` is skipped: the second word of a mapping is always `>`", skipped.text);
            let names: Vec<&str> = content.names.iter().map(|name| name.text).take(8).collect();
            let help = format!("write `{symbol} > {} {}`", skipped.text, names.join(" "));
            self.report.add(Diagnostic::new(Code::MappingWithoutArrow, skipped.span, message).help(help));
        }
        if let Some(earlier) = self.mapped.insert(symbol, content.head.span) {
            let message = format!("`{symbol}` is mapped again");
            let diagnostic = Diagnostic::new(Code::RepeatedSymbol, content.head.span, message)
                .note("this one counts")
                .label(earlier, "this one is ignored");
            self.report.add(diagnostic);
        }
        self.mapped_names.extend(&content.names);
        let sprites = content.names.iter().map(|name| Err(name.text.to_owned())).collect();
        self.map(Mapping { symbol, sprites });
    }

    /// Names of sprites are looked up when a level uses the character, so they may be defined later.
    pub(super) fn unknown_mapped(&mut self) {
        for name in self.mapped_names.clone() {
            if self.type_id(name.text).is_none() {
                let message = format!("unknown sprite `{}`", name.text);
                let mut diagnostic = Diagnostic::new(Code::UnknownMappedSprite, name.span, message)
                    .note("a level that uses this character cannot be loaded");
                diagnostic.help = self.known_sprites(name.text);
                self.report.add(diagnostic);
            }
        }
    }
}
