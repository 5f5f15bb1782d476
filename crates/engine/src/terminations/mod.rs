//! The terminations: how a game ends.
//!
//! A termination is a type with its parameters that implements [`TerminationType`], and one name in the list at the end of this
//! file. Nothing else needs to know it.

mod counters;
mod timeout;

use std::fmt::Debug;

use ludex_vgdl::params::java_split;
use ludex_vgdl::{Fires, Game, ParamSpec, Params, TerminationSpec, Waits};

use crate::action::Winner;
use crate::index::{Kind, Kinds, List};
use crate::state::data::Data;
use crate::tick::shortcuts::Shortcuts;
use crate::tick::{LAST_TICK, Tick};
use crate::world::Compiled;
use crate::world::names::Names;
use crate::world::types::Types;

/// A termination.
pub(crate) trait TerminationType: Sized + Debug {
    /// Its name in game files.
    const NAME: &'static str;
    /// When it ends the game, in one sentence.
    const DOC: &'static str;
    /// A line of a termination set with it, about the sprites of [the examples](crate::ontology::EXAMPLE_SPRITES).
    const EXAMPLE: &'static str;
    /// The parameters it has beyond those of all terminations.
    const PARAMS: &'static [ParamSpec];
    /// What it waits for, for a reader of the rules.
    const WAITS: Waits;
    /// What to do about one that fires at once, and about one that never does.
    const HELP: [&'static str; 2];

    /// Reads the parameters. None if it can never mean anything.
    fn compile(p: &Params, names: &Names<'_>) -> Option<Self>;

    /// When it fires, as far as its parameters say: `counted` tells whether there can be sprites that it counts.
    fn fires(p: &Params, counted: bool) -> Fires;

    /// Is what it waits for the case? It compares with this limit.
    fn is_met(&self, limit: i32, w: &Compiled, d: &Data) -> bool;

    /// When it must be checked.
    fn checked(&self, _limit: i32, _types: &Types) -> Checked {
        Checked::Always
    }

    /// Decides otherwise than by its `win` who has won.
    fn decide(&self, _w: &Compiled, _d: &Data) -> Option<[bool; 2]> {
        None
    }

    /// Keeps the counters from ending the game, or lets them, instead of ending it itself.
    fn holds_back(&self, _limit: i32, _w: &Compiled, _d: &Data) -> Option<bool> {
        None
    }
}

/// When a termination must be checked.
#[derive(Debug)]
pub(crate) enum Checked {
    /// After every tick.
    Always,
    /// After every tick from this one on.
    From(i32),
    /// After a tick in which a sprite of these types, or of their relatives, came or went, while there are at most so many of
    /// its type.
    Counting(Vec<Kind>, i32),
}

/// The termination set of a game.
#[derive(Debug)]
pub(crate) struct Terminations {
    list: Vec<End>,
    /// The tick before which none need be checked unless a count has changed. The clock that runs in every game is one of them.
    pub first_check: i32,
    /// Per type: while there are more sprites of it than this, the coming and going of one does not end the game.
    pub critical_counts: List<Kind, i32>,
}

/// One termination with the parameters that all have.
#[derive(Debug)]
struct End {
    termination: Termination,
    limit: i32,
    /// Per player: does it win?
    wins: [bool; 2],
    count_score: bool,
    /// Must it be checked only when a count has changed?
    only_counts: bool,
}

/// Compiles the termination set.
pub(crate) fn compile(
    game: &Game,
    kinds: Kinds,
    types: &Types,
    names: &Names<'_>,
    shortcuts: Shortcuts,
) -> Terminations {
    let mut critical_counts = kinds.list(|_| i32::MIN);
    let mut first_check = LAST_TICK;
    let mut list = Vec::new();
    for source in &game.terminations {
        let p = &source.params;
        let Some(termination) = Termination::compile(source.kind, p, names) else { continue };
        let limit = p.int("limit").unwrap_or(0);
        let checked = match termination.checked(limit, types) {
            checked if shortcuts.has(Shortcuts::CountedEnds) => checked,
            _ => Checked::Always,
        };
        match &checked {
            Checked::Always => first_check = i32::MIN,
            Checked::From(tick) => first_check = first_check.min(*tick),
            Checked::Counting(counted, count) => {
                // Those of sub-types count where types with sprites are counted.
                let relatives = |kind: &Kind| types[*kind].relatives.iter();
                for &kind in counted.iter().flat_map(relatives).flat_map(relatives) {
                    critical_counts[kind] = critical_counts[kind].max(*count);
                }
            }
        }
        let win: Vec<&str> = p.text("win").map(|w| java_split(w).collect()).unwrap_or_default();
        let wins = |i: usize| win.get(i).is_some_and(|w: &&str| w.eq_ignore_ascii_case("true"));
        list.push(End {
            termination,
            limit,
            wins: [wins(0), wins(1)],
            count_score: p.bool("count_score").unwrap_or(false),
            only_counts: matches!(checked, Checked::Counting(..)),
        });
    }
    Terminations { list, first_check, critical_counts }
}

impl Terminations {
    /// Is there one whose time has come although nobody has checked it?
    pub fn is_overlooked(&self, w: &Compiled, d: &Data) -> bool {
        self.list.iter().any(|end| end.only_counts && end.termination.is_met(end.limit, w, d))
    }
}

impl Data {
    fn alive_together(&self, w: &Compiled, types: &[Kind]) -> i64 {
        types.iter().map(|&kind| i64::from(self.alive(w, kind))).sum()
    }

    /// How many types among a type's relatives have sprites of their own, and living relatives.
    pub fn populated_relatives(&self, w: &Compiled, kind: Kind) -> i32 {
        let populated = |u: &&Kind| self.alive(w, **u) > 0 && self.groups[**u].count > 0;
        w.types[kind].relatives.iter().filter(populated).count() as i32
    }
}

impl Tick<'_> {
    /// Ends the game if a termination says so. Counters need no new look while no sprite comes or goes that they count.
    pub(crate) fn check_terminations(&mut self) {
        let (recount, could_end) = (self.live.d.recount, self.live.d.can_end);
        for end in &self.w.terminations.list {
            if (recount || !end.only_counts) && self.fires(end) {
                self.live.d.ended = true;
                self.decide(end);
                break;
            }
        }
        // A changed flag acts on the terminations before it in the next tick.
        self.live.d.recount = self.live.d.can_end != could_end;
    }

    /// Must counters be looked at after the first tick of a level although nothing they count has come or gone?
    pub(crate) fn may_end_at_once(&self) -> bool {
        let (w, d) = (self.w, &self.live.d);
        w.terminations.list.iter().filter(|end| end.only_counts).any(|end| {
            end.termination.holds_back(end.limit, w, d).is_some() || end.termination.is_met(end.limit, w, d)
        })
    }

    fn fires(&mut self, end: &End) -> bool {
        if let Some(can_end) = end.termination.holds_back(end.limit, self.w, &self.live.d) {
            self.live.d.can_end = can_end;
            return false;
        }
        end.termination.is_met(end.limit, self.w, &self.live.d)
    }

    /// Says who has won.
    fn decide(&mut self, end: &End) {
        let by_score = || if end.count_score { self.best_scores() } else { end.wins };
        let wins = end.termination.decide(self.w, &self.live.d).unwrap_or_else(by_score);
        for (player, wins) in self.live.d.players.iter_mut().zip(wins).take(self.w.players) {
            if player.avatar.is_some() {
                player.winner = if wins { Winner::Wins } else { Winner::Loses };
            }
        }
    }

    /// The players with the best score win; a later player's zero does not count, and if all have zero nobody
    /// wins.
    fn best_scores(&self) -> [bool; 2] {
        let scores = self.live.d.players.map(|p| p.score);
        let mut best = scores[0];
        if self.w.players > 1 && scores[1] != 0.0 {
            best = best.max(scores[1]);
        }
        let all_zero = scores[..self.w.players].iter().all(|&s| s == 0.0);
        scores.map(|s| !all_zero && s == best)
    }
}

/// Defines the enum of all terminations, the table of their specifications and their dispatch from one list.
macro_rules! terminations {
    ($($module:ident::{$($name:ident),* $(,)?};)*) => {
        /// A compiled termination.
        #[derive(Debug)]
        enum Termination { $($($name($module::$name),)*)* }

        /// What the language knows of the terminations.
        pub(crate) const TERMINATIONS: &[TerminationSpec] = &[$($(
            TerminationSpec {
                name: <$module::$name as TerminationType>::NAME,
                doc: <$module::$name as TerminationType>::DOC,
                example: <$module::$name as TerminationType>::EXAMPLE,
                params: <$module::$name as TerminationType>::PARAMS,
                waits: <$module::$name as TerminationType>::WAITS,
                fires: <$module::$name as TerminationType>::fires,
                help: <$module::$name as TerminationType>::HELP,
            },
        )*)*];

        impl Termination {
            /// Compiles the termination with this index in [`TERMINATIONS`].
            fn compile(index: usize, p: &Params, names: &Names<'_>) -> Option<Termination> {
                type Compile = fn(&Params, &Names<'_>) -> Option<Termination>;
                const COMPILE: &[Compile] =
                    &[$($(|p, names| TerminationType::compile(p, names).map(Termination::$name),)*)*];
                COMPILE.get(index).and_then(|compile| compile(p, names))
            }

            fn is_met(&self, limit: i32, w: &Compiled, d: &Data) -> bool {
                match self { $($(Termination::$name(t) => t.is_met(limit, w, d),)*)* }
            }

            fn checked(&self, limit: i32, types: &Types) -> Checked {
                match self { $($(Termination::$name(t) => t.checked(limit, types),)*)* }
            }

            fn decide(&self, w: &Compiled, d: &Data) -> Option<[bool; 2]> {
                match self { $($(Termination::$name(t) => t.decide(w, d),)*)* }
            }

            fn holds_back(&self, limit: i32, w: &Compiled, d: &Data) -> Option<bool> {
                match self { $($(Termination::$name(t) => t.holds_back(limit, w, d),)*)* }
            }
        }
    };
}

terminations! {
    counters::{
        SpriteCounter, SpriteCounterMore, MultiSpriteCounter, MultiSpriteCounterSubTypes, StopCounter,
    };
    timeout::{Timeout};
}
