//! Games of py-vgdl, the language's first implementation, and of PyVGDL 2.0: what is different in their files, and the part of
//! it that can be rewritten without changing what it says.
//!
//! Both understand other classes and effects than GVGAI, and speeds, cooldowns and the order of effects mean other things there: a
//! game that has been rewritten is a new game with the same text.

/// A game's file, rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The description of the game.
    pub game: String,
    /// The levels that were in the same file, as they are in Python files.
    pub levels: Vec<String>,
    /// What was rewritten, and what was not.
    pub notes: Vec<Note>,
}

/// Something that is written differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// Has it been rewritten? Otherwise somebody has to decide.
    pub done: bool,
    /// What it is.
    pub message: String,
}

/// Classes, effects and terminations that GVGAI lacks, with what comes near.
const LACKING: &[(&str, &str)] = &[
    ("AimedFlakAvatar", "AimedAvatar aims but does not move, FlakAvatar moves but does not aim"),
    ("InertialAvatar", "MovingAvatar with physicstype=CONT has inertia"),
    ("MarioAvatar", "PlatformerAvatar jumps and walks under gravity"),
    (
        "RotatingAvatar",
        "ShootAvatar and OrientedAvatar turn before they go; there is no going back without turning",
    ),
    ("RotatingFlippingAvatar", "OrientedAvatar turns before it goes"),
    ("NoisyRotatingFlippingAvatar", "OrientedAvatar turns before it goes, and without chance"),
    ("ShootEverywhereAvatar", "ShootAvatar shoots where it faces"),
    ("AStarChaser", "PathChaser follows shortest paths"),
    ("OrientedSprite", "Missile with speed=0 has an orientation; OrientedFlicker vanishes after a time"),
    ("conveySprite", "pullWithIt takes along what stands on a moving sprite"),
    ("windGust", "there is nothing like it"),
    ("slipForward", "there is nothing like it"),
    ("killIfOtherHasLess", "killIfHasLess, with the two sprites exchanged, asks the sprite that is killed"),
    ("killOthers", "killAll stype=NAME kills all sprites of a type"),
    ("transformOthersTo", "transformToAll stype=NAME stypeTo=NAME transforms all sprites of a type"),
    ("avatarCollectResource", "collectResource lets the other sprite of the pair collect"),
    (
        "killIfAvatarWithoutResource",
        "killIfOtherHasLess is not there either; killIfHasLess asks the sprite that is killed",
    ),
    ("spendResource", "changeResource with a negative value"),
    ("spendAvatarResource", "changeResource with a negative value and killResource=False"),
    ("ResourceCounter", "ResourceCounter is no termination there; MultiSpriteCounter counts sprites"),
    ("GravityPhysics", "physicstype=CONT with gravity=NUMBER on the sprite"),
    ("NoFrictionPhysics", "physicstype=CONT with friction=0 on the sprite"),
    ("ContinuousPhysics", "physicstype=CONT"),
];

/// Names that mean the same under another name.
const RENAMED: &[(&str, &str)] =
    &[("WalkJumper", "WalkerJumper"), ("block_size", "square_size"), ("GridPhysics", "GRID")];

/// Directions as Python writes them.
const DIRECTIONS: &[(&str, &str)] =
    &[("(0,-1)", "UP"), ("(0,1)", "DOWN"), ("(-1,0)", "LEFT"), ("(1,0)", "RIGHT")];

/// Rewrites what can be, and says what cannot.
pub fn rewrite(text: &str) -> Rewritten {
    let mut rewriter = Rewriter { notes: Vec::new() };
    let (first_line, game, levels) = rewriter.take_apart(text);
    let lines = (first_line..).zip(game.lines());
    let game: Vec<String> = lines.map(|(number, line)| rewriter.line(number, line)).collect();
    let levels = levels.into_iter().map(|(number, level)| rewriter.level(number, level)).collect();
    rewriter.notes.sort_by_key(|note| note.line);
    Rewritten { game: game.join("\n") + "\n", levels, notes: rewriter.notes }
}

struct Rewriter {
    notes: Vec<Note>,
}

impl Rewriter {
    fn note(&mut self, line: usize, done: bool, message: String) {
        self.notes.push(Note { line, done, message });
    }

    /// The description and the levels of a file, with the lines that they begin at. In a Python file they are strings in three
    /// quotes.
    fn take_apart<'t>(&mut self, text: &'t str) -> (usize, &'t str, Vec<(usize, &'t str)>) {
        let quotes = if text.contains("\"\"\"") { "\"\"\"" } else { "'''" };
        let mut strings = Vec::new();
        let mut line = 1;
        for (index, part) in text.split(quotes).enumerate() {
            if index % 2 == 1 {
                strings.push((line, part));
            }
            line += part.matches('\n').count();
        }
        let is_game = |part: &str| part.contains("SpriteSet") && part.contains("InteractionSet");
        let Some(place) = strings.iter().position(|(_, part)| is_game(part)) else {
            return (1, text, Vec::new());
        };
        let (line, game) = strings.remove(place);
        self.note(line, true, "the game is a string of a Python file: it is taken out".to_owned());
        // The string begins behind its quotes, mostly with the end of a line.
        let skipped = game.len() - game.trim_start_matches(['\n', '\r']).len();
        let line = line + game[..skipped].matches('\n').count();
        // A sentence about the file is no level.
        let is_level = |part: &str| part.trim().lines().count() > 1 && part.contains('A');
        (line, &game[skipped..], strings.into_iter().filter(|(_, part)| is_level(part)).collect())
    }

    fn line(&mut self, number: usize, line: &str) -> String {
        let (code, comment) = line.split_at(line.find('#').unwrap_or(line.len()));
        if code.split_whitespace().any(|word| word == "nullEffect") {
            self.note(number, true, "nullEffect does nothing: the line is left out".to_owned());
            return format!("# {}", line.trim_start());
        }
        // Blanks inside of brackets would end a value.
        let code = without_blanks_in_brackets(code);
        let mut result = String::new();
        let mut rest = code.as_str();
        while !rest.is_empty() {
            let blanks = rest.len() - rest.trim_start().len();
            result.push_str(&rest[..blanks]);
            rest = &rest[blanks..];
            let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
            result.push_str(&self.word(number, word));
            rest = after;
        }
        result + comment
    }

    /// A word, or a key with its value.
    fn word(&mut self, number: usize, word: &str) -> String {
        match word.split_once('=') {
            None => self.name(number, word),
            Some((key, value)) => format!("{}={}", self.name(number, key), self.value(number, key, value)),
        }
    }

    fn name(&mut self, number: usize, name: &str) -> String {
        if let Some((_, here)) = RENAMED.iter().find(|(there, _)| *there == name) {
            self.note(number, true, format!("{name} is called {here}"));
            return (*here).to_owned();
        }
        if let Some((_, near)) = LACKING.iter().find(|(there, _)| *there == name) {
            self.note(number, false, format!("GVGAI has no {name}: {near}"));
        }
        name.to_owned()
    }

    fn value(&mut self, number: usize, key: &str, value: &str) -> String {
        if let Some((_, here)) = DIRECTIONS.iter().find(|(there, _)| *there == value) {
            self.note(number, true, format!("{key}={value} is written {key}={here}"));
            return (*here).to_owned();
        }
        if let Some(quotient) = quotient(value) {
            self.note(number, true, format!("{key}={value} is worked out: {key}={quotient}"));
            return quotient;
        }
        let is_expression =
            value.contains(['(', '[', '*', '/']) || value.trim_start_matches('-').contains(['+']);
        // Names of pictures have strokes in them, too.
        if is_expression && key != "img" {
            self.note(
                number,
                false,
                format!("{key}={value} is a Python expression: write the value that it has"),
            );
            return value.to_owned();
        }
        self.name(number, value)
    }

    /// A level with lines of one length.
    fn level(&mut self, number: usize, level: &str) -> String {
        let lines: Vec<&str> = level.trim_matches(['\n', '\r']).lines().map(str::trim_end).collect();
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        self.note(number, true, "a level is a string of a Python file: it is taken out".to_owned());
        let pad = |line: &&str| format!("{line:width$}\n");
        lines.iter().map(pad).collect()
    }
}

/// Python divides whole numbers where a value is needed.
fn quotient(value: &str) -> Option<String> {
    let (above, below) = value.split_once('/')?;
    let (above, below): (f64, f64) = (above.parse().ok()?, below.parse().ok()?);
    (below != 0.0).then(|| (above / below).to_string())
}

fn without_blanks_in_brackets(line: &str) -> String {
    let mut depth = 0_i32;
    let keep = |c: &char| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth <= 0 || !c.is_whitespace()
    };
    line.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"'''
A game in a Python file.
'''
my_level = """
wwww
wA g
www
"""
my_game = """
BasicGame block_size=10
    SpriteSet
        goal > Immovable color=GREEN
        ball > Missile orientation=(0, -1) speed=1/4   # up
        enemy > AStarChaser stype=avatar
        avatar > RotatingAvatar speed=0.5*2
    InteractionSet
        goal wall > nullEffect
        goal avatar > killSprite
    TerminationSet
        SpriteCounter stype=goal limit=0 win=True
"""
"#;

    #[test]
    fn what_is_safe_is_rewritten_and_the_rest_is_named() {
        let rewritten = rewrite(FILE);
        let game = &rewritten.game;
        assert!(game.starts_with("BasicGame square_size=10\n    SpriteSet\n"), "{game}");
        assert!(game.contains("orientation=UP speed=0.25   # up"), "{game}");
        assert!(game.contains("\n# goal wall > nullEffect\n"), "{game}");
        assert_eq!(rewritten.levels, ["wwww\nwA g\nwww \n"]);
        let open: Vec<(usize, &str)> = rewritten
            .notes
            .iter()
            .filter(|note| !note.done)
            .map(|note| (note.line, note.message.split(':').next().unwrap()))
            .collect();
        assert_eq!(
            open,
            [
                (14, "GVGAI has no AStarChaser"),
                (15, "GVGAI has no RotatingAvatar"),
                (15, "speed=0.5*2 is a Python expression"),
            ]
        );
    }

    #[test]
    fn what_is_written_as_in_gvgai_stays() {
        let text = "BasicGame\n  SpriteSet\n    a > Immovable img=oryx/wall1\n";
        let rewritten = rewrite(text);
        assert_eq!((rewritten.game.as_str(), rewritten.notes.len()), (text, 0));
        for odd in ["", "\"\"\"", "'''x'''", "a=(", "BasicGame x=1/0 \u{fffd}=)"] {
            rewrite(odd);
        }
    }
}
