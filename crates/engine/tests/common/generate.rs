//! Random games: valid VGDL composed from everything the ontology offers, out of a string of bytes.
//!
//! The bytes are the choices. So a property test can shrink a failing game by shortening them, and a fuzzer
//! can learn which of them lead to new code.

use ludex_engine::ONTOLOGY;
use ludex_vgdl::{ClassSpec, Need, ParamKind, ParamSpec};
use std::fmt::Write;

/// A game and a level.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The game's text.
    pub game: String,
    /// The level's text.
    pub level: String,
}

/// Makes a game and a level from bytes.
pub fn generate(bytes: &[u8]) -> Generated {
    let mut maker = Maker { choices: Choices { bytes, at: 0 }, types: Vec::new() };
    let sprites = maker.sprites();
    let header = maker.header();
    let (rules, ends) = (maker.rules(), maker.terminations());
    let mut game = format!("BasicGame{header}\n  SpriteSet\n{sprites}  LevelMapping\n");
    let named: Vec<String> = maker.types.iter().map(|t| t.name.clone()).collect();
    for (symbol, name) in ('a'..='z').zip(&named) {
        let second = maker.choices.flip(1, 8).then(|| maker.choices.pick(&named).clone());
        let _ = writeln!(game, "    {symbol} > {name} {}", second.unwrap_or_default());
    }
    let _ = write!(game, "  InteractionSet\n{rules}  TerminationSet\n{ends}");
    Generated { game, level: maker.level() }
}

/// Numbers drawn from bytes; zeros when they run out.
struct Choices<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Choices<'_> {
    fn below(&mut self, n: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % n.max(1)
    }

    fn flip(&mut self, chances: usize, of: usize) -> bool {
        self.below(of) >= of - chances
    }

    fn word(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

struct Type {
    name: String,
    depth: usize,
}

struct Maker<'a> {
    choices: Choices<'a>,
    types: Vec<Type>,
}

/// Parameters that decide little, or stop a game at once.
const DULL: &[&str] = &[
    "img",
    "color",
    "name",
    "orientedImg",
    "shrinkfactor",
    "autotiling",
    "randomtiling",
    "frameRate",
    "draw_arrow",
    "invisible",
    "bucket",
    "bucketSharp",
    "currentFrame",
    "frameRemaining",
    "spriteID",
    "is_avatar",
    "is_stochastic",
    "enabled",
    "is_kill_effect",
    "sequential",
    "canEnd",
];

impl Maker<'_> {
    fn header(&mut self) -> String {
        let mut header = String::new();
        let sizes = ["", " square_size=10", " square_size=10", " square_size=1", " square_size=7"];
        header += self.choices.word(&sizes);
        header += self.choices.word(&["", "", " no_players=2"]);
        header += self.choices.word(&["", "", " no_counters=2"]);
        if self.choices.flip(1, 3) {
            let _ = write!(header, " obs=wall,{}", self.type_name());
        }
        header
    }

    fn sprites(&mut self) -> String {
        // All names first: parameters may name types that are defined later.
        let n = 3 + self.choices.below(8);
        let mut depth = 0;
        for i in 0..n {
            depth = if i > 0 && self.choices.flip(1, 4) { (depth + 1).min(3) } else { depth };
            depth = if self.choices.flip(1, 3) { 0 } else { depth };
            self.types.push(Type { name: format!("t{i}"), depth });
        }
        let avatars = 1 + self.choices.below(2);
        for i in 0..avatars {
            let name = if i == 0 { "avatar".to_owned() } else { format!("avatar{i}") };
            self.types.push(Type { name, depth: 0 });
        }
        self.types.push(Type { name: "wall".to_owned(), depth: 0 });
        let (avatar_classes, classes): (Vec<&ClassSpec>, Vec<&ClassSpec>) =
            ONTOLOGY.classes.iter().partition(|c| c.avatar);
        let mut text = String::new();
        for i in 0..self.types.len() {
            let is_avatar = self.types[i].name.starts_with("avatar");
            let class = match (self.types[i].name.as_str(), is_avatar) {
                ("wall", _) => *classes.iter().find(|c| c.name == "Immovable").expect("there are walls"),
                (_, true) => *self.choices.pick(&avatar_classes),
                (_, false) => *self.choices.pick(&classes),
            };
            let indent = " ".repeat(4 + 2 * self.types[i].depth);
            let _ = write!(text, "{indent}{} > {}", self.types[i].name, class.name);
            self.params(&mut text, class.params, 1, 2);
            if class.name == "ResourcePack" {
                let _ = write!(text, " resource_name={}", self.type_name());
            }
            self.params(&mut text, ONTOLOGY.sprite_params, 1, 12);
            text.push('\n');
        }
        text
    }

    fn rules(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..2 + self.choices.below(14) {
            let mut effect = self.choices.pick(ONTOLOGY.effects);
            // Clones of clones fill the world within a few ticks: once in a while will do.
            while effect.name == "cloneSprite" && !self.choices.flip(1, 8) {
                effect = self.choices.pick(ONTOLOGY.effects);
            }
            let (first, mut second) = (self.type_name(), self.type_name());
            // Without a second sprite most of these would only fill the log of messages.
            let place = if effect.needs_second { 0 } else { self.choices.below(8) };
            if place == 7 {
                second = "EOS".to_owned();
            } else if place == 6 {
                second = "TIME".to_owned();
            } else if self.choices.flip(1, 4) {
                let _ = write!(second, " {}", self.type_name());
            }
            let _ = write!(text, "    {first} {second} > {}", effect.name);
            self.params(&mut text, effect.params, 1, 2);
            self.params(&mut text, ONTOLOGY.effect_params, 1, 8);
            if place == 6 {
                let _ = write!(text, " timer={}", 1 + self.choices.below(6));
                self.params(&mut text, ONTOLOGY.time_params, 1, 2);
            }
            text.push('\n');
        }
        text
    }

    fn terminations(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.choices.below(4) {
            let termination = self.choices.pick(ONTOLOGY.terminations);
            let _ = write!(text, "    {}", termination.name);
            self.params(&mut text, termination.params, 1, 2);
            let limit = [25, 50, 100][self.choices.below(3)];
            let _ = writeln!(
                text,
                " limit={} win={}",
                limit,
                self.choices.word(&["True", "False", "False,True"])
            );
        }
        text
    }

    fn params(&mut self, text: &mut String, specs: &[ParamSpec], chances: usize, of: usize) {
        for spec in specs.iter().filter(|spec| !DULL.contains(&spec.name)) {
            if spec.need == Need::Optional && !self.choices.flip(chances, of) {
                continue;
            }
            let value = self.value(spec);
            let _ = write!(text, " {}={value}", spec.name);
        }
    }

    fn value(&mut self, spec: &ParamSpec) -> String {
        let numbers = ["1", "0", "2", "3", "1", "5", "10", "-1", "-2"];
        let doubles = ["0.5", "1", "0.1", "0.25", "2", "0", "1.5", "-0.5", "-1", "10", "0.99"];
        match (spec.name, spec.kind) {
            ("repeat", _) => self.choices.word(&["1", "2", "3"]).to_owned(),
            ("physicstype", _) => self.choices.word(&["GRID", "CONT", "CONT", "PHYSICS_NONE"]).to_owned(),
            ("wMult" | "hMult", _) => self.choices.word(&["1", "0.5", "2", "1.3", "0.1", "3"]).to_owned(),
            ("scoreChange" | "scoreChangeIfKilled" | "counter" | "counterElse" | "limits", _) => {
                self.choices.word(&["1", "2,-1", "-1,0", "0,1"]).to_owned()
            }
            (_, ParamKind::Int | ParamKind::Float) => self.choices.word(&numbers).to_owned(),
            (_, ParamKind::Double) => self.choices.word(&doubles).to_owned(),
            (_, ParamKind::Bool) => self.choices.word(&["True", "False"]).to_owned(),
            (_, ParamKind::Direction) => {
                self.choices.word(&["RIGHT", "UP", "LEFT", "DOWN", "NONE", "NIL"]).to_owned()
            }
            (_, ParamKind::Text) => self.choices.word(&["True", "False", "False,True"]).to_owned(),
            (_, ParamKind::Effect) => self.choices.pick(ONTOLOGY.effects).name.to_owned(),
            (_, ParamKind::Color) => "RED".to_owned(),
            (_, ParamKind::Sprite | ParamKind::NewSprite) => self.type_name(),
            (_, ParamKind::Sprites | ParamKind::NewSprites) => {
                let mut names = self.type_name();
                while names.len() < 12 && self.choices.flip(1, 3) {
                    let _ = write!(names, ",{}", self.type_name());
                }
                names
            }
        }
    }

    fn type_name(&mut self) -> String {
        let i = self.choices.below(self.types.len());
        self.types[i].name.clone()
    }

    fn level(&mut self) -> String {
        let (width, height) = (3 + self.choices.below(7), 2 + self.choices.below(6));
        let symbols: Vec<char> = ('a'..='z').take(self.types.len()).collect();
        let is_avatar = |t: &Type| t.name.starts_with("avatar");
        let avatars: Vec<char> =
            symbols.iter().zip(&self.types).filter(|(_, t)| is_avatar(t)).map(|(&c, _)| c).collect();
        let mut cells: Vec<char> = Vec::new();
        for _ in 0..width * height {
            let symbol = *self.choices.pick(&symbols);
            cells.push(if self.choices.flip(1, 2) && !avatars.contains(&symbol) { symbol } else { ' ' });
        }
        for &symbol in &avatars {
            let at = self.choices.below(cells.len());
            cells[at] = symbol;
        }
        let rows = cells.chunks(width).map(|row| row.iter().collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }
}
