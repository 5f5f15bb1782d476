//! How a game ends.

use ludex_vgdl::{Game, Need, ParamKind, ParamSpec, Params, TerminationSpec, TypeId};

use crate::action::Winner;
use crate::data::Data;
use crate::ontology::{param, sprite};
use crate::sprite::flag;
use crate::tick::{LAST_TICK, Tick};
use crate::types::{TypeInfo, split};
use crate::world::World;
use ParamKind::{Bool, Int, Sprite, Text};

const fn known_sprite(name: &'static str) -> ParamSpec {
    ParamSpec { name, kind: Sprite, need: Need::KnownIfGiven, doc: "a type that is counted" }
}

const COUNTED: &[ParamSpec] = &[
    known_sprite("stype1"),
    known_sprite("stype2"),
    known_sprite("stype3"),
    param("min", Bool, "more than the limit will do"),
];

/// What the language knows of the terminations.
pub(crate) const TERMINATIONS: &[TerminationSpec] = &[
    TerminationSpec {
        name: "SpriteCounter",
        doc: "Ends the game when there are at most `limit` sprites of a type.",
        params: &[sprite("stype", "the type that is counted")],
    },
    TerminationSpec {
        name: "SpriteCounterMore",
        doc: "Ends the game when there are at least `limit` sprites of a type.",
        params: &[sprite("stype", "the type that is counted")],
    },
    TerminationSpec {
        name: "MultiSpriteCounter",
        doc: "Ends the game when the types together have exactly `limit` sprites.",
        params: COUNTED,
    },
    TerminationSpec {
        name: "MultiSpriteCounterSubTypes",
        doc: "Ends the game when a type has `limit` sprites in `subTypesNum` of its sub-types.",
        params: &[known_sprite("stype1"), param("subTypesNum", Int, "how many sub-types must have sprites")],
    },
    TerminationSpec {
        name: "StopCounter",
        doc: "Keeps the counters from ending the game while the types together have `limit` sprites.",
        params: COUNTED,
    },
    TerminationSpec {
        name: "Timeout",
        doc: "Ends the game at tick `limit`.",
        params: &[
            param("use_counter", Bool, "the game's counters decide who wins"),
            param("compare", Bool, "with use_counter: player 0 wins unless all counters are equal"),
            param("limits", Text, "with use_counter: the number each counter must have"),
        ],
    },
];

/// A compiled termination.
#[derive(Debug)]
pub(crate) struct Termination {
    condition: Condition,
    limit: i32,
    /// Per player: does it win?
    wins: Vec<bool>,
    count_score: bool,
}

#[derive(Debug)]
enum Condition {
    AtMost(TypeId),
    AtLeast(TypeId),
    /// The types together have exactly the limit, or more if `min`.
    Sum {
        types: Vec<TypeId>,
        min: bool,
    },
    SubTypes {
        kind: Option<TypeId>,
        subtypes: i32,
    },
    Stop {
        types: Vec<TypeId>,
        min: bool,
    },
    Timeout {
        use_counter: bool,
        compare: bool,
        limits: Vec<Option<i32>>,
    },
}

/// The tick before which no timeout ends the game, nor the clock that runs in every game.
pub(crate) fn first_timeout(terminations: &[Termination]) -> i32 {
    let timed = terminations.iter().filter(|t| t.is_timeout());
    timed.map(|t| t.limit).fold(LAST_TICK, i32::min)
}

/// Per type: while there are more sprites of it than this, the coming and going of one does not end the game.
pub(crate) fn critical_counts(terminations: &[Termination], types: &[TypeInfo]) -> Vec<i32> {
    let relatives = |&kind: &TypeId| types[usize::from(kind)].subtypes.iter();
    let mut counts = vec![i32::MIN; types.len()];
    for termination in terminations {
        let (named, count) = match &termination.condition {
            // Avatars can be there and not count.
            Condition::AtMost(kind)
                if !relatives(kind).any(|&t| types[usize::from(t)].template.is(flag::AVATAR)) =>
            {
                (std::slice::from_ref(kind), termination.limit)
            }
            Condition::AtMost(kind) | Condition::AtLeast(kind) => (std::slice::from_ref(kind), i32::MAX),
            Condition::Sum { types, .. } | Condition::Stop { types, .. } => (&types[..], i32::MAX),
            Condition::SubTypes { kind, .. } => (kind.as_slice(), i32::MAX),
            Condition::Timeout { .. } => (&[][..], i32::MIN),
        };
        // Those of sub-types count where types with sprites are counted.
        for &kind in named.iter().flat_map(relatives).flat_map(relatives) {
            let least = &mut counts[usize::from(kind)];
            *least = count.max(*least);
        }
    }
    counts
}

/// Compiles the termination set.
pub(crate) fn compile(game: &Game) -> Vec<Termination> {
    game.terminations.iter().filter_map(|t| compile_one(game, t.kind, &t.params)).collect()
}

fn compile_one(game: &Game, kind: usize, p: &Params) -> Option<Termination> {
    let named = |key: &str| p.text(key).and_then(|name| game.type_id(name));
    let types = || ["stype1", "stype2", "stype3"].iter().filter_map(|key| named(key)).collect();
    let flag = |key: &str| p.bool(key).unwrap_or(false);
    let condition = match TERMINATIONS.get(kind)?.name {
        "SpriteCounter" => Condition::AtMost(named("stype")?),
        "SpriteCounterMore" => Condition::AtLeast(named("stype")?),
        "MultiSpriteCounter" => Condition::Sum { types: types(), min: flag("min") },
        "MultiSpriteCounterSubTypes" => {
            Condition::SubTypes { kind: named("stype1"), subtypes: p.int("subTypesNum").unwrap_or(-1) }
        }
        "StopCounter" => Condition::Stop { types: types(), min: flag("min") },
        "Timeout" => Condition::Timeout {
            use_counter: flag("use_counter"),
            compare: flag("compare"),
            limits: split(p.text("limits").unwrap_or("0")).map(|n| n.parse().ok()).collect(),
        },
        _ => return None,
    };
    let win: Vec<&str> = p.text("win").map(|w| split(w).collect()).unwrap_or_default();
    let wins = |i: usize| win.get(i).is_some_and(|w: &&str| w.eq_ignore_ascii_case("true"));
    Some(Termination {
        condition,
        limit: p.int("limit").unwrap_or(0),
        wins: (0..game.players).map(wins).collect(),
        count_score: flag("count_score"),
    })
}

impl Termination {
    pub fn is_timeout(&self) -> bool {
        matches!(self.condition, Condition::Timeout { .. })
    }

    /// Is what it waits for the case?
    pub fn is_met(&self, w: &World, d: &Data) -> bool {
        let limit = self.limit;
        match &self.condition {
            Condition::AtMost(kind) => d.can_end && d.alive(w, *kind) <= limit,
            Condition::AtLeast(kind) => d.can_end && d.alive(w, *kind) >= limit,
            Condition::Sum { types, min } => {
                let n = d.alive_together(w, types);
                d.can_end && (n == i64::from(limit) || *min && n > i64::from(limit))
            }
            Condition::SubTypes { kind: Some(kind), subtypes } => {
                d.can_end && d.alive(w, *kind) == limit && d.populated_subtypes(w, *kind) == *subtypes
            }
            Condition::SubTypes { kind: None, .. } | Condition::Stop { .. } => false,
            Condition::Timeout { .. } => d.tick >= limit,
        }
    }
}

impl Data {
    fn alive_together(&self, w: &World, types: &[TypeId]) -> i64 {
        types.iter().map(|&t| i64::from(self.alive(w, t))).sum()
    }

    fn populated_subtypes(&self, w: &World, kind: TypeId) -> i32 {
        let populated = |&&u: &&TypeId| self.alive(w, u) > 0 && self.groups[usize::from(u)].count > 0;
        w.types[usize::from(kind)].subtypes.iter().filter(populated).count() as i32
    }
}

impl Tick<'_> {
    /// Ends the game if a termination says so. Counters need no new look while no sprite comes or goes that they count.
    pub(crate) fn check_terminations(&mut self) {
        let (recount, could_end) = (self.live.d.recount, self.live.d.can_end);
        for termination in &self.w.terminations {
            if (recount || termination.is_timeout()) && self.fires(termination) {
                self.live.d.ended = true;
                self.decide(termination);
                break;
            }
        }
        // A changed flag acts on the terminations before it in the next tick.
        self.live.d.recount = self.live.d.can_end != could_end;
    }

    /// Must counters be looked at after the first tick of a level although nothing they count has come or gone?
    pub(crate) fn may_end_at_once(&mut self) -> bool {
        self.w.terminations.iter().any(|termination| match termination.condition {
            Condition::Timeout { .. } => false,
            Condition::Stop { .. } => true,
            _ => self.fires(termination),
        })
    }

    fn fires(&mut self, termination: &Termination) -> bool {
        if let Condition::Stop { types, min } = &termination.condition {
            let (n, limit) = (self.live.d.alive_together(self.w, types), i64::from(termination.limit));
            self.live.d.can_end = if *min { n <= limit } else { n != limit };
            return false;
        }
        termination.is_met(self.w, &self.live.d)
    }

    /// How many types among a type's relatives have sprites of their own, and living relatives.
    pub(crate) fn populated_subtypes(&self, kind: TypeId) -> i32 {
        self.live.d.populated_subtypes(self.w, kind)
    }

    /// Says who has won.
    fn decide(&mut self, termination: &Termination) {
        let players = self.w.players;
        let mut wins = [false; 2];
        wins[..players].copy_from_slice(&termination.wins[..players]);
        if termination.count_score {
            wins = self.best_scores();
        }
        if let Condition::Timeout { use_counter: true, compare, limits } = &termination.condition {
            wins = self.counters_decide(*compare, limits);
        }
        for (player, wins) in self.live.d.players.iter_mut().zip(wins).take(players) {
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

    /// The game's counters decide. Only the last player's counter is compared with its limit, and the result
    /// is the first player's: so the reference does it.
    fn counters_decide(&self, compare: bool, limits: &[Option<i32>]) -> [bool; 2] {
        let counters = &self.live.d.counters;
        if compare {
            let equal = counters.windows(2).all(|pair| pair[0] == pair[1]);
            return [!equal, equal];
        }
        if counters.len() != self.w.players {
            return [false; 2];
        }
        let last = self.w.players - 1;
        [limits.get(last).copied().flatten() == Some(counters[last]), false]
    }
}
