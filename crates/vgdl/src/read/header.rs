//! The game line.

use super::Reading;
use crate::limits::MAX_COUNTERS;
use crate::ontology::{Need, ParamKind, ParamSpec};
use crate::params::java_split;
use crate::syntax::{GAME_CLASSES, Node};
use crate::{Code, Diagnostic, Game, Value};

/// The parameters of the game line.
pub const HEADER_PARAMS: &[ParamSpec] = &[
    header("square_size", ParamKind::Int, "pixels per cell; -1 fits the level into 800 pixels").or("-1"),
    header("no_players", ParamKind::Int, "how many players there are, 1 or 2").or("1"),
    header("no_counters", ParamKind::Int, "how many counters the effects can count with").or("0"),
    header(
        "obs",
        ParamKind::Sprites,
        "the sprites that block path finders; without it there is no path finding",
    ),
    header("key_handler", ParamKind::Text, "`Pulse` makes keys of human players count once per press"),
];

const fn header(name: &'static str, kind: ParamKind, doc: &'static str) -> ParamSpec {
    ParamSpec::new(name, kind, Need::Optional, doc)
}

/// A game that says nothing yet.
pub(super) fn empty_game() -> Game {
    Game {
        square_size: -1,
        players: 1,
        counters: 0,
        obstacles: None,
        types: Vec::new(),
        order: Vec::new(),
        mapping: Vec::new(),
        rules: Vec::new(),
        terminations: Vec::new(),
        messages: 0,
    }
}

impl<'a> Reading<'a> {
    pub(super) fn header(&mut self, root: &Node<'a>) {
        self.game_class(root);
        self.ignore_words(&root.content);
        let (params, unknown) = self.arguments(&root.content, &[HEADER_PARAMS], "the game line");
        // The reference applies the game line twice and complains each time.
        self.game.messages += 2 * unknown;
        let at = |key: &str| {
            root.content.params.iter().rfind(|p| p.key.text == key).map_or(root.span, |p| p.value.span)
        };
        if let Some(size) = params.int("square_size") {
            self.game.square_size = size;
            if size != -1 && size < 1 {
                let message = format!("cells of {size} pixels are impossible");
                let help = "leave `square_size` out to fit the level into 800 pixels";
                self.report.add(Diagnostic::new(Code::HeaderValue, at("square_size"), message).help(help));
            }
        }
        if let Some(players) = params.int("no_players") {
            self.game.players = players.clamp(1, 2) as usize;
            if !(1..=2).contains(&players) {
                let message = format!("a game cannot have {players} players");
                let note = format!("read as {}", self.game.players);
                self.report.add(Diagnostic::new(Code::HeaderValue, at("no_players"), message).note(note));
            }
        }
        if let Some(counters) = params.int("no_counters") {
            self.game.counters = counters.clamp(0, MAX_COUNTERS) as usize;
            if counters < 0 {
                let message = "there cannot be fewer than 0 counters";
                self.die(Diagnostic::new(Code::HeaderValue, at("no_counters"), message));
            } else if counters > MAX_COUNTERS {
                self.too_large(at("no_counters"), format!("more than {MAX_COUNTERS} counters"));
            }
        }
        let obstacles = root.content.params.iter().rfind(|p| p.key.text == "obs").map(|p| p.value);
        self.obstacles = obstacles.filter(|value| matches!(Value::of("obs", value.text), Value::Text(_)));
    }

    pub(super) fn unknown_obstacles(&mut self) {
        let Some(obstacles) = self.obstacles else { return };
        if let Some(name) = java_split(obstacles.text).find(|name| self.type_id(name).is_none()) {
            let message = format!("`obs` names an unknown sprite `{name}`");
            let mut diagnostic = Diagnostic::new(Code::UnknownPartner, obstacles.span, message);
            diagnostic.help = self.known_sprites(name);
            self.report.add(diagnostic);
        }
    }

    pub(super) fn game_class(&mut self, root: &Node<'a>) {
        let class = root.content.head;
        if GAME_CLASSES.contains(&class.text) {
            return;
        }
        let diagnostic = if class.text.starts_with('\u{feff}') {
            Diagnostic::new(Code::NotAGame, class.span, "the file starts with a byte-order mark")
                .help("save it as plain UTF-8, without a byte-order mark")
        } else {
            let help = self.report.did_you_mean(class.text, GAME_CLASSES).unwrap_or_else(|| {
                "a game starts with `BasicGame`; a level is named after its game, such as `zelda_lvl0.txt`".to_owned()
            });
            Diagnostic::new(Code::NotAGame, class.span, format!("unknown game class `{}`", class.text))
                .help(help)
        };
        self.die(diagnostic);
    }
}
