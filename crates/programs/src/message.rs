//! The messages that programs send.

use std::borrow::Cow;

use ludex_agents::{ActionInsight, Insight, Overlay, Panel};
use ludex_engine::Action;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// Anything that a program sends. Fields that a kind of message does not have are passed over, as unknown ones are.
#[derive(Deserialize)]
pub struct Message<'a> {
    /// What kind it is.
    #[serde(rename = "type", borrow)]
    pub kind: Cow<'a, str>,
    /// The number of the message that it answers.
    pub seq: Option<u64>,
    pub protocol: Option<u32>,
    pub action: Option<Name>,
    pub iterations: Option<u64>,
    pub insight: Option<Thoughts>,
    pub remarks: Option<String>,
    pub memory: Option<String>,
    pub error: Option<String>,
    #[serde(default)]
    pub calls: Vec<Call>,
}

/// A call of the forward model. Which one it is, its first field tells.
#[derive(Deserialize)]
pub struct Call {
    pub copy: Option<u32>,
    pub to: Option<u32>,
    pub advance: Option<u32>,
    pub action: Option<Moves>,
    #[serde(default)]
    pub actions: Vec<Moves>,
    pub observe: Option<u32>,
    pub release: Option<u32>,
}

/// An action by its name.
#[derive(Clone, Copy)]
pub struct Name(pub Action);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        match deserializer.deserialize_any(MovesVisitor)? {
            Moves::Own(action) => Ok(Name(action)),
            Moves::All(_) => Err(de::Error::custom("one action is expected")),
        }
    }
}

/// What is done in a tick: by the program's player, or by each player.
#[derive(Clone, Copy)]
pub enum Moves {
    Own(Action),
    All([Action; 2]),
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moves, D::Error> {
        deserializer.deserialize_any(MovesVisitor)
    }
}

struct MovesVisitor;

impl<'de> Visitor<'de> for MovesVisitor {
    type Value = Moves;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an action such as \"ACTION_LEFT\"")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Moves, E> {
        name.parse().map(Moves::Own).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Moves, A::Error> {
        let mut all = [Action::Nil; 2];
        for place in &mut all {
            match names.next_element::<Name>()? {
                Some(name) => *place = name.0,
                None => break,
            }
        }
        match names.next_element::<de::IgnoredAny>()? {
            None => Ok(Moves::All(all)),
            Some(_) => Err(de::Error::custom("at most two players have an action")),
        }
    }
}

/// What a program thinks, for viewers.
#[derive(Deserialize)]
pub struct Thoughts {
    #[serde(default)]
    actions: Vec<Thought>,
    depth: Option<u32>,
    nodes: Option<usize>,
    #[serde(default)]
    panels: Vec<Table>,
    #[serde(default)]
    plan: Vec<Name>,
    overlay: Option<Marks>,
}

#[derive(Deserialize)]
struct Thought {
    action: Name,
    #[serde(default)]
    value: f64,
    #[serde(default)]
    visits: f64,
}

#[derive(Deserialize)]
struct Table {
    #[serde(default)]
    title: String,
    #[serde(default)]
    rows: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct Marks {
    #[serde(default)]
    title: String,
    #[serde(default)]
    cells: Vec<(i32, i32, f64)>,
}

impl From<Thoughts> for Insight {
    fn from(thoughts: Thoughts) -> Insight {
        let action = |t: Thought| ActionInsight { action: t.action.0, value: t.value, visits: t.visits };
        let overlay = |marks: Marks| Overlay {
            title: marks.title,
            cells: marks
                .cells
                .into_iter()
                .map(|(x, y, strength)| ((x, y), strength.clamp(0.0, 1.0)))
                .collect(),
        };
        Insight {
            actions: thoughts.actions.into_iter().map(action).collect(),
            depth: thoughts.depth,
            nodes: thoughts.nodes,
            panels: thoughts.panels.into_iter().map(|t| Panel { title: t.title, rows: t.rows }).collect(),
            plan: thoughts.plan.into_iter().map(|name| name.0).collect(),
            overlay: thoughts.overlay.map(overlay),
        }
    }
}

/// What a program may spend until it answers.
#[derive(Serialize)]
pub struct Limits {
    calls: Option<u64>,
    iterations: Option<u64>,
    milliseconds: Option<f64>,
    clock: Option<&'static str>,
}

impl From<ludex_agents::Budget> for Limits {
    fn from(budget: ludex_agents::Budget) -> Limits {
        Limits {
            calls: budget.call_limit(),
            iterations: budget.iteration_limit(),
            milliseconds: budget.time_limit().map(|time| time.as_secs_f64() * 1e3),
            clock: budget.clock().map(|clock| match clock {
                ludex_agents::Clock::Wall => "wall",
                ludex_agents::Clock::Processor => "processor",
            }),
        }
    }
}
