//! Plays cells: the games, agents and budgets of a plan, read once and ready.

use crate::cell::{Cell, Entrant, Outcome};
use crate::plan::{Plan, learning_seed};
use crate::runner::WorkerContext;
use ludex_agents::{
    AgentSpec, Budget, BudgetError, Builder, Experienced, Match, PlayerResult, Rules, SpecError,
};
use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::{Game, Level};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Why a plan cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// An agent cannot be read.
    #[error("{0}")]
    Agent(SpecError),
    /// A budget cannot be read.
    #[error("{0}")]
    Budget(BudgetError),
    /// A game's description cannot be read.
    #[error("the game {game} cannot be read: {problem}\n`ludex check` says more about its file")]
    Game {
        /// The game.
        game: String,
        /// What is wrong.
        problem: String,
    },
    /// A game cannot be played on a level.
    #[error(
        "{game} cannot be played on its level {level}: {problem}\n`ludex check` says more about its file"
    )]
    Level {
        /// The game.
        game: String,
        /// The level's number.
        level: u32,
        /// What is wrong.
        problem: String,
    },
}

/// An agent that is not part of Ludex: it is known by a name of its own and is told where it plays, so that it can think in
/// another process with a model of its own.
pub trait Guest: Sync {
    /// What it is called in experiments and results.
    fn name(&self) -> &str;

    /// Whoever makes it for a game: its texts and the seed it will be played with.
    fn builder<'a>(&'a self, game: &'a str, level: &'a str, seed: i64) -> Box<dyn Builder + 'a>;
}

/// Everything that the cells of a plan need, so that a mistake shows before the first game and not in the middle of a run.
pub struct Player<'g> {
    guests: &'g [&'g dyn Guest],
    texts: HashMap<(Arc<str>, u32), (String, String)>,
    games: BTreeMap<Arc<str>, Game>,
    levels: HashMap<(Arc<str>, u32), Level>,
    agents: HashMap<Arc<str>, AgentSpec>,
    budgets: HashMap<Arc<str>, Budget>,
}

impl<'g> Player<'g> {
    /// Reads the games, agents and budgets of a plan.
    pub fn new(plan: &Plan) -> Result<Self, PlayerError> {
        Player::with_guests(plan, &[])
    }

    /// Likewise, for a plan in which some agents are guests.
    pub fn with_guests(plan: &Plan, guests: &'g [&'g dyn Guest]) -> Result<Self, PlayerError> {
        let mut player = Self {
            guests,
            texts: HashMap::new(),
            games: BTreeMap::new(),
            levels: HashMap::new(),
            agents: HashMap::new(),
            budgets: HashMap::new(),
        };
        for (name, files) in &plan.games {
            let parsed = ludex_vgdl::parse(&files.game, &ONTOLOGY).map_err(|problem| PlayerError::Game {
                game: name.to_string(),
                problem: problem.to_string(),
            })?;
            player.games.insert(name.clone(), parsed.game);
        }
        for cell in &plan.cells {
            let partner = cell.partner.as_ref().map(|partner| &partner.entrant);
            let entrants = || [&cell.entrant].into_iter().chain(partner);
            entrants().try_for_each(|entrant| player.add_entrant(entrant))?;
            let has_guest = entrants().any(|entrant| player.guest(&entrant.agent).is_some());
            let place = (cell.game.clone(), cell.level);
            if has_guest && let Some((game, level)) = plan.texts(cell) {
                player.texts.insert(place.clone(), (game.to_owned(), level.to_owned()));
            }
            if !player.levels.contains_key(&place)
                && let Some((_, text)) = plan.texts(cell)
            {
                player.add_level(place, text)?;
            }
        }
        Ok(player)
    }

    fn guest(&self, agent: &str) -> Option<&'g dyn Guest> {
        self.guests.iter().copied().find(|guest| guest.name() == agent)
    }

    fn add_entrant(&mut self, entrant: &Entrant) -> Result<(), PlayerError> {
        if self.guest(&entrant.agent).is_none() && !self.agents.contains_key(&entrant.agent) {
            let agent = entrant.agent.parse().map_err(PlayerError::Agent)?;
            self.agents.insert(entrant.agent.clone(), agent);
        }
        if !self.budgets.contains_key(&entrant.budget) {
            let budget = Budget::of_reproduction(&entrant.budget).map_err(PlayerError::Budget)?;
            self.budgets.insert(entrant.budget.clone(), budget);
        }
        Ok(())
    }

    fn add_level(&mut self, place: (Arc<str>, u32), text: &str) -> Result<(), PlayerError> {
        let Some(game) = self.games.get(&place.0) else { return Ok(()) };
        let level = Level::parse(text);
        World::new(game, &level).map_err(|problem| PlayerError::Level {
            game: place.0.to_string(),
            level: place.1,
            problem: problem.to_string(),
        })?;
        self.levels.insert(place, level);
        Ok(())
    }

    /// Plays a cell of the plan, after its learning games. None if it is none of the plan's, or if the run is to stop before
    /// the game is over.
    pub fn play(&self, cell: &Cell, context: &WorkerContext<'_>) -> Option<Outcome> {
        let budget = *self.budgets.get(&cell.entrant.budget)?;
        let level = self.levels.get(&(cell.game.clone(), cell.level))?;
        // A world for each game: its states count their references to it, and two workers that count in the same place
        // slow each other down.
        let world = World::new(self.games.get(&cell.game)?, level).ok()?;
        let rules = Rules { budget, lenient: cell.entrant.lenient };
        let partner = cell.partner.as_ref().map(|partner| (&partner.entrant, partner.agent_seed));
        let entrants = || [(&cell.entrant, cell.agent_seed)].into_iter().chain(partner);
        let builders: Option<Vec<Box<dyn Builder + '_>>> =
            entrants().map(|(entrant, _)| self.builder(cell, entrant)).collect();
        let builders = builders?;
        let seats: Vec<(&dyn Builder, u64)> =
            builders.iter().map(|builder| &**builder).zip(entrants().map(|(_, seed)| seed)).collect();
        let stop = || context.should_stop();
        if entrants().any(|(entrant, _)| self.guest(&entrant.agent).is_some()) {
            // Guests are told where they play, so they cannot play another game before.
            let entrant = Arc::new(Entrant { learning: 0, ..(*cell.entrant).clone() });
            return play(&Cell { entrant, ..cell.clone() }, &seats, &world, rules, stop);
        }
        play(cell, &seats, &world, rules, stop)
    }

    /// Whoever makes the agent of an entrant for a cell.
    fn builder<'a>(&'a self, cell: &Cell, entrant: &Entrant) -> Option<Box<dyn Builder + 'a>> {
        let Some(guest) = self.guest(&entrant.agent) else {
            return Some(Box::new(self.agents.get(&entrant.agent)?.clone()));
        };
        let (game, level) = self.texts.get(&(cell.game.clone(), cell.level))?;
        Some(guest.builder(game, level, cell.seed.cast_signed()))
    }
}

/// Plays a cell, after its learning games, each of which begins with what the agents wrote down in the one before.
fn play(
    cell: &Cell,
    seats: &[(&dyn Builder, u64)],
    world: &Arc<World>,
    rules: Rules,
    should_stop: impl Fn() -> bool,
) -> Option<Outcome> {
    let play = |seed: u64, seed_of: &dyn Fn(u64) -> u64, memories: &[Option<String>]| {
        let experienced: Vec<Option<Experienced<'_>>> = seats
            .iter()
            .zip(memories)
            .map(|((builder, _), memory)| {
                memory.as_deref().map(|memory| Experienced { builder: *builder, memory })
            })
            .collect();
        let entrants: Vec<(&dyn Builder, u64)> = seats
            .iter()
            .zip(&experienced)
            .map(|((builder, seed), experienced)| {
                (experienced.as_ref().map_or(*builder, |experienced| experienced), seed_of(*seed))
            })
            .collect();
        let mut game = Match::new(world, seed.cast_signed(), &entrants, rules);
        let warm_up = game.result().players;
        while !game.is_over() {
            if should_stop() {
                return None;
            }
            game.step();
        }
        Some((game, warm_up))
    };
    let mut memories = vec![None; seats.len()];
    for number in 0..cell.entrant.learning {
        let seed = |of: u64| learning_seed(of, number);
        let (game, _) = play(seed(cell.seed), &seed, &memories)?;
        let written: Vec<Option<String>> = (0..seats.len()).map(|player| game.memory(player)).collect();
        let disqualified = game.result().players.iter().any(|player| player.disqualified.is_some());
        if written.iter().all(Option::is_none) && !disqualified {
            // Nobody learns from games: more of them would change nothing.
            break;
        }
        for (memory, written) in memories.iter_mut().zip(written) {
            // An agent that was disqualified has forgotten that game, but none of those before.
            *memory = written.or(memory.take());
        }
    }
    let (game, warm_up) = play(cell.seed, &|seed| seed, &memories)?;
    outcome(&game, &warm_up, 0, seats.len())
}

/// How a game ended for a player and for those after, with what they had spent before the first tick.
fn outcome(game: &Match<'_>, warm_up: &[PlayerResult], player: usize, players: usize) -> Option<Outcome> {
    if player >= players {
        return None;
    }
    let result = game.result();
    let outcome = result.players.into_iter().nth(player)?;
    Some(Outcome {
        win: outcome.won(),
        score: outcome.score,
        ticks: result.ticks,
        fm_calls: outcome.calls,
        warm_up_calls: warm_up.get(player).map_or(0, |spent| spent.calls),
        iterations: outcome.iterations,
        warm_up_iterations: warm_up.get(player).map_or(0, |spent| spent.iterations),
        overspends: outcome.overspends,
        disqualified: outcome.disqualified.map(|reason| reason.to_string()),
        remarks: game.remarks(player),
        partner: self::outcome(game, warm_up, player + 1, players).map(Box::new),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_agents::{Agent, Turn};
    use ludex_engine::Action;

    /// Counts its games, and falls over in the third.
    struct Forgetful(u32);

    impl Agent for Forgetful {
        fn act(&mut self, turn: Turn<'_>) -> Action {
            assert!(turn.memory().is_none(), "a memory is for the beginning");
            assert!(self.0 != 2, "the third game is too much");
            Action::Nil
        }

        fn remarks(&self) -> Option<String> {
            Some(format!("games={}", self.0))
        }

        fn memory(&self) -> Option<String> {
            Some((self.0 + 1).to_string())
        }
    }

    #[test]
    fn learning_games_hand_on_what_was_learnt() {
        let build = |turn: Turn<'_>, _: u64| -> Box<dyn Agent> {
            Box::new(Forgetful(turn.memory().map_or(0, |memory| memory.parse().unwrap())))
        };
        let game = "BasicGame\n  SpriteSet\n    avatar > MovingAvatar\n  TerminationSet\n    Timeout limit=3 win=True\n";
        let game = ludex_vgdl::parse(game, &ONTOLOGY).unwrap().game;
        let world = World::new(&game, &Level::parse("A")).unwrap();
        let outcome = |learning: u32| {
            let cell = Cell {
                entrant: Arc::new(Entrant { learning, ..Entrant::new("forgetful", "1fm") }),
                game: "waiting".into(),
                level: 0,
                content: "".into(),
                repetition: 0,
                seed: 1,
                agent_seed: 2,
                partner: None,
            };
            play(&cell, &[(&build, 2)], &world, Rules::new(Budget::calls(1)), || false).unwrap()
        };
        assert_eq!(outcome(0).remarks.as_deref(), Some("games=0"));
        assert!(outcome(0).win && outcome(0).disqualified.is_none());
        assert_eq!(outcome(1).remarks.as_deref(), Some("games=1"));
        let third = outcome(2);
        assert!(third.disqualified.unwrap().contains("too much") && third.remarks.is_none());
        // What the first two games taught is still there when the third has been lost, and so it is lost again.
        assert!(outcome(5).disqualified.is_some());
    }
}
