//! Text in, text out: a tiny game, a level and keys give a line for each tick, compared with what the rules
//! say must happen.

use std::fmt::Write;
use std::sync::Arc;

use ludex_engine::{Action, ONTOLOGY, Shortcuts, State, World};
use ludex_vgdl::Level;

/// A game of a few lines, played by keys.
///
/// In levels every type with a name of one letter stands for itself, `A` for `avatar` and `w` for `wall`.
/// Cells have ten pixels unless the header says otherwise.
#[derive(Clone)]
pub struct Scene {
    header: &'static str,
    sprites: &'static str,
    rules: &'static str,
    ends: &'static str,
    mapping: &'static str,
    level: &'static str,
    seed: i64,
}

/// A scene with these sprites on this level.
pub fn scene(sprites: &'static str, level: &'static str) -> Scene {
    let header = "square_size=10";
    Scene { header, sprites, level, rules: "", ends: "", mapping: "", seed: 0 }
}

#[allow(dead_code, reason = "each test file uses some of these")]
impl Scene {
    /// The parameters of the game line, instead of `square_size=10`.
    pub fn header(self, header: &'static str) -> Scene {
        Scene { header, ..self }
    }

    /// The interaction set.
    pub fn rules(self, rules: &'static str) -> Scene {
        Scene { rules, ..self }
    }

    /// The termination set.
    pub fn ends(self, ends: &'static str) -> Scene {
        Scene { ends, ..self }
    }

    /// More of the level mapping.
    pub fn mapping(self, mapping: &'static str) -> Scene {
        Scene { mapping, ..self }
    }

    /// The seed of the generator.
    pub fn seed(self, seed: i64) -> Scene {
        Scene { seed, ..self }
    }

    /// The game before its first tick.
    pub fn start(&self) -> State {
        self.start_with(Shortcuts::ALL)
    }

    /// The same with some of the engine's optimisations only.
    pub fn start_with(&self, shortcuts: Shortcuts) -> State {
        let text = self.text();
        let parsed = ludex_vgdl::parse(&text, &ONTOLOGY).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        let level = Level::parse(self.level.strip_prefix('\n').unwrap_or(self.level));
        let world =
            World::with_shortcuts(&parsed.game, &level, shortcuts).unwrap_or_else(|error| panic!("{error}"));
        State::new(&world, self.seed)
    }

    fn text(&self) -> String {
        let mut text = format!("BasicGame {}\n  SpriteSet\n", self.header);
        let block = |text: &mut String, lines: &str| {
            for line in lines.lines().filter(|line| !line.trim().is_empty()) {
                let _ = writeln!(text, "      {line}");
            }
        };
        block(&mut text, self.sprites);
        text += "  LevelMapping\n    A > avatar\n";
        for line in self.sprites.lines() {
            let name = line.split_whitespace().next().unwrap_or_default();
            if name.len() == 1 {
                let _ = writeln!(text, "    {name} > {name}");
            }
        }
        for line in self.mapping.lines() {
            let _ = writeln!(text, "    {}", line.trim());
        }
        text += "  InteractionSet\n";
        block(&mut text, self.rules);
        text += "  TerminationSet\n";
        block(&mut text, self.ends);
        text
    }

    /// Plays the keys, one tick each (`.` for nothing, `U D L R` to steer, `X` to use; a second player's after a
    /// `/`), and compares what is watched after every tick:
    /// `a` positions of type a, `a>` with orientation, `a+` with health, `#a` their number, `score`, `bag` what the
    /// players hold, `counters`, `events` those of the tick.
    #[track_caller]
    pub fn check(&self, keys: &str, watch: &str, expected: &str) {
        let played = self.play(keys, watch);
        let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert!(played == expected, "expected\n{}\ngot\n{}\n", expected.join("\n"), played.join("\n"));
    }

    /// Plays and gives a line for each tick: the same lines with all optimisations and with none.
    #[track_caller]
    pub fn play(&self, keys: &str, watch: &str) -> Vec<String> {
        let lines = self.play_with(keys, watch, Shortcuts::ALL);
        assert_eq!(lines, self.play_with(keys, watch, Shortcuts::NONE), "the plain way plays otherwise");
        lines
    }

    fn play_with(&self, keys: &str, watch: &str, shortcuts: Shortcuts) -> Vec<String> {
        let mut state = self.start_with(shortcuts);
        let rows: Vec<Vec<Action>> =
            keys.split('/').map(|row| row.trim().chars().map(key).collect()).collect();
        let ticks = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut lines = Vec::new();
        for t in 0..ticks {
            let actions: Vec<Action> =
                rows.iter().map(|row| row.get(t).copied().unwrap_or_default()).collect();
            state.play(&actions);
            assert_eq!(state.check(), Ok(()));
            let facts: Vec<String> = watch.split_whitespace().map(|what| look(&state, what)).collect();
            let mut line = facts.join(" ");
            if state.is_over() {
                for player in 0..state.world().players() {
                    let _ = write!(line, " {:?}", state.winner(player));
                }
            }
            lines.push(line);
            if state.is_over() {
                break;
            }
        }
        lines
    }
}

/// The action of a key.
pub fn key(c: char) -> Action {
    match c {
        '.' => Action::Nil,
        'U' => Action::Up,
        'D' => Action::Down,
        'L' => Action::Left,
        'R' => Action::Right,
        'X' => Action::Use,
        'E' => Action::Escape,
        other => panic!("no key `{other}`"),
    }
}

fn look(state: &State, what: &str) -> String {
    let players = 0..state.world().players();
    let list = |items: Vec<String>| items.join(",");
    match what {
        "score" => list(players.map(|player| state.score(player).to_string()).collect()),
        "counters" => list(state.counters().iter().map(i32::to_string).collect()),
        "bag" => {
            let name = |t| state.world().type_name(t).to_owned();
            let held = |player| state.inventory(player).map(|(t, n)| format!("{}={n}", name(t))).collect();
            format!("[{}]", players.map(|player| list(held(player))).collect::<Vec<_>>().join(" "))
        }
        "events" => {
            let world: &Arc<World> = state.world();
            let events = state.events().iter().filter(|event| event.tick() == state.tick() - 1);
            let told = events.map(|event| {
                let (active, passive) =
                    (world.type_name(event.active_type()), world.type_name(event.passive_type()));
                format!("{active}{}-{passive}", if event.from_avatar() { "*" } else { "" })
            });
            format!("[{}]", list(told.collect()))
        }
        _ => {
            let name = what.trim_matches(['#', '>', '+']);
            let id = state.world().type_names().position(|n| n == name);
            let id = id.unwrap_or_else(|| panic!("no type `{name}`")) as u16;
            if what.starts_with('#') {
                return format!("{name}={}", state.sprites_of_type(id).count());
            }
            let mut text = name.to_owned();
            for sprite in state.sprites_of_type(id) {
                let _ = write!(text, "({},{}", sprite.rect.x, sprite.rect.y);
                if what.ends_with('>') {
                    let _ = write!(text, " {:?}", sprite.orientation);
                }
                if what.ends_with('+') {
                    let _ = write!(text, " {}", sprite.health);
                }
                text += if sprite.disabled { ")x" } else { ")" };
            }
            text
        }
    }
}
