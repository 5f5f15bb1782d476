//! What there is to show of a game at one time.

use ludex_agents::{Insight, Overlay, Spent, with_names};
use ludex_engine::{Action, Event, State, Winner};
use ludex_vgdl::TypeId;

/// So many steps of a plan are followed: those after them are guesses.
const PLAN: usize = 40;

/// A game at one time.
#[derive(Clone)]
pub struct Moment {
    /// The game.
    pub state: State,
    /// What the players did to get here; nothing at the start.
    pub actions: Vec<Action>,
    /// What the agents thought of it, for as many players as are agents.
    pub minds: Vec<Mind>,
    /// What else there is to say.
    pub note: Option<String>,
    /// Is this the last there is to see?
    pub last: bool,
}

/// An agent's last decision.
#[derive(Clone)]
pub struct Mind {
    /// The agent, as text.
    pub name: String,
    /// What it thought.
    pub insight: Insight,
    /// What that has cost.
    pub spent: Spent,
}

impl Moment {
    /// A game that nobody thinks about.
    pub fn new(state: State, actions: Vec<Action>) -> Moment {
        let last = state.is_over();
        Moment { state, actions, minds: Vec::new(), note: None, last }
    }

    /// The scores of all players.
    pub fn scores(&self) -> String {
        let players = 0..self.state.world().players();
        let scores: Vec<String> = players.map(|player| self.state.score(player).to_string()).collect();
        scores.join(" and ")
    }

    /// The actions of all players; NIL before anybody did something.
    pub fn deeds(&self) -> String {
        match self.actions.as_slice() {
            [] => Action::Nil.name().to_owned(),
            actions => actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(" "),
        }
    }

    /// How the game stands, in a word or a few.
    pub fn standing(&self) -> String {
        let state = &self.state;
        if !state.is_over() {
            return "playing".to_owned();
        }
        let word = |player: usize| match state.winner(player) {
            Winner::Wins => "won",
            Winner::Loses => "lost",
            Winner::None => "ended undecided",
        };
        (0..state.world().players()).map(word).collect::<Vec<_>>().join(" and ")
    }

    /// The last events, newest first, in words, with the number of ticks after which they were to be seen.
    pub fn events(&self) -> impl Iterator<Item = (i32, String)> {
        self.state.events().iter().rev().map(|event| (event.tick() + 1, self.in_words(event)))
    }

    /// The events of the tick that led here.
    pub fn news(&self) -> Vec<String> {
        let now = self.state.tick();
        let mut news: Vec<String> =
            self.events().take_while(|(tick, _)| *tick == now).map(|(_, text)| text).collect();
        news.reverse();
        news.dedup();
        news
    }

    fn in_words(&self, event: &Event) -> String {
        let (active, passive) = (self.type_name(event.active_type()), self.type_name(event.passive_type()));
        let verb = if event.from_avatar() { "hits" } else { "meets" };
        format!("{active} {verb} {passive}")
    }

    /// What a player carries, in words.
    pub fn belongings(&self, player: usize) -> String {
        let held = self.state.inventory(player).filter(|(_, amount)| *amount != 0);
        held.map(|(t, amount)| format!("{} {amount}", self.type_name(t))).collect::<Vec<_>>().join(", ")
    }

    /// A text of an agent with the names of types.
    pub fn with_names(&self, text: &str) -> String {
        with_names(text, |t| self.state.world().type_names().nth(usize::from(t)))
    }

    /// The places that agents have in mind.
    pub fn overlays(&self) -> impl Iterator<Item = &Overlay> {
        self.minds.iter().filter_map(|mind| mind.insight.overlay.as_ref())
    }

    /// What a player's agent still means to do: its plan without the action that was played.
    pub fn plan(&self, player: usize) -> &[Action] {
        let plan = self.minds.get(player).map_or(&[][..], |mind| &mind.insight.plan);
        if self.last { &[] } else { plan.get(1..).unwrap_or_default() }
    }

    /// The cells that the avatars will be in if things go as planned, as column and row. Chance may have it otherwise.
    pub fn way(&self) -> Vec<(usize, usize)> {
        let players = 0..self.state.world().players();
        let longest = players.clone().map(|player| self.plan(player).len()).max().unwrap_or(0);
        let mut ahead = self.state.clone();
        let mut way = Vec::new();
        for step in 0..longest.min(PLAN) {
            let action = |player| self.plan(player).get(step).copied().unwrap_or(Action::Nil);
            let actions: Vec<Action> = players.clone().map(action).collect();
            ahead.advance(&actions);
            if ahead.is_over() {
                break;
            }
            let seen = ahead.observe();
            let columns = seen.grid_size().0.max(1);
            let cells = players.clone().filter_map(|player| seen.avatar_cell(player));
            way.extend(cells.map(|cell| (cell % columns, cell / columns)));
        }
        way
    }

    fn type_name(&self, t: TypeId) -> &str {
        self.state.world().type_names().nth(usize::from(t)).unwrap_or("the edge")
    }
}
