//! The games of an experiment, without a list of them all, and how they are dealt to shards.
//!
//! Games are put in the order of agent, game and level, so that neighbours take about equally long, and cut into blocks of
//! as many games as there are shards. Each shard gets one game of each block, by the rank of the game's hash within it. So
//! every shard has a fair share of every agent and game, however slow they are, and numbers of shards that divide the
//! number of agents or levels do no harm.

use super::Shard;
use crate::cell::{Cell, Entrant};
use crate::hash::{StableHash, mix};
use crate::plan::{Experiment, GameFiles, Plan, PlanError, repetition, source};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is played in an experiment: the first repetition of each game, and how many there are.
#[derive(Debug, Clone)]
pub struct Outline {
    seed: u64,
    reps: u32,
    /// With its hash.
    firsts: Vec<(Cell, u64)>,
    texts: BTreeMap<Arc<str>, GameFiles>,
}

impl Outline {
    /// The outline of an experiment, whose agents and budget are in their canonical form.
    pub fn new(experiment: &Experiment) -> Result<Self, PlanError> {
        let games = source(experiment.games_dir.as_deref())?;
        if experiment.reps == 0 {
            return Err(PlanError::Nothing("repetitions"));
        }
        let once = Experiment { reps: 1, ..experiment.clone() };
        Ok(Self::of(experiment, Plan::new(&once, &[&*games])?))
    }

    /// The outline of an experiment whose first repetition is known.
    pub fn of(experiment: &Experiment, once: Plan) -> Self {
        let mut firsts: Vec<(Cell, u64)> = once
            .cells
            .into_iter()
            .map(|cell| {
                let key = key(&cell);
                (cell, key)
            })
            .collect();
        firsts.sort_by(|(a, _), (b, _)| order(a).cmp(&order(b)));
        Self { seed: experiment.seed, reps: experiment.reps, firsts, texts: once.games }
    }

    /// How many games it has.
    pub fn games(&self) -> u64 {
        self.firsts.len() as u64 * u64::from(self.reps)
    }

    /// The first repetition of each game.
    pub fn firsts(&self) -> impl ExactSizeIterator<Item = &Cell> {
        self.firsts.iter().map(|(cell, _)| cell)
    }

    /// A hash of all that is played: agents, budgets, texts of games and levels, repetitions, seeds.
    pub fn hash(&self) -> String {
        let start = StableHash::default().text("plan").number(self.seed).number(self.reps.into());
        let hash = self.firsts.iter().fold(start, |hash, (_, key)| hash.number(*key));
        format!("{:016x}", hash.finish())
    }

    /// Calls `each` with every game as shard, place among the [first ones](Self::firsts) and repetition.
    pub fn deal(&self, shards: u32, mut each: impl FnMut(u32, usize, u32)) {
        let mut block: Vec<(u64, usize, u32)> = Vec::with_capacity(shards as usize);
        let mut hand_out = |block: &mut Vec<(u64, usize, u32)>| {
            block.sort_unstable();
            for (shard, &(_, first, repetition)) in (0..).zip(&*block) {
                each(shard, first, repetition);
            }
            block.clear();
        };
        for (first, (_, key)) in self.firsts.iter().enumerate() {
            for repetition in 0..self.reps {
                block.push((mix(key ^ mix(u64::from(repetition) + 1)), first, repetition));
                if block.len() == shards as usize {
                    hand_out(&mut block);
                }
            }
        }
        hand_out(&mut block);
    }

    /// How many games a shard has.
    pub fn games_of(&self, shard: Shard) -> u64 {
        let (games, count) = (self.games(), u64::from(shard.count));
        games / count + u64::from(u64::from(shard.index) < games % count)
    }

    /// The plan of a shard, in an order of which any beginning has about as much of every agent and of every game.
    pub fn plan(&self, shard: Shard) -> Plan {
        let mut cells = Vec::new();
        self.deal(shard.count, |index, first, repetition| {
            if index == shard.index {
                cells.push(self.cell(first, repetition));
            }
        });
        interleave(&mut cells);
        self.plan_of(cells)
    }

    /// A plan of some of its games.
    pub fn plan_of(&self, cells: Vec<Cell>) -> Plan {
        let games = cells.iter().filter_map(|cell| self.texts.get_key_value(&cell.game));
        let games = games.map(|(name, files)| (name.clone(), files.clone())).collect();
        Plan { cells, games }
    }

    /// A game by its place among the first ones and its repetition.
    pub fn cell(&self, first: usize, number: u32) -> Cell {
        repetition(self.seed, &self.firsts[first].0, number)
    }
}

/// Spreads the games of each agent in each game evenly over the order. Pairs begin at different places: multiples of two
/// irrational numbers, which are spread evenly over the pairs of one agent as over those of one game.
fn interleave(cells: &mut [Cell]) {
    const GOLDEN_RATIO: u32 = 0x9e37_79b9;
    const ROOT_OF_TWO: u32 = 0x6a09_e667;
    let mut agents: BTreeMap<Arc<Entrant>, u32> = BTreeMap::new();
    let mut games: BTreeMap<Arc<str>, u32> = BTreeMap::new();
    let mut numbers = Vec::with_capacity(cells.len());
    let mut sizes: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for cell in &*cells {
        let (known_agents, known_games) = (agents.len() as u32, games.len() as u32);
        let agent = *agents.entry(cell.entrant.clone()).or_insert(known_agents);
        let game = *games.entry(cell.game.clone()).or_insert(known_games);
        let size = sizes.entry((agent, game)).or_default();
        numbers.push((agent, game, *size));
        *size += 1;
    }
    let mut places = numbers.into_iter().map(|(agent, game, number)| {
        let start = agent.wrapping_mul(ROOT_OF_TWO).wrapping_add(game.wrapping_mul(GOLDEN_RATIO));
        ((number << 32) + u64::from(start)) / sizes[&(agent, game)]
    });
    cells.sort_by_cached_key(|_| places.next());
}

/// Agents differ most in how long they take, then games, then levels.
fn order(cell: &Cell) -> (&Entrant, &str, u32, Option<&Entrant>) {
    (&cell.entrant, &cell.game, cell.level, cell.partner.as_ref().map(|partner| &*partner.entrant))
}

fn key(cell: &Cell) -> u64 {
    let Cell { entrant, game, level, content, repetition, seed, agent_seed, partner } = cell;
    let add = |hash: StableHash, Entrant { agent, budget, lenient, learning }: &Entrant| {
        hash.text(agent).text(budget).number((*lenient).into()).number((*learning).into())
    };
    let hash = add(StableHash::default(), entrant);
    let hash = hash.text(game).number((*level).into()).text(content).number((*repetition).into());
    let hash = hash.number(*seed).number(*agent_seed);
    match partner {
        None => hash.finish(),
        Some(partner) => add(hash, &partner.entrant).number(partner.agent_seed).finish(),
    }
}
