//! An agent beside a game that somebody else plays.

use ludex_engine::{Action, State};

use super::agent::Builder;
use super::game::{Rules, Seat, Spent};
use super::insight::Insight;
use super::result::Disqualified;
use super::visits::{Visits, Witness};

/// An agent that is asked state by state, whoever plays the game and however it came to that state.
///
/// ```
/// use ludex_agents::{Advisor, AgentSpec, Budget, Rules};
/// # use ludex_engine::{Action, ONTOLOGY, State, World};
/// # let text = "BasicGame\n  SpriteSet\n    goal > Immovable\n    avatar > MovingAvatar\n  \
/// #     InteractionSet\n    goal avatar > killSprite scoreChange=1\n  \
/// #     TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  \
/// #     LevelMapping\n    g > goal\n    A > avatar\n";
/// # let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
/// # let world = World::new(&game, &ludex_vgdl::Level::parse("A g")).unwrap();
///
/// let agent: AgentSpec = "olets".parse()?;
/// let state = State::new(&world, 42);
/// let mut advisor = Advisor::new(&agent, 7, &state, 0, Rules::new(Budget::calls(200)));
/// assert_eq!(advisor.ask(&state), Ok(Action::Right));
/// # Ok::<(), ludex_agents::SpecError>(())
/// ```
pub struct Advisor {
    seat: Seat,
    /// The state as the agent gets it.
    shown: State,
    player: usize,
    rules: Rules,
    visits: Visits,
}

impl Advisor {
    /// Makes an agent and lets it prepare itself at this state.
    pub fn new(builder: &dyn Builder, seed: u64, state: &State, player: usize, rules: Rules) -> Advisor {
        let mut shown = state.clone();
        shown.refresh();
        let seat = Seat::new(builder, seed, &shown, player, rules, Witness::default());
        Advisor { seat, shown, player, rules, visits: Visits::default() }
    }

    /// What the agent would do. Late answers are NIL by the rules of the game; an agent that broke down or was far too late is
    /// not asked again.
    pub fn ask(&mut self, state: &State) -> Result<Action, Disqualified> {
        self.shown.clone_from(state);
        self.shown.refresh();
        let action = {
            let witness = Witness { visits: Some(&self.visits), ..Witness::default() };
            self.seat.ask(&self.shown, self.player, self.rules, witness)
        };
        self.seat.disqualified.clone().map_or(Ok(action), Err)
    }

    /// What the agent thought at its last decision.
    pub fn insight(&self) -> Insight {
        self.seat.agent.as_ref().map_or_else(Insight::default, |agent| agent.insight())
    }

    /// What the last decision has cost; before the first, the preparation.
    pub fn last_spent(&self) -> Spent {
        self.seat.last
    }

    /// How often simulations of the last decision had the avatar in each cell, row by row; see [`Visits::take`].
    pub fn visits(&self) -> Vec<u32> {
        self.visits.take()
    }
}
