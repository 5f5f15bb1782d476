//! What a viewer can show of a decision.

use ludex_engine::Action;
use ludex_vgdl::TypeId;

/// What an agent thought at its last decision. Agents fill in what they have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Insight {
    /// What the agent thinks of each action it considered.
    pub actions: Vec<ActionInsight>,
    /// How many ticks ahead the search looked, at most.
    pub depth: Option<u32>,
    /// How many nodes or states the search kept.
    pub nodes: Option<usize>,
    /// What else the agent has in mind, as small tables.
    pub panels: Vec<Panel>,
    /// What it means to do: the action it has chosen, and those after it.
    pub plan: Vec<Action>,
    /// What it has in mind of places in the level.
    pub overlay: Option<Overlay>,
}

/// A small table: what an agent remembers, expects or prefers.
///
/// An agent does not know how types of sprites are called. It writes [`type_mark`] where the name belongs, and whoever
/// shows the table puts it in ([`with_names`]).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Panel {
    /// What the table is about.
    pub title: String,
    /// Its rows: what, and how much of it.
    pub rows: Vec<(String, String)>,
}

/// Marked cells of the level: a path, or how warm places are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overlay {
    /// What the marks mean.
    pub title: String,
    /// Cells as column and row, each with a strength from 0 to 1.
    pub cells: Vec<((i32, i32), f64)>,
}

/// What an agent thinks of an action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionInsight {
    /// The action.
    pub action: Action,
    /// How good the agent thinks it is, in the agent's own units.
    pub value: f64,
    /// How often the agent tried it.
    pub visits: f64,
}

/// What stands for the name of a type in the texts of a [`Panel`].
pub fn type_mark(t: TypeId) -> String {
    format!("{{{t}}}")
}

/// A text of a [`Panel`] with the names of types where their marks are.
pub fn with_names<'n>(text: &str, name: impl Fn(TypeId) -> Option<&'n str>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        result.push_str(before);
        let mark = after.split_once('}').and_then(|(id, after)| Some((name(id.parse().ok()?)?, after)));
        match mark {
            Some((name, after)) => {
                result.push_str(name);
                rest = after;
            }
            None => {
                result.push('{');
                rest = after;
            }
        }
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_names() {
        let name = |t: TypeId| ["wall", "door"].get(usize::from(t)).copied();
        assert_eq!(with_names(&format!("go to {}", type_mark(1)), name), "go to door");
        assert_eq!(with_names("{0}{1} {2} {x} {", name), "walldoor {2} {x} {");
    }
}
