//! One game between agents, as the command line describes it.

use std::sync::Arc;

use ludex_agents::{AgentSpec, Budget, Builder, DEFAULT_SEED, Experienced, Match, Rules};
use ludex_engine::World;

use crate::game::{GamesDir, Loaded};
use crate::values;

/// Who plays what: the same for every command that lets agents play one game.
#[derive(clap::Args, Clone)]
pub struct Contest {
    /// The game: a bundled name, a path, or a name inside --games-dir.
    pub game: String,

    #[command(flatten)]
    pub games_dir: GamesDir,

    /// The agent, as `ludex agents` explains it; once for each player.
    #[arg(long, value_name = "SPEC", default_value = "samplemcts")]
    pub agent: Vec<AgentSpec>,

    /// The level's number.
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = crate::values::whole::<usize>(0..))]
    pub level: usize,

    /// The seed of the game's random generator.
    #[arg(long, default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = values::game_seed)]
    pub seed: i64,

    /// The seed of the agent's random generator.
    #[arg(long, value_name = "SEED", default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = values::seed)]
    pub agent_seed: u64,

    /// What the agent may spend on each tick: 40ms-cpu (processor time), 40ms (wall-clock time), 480fm, 50it, 50-70it, or
    /// several joined by +; 40ms-cpu+100us/fm makes the model as slow as that.
    #[arg(long, default_value_t = Budget::COMPETITION)]
    pub budget: Budget,
}

impl Contest {
    /// The game on its level, if there are players for all agents.
    pub fn world(&self, game: &Loaded) -> Result<Arc<World>, String> {
        let world = game.world(self.level)?;
        match (self.agent.len(), world.players()) {
            (agents, players) if agents > players => {
                Err(format!("{agents} agents for {players} player{}", if players == 1 { "" } else { "s" }))
            }
            _ => Ok(world),
        }
    }

    /// Begins the game: the agents prepare themselves.
    pub fn begin(&self, world: &Arc<World>, lenient: bool) -> Match<'static> {
        self.begin_with(world, lenient, None)
    }

    /// Begins the game. The first agent goes on with what it, or one of its kind, has learnt before.
    pub fn begin_with(&self, world: &Arc<World>, lenient: bool, memory: Option<&str>) -> Match<'static> {
        let experienced =
            self.agent.first().zip(memory).map(|(builder, memory)| Experienced { builder, memory });
        let first = experienced.as_ref().map(|experienced| experienced as &dyn Builder);
        let rest = self.agent.iter().map(|agent| agent as &dyn Builder).skip(usize::from(first.is_some()));
        let seeds = (0..).map(|player: u64| self.agent_seed.wrapping_add(player));
        let entrants: Vec<_> = first.into_iter().chain(rest).zip(seeds).collect();
        Match::new(world, self.seed, &entrants, Rules { budget: self.budget, lenient })
    }

    /// Who plays for a player.
    pub fn name(&self, player: usize) -> String {
        self.agent.get(player).map_or_else(|| "nobody".to_owned(), AgentSpec::to_string)
    }
}
