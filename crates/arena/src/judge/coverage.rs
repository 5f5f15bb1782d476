//! Which parts of a game have done anything.
//!
//! Whether a rule matters is found out without asking the engine: the same actions are played again in the same game without
//! that rule. As long as nothing is different, nothing would be missed. A rule that fires without effect, say because another
//! does the same, counts as one that does nothing.

use super::plays::{Play, Stage};
use ludex_engine::{ONTOLOGY, State, World};
use ludex_vgdl::{Game, Partners, TypeId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What can be taken out of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A rule for one of the pairs that its line names, by their places.
    Rule(usize, usize),
    /// A termination.
    Termination(usize),
}

/// A part of a game that made no difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idle {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// What it is, such as `avatar wall > stepBack`.
    pub what: String,
}

/// What is not yet known to do something.
pub struct Coverage<'a> {
    game: &'a Game,
    open: Mutex<Open>,
}

struct Open {
    /// With the game that lacks the part.
    parts: Vec<(Part, Arc<Game>)>,
    unseen: Vec<TypeId>,
}

impl<'a> Coverage<'a> {
    pub fn new(game: &'a Game) -> Self {
        let rules = (0..game.rules.len())
            .flat_map(|rule| (0..game.rules[rule].on.len()).map(move |pair| Part::Rule(rule, pair)));
        let parts = rules.chain((0..game.terminations.len()).map(Part::Termination));
        let parts = parts.map(|part| (part, Arc::new(without(game, part)))).collect();
        // Types that have others below them are names for those. `wall` and `avatar`, the first two, exist in every game,
        // whether its author wants them or not.
        let own = 2..game.types.len() as TypeId;
        let unseen = own.filter(|kind| game.types[usize::from(*kind)].leaf).collect();
        Self { game, open: Mutex::new(Open { parts, unseen }) }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes through a play again.
    pub fn look_at(&self, stage: &Stage, play: &Play) {
        let parts: Vec<(Part, Arc<Game>)> = self.open().parts.clone();
        let start = |game: &Game| Some(State::new(&World::new(game, &stage.level).ok()?, play.seed));
        let mut others: Vec<(Part, Option<State>)> =
            parts.iter().map(|(part, game)| (*part, start(game))).collect();
        // A part without which there is no game at all is needed.
        let mut needed: Vec<Part> =
            others.iter().filter(|(_, state)| state.is_none()).map(|(part, _)| *part).collect();
        others.retain(|(_, state)| state.is_some());
        let mut state = State::new(&stage.world, play.seed);
        for actions in &play.actions {
            state.play(actions);
            others.retain_mut(|(part, other)| {
                let same = other.as_mut().is_some_and(|other| {
                    other.play(actions);
                    alike(&state, other)
                });
                if !same {
                    needed.push(*part);
                }
                same
            });
        }
        let made: Vec<TypeId> = state.observe().types_made().collect();
        let mut open = self.open();
        open.parts.retain(|(part, _)| !needed.contains(part));
        open.unseen.retain(|kind| !made.contains(kind));
    }

    /// What did nothing, in the order of the file.
    pub fn idle(&self) -> Vec<Idle> {
        let mut idle: Vec<Idle> =
            self.open().parts.iter().map(|(part, _)| describe(self.game, *part)).collect();
        idle.sort_by_key(|idle| idle.line);
        idle
    }

    /// The names of the types that there never were sprites of.
    pub fn unseen(&self) -> Vec<String> {
        self.open().unseen.iter().map(|kind| self.game.types[usize::from(*kind)].name.clone()).collect()
    }
}

/// The game without one of its parts.
fn without(game: &Game, part: Part) -> Game {
    let mut game = game.clone();
    match part {
        Part::Rule(rule, _) if game.rules[rule].on.len() == 1 => {
            game.rules.remove(rule);
        }
        Part::Rule(rule, pair) => {
            game.rules[rule].on.remove(pair);
        }
        Part::Termination(place) => {
            game.terminations.remove(place);
        }
    }
    game
}

/// Are two states of slightly different games the same to everybody who looks at them, and will they draw the same numbers?
fn alike(a: &State, b: &State) -> bool {
    let players = || 0..a.world().players();
    a.rng_state() == b.rng_state()
        && a.is_over() == b.is_over()
        && players().all(|player| a.score(player) == b.score(player) && a.winner(player) == b.winner(player))
        && a.counters() == b.counters()
        && players().all(|player| a.inventory(player).eq(b.inventory(player)))
        && a.sprites().eq(b.sprites())
}

fn describe(game: &Game, part: Part) -> Idle {
    let name = |kind: TypeId| game.types[usize::from(kind)].name.as_str();
    match part {
        Part::Rule(rule, pair) => {
            let rule = &game.rules[rule];
            let effect = ONTOLOGY.effects.get(rule.effect).map_or("", |effect| effect.name);
            let partners = match rule.on[pair] {
                Partners::Pair(first, second) => format!("{} {}", name(first), name(second)),
                Partners::Edge(first) => format!("{} EOS", name(first)),
                Partners::Time(other) => format!("TIME {}", other.map_or("", name)).trim_end().to_owned(),
            };
            Idle { line: rule.line, what: format!("{partners} > {effect}") }
        }
        Part::Termination(place) => {
            let end = &game.terminations[place];
            let kind = ONTOLOGY.terminations.get(end.kind).map_or("", |kind| kind.name);
            Idle { line: end.line, what: kind.to_owned() }
        }
    }
}
