//! Terminations that count sprites.

use ludex_vgdl::{Fires, Need, ParamKind, ParamSpec, Params, Waits};

use super::{Checked, TerminationType};
use crate::index::Kind;
use crate::ontology::{param, sprite};
use crate::state::data::Data;
use crate::world::Compiled;
use crate::world::names::Names;
use crate::world::types::Types;
use ParamKind::{Bool, Int, Sprite};

const fn known_sprite(name: &'static str) -> ParamSpec {
    ParamSpec::new(name, Sprite, Need::KnownIfGiven, "a type that is counted")
}

const STYPE: ParamSpec = sprite("stype", "the type that is counted");
const MIN: ParamSpec = param("min", Bool, "more than the limit will do").or("False");
const STYPES: [&str; 3] = ["stype1", "stype2", "stype3"];

const NOTHING_TO_COUNT: &str = "nothing ever makes the sprites that it counts";
const CHECK_LIMIT: &str = "check `limit`, and what makes the sprites that it counts";

fn limit(p: &Params) -> i32 {
    p.int("limit").unwrap_or(0)
}

#[derive(Debug)]
pub(crate) struct SpriteCounter {
    stype: Kind,
}

impl TerminationType for SpriteCounter {
    const NAME: &'static str = "SpriteCounter";
    const DOC: &'static str = "Ends the game when there are at most `limit` sprites of a type.";
    const EXAMPLE: &'static str = "SpriteCounter stype=gold limit=0 win=True";
    const PARAMS: &'static [ParamSpec] = &[STYPE];
    const WAITS: Waits = Waits::ForFew;
    const HELP: [&'static str; 2] = [NOTHING_TO_COUNT, CHECK_LIMIT];

    fn compile(p: &Params, names: &Names<'_>) -> Option<Self> {
        Some(SpriteCounter { stype: names.get(p, "stype")? })
    }

    fn fires(p: &Params, counted: bool) -> Fires {
        match limit(p) {
            ..0 => Fires::Never,
            _ if !counted => Fires::AtOnce,
            _ => Fires::Perhaps,
        }
    }

    fn is_met(&self, limit: i32, w: &Compiled, d: &Data) -> bool {
        d.can_end && d.alive(w, self.stype) <= limit
    }

    fn checked(&self, limit: i32, types: &Types) -> Checked {
        // Avatars can be there and not count.
        let has_avatars = types[self.stype].relatives.iter().any(|&kind| types[kind].has_avatar_class());
        Checked::Counting(vec![self.stype], if has_avatars { i32::MAX } else { limit })
    }
}

#[derive(Debug)]
pub(crate) struct SpriteCounterMore {
    stype: Kind,
}

impl TerminationType for SpriteCounterMore {
    const NAME: &'static str = "SpriteCounterMore";
    const DOC: &'static str = "Ends the game when there are at least `limit` sprites of a type.";
    const EXAMPLE: &'static str = "SpriteCounterMore stype=goblin limit=20 win=False";
    const PARAMS: &'static [ParamSpec] = &[STYPE];
    const WAITS: Waits = Waits::ForMany;
    const HELP: [&'static str; 2] = ["give it a `limit` greater than 0", CHECK_LIMIT];

    fn compile(p: &Params, names: &Names<'_>) -> Option<Self> {
        Some(SpriteCounterMore { stype: names.get(p, "stype")? })
    }

    fn fires(p: &Params, counted: bool) -> Fires {
        match limit(p) {
            ..=0 => Fires::AtOnce,
            _ if !counted => Fires::Never,
            _ => Fires::Perhaps,
        }
    }

    fn is_met(&self, limit: i32, w: &Compiled, d: &Data) -> bool {
        d.can_end && d.alive(w, self.stype) >= limit
    }

    fn checked(&self, _: i32, _: &Types) -> Checked {
        Checked::Counting(vec![self.stype], i32::MAX)
    }
}

/// Types that are counted together.
#[derive(Debug)]
struct Counted {
    types: Vec<Kind>,
    min: bool,
}

impl Counted {
    const PARAMS: &'static [ParamSpec] =
        &[known_sprite(STYPES[0]), known_sprite(STYPES[1]), known_sprite(STYPES[2]), MIN];

    fn compile(p: &Params, names: &Names<'_>) -> Counted {
        Counted {
            types: STYPES.iter().filter_map(|key| names.get(p, key)).collect(),
            min: p.bool("min").unwrap_or(false),
        }
    }

    /// Have they exactly the limit, or more if that will do?
    fn reach(&self, limit: i32, w: &Compiled, d: &Data) -> bool {
        let (n, limit) = (d.alive_together(w, &self.types), i64::from(limit));
        n == limit || self.min && n > limit
    }
}

#[derive(Debug)]
pub(crate) struct MultiSpriteCounter(Counted);

impl TerminationType for MultiSpriteCounter {
    const NAME: &'static str = "MultiSpriteCounter";
    const DOC: &'static str = "Ends the game when the types together have exactly `limit` sprites.";
    const EXAMPLE: &'static str = "MultiSpriteCounter stype1=gold stype2=key limit=0 win=True";
    const PARAMS: &'static [ParamSpec] = Counted::PARAMS;
    const WAITS: Waits = Waits::ForCount;
    const HELP: [&'static str; 2] = [NOTHING_TO_COUNT, CHECK_LIMIT];

    fn compile(p: &Params, names: &Names<'_>) -> Option<Self> {
        Some(MultiSpriteCounter(Counted::compile(p, names)))
    }

    fn fires(p: &Params, counted: bool) -> Fires {
        let either = |at_once: bool| if at_once { Fires::AtOnce } else { Fires::Never };
        match limit(p) {
            ..0 => either(p.bool("min") == Some(true)),
            limit if !counted => either(limit == 0),
            _ => Fires::Perhaps,
        }
    }

    fn is_met(&self, limit: i32, w: &Compiled, d: &Data) -> bool {
        d.can_end && self.0.reach(limit, w, d)
    }

    fn checked(&self, _: i32, _: &Types) -> Checked {
        Checked::Counting(self.0.types.clone(), i32::MAX)
    }
}

#[derive(Debug)]
pub(crate) struct MultiSpriteCounterSubTypes {
    stype: Option<Kind>,
    populated: i32,
}

impl TerminationType for MultiSpriteCounterSubTypes {
    const NAME: &'static str = "MultiSpriteCounterSubTypes";
    const DOC: &'static str =
        "Ends the game when a type has `limit` sprites in `subTypesNum` of its sub-types.";
    const EXAMPLE: &'static str = "MultiSpriteCounterSubTypes stype1=fruit subTypesNum=2 limit=4 win=True";
    const PARAMS: &'static [ParamSpec] =
        &[known_sprite("stype1"), param("subTypesNum", Int, "how many sub-types must have sprites").or("-1")];
    const WAITS: Waits = Waits::ForCount;
    const HELP: [&'static str; 2] =
        [NOTHING_TO_COUNT, "it needs `subTypesNum` of 0 or more, and sprites to count"];

    fn compile(p: &Params, names: &Names<'_>) -> Option<Self> {
        Some(MultiSpriteCounterSubTypes {
            stype: names.get(p, "stype1"),
            populated: p.int("subTypesNum").unwrap_or(-1),
        })
    }

    fn fires(p: &Params, counted: bool) -> Fires {
        let never = limit(p) < 0 || p.int("subTypesNum").unwrap_or(-1) < 0 || !counted && limit(p) > 0;
        if never { Fires::Never } else { Fires::Perhaps }
    }

    fn is_met(&self, limit: i32, w: &Compiled, d: &Data) -> bool {
        self.stype.is_some_and(|stype| {
            d.can_end && d.alive(w, stype) == limit && d.populated_relatives(w, stype) == self.populated
        })
    }

    fn checked(&self, _: i32, _: &Types) -> Checked {
        Checked::Counting(self.stype.into_iter().collect(), i32::MAX)
    }
}

#[derive(Debug)]
pub(crate) struct StopCounter(Counted);

impl TerminationType for StopCounter {
    const NAME: &'static str = "StopCounter";
    const DOC: &'static str =
        "Keeps the counters from ending the game while the types together have `limit` sprites.";
    const EXAMPLE: &'static str = "StopCounter stype1=goblin limit=0";
    const PARAMS: &'static [ParamSpec] = Counted::PARAMS;
    const WAITS: Waits = Waits::HoldsBack;
    const HELP: [&'static str; 2] = [NOTHING_TO_COUNT, CHECK_LIMIT];

    fn compile(p: &Params, names: &Names<'_>) -> Option<Self> {
        Some(StopCounter(Counted::compile(p, names)))
    }

    fn fires(_: &Params, _: bool) -> Fires {
        Fires::Perhaps
    }

    fn is_met(&self, _: i32, _: &Compiled, _: &Data) -> bool {
        false
    }

    fn checked(&self, _: i32, _: &Types) -> Checked {
        Checked::Counting(self.0.types.clone(), i32::MAX)
    }

    fn holds_back(&self, limit: i32, w: &Compiled, d: &Data) -> Option<bool> {
        let (n, limit) = (d.alive_together(w, &self.0.types), i64::from(limit));
        Some(if self.0.min { n <= limit } else { n != limit })
    }
}
