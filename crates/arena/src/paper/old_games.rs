//! Games of former days, as the frameworks of their day read them.
//!
//! Until 2017 GVGAI printed its complaints and played on. Today's drops the rest of a file from the first faulty rule on, and ends a game
//! of more than a few complaints at its first tick, and so does Ludex. Old files have such faults, and were played all the same:
//! here they are mended, each as the next revision of those files did. Texts without them are left as they are.

use crate::plan::{GameFiles, GameSource, PlanError};
use ludex_engine::ONTOLOGY;
use ludex_vgdl::limits::MESSAGE_LIMIT;
use ludex_vgdl::{Code, Diagnostic, Game, Level, Span, parse};
use std::collections::BTreeMap;

/// The games of a former day.
pub(super) struct OldGames<'a>(pub &'a dyn GameSource);

impl GameSource for OldGames<'_> {
    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn load(&self, name: &str) -> Result<Option<GameFiles>, PlanError> {
        Ok(self.0.load(name)?.map(mended))
    }
}

/// No file has as many faults.
const MOST_FAULTS: usize = 100;

fn mended(files: GameFiles) -> GameFiles {
    let mut game = files.game;
    for _ in 0..MOST_FAULTS {
        match mend_first_fault(&game) {
            Some(better) => game = better,
            None => break,
        }
    }
    let levels = match parse(&game, &ONTOLOGY) {
        Ok(parsed) => blank_unmapped(&parsed.game, files.levels),
        Err(_) => files.levels,
    };
    GameFiles { game, levels, ..files }
}

/// Cells that nothing maps are blank, which only matters where there are so many that the game would end.
fn blank_unmapped(game: &Game, levels: BTreeMap<u32, String>) -> BTreeMap<u32, String> {
    let is_known = |c: char| c.is_whitespace() || game.mapping.iter().any(|mapping| mapping.symbol == c);
    let blank = |text: String| {
        let level = Level::parse(&text);
        let unmapped = level.rows().iter().flatten().filter(|&&c| !is_known(c)).count();
        if unmapped <= MESSAGE_LIMIT as usize {
            return text;
        }
        text.chars().map(|c| if is_known(c) { c } else { ' ' }).collect()
    };
    levels.into_iter().map(|(number, text)| (number, blank(text))).collect()
}

/// The text with its first fault mended that would make the rest be dropped; none if there is none.
fn mend_first_fault(text: &str) -> Option<String> {
    let faults = parse(text, &ONTOLOGY).map_or_else(|error| error.diagnostics, |parsed| parsed.diagnostics);
    faults.iter().find_map(|fault| mend(text, fault))
}

fn mend(text: &str, fault: &Diagnostic) -> Option<String> {
    let line = line_of(text, fault.span);
    match fault.code {
        Code::UnknownSprite => Some(without_sprite(text, line, fault.span)),
        // `resource=null` meant what nobody holds, so that a rule always applies.
        Code::UnknownSpriteArgument if text[..fault.span.start].ends_with("resource=") => {
            with_resource(text, &text[fault.span.start..fault.span.end])
        }
        Code::UnknownSpriteArgument => Some(replaced(text, line, "")),
        // The name that this parameter had until spring 2016.
        Code::MissingParameter if text[line.start..line.end].contains(" stype2=") => {
            Some(replaced(text, line, &text[line.start..line.end].replace(" stype2=", " stypeTo=")))
        }
        _ => None,
    }
}

/// Without a name that no sprite has; without the rule, if nobody is left whom it could be about.
fn without_sprite(text: &str, line: Span, name: Span) -> String {
    let left = format!("{}{}", &text[line.start..name.start], &text[name.end..line.end]);
    let partners = left.split('>').next().unwrap_or_default().split_whitespace().count();
    replaced(text, line, if partners < 2 { "" } else { &left })
}

/// With one type more, after all others, so that none of them gets another number.
fn with_resource(text: &str, name: &str) -> Option<String> {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let head = lines.iter().position(|line| line.trim() == "SpriteSet")?;
    let is_outside =
        |line: &String| !line.trim().is_empty() && indentation(line) <= indentation(&lines[head]);
    let end = lines.iter().skip(head + 1).position(is_outside).map_or(lines.len(), |at| head + 1 + at);
    let first = lines[head + 1..end].iter().find(|line| !line.trim().is_empty())?;
    let definition = format!("{}{name} > Resource", &first[..indentation(first)]);
    lines.insert(end, definition);
    Some(lines.join("\n") + "\n")
}

/// The line around a place, without its end.
fn line_of(text: &str, place: Span) -> Span {
    let start = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[place.start..].find(['\r', '\n']).map_or(text.len(), |at| place.start + at);
    Span::new(start, end)
}

fn replaced(text: &str, line: Span, by: &str) -> String {
    format!("{}{by}{}", &text[..line.start], &text[line.end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "BasicGame
    SpriteSet
        wall > Immovable
        coin > Immovable
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        FAULT
        coin avatar > killSprite scoreChange=1
    LevelMapping
        w > wall
        c > coin
        A > avatar
    TerminationSet
        SpriteCounter stype=coin limit=0 win=True
";

    fn of(fault: &str, level: &str) -> GameFiles {
        let levels = BTreeMap::from([(0, level.to_owned())]);
        GameFiles { name: "old".into(), game: GAME.replace("FAULT", fault), levels }
    }

    fn rules(files: &GameFiles) -> usize {
        parse(&files.game, &ONTOLOGY).expect("a game").game.rules.len()
    }

    #[test]
    fn what_has_no_faults_is_left_as_it_is() {
        let files = of("", "wAc?\n");
        assert_eq!(mended(files.clone()), files);
    }

    #[test]
    fn one_faulty_rule_does_not_take_the_others_along() {
        let count = |fault: &str| (rules(&of(fault, "")), rules(&mended(of(fault, ""))));
        assert_eq!(count("boulder wall > stepBack"), (1, 2));
        assert_eq!(count("coin avatar swrod > killSprite"), (2, 3), "the avatar still does it");
        assert_eq!(count("avatar coin > transformTo stype=saright"), (1, 2));
        assert_eq!(count("coin wall > transformToAll stype=coin stype2=wall"), (1, 3));
        assert_eq!(count("coin wall > spawnIfHasMore resource=null stype=coin limit=0"), (1, 3));
    }

    #[test]
    fn what_nobody_holds_is_the_last_type() {
        let files = mended(of("coin wall > spawnIfHasMore resource=null stype=coin limit=0", ""));
        let game = parse(&files.game, &ONTOLOGY).expect("a game").game;
        assert_eq!(game.types.last().map(|kind| kind.name.as_str()), Some("null"));
    }

    #[test]
    fn many_cells_that_nothing_maps_are_blank() {
        let dots = format!("wA{}c\n", ".".repeat(30));
        assert_eq!(mended(of("", &dots)).levels[&0], format!("wA{}c\n", " ".repeat(30)));
        let few = "wA...c\n";
        assert_eq!(mended(of("", few)).levels[&0], few);
    }
}
