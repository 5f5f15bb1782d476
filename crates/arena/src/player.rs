//! Plays cells: the games, agents and budgets of a plan, read once and ready.

use crate::cell::{Cell, Outcome};
use crate::plan::Plan;
use crate::runner::WorkerContext;
use ludex_agents::{AgentSpec, Budget, BudgetError, GameResult, Match, Rules, SpecError};
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

/// Everything that the cells of a plan need, so that a mistake shows before the first game and not in the middle of a run.
#[derive(Debug)]
pub struct Player {
    games: BTreeMap<Arc<str>, Game>,
    levels: HashMap<(Arc<str>, u32), Level>,
    agents: HashMap<Arc<str>, AgentSpec>,
    budgets: HashMap<Arc<str>, Budget>,
}

impl Player {
    /// Reads the games, agents and budgets of a plan.
    pub fn new(plan: &Plan) -> Result<Self, PlayerError> {
        let mut player = Self {
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
            if !player.agents.contains_key(&entrant.agent) {
                let agent = entrant.agent.parse().map_err(PlayerError::Agent)?;
                player.agents.insert(entrant.agent.clone(), agent);
            }
            if !player.budgets.contains_key(&entrant.budget) {
                let budget = entrant.budget.parse().map_err(PlayerError::Budget)?;
                player.budgets.insert(entrant.budget.clone(), budget);
            }
            let place = (cell.game.clone(), cell.level);
            if !player.levels.contains_key(&place)
                && let Some((_, text)) = plan.texts(cell)
            {
                player.add_level(place, text)?;
            }
        }
        Ok(player)
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

    /// Plays a cell of the plan. None if it is none of the plan's, or if the run is to stop before the game is over.
    pub fn play(&self, cell: &Cell, context: &WorkerContext<'_>) -> Option<Outcome> {
        let agent = self.agents.get(&cell.entrant.agent)?;
        let budget = *self.budgets.get(&cell.entrant.budget)?;
        let level = self.levels.get(&(cell.game.clone(), cell.level))?;
        // A world for each game: its states count their references to it, and two workers that count in the same place
        // slow each other down.
        let world = World::new(self.games.get(&cell.game)?, level).ok()?;
        let rules = Rules { budget, lenient: cell.entrant.lenient };
        let mut game = Match::new(&world, cell.seed.cast_signed(), &[(agent, cell.agent_seed)], rules);
        while !game.is_over() {
            if context.should_stop() {
                return None;
            }
            game.step();
        }
        let remarks = game.remarks(0);
        outcome(game.result(), remarks)
    }
}

fn outcome(result: GameResult, remarks: Option<String>) -> Option<Outcome> {
    let ticks = result.ticks;
    let player = result.players.into_iter().next()?;
    Some(Outcome {
        win: player.won(),
        score: player.score,
        ticks,
        fm_calls: player.calls,
        iterations: player.iterations,
        overspends: player.overspends,
        disqualified: player.disqualified.map(|reason| reason.to_string()),
        remarks,
    })
}
