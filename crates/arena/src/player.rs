//! Plays cells: the games, agents and budgets of a plan, read once and ready.

use crate::cell::{Cell, Entrant, Outcome};
use crate::plan::{Plan, learning_seed};
use crate::runner::WorkerContext;
use ludex_agents::{AgentSpec, Budget, BudgetError, Builder, Experienced, Match, Rules, SpecError};
use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::{Game, Level};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Why a plan cannot be played.
#[derive(Debug, thiserror::Error)]
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
    /// A game for several players.
    #[error("{game} is a game for {players} players: experiments are for one")]
    Players {
        /// The game.
        game: String,
        /// How many.
        players: usize,
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
            let entrant = &cell.entrant;
            let guest = player.guest(&entrant.agent);
            if guest.is_none() && !player.agents.contains_key(&entrant.agent) {
                let agent = entrant.agent.parse().map_err(PlayerError::Agent)?;
                player.agents.insert(entrant.agent.clone(), agent);
            }
            if !player.budgets.contains_key(&entrant.budget) {
                let budget = entrant.budget.parse().map_err(PlayerError::Budget)?;
                player.budgets.insert(entrant.budget.clone(), budget);
            }
            let place = (cell.game.clone(), cell.level);
            if guest.is_some()
                && let Some((game, level)) = plan.texts(cell)
            {
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

    fn add_level(&mut self, place: (Arc<str>, u32), text: &str) -> Result<(), PlayerError> {
        let Some(game) = self.games.get(&place.0) else { return Ok(()) };
        let level = Level::parse(text);
        let world = World::new(game, &level).map_err(|problem| PlayerError::Level {
            game: place.0.to_string(),
            level: place.1,
            problem: problem.to_string(),
        })?;
        if world.players() > 1 {
            return Err(PlayerError::Players { game: place.0.to_string(), players: world.players() });
        }
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
        let stop = || context.should_stop();
        if let Some(guest) = self.guest(&cell.entrant.agent) {
            // It is told where it plays, so it cannot play another game before.
            let cell = Cell {
                entrant: Arc::new(Entrant { learning: 0, ..(*cell.entrant).clone() }),
                ..cell.clone()
            };
            let (game, level) = self.texts.get(&(cell.game.clone(), cell.level))?;
            let builder = guest.builder(game, level, cell.seed.cast_signed());
            return play(&cell, &*builder, &world, rules, stop);
        }
        play(cell, self.agents.get(&cell.entrant.agent)?, &world, rules, stop)
    }
}

/// Plays a cell, after its learning games, each of which begins with what the agent wrote down in the one before.
fn play(
    cell: &Cell,
    builder: &dyn Builder,
    world: &Arc<World>,
    rules: Rules,
    should_stop: impl Fn() -> bool,
) -> Option<Outcome> {
    let play = |seed: u64, agent_seed: u64, memory: Option<&str>| {
        let experienced = memory.map(|memory| Experienced { builder, memory });
        let builder = experienced.as_ref().map_or(builder, |experienced| experienced);
        let mut game = Match::new(world, seed.cast_signed(), &[(builder, agent_seed)], rules);
        while !game.is_over() {
            if should_stop() {
                return None;
            }
            game.step();
        }
        Some(game)
    };
    let mut memory = None;
    for number in 0..cell.entrant.learning {
        let seed = |of: u64| learning_seed(of, number);
        let game = play(seed(cell.seed), seed(cell.agent_seed), memory.as_deref())?;
        let written = game.memory(0);
        if written.is_none() && game.result().players.iter().all(|player| player.disqualified.is_none()) {
            // It does not learn from games: more of them would change nothing.
            break;
        }
        // An agent that was disqualified has forgotten that game, but none of those before.
        memory = written.or(memory);
    }
    outcome(&play(cell.seed, cell.agent_seed, memory.as_deref())?)
}

fn outcome(game: &Match<'_>) -> Option<Outcome> {
    let result = game.result();
    let player = result.players.into_iter().next()?;
    Some(Outcome {
        win: player.won(),
        score: player.score,
        ticks: result.ticks,
        fm_calls: player.calls,
        iterations: player.iterations,
        overspends: player.overspends,
        disqualified: player.disqualified.map(|reason| reason.to_string()),
        remarks: game.remarks(0),
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
            };
            play(&cell, &build, &world, Rules::new(Budget::calls(1)), || false).unwrap()
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
