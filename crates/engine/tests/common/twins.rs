//! One game played in several ways at once: with all optimisations, with none of them, and with some.

use ludex_engine::{Action, Shortcuts, State, World};
use ludex_vgdl::{Game, Level};

use crate::facts::facts;

/// The same game with all optimisations, and in other ways.
pub struct Twins {
    pub state: State,
    others: Vec<(String, Shortcuts, State)>,
}

/// One of the ways to play a game, with its name.
pub type Way = (String, Shortcuts);

/// No optimisation at all.
pub fn plain() -> Way {
    ("plain".to_owned(), Shortcuts::NONE)
}

/// All optimisations but one, each in its turn.
pub fn all_but_one() -> Vec<Way> {
    let all_but = |(name, one): &(&str, Shortcuts)| (format!("without {name}"), Shortcuts::ALL.without(*one));
    Shortcuts::EACH.iter().map(all_but).collect()
}

/// Each optimisation alone.
pub fn only_one() -> Vec<Way> {
    let only = |(name, one): &(&str, Shortcuts)| (format!("with {name} only"), Shortcuts::NONE.with(*one));
    Shortcuts::EACH.iter().map(only).collect()
}

impl Twins {
    /// The beginning of a game. None if it cannot be played on the level.
    pub fn new(game: &Game, level: &Level, seed: i64, ways: &[Way]) -> Option<Twins> {
        let state = State::new(&World::new(game, level).ok()?, seed);
        let others = ways.iter().map(|(name, shortcuts)| {
            let world = World::with_shortcuts(game, level, *shortcuts).ok()?;
            Some((name.clone(), *shortcuts, State::new(&world, seed)))
        });
        Some(Twins { state, others: others.collect::<Option<_>>()? })
    }

    /// Plays a tick in all ways, and says in which of them another game has come out. A way that was broken off because it is
    /// too much work is left behind.
    pub fn advance(&mut self, actions: &[Action]) -> Result<(), String> {
        self.state.advance(actions);
        self.state.check()?;
        let expected = facts(&self.state);
        self.others.iter_mut().for_each(|(.., state)| state.advance(actions));
        let exhausted = self.state.is_exhausted();
        self.others.retain(|(.., state)| !exhausted && !state.is_exhausted());
        for (name, shortcuts, state) in &self.others {
            state.check().map_err(|fault| format!("{name}: {fault}"))?;
            // A digest takes fixtures as bits and sprites with all their flags: it depends on which types have fixtures, and turns.
            let is_alike = shortcuts.has(Shortcuts::Fixtures) && shortcuts.has(Shortcuts::IdleTypes);
            if is_alike && state.digest() != self.state.digest() {
                return Err(format!("{name}: another digest"));
            }
            if facts(state) != expected {
                return Err(format!("{name}: another game\n{expected:?}\n{:?}", facts(state)));
            }
        }
        Ok(())
    }
}
