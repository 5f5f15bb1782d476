//! Levels, held against their game.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::MESSAGE_LIMIT;
use crate::read::report::Report;
use crate::syntax::java_lines;
use crate::{ClassRef, Code, Diagnostic, Game, Mapping, Ontology, Span, SpriteType, TypeId};

/// Looks at a level of a game.
pub fn check_level(text: &str, game: &Game, ontology: &Ontology) -> Vec<Diagnostic> {
    let mut report = Report::default();
    let width = java_lines(text).next().map_or(0, |(_, line)| line.chars().count());
    if width == 0 {
        let message = "a level is as wide as its first line, and that is empty";
        report.add(Diagnostic::new(Code::EmptyLevel, Span::new(0, 0), message));
        return report.sorted();
    }
    let level = LevelLint { text, width, game, ontology };
    level.ragged(&mut report);
    level.characters(&mut report);
    level.avatars(&mut report);
    report.sorted()
}

struct LevelLint<'a> {
    text: &'a str,
    width: usize,
    game: &'a Game,
    ontology: &'a Ontology,
}

impl<'a> LevelLint<'a> {
    /// The characters that are not blank and inside the level, with their places.
    fn cells(&self) -> impl Iterator<Item = (char, Span)> {
        java_lines(self.text).flat_map(|(start, line)| {
            let cells = line.char_indices().take(self.width).filter(|&(_, c)| c != ' ');
            cells.map(move |(at, c)| (c, Span::new(start + at, start + at + c.len_utf8())))
        })
    }

    fn mapping(&self) -> HashMap<char, &'a Mapping> {
        self.game.mapping.iter().map(|mapping| (mapping.symbol, mapping)).collect()
    }

    fn ragged(&self, report: &mut Report) {
        let mut short = 0;
        let mut first_short = None;
        for (start, line) in java_lines(self.text) {
            if let Some((at, _)) = line.char_indices().nth(self.width) {
                if line[at..].chars().any(|c| c > ' ') {
                    let message = format!(
                        "only the first {} cells of a line count, as many as the first line has",
                        self.width
                    );
                    let cut = Span::new(start + at, start + line.len());
                    report.add(Diagnostic::new(Code::RaggedLevel, cut, message).note("cut off"));
                }
            } else if line.chars().count() < self.width {
                short += 1;
                first_short.get_or_insert(Span::new(start, start + line.len()));
            }
        }
        if let Some(span) = first_short {
            let lines = if short == 1 { "1 line is".to_owned() } else { format!("{short} lines are") };
            let message = format!("{lines} shorter than the first: filled up with blanks");
            report.add(Diagnostic::new(Code::RaggedLevel, span, message).note("the first of them"));
        }
    }

    fn characters(&self, report: &mut Report) {
        let mapping = self.mapping();
        let mut unmapped: BTreeMap<char, (Span, u32)> = BTreeMap::new();
        let mut seen = HashSet::new();
        for (c, span) in self.cells() {
            match mapping.get(&c) {
                None => unmapped.entry(c).or_insert((span, 0)).1 += 1,
                Some(mapping) if seen.insert(c) => self.unusable(report, mapping, span),
                Some(_) => {}
            }
        }
        let total: u32 = unmapped.values().map(|(_, count)| count).sum();
        for (c, (span, count)) in unmapped {
            report.add(self.unmapped(c, span, count, total));
        }
    }

    fn unmapped(&self, c: char, span: Span, count: u32, total: u32) -> Diagnostic {
        let times = if count == 1 { String::new() } else { format!(" ({count} times in this level)") };
        let message = format!("nothing maps `{}`{times}", c.escape_debug());
        let mut help = match c {
            '#' => {
                "`#` starts a comment in a game file and cannot be mapped: use another character".to_owned()
            }
            c if c.is_whitespace() || c.is_control() => "write blanks for empty cells".to_owned(),
            _ => format!("add a line such as `{} > wall` to the LevelMapping", c.escape_debug()),
        };
        if total > MESSAGE_LIMIT {
            help +=
                &format!("\nGVGAI complains of each, and {total} messages end the game at its first tick");
        }
        Diagnostic::new(Code::UnmappedCharacter, span, message).note("read as blank").help(help)
    }

    /// Reports a character whose sprites cannot be made.
    fn unusable(&self, report: &mut Report, mapping: &Mapping, span: Span) {
        for sprite in &mapping.sprites {
            let reason = match sprite {
                Err(name) => format!("an unknown sprite `{name}`"),
                Ok(id) => match &self.sprite(*id).class {
                    ClassRef::Known(_) => continue,
                    ClassRef::Unknown(class) => {
                        format!("`{}` of the unknown class `{class}`", self.sprite(*id).name)
                    }
                    ClassRef::Missing => format!("`{}`, which has no class", self.sprite(*id).name),
                },
            };
            let message = format!("`{}` stands for {reason}", mapping.symbol.escape_debug());
            report.add(
                Diagnostic::new(Code::UnusableCharacter, span, message).note("this level cannot be loaded"),
            );
        }
    }

    fn sprite(&self, id: TypeId) -> &'a SpriteType {
        &self.game.types[usize::from(id)]
    }

    fn is_avatar(&self, id: TypeId) -> bool {
        let sprite = self.sprite(id);
        let by_class = matches!(sprite.class, ClassRef::Known(class) if self.ontology.classes[class].avatar);
        by_class || sprite.params.bool("is_avatar") == Some(true)
    }

    fn avatars(&self, report: &mut Report) {
        let mapping = self.mapping();
        let avatars_of =
            |mapping: &Mapping| mapping.sprites.iter().flatten().filter(|id| self.is_avatar(**id)).count();
        let avatars: HashMap<char, usize> =
            mapping.iter().map(|(&c, mapping)| (c, avatars_of(mapping))).collect();
        let mut places: Vec<Span> = Vec::new();
        let mut count = 0;
        for (c, span) in self.cells() {
            let here = avatars.get(&c).copied().unwrap_or(0);
            if here > 0 {
                count += here;
                places.push(span);
            }
        }
        let players = self.game.players;
        let start = Span::new(0, self.text.chars().next().map_or(0, char::len_utf8));
        if count == 0 {
            let symbols: Vec<String> = self.avatar_symbols(&avatars);
            let help = match symbols[..] {
                [] => "no character of the LevelMapping stands for an avatar".to_owned(),
                _ => format!("characters for avatars are {}", symbols.join(" ")),
            };
            report.add(Diagnostic::new(Code::NoAvatar, start, "this level has no avatar").help(help));
        } else if count < players {
            let message = format!("{count} avatar for {players} players");
            report.add(Diagnostic::new(Code::TooFewAvatars, places[0], message));
        } else if count > players {
            let message =
                format!("{count} avatars for {players} player{}", if players == 1 { "" } else { "s" });
            let surplus = places.get(players).or(places.last()).copied().unwrap_or(start);
            report.add(
                Diagnostic::new(Code::TooManyAvatars, surplus, message).note("those in surplus are removed"),
            );
        }
    }

    fn avatar_symbols(&self, avatars: &HashMap<char, usize>) -> Vec<String> {
        let symbols = self.game.mapping.iter().map(|m| m.symbol);
        symbols.filter(|c| avatars.get(c).is_some_and(|&n| n > 0)).map(|c| format!("`{c}`")).collect()
    }
}
