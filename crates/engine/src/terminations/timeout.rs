//! The clock.

use ludex_vgdl::params::java_split;
use ludex_vgdl::{Fires, ParamKind, ParamSpec, Params, Waits};

use super::{Checked, TerminationType};
use crate::ontology::param;
use crate::state::data::Data;
use crate::tick::LAST_TICK;
use crate::world::Compiled;
use crate::world::names::Names;
use crate::world::types::Types;
use ParamKind::{Bool, Text};

#[derive(Debug)]
pub(crate) struct Timeout {
    use_counter: bool,
    compare: bool,
    limits: Vec<Option<i32>>,
}

impl TerminationType for Timeout {
    const NAME: &'static str = "Timeout";
    const DOC: &'static str = "Ends the game at tick `limit`.";
    const EXAMPLE: &'static str = "Timeout limit=500 win=True";
    const PARAMS: &'static [ParamSpec] = &[
        param("use_counter", Bool, "the game's counters decide who wins").or("False"),
        param("compare", Bool, "with use_counter: player 0 wins unless all counters are equal").or("False"),
        param("limits", Text, "with use_counter: the number each counter must have").or("0"),
    ];
    const WAITS: Waits = Waits::ForTime;
    const HELP: [&'static str; 2] =
        ["give it a `limit` greater than 0", "every game ends at tick 2000: give it a smaller `limit`"];

    fn compile(p: &Params, _: &Names<'_>) -> Option<Self> {
        Some(Timeout {
            use_counter: p.bool("use_counter").unwrap_or(false),
            compare: p.bool("compare").unwrap_or(false),
            limits: java_split(p.text("limits").unwrap_or("0")).map(|n| n.parse().ok()).collect(),
        })
    }

    fn fires(p: &Params, _: bool) -> Fires {
        match p.int("limit").unwrap_or(0) {
            ..=0 => Fires::AtOnce,
            limit if limit > LAST_TICK => Fires::Never,
            _ => Fires::Perhaps,
        }
    }

    fn is_met(&self, limit: i32, _: &Compiled, d: &Data) -> bool {
        d.tick >= limit
    }

    fn checked(&self, limit: i32, _: &Types) -> Checked {
        Checked::From(limit)
    }

    /// The game's counters decide. Only the last player's counter is compared with its limit, and the result
    /// is the first player's: so the reference does it.
    fn decide(&self, w: &Compiled, d: &Data) -> Option<[bool; 2]> {
        if !self.use_counter {
            return None;
        }
        if self.compare {
            let equal = d.counters.windows(2).all(|pair| pair[0] == pair[1]);
            return Some([!equal, equal]);
        }
        if d.counters.len() != w.players {
            return Some([false; 2]);
        }
        let last = w.players - 1;
        Some([self.limits.get(last).copied().flatten() == Some(d.counters[last]), false])
    }
}
