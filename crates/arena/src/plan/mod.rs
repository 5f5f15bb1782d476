//! From the text of an experiment to the list of games to play.

mod bundled;
mod experiment;
mod levels;
mod seeds;
mod select;
mod sets;
mod source;

pub use bundled::{BundledGames, is_bundled, source};
pub use experiment::{Experiment, Overrides, add_label, clock_of};
pub use levels::Levels;
pub use seeds::{agent_seed, game_seed, learning_seed, pair_seed};
pub use select::select;
pub use sets::{GameSet, set, sets};
pub use source::{GameFiles, GameFolder, GameSource};

use crate::cell::{Cell, Entrant, Partner};
use crate::hash::content_hash;
use ludex_agents::{BudgetError, SpecError};
use ludex_engine::ONTOLOGY;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Games of a plan at most: it is held in memory, some hundred bytes a game.
const MOST: u64 = 10_000_000;

/// Why an experiment cannot be planned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A game, or a folder of games, is not there.
    #[error(transparent)]
    Find(#[from] ludex_library::FindError),
    /// A folder that is said to hold games holds none.
    #[error(
        "no games in {path}: expected files such as zelda.txt and zelda_lvl0.txt, or zelda/game.vgdl and zelda/level0.txt",
        path = .0.display()
    )]
    NoGamesIn(PathBuf),
    /// No such game or set.
    #[error(
        "there is no game or set `{name}`: {}`ludex games` lists the games that ship with Ludex, and `ludex games --games-dir FOLDER` \
         those of a folder",
        suggestion.as_ref().map(|name| format!("did you mean `{name}`? ")).unwrap_or_default()
    )]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// The nearest known name.
        suggestion: Option<String>,
    },
    /// A pattern fits nothing.
    #[error("no game fits `{0}`")]
    NoMatch(String),
    /// Some games of a set are not at hand.
    #[error("{} of the {total} games of `{set}` are not here ({}): give the folder that has them with --games-dir", missing.len(), missing.join(", "))]
    SetIncomplete {
        /// The set.
        set: String,
        /// How many games it has.
        total: usize,
        /// Those not found.
        missing: Vec<String>,
    },
    /// A set of the papers was asked for, and the games at hand are those that ship with Ludex.
    #[error(
        "`{0}` is a set of GVGAI's games, and the games of these names that ship with Ludex are others: give the folder of GVGAI's with \
         --games-dir, or play `bundled1` to `bundled6`"
    )]
    PublishedSet(String),
    /// A set of the games that ship with Ludex was asked for, and the games at hand are others.
    #[error(
        "`{0}` is a set of the games that ship with Ludex, and this folder has others: leave out --games-dir, or name games with --games, \
         such as set1"
    )]
    BundledSet(String),
    /// A level that a game does not have.
    #[error("{game} has no level {level}: it has {}", if available.is_empty() { "none at all".to_owned() } else { format!("level {available}") })]
    NoLevel {
        /// The game.
        game: String,
        /// The level asked for.
        level: u32,
        /// Its levels, as a list.
        available: String,
    },
    /// More games than fit into memory.
    #[error(
        "these are {0} games, and at most {MOST} can be played at once: ask for fewer repetitions, or play parts of it one after the other"
    )]
    TooMany(u64),
    /// A game of two, and only one agent.
    #[error(
        "{0} is a game for two players: name two agents or more, and every two of them play it in both seats"
    )]
    NeedsTwo(String),
    /// A name for two agents, or two names for one.
    #[error("{0}: every agent has one label, and no two have the same")]
    Labels(String),
    /// An empty list.
    #[error("the experiment names no {0}")]
    Nothing(&'static str),
    /// An agent cannot be read.
    #[error("{0}")]
    Agent(SpecError),
    /// A budget cannot be read.
    #[error("{0}")]
    Budget(BudgetError),
}

/// What is to be played, in order, with the texts of the games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Every game to be played. The order is stable: all agents play a level before the next game, all games are played on one
    /// level before the next level, and every level is played once before any is played twice. So a run that is stopped early has
    /// about as much of every game and agent. A game of two is played by every two of the agents, in both seats.
    pub cells: Vec<Cell>,
    /// The games by name.
    pub games: BTreeMap<Arc<str>, GameFiles>,
}

/// Part of a plan: who plays which games, how often. A plan is made of one or several of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The entrants; they meet the same seeds.
    pub entrants: Vec<Arc<Entrant>>,
    /// The games.
    pub games: Vec<GameFiles>,
    /// Levels of each game.
    pub levels: Levels,
    /// Repetitions of each level.
    pub reps: u32,
}

impl Plan {
    /// The plan of an experiment, with games from the given sources.
    /// Agents and budget are taken as they are written, and results kept under these texts: see
    /// [`Experiment::canonical`].
    pub fn new(experiment: &Experiment, sources: &[&dyn GameSource]) -> Result<Self, PlanError> {
        if experiment.agents.is_empty() {
            return Err(PlanError::Nothing("agents"));
        }
        if experiment.reps == 0 {
            return Err(PlanError::Nothing("repetitions"));
        }
        let mut entrants: Vec<Arc<Entrant>> = Vec::new();
        for agent in &experiment.agents {
            let entrant = Entrant {
                agent: agent.trim().into(),
                budget: experiment.budget.trim().into(),
                lenient: experiment.lenient,
                learning: experiment.learning,
            };
            if entrants.iter().all(|known| **known != entrant) {
                entrants.push(Arc::new(entrant));
            }
        }
        let games = select(&experiment.games, sources)?;
        let levels = experiment.levels.clone();
        Self::of_blocks(experiment.seed, vec![Block { entrants, games, levels, reps: experiment.reps }])
    }

    /// The plan of several blocks that share games: a cell that occurs in two of them is played once.
    pub fn of_blocks(seed: u64, blocks: Vec<Block>) -> Result<Self, PlanError> {
        let mut plan = Self::default();
        let mut ready = Vec::new();
        let mut players: HashMap<&str, usize> = HashMap::new();
        for block in &blocks {
            for game in &block.games {
                let name = plan.keep(game);
                let players = *players.entry(&game.name).or_insert_with(|| players_of(game));
                let lineups = lineups(&block.entrants, players);
                if players > 1 && lineups.is_empty() {
                    return Err(PlanError::NeedsTwo(game.name.clone()));
                }
                for level in block.levels.of(game.levels.keys()) {
                    let text = game.levels.get(&level).ok_or_else(|| no_level(game, level))?;
                    let content: Arc<str> = content_hash(&game.game, text).into();
                    ready.push((block, lineups.clone(), name.clone(), level, content));
                }
            }
        }
        let games =
            ready.iter().map(|(block, lineups, ..)| u64::from(block.reps) * lineups.len() as u64).sum();
        if games > MOST {
            return Err(PlanError::TooMany(games));
        }
        // Stable: games keep their order.
        ready.sort_by_key(|(_, _, _, level, _)| *level);
        let mut seen = HashSet::new();
        let most = blocks.iter().map(|block| block.reps).max().unwrap_or(0);
        for repetition in 0..most {
            let now = ready.iter().filter(|(block, ..)| repetition < block.reps);
            for (_, lineups, game, level, content) in now {
                let place = Place { seed, game, level: *level, content, repetition };
                for lineup in lineups {
                    if seen.insert((lineup.clone(), game.clone(), *level, repetition)) {
                        plan.cells.push(place.cell(lineup));
                    }
                }
            }
        }
        Ok(plan)
    }

    /// The texts of a cell's game and level.
    pub fn texts(&self, cell: &Cell) -> Option<(&str, &str)> {
        let game = self.games.get(&cell.game)?;
        Some((&game.game, game.levels.get(&cell.level)?))
    }

    fn keep(&mut self, game: &GameFiles) -> Arc<str> {
        match self.games.get_key_value(&*game.name) {
            Some((name, _)) => name.clone(),
            None => {
                let name: Arc<str> = game.name.as_str().into();
                self.games.insert(name.clone(), game.clone());
                name
            }
        }
    }
}

fn no_level(game: &GameFiles, level: u32) -> PlanError {
    let numbers: Vec<String> = game.levels.keys().map(u32::to_string).collect();
    PlanError::NoLevel { game: game.name.clone(), level, available: numbers.join(", ") }
}

/// Who plays a game: one entrant, or two in their seats.
type Lineup = (Arc<Entrant>, Option<Arc<Entrant>>);

/// Everybody alone, or every two that play under the same rules in both seats: a game has one budget for both.
fn lineups(entrants: &[Arc<Entrant>], players: usize) -> Vec<Lineup> {
    if players < 2 {
        return entrants.iter().map(|entrant| (entrant.clone(), None)).collect();
    }
    let can_meet = |first: &Entrant, second: &Entrant| {
        first.agent != second.agent && *second == Entrant { agent: second.agent.clone(), ..first.clone() }
    };
    let with = |first: &Arc<Entrant>| -> Vec<Lineup> {
        let others = entrants.iter().filter(|second| can_meet(first, second));
        others.map(|second| (first.clone(), Some(second.clone()))).collect()
    };
    entrants.iter().flat_map(with).collect()
}

/// The same game as this cell in another repetition, in a plan that is made with this seed.
pub fn repetition(seed: u64, of: &Cell, repetition: u32) -> Cell {
    let place = Place { seed, game: &of.game, level: of.level, content: &of.content, repetition };
    place.cell(&(of.entrant.clone(), of.partner.as_ref().map(|partner| partner.entrant.clone())))
}

/// How many play a game; a description that cannot be read is refused before it is played.
fn players_of(game: &GameFiles) -> usize {
    ludex_vgdl::parse(&game.game, &ONTOLOGY).map_or(1, |parsed| parsed.game.players)
}

/// Where a cell is in the table of an experiment.
struct Place<'a> {
    seed: u64,
    game: &'a Arc<str>,
    level: u32,
    content: &'a Arc<str>,
    repetition: u32,
}

impl Place<'_> {
    fn cell(&self, (first, second): &Lineup) -> Cell {
        let Place { seed, game, level, content, repetition } = *self;
        let agent_seed = |who: &Entrant| agent_seed(seed, game, level, repetition, &who.agent);
        let mut cell = Cell {
            entrant: first.clone(),
            game: game.clone(),
            level,
            content: content.clone(),
            repetition,
            seed: game_seed(seed, game, level, repetition),
            agent_seed: agent_seed(first),
            partner: None,
        };
        if let Some(second) = second {
            cell.seed = pair_seed(seed, game, level, repetition, [&first.agent, &second.agent]);
            // An entrant meets another twice with one seed, so the two seatings need numbers of their own.
            cell.repetition = 2 * repetition + u32::from(first.agent > second.agent);
            cell.partner = Some(Partner { entrant: second.clone(), agent_seed: agent_seed(second) });
        }
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_under_the_same_rules_meet() {
        let entrants: Vec<Arc<Entrant>> =
            [("olets", "10fm"), ("random", "10fm"), ("olets", "20fm"), ("onestep", "30fm")]
                .map(|(agent, budget)| Arc::new(Entrant::new(agent, budget)))
                .to_vec();
        let met: Vec<(&str, &str)> = vec![("olets", "random"), ("random", "olets")];
        let found = lineups(&entrants, 2);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(first, second)| (&*first.agent, second.as_ref().map_or("", |second| &*second.agent)))
            .collect();
        assert_eq!(found, met);
        assert_eq!(lineups(&entrants, 1).len(), 4);
        assert!(lineups(&entrants[1..], 2).is_empty());
    }
}
