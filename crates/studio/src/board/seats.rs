//! The agents of a game. They remember what they did, so one that is asked somewhere else is made anew.

use std::time::{Duration, Instant};

use ludex_agents::{Advisor, Insight, Rules, Spent};
use ludex_engine::{Action, State};

use super::Players;

/// A place in a game: line and tick.
type Spot = (u32, usize);

/// An agent's answer.
pub(crate) struct Answer {
    pub action: Action,
    pub insight: Insight,
    pub spent: Spent,
    pub visits: Vec<u32>,
    pub took: Duration,
}

#[derive(Default)]
pub(super) struct Seats {
    advisors: [Option<Advisor>; 2],
    /// Where the agents are: the tick after the one that was played last.
    spot: Option<Spot>,
}

impl Seats {
    /// Asks a player's agent. None if the player has none.
    pub fn ask(
        &mut self,
        players: &Players,
        player: usize,
        state: &State,
        spot: Spot,
    ) -> Option<Result<Answer, String>> {
        let agent = players.agents.get(player)?;
        if self.spot.is_some_and(|here| here != spot) {
            // The game was wound back: what they remember has not happened yet.
            *self = Seats::default();
        }
        let rules = Rules { budget: players.budget, lenient: players.lenient };
        let seed = players.agent_seeds[player];
        let advisor =
            self.advisors[player].get_or_insert_with(|| Advisor::new(agent, seed, state, player, rules));
        Some(consult(advisor, state))
    }

    /// A tick was played, whoever played it.
    pub fn moved(&mut self, spot: Spot) {
        self.spot = Some(spot);
    }
}

/// Asks an agent.
pub(super) fn consult(advisor: &mut Advisor, state: &State) -> Result<Answer, String> {
    let start = Instant::now();
    match advisor.ask(state) {
        Err(out) => Err(out.to_string()),
        Ok(action) => Ok(Answer {
            action,
            took: start.elapsed(),
            insight: advisor.insight(),
            spent: advisor.last_spent(),
            visits: advisor.visits(),
        }),
    }
}
