//! The SpriteSet: names, classes, parameters and who descends from whom.

use std::collections::HashSet;

use super::arguments::find;
use super::{Definition, Reading};
use crate::limits::{MAX_DEPTH, MAX_PARAM_BYTES, MAX_PARAMS, MAX_TYPES};
use crate::syntax::{Node, NodeId, Param, Tree, Word};
use crate::{ClassRef, Code, Diagnostic, Params, Span, SpriteType, TypeId};

/// The avatar's type. `wall` is 0; both exist whether the file defines them or not.
const AVATAR: TypeId = 1;

/// The reference reads the limits of resources, and complains about their parameters, while it reads the file.
const RESOURCE_CLASS: &str = "Resource";

/// What a sprite line hands down to the lines below it.
#[derive(Default)]
struct Inherited<'a> {
    class: Option<Word<'a>>,
    /// One for each key, the nearest.
    params: Vec<Param<'a>>,
    chain: Vec<TypeId>,
}

/// The game is beyond the limits; it has been reported.
struct TooLarge;

impl<'a> Reading<'a> {
    pub(super) fn built_in_types(&mut self) {
        let mut solid = Params::default();
        solid.set("color", "DARKGRAY");
        solid.set("solid", "True");
        for (name, class, params) in
            [("wall", "Immovable", solid), ("avatar", "MovingAvatar", Params::default())]
        {
            let class = self.class(Some(class));
            let id = self.register(name);
            let sprite = &mut self.game.types[usize::from(id)];
            (sprite.class, sprite.params) = (class, params);
            self.game.order.push(id);
        }
    }

    pub(super) fn sprite_set(&mut self, tree: &Tree<'a>, block: &Node<'a>) {
        self.has_sprites = true;
        // A game beyond the limits has been reported; what was read so far serves the other sections.
        let _ = self.siblings(tree, &block.children, &Inherited::default(), 1);
        self.game.order.retain(|&id| id != AVATAR);
        self.game.order.push(AVATAR);
        let resource = self.class(Some(RESOURCE_CLASS));
        let resources = self.game.types.iter().filter(|t| t.class == resource);
        self.game.messages += resources.map(|t| t.unknown_params).sum::<u32>();
    }

    /// Reads sibling lines and what is below them; gives the sub-type list of each.
    fn siblings(
        &mut self,
        tree: &Tree<'a>,
        lines: &[NodeId],
        above: &Inherited<'a>,
        depth: usize,
    ) -> Result<Vec<Vec<TypeId>>, TooLarge> {
        let mut lists = Vec::with_capacity(lines.len());
        for (index, &id) in lines.iter().enumerate() {
            let line = &tree.nodes[id];
            if depth > MAX_DEPTH {
                self.too_large(line.span, format!("sprites nested more than {MAX_DEPTH} levels deep"));
                return Err(TooLarge);
            }
            if line.content.arrow.is_none() {
                self.missing_arrow(line, lines.len() - index - 1);
                break;
            }
            lists.push(self.definition(tree, line, above, depth)?);
        }
        Ok(lists)
    }

    fn missing_arrow(&mut self, line: &Node<'a>, later: usize) {
        let lost = match later {
            0 => "this line and what is below it are ignored".to_owned(),
            1 => "this line, what is below it, and 1 line after it are ignored".to_owned(),
            n => format!("this line, what is below it, and {n} lines after it are ignored"),
        };
        let name = line.content.head.text.trim_end_matches('>');
        let help = format!("write `{name} > Class`, with blanks around the `>`");
        let diagnostic = Diagnostic::new(Code::MissingArrow, line.span, "a sprite line without `>`");
        self.report.add(diagnostic.note(lost).help(help));
    }

    /// Reads one sprite line and what is below it; gives its sub-type list.
    fn definition(
        &mut self,
        tree: &Tree<'a>,
        line: &Node<'a>,
        above: &Inherited<'a>,
        depth: usize,
    ) -> Result<Vec<TypeId>, TooLarge> {
        let content = &line.content;
        let name = content.head;
        let known = self.type_id(name.text).is_some();
        if !known && self.game.types.len() >= MAX_TYPES {
            self.too_large(name.span, format!("more than {MAX_TYPES} sprite types"));
            return Err(TooLarge);
        }
        let id = self.register(name.text);
        let below = self.handed_down(line, above, id)?;
        // Whatever the line says, the class of an enclosing line wins.
        let class_word = above.class.or(content.kind);
        self.overridden_class(line, above.class);
        let class = self.class(class_word.map(|w| w.text));
        let leaf = line.children.is_empty();
        self.class_problems(line, class_word, &class, leaf);
        self.define(id, name, below.params.clone());
        let own_singleton = content.params.iter().rfind(|p| p.key.text == "singleton");
        self.game.types[usize::from(id)] = SpriteType {
            name: name.text.to_owned(),
            unknown_params: self.sprite_arguments(&class, &below.params),
            class,
            params: self.collected(&below.params),
            singleton: own_singleton.is_some_and(|p| p.value.text.eq_ignore_ascii_case("true")),
            chain: below.chain.clone(),
            subtypes: below.chain.clone(),
            leaf,
        };
        if leaf {
            if known {
                self.game.order.retain(|&other| other != id);
            }
            self.game.order.push(id);
            return Ok(below.chain);
        }
        let version = name.span;
        let lists = self.siblings(tree, &line.children, &below, depth + 1)?;
        let mut subtypes = below.chain;
        let mut seen: HashSet<TypeId> = subtypes.iter().copied().collect();
        subtypes.extend(lists.into_iter().flatten().filter(|&t| seen.insert(t)));
        // A line below may have defined the same name again and so replaced this definition.
        if self.defined_at(id) == Some(version) {
            self.game.types[usize::from(id)].subtypes.clone_from(&subtypes);
        }
        Ok(subtypes)
    }

    /// What the lines below this one inherit; also the parameters of this line itself.
    fn handed_down(
        &mut self,
        line: &Node<'a>,
        above: &Inherited<'a>,
        id: TypeId,
    ) -> Result<Inherited<'a>, TooLarge> {
        let own = self.last_of_each(&line.content);
        let mut params = above.params.clone();
        params.retain(|p| own.iter().all(|o| o.key.text != p.key.text));
        params.extend(own);
        // The words themselves and what it takes to store them.
        self.param_bytes += params.iter().map(|p| p.key.text.len() + p.value.text.len() + 64).sum::<usize>();
        if params.len() > MAX_PARAMS || self.param_bytes > MAX_PARAM_BYTES {
            self.too_large(line.span, "too many inherited parameters".to_owned());
            return Err(TooLarge);
        }
        let chain = above.chain.iter().copied().chain([id]).collect();
        Ok(Inherited { class: line.content.kind.or(above.class), params, chain })
    }

    fn overridden_class(&mut self, line: &Node<'a>, above: Option<Word<'a>>) {
        if let (Some(own), Some(above)) = (line.content.kind, above)
            && own.text != above.text
        {
            let name = line.content.head.text;
            let message = format!("`{name}` is of class `{}`, not `{}`", above.text, own.text);
            let diagnostic = Diagnostic::new(Code::OverriddenClass, own.span, message)
                .note("this class only reaches the lines below")
                .label(above.span, "the class of an enclosing line wins")
                .help("give the enclosing line no class, or all its children the same");
            self.report.add(diagnostic);
        }
    }

    fn class(&self, name: Option<&str>) -> ClassRef {
        match name {
            None => ClassRef::Missing,
            Some(name) => match self.ontology.class(name) {
                Some(index) => ClassRef::Known(index),
                None => ClassRef::Unknown(name.to_owned()),
            },
        }
    }

    fn class_problems(&mut self, line: &Node<'a>, word: Option<Word<'a>>, class: &ClassRef, leaf: bool) {
        let name = line.content.head;
        match (class, word) {
            (ClassRef::Unknown(unknown), Some(word)) => {
                let known = self.ontology.classes.iter().map(|c| c.name);
                let words = ("class", "classes");
                // An inherited class is reported where it is written, once.
                let diagnostic =
                    self.report.unknown_word(Code::UnknownClass, word.span, words, unknown, known);
                self.report.add(diagnostic);
            }
            (ClassRef::Missing, _) if leaf => {
                let message = format!("`{}` has no class", name.text);
                let diagnostic = Diagnostic::new(Code::MissingClass, name.span, message)
                    .note("a level that makes this sprite cannot be played")
                    .help(format!("write a class after the `>`: `{} > Immovable`", name.text));
                self.report.add(diagnostic);
            }
            _ => {}
        }
    }

    /// Counts the parameters that the class does not know, and reports what is wrong with them where they are
    /// written.
    fn sprite_arguments(&mut self, class: &ClassRef, params: &[Param<'a>]) -> u32 {
        let index = match *class {
            ClassRef::Known(index) => index,
            ClassRef::Missing => return 0,
            // Whatever class was meant, none has a parameter that is unknown to all.
            ClassRef::Unknown(_) => {
                let classes = self.ontology.classes.iter().map(|class| class.params);
                let tables: Vec<_> = classes.chain([self.ontology.sprite_params]).collect();
                params.iter().for_each(|param| self.argument(param, &tables, "any class"));
                return 0;
            }
        };
        let spec = &self.ontology.classes[index];
        let tables = [spec.params, self.ontology.sprite_params];
        let owner = format!("class `{}`", spec.name);
        for param in params {
            self.argument(param, &tables, &owner);
        }
        params.iter().filter(|p| find(&tables, p.key.text).is_none()).count() as u32
    }

    fn define(&mut self, id: TypeId, name: Word<'a>, params: Vec<Param<'a>>) {
        let earlier = self.definitions[usize::from(id)].replace(Definition { name, params });
        if let Some(earlier) = earlier {
            let message = format!("`{}` is defined again", name.text);
            let diagnostic = Diagnostic::new(Code::RepeatedSprite, name.span, message)
                .note("this definition counts")
                .label(earlier.name.span, "this one is replaced");
            self.report.add(diagnostic);
        }
    }

    fn defined_at(&self, id: TypeId) -> Option<Span> {
        self.definitions[usize::from(id)].as_ref().map(|definition| definition.name.span)
    }

    /// The type of a name, which is made if it is new.
    fn register(&mut self, name: &'a str) -> TypeId {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let id = self.game.types.len() as TypeId;
        self.names.insert(name, id);
        self.definitions.push(None);
        self.game.types.push(SpriteType {
            name: name.to_owned(),
            class: ClassRef::Missing,
            params: Params::default(),
            singleton: false,
            chain: vec![id],
            subtypes: vec![id],
            leaf: true,
            unknown_params: 0,
        });
        id
    }
}
