//! The decisions.

use ludex_engine::Action;

use super::chance::{Chance, Parts};
use super::classify::{Traits, classify};
use super::planner::Planner;
use super::search::Team;
use crate::interface::{Agent, Insight, Panel, Rng, Simulator, Turn};
use crate::registry::AgentSpec;

pub(super) struct Champion {
    rng: Rng,
    traits: Traits,
    present: Simulator,
    /// The last tick, and what was played in it.
    expected: Simulator,
    played: Option<Action>,
    /// What it answered last.
    answer: Action,
    /// The long search, of the planner or, where that has nothing to say, of whoever thinks.
    team: Team,
    planner: Option<Planner>,
    chance: Option<Chance>,
    parts: Parts,
    surprises: u32,
    /// When a win was first known.
    known_at: Option<i32>,
}

impl Champion {
    pub fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Champion {
        let mut rng = Rng::new(seed);
        let mut present = turn.simulator(&mut rng);
        present.forget_events();
        let settings = spec.settings();
        let traits = if turn.observation().players() > 1 {
            Traits::OF_TWO
        } else if settings.switch("classify") {
            classify(turn, &present, &mut rng)
        } else {
            Traits::UNKNOWN
        };
        let threads = settings.integer("threads").max(1) as usize;
        let plans = traits.deterministic && settings.switch("plan");
        let parts = Parts {
            safety: settings.switch("safety"),
            think: settings.switch("think"),
            retry: settings.switch("retry"),
        };
        // Not from the agent's own generator, whose course does not depend on how many threads there are.
        let mut team_rng = Rng::new(seed ^ 0x7EA4);
        let mut agent = Champion {
            traits,
            expected: present.clone(),
            played: None,
            answer: Action::Nil,
            team: Team::new(threads, &mut team_rng),
            planner: plans.then(|| Planner::new(&present)),
            chance: None,
            parts,
            present,
            rng,
            surprises: 0,
            known_at: None,
        };
        if let Some(planner) = &mut agent.planner {
            planner.think(turn, &mut agent.team, &agent.present, &mut agent.rng);
        }
        if !plans {
            let mut chance = Chance::new(parts, turn, &agent.present);
            chance.prepare(turn, &mut agent.team, &agent.present, &mut agent.rng);
            agent.chance = Some(chance);
        }
        agent
    }

    fn panel(&self) -> Panel {
        let row = |what: &str, how: String| (what.to_owned(), how);
        let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
        let known = self.known_at.map_or_else(|| "no".to_owned(), |tick| format!("since tick {tick}"));
        let rows = vec![
            row("plays by", if self.planner.is_some() { "planning" } else { "chances" }.to_owned()),
            row("deterministic", yes(self.traits.deterministic)),
            row("win known", known),
            row("surprises", self.surprises.to_string()),
        ];
        Panel { title: "champion".to_owned(), rows }
    }

    /// Did the last tick bring what was expected?
    fn check(&mut self, turn: Turn<'_>) {
        let played = self.played.take();
        let as_expected = played.is_none_or(|action| !self.expected.advance(turn, action))
            || self.expected.situation() == self.present.situation();
        if !as_expected {
            self.surprises += 1;
            self.traits.still = false;
            if let Some(planner) = &mut self.planner {
                planner.forget();
            }
        }
        // Now and then chance may have its way; more often, and plans are not worth much.
        let most = 2 + self.present.observation().tick().max(0) as u32 / 50;
        if self.surprises > most || self.planner.as_ref().is_some_and(|planner| planner.failures > 1) {
            self.traits.deterministic = false;
            self.planner = None;
        }
    }
}

impl Agent for Champion {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        turn.reset(&mut self.present, &mut self.rng);
        self.present.forget_events();
        self.check(turn);
        let planned = self.planner.as_mut().and_then(|planner| {
            let action = planner.act(turn, &mut self.team, &self.present, &self.traits, &mut self.rng);
            if self.team.win().is_some() {
                self.known_at.get_or_insert(turn.observation().tick());
            }
            action
        });
        let action = match planned {
            Some(action) => action,
            None => {
                let chance = self.chance.get_or_insert_with(|| Chance::new(self.parts, turn, &self.present));
                let team = if self.planner.is_none() { Some(&mut self.team) } else { None };
                chance.act(turn, team, &self.present, &mut self.rng)
            }
        };
        self.answer = action;
        if self.planner.is_some() {
            self.expected.clone_from(&self.present);
            self.played = Some(action);
        }
        action
    }

    fn insight(&self) -> Insight {
        let mut insight = match &self.chance {
            Some(chance) => chance.insight(),
            None => Insight { nodes: Some(self.team.own.len()), ..Insight::default() },
        };
        let way = self.planner.as_ref().map(Planner::way).filter(|way| !way.is_empty());
        let way = way.or_else(|| self.chance.as_ref().map(Chance::plan));
        insight.plan = std::iter::once(self.answer).chain(way.into_iter().flatten().copied()).collect();
        insight.panels.push(self.panel());
        insight
    }

    fn remarks(&self) -> Option<String> {
        let Traits { deterministic, still, length, waiting_wins } = self.traits;
        let nodes = self.team.own.len();
        let known = self.known_at.unwrap_or(-1);
        Some(format!(
            "deterministic={} still={} length={length} waiting={} nodes={nodes} win_known={known} surprises={}",
            u8::from(deterministic),
            u8::from(still),
            u8::from(waiting_wins),
            self.surprises,
        ))
    }
}
