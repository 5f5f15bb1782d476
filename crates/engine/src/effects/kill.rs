//! Effects that kill.

use std::f64::consts::PI;

use ludex_vgdl::{Outcome, ParamKind, ParamSpec, Params};

use super::{Call, EffectType, Scope};
use crate::facts::{EffectFacts, Sides, SomeTypes};
use crate::geometry::{NONE, normalise};
use crate::index::{Kind, SpriteRef};
use crate::ontology::{param, required, sprite};
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use ParamKind::{Bool, Double, Int};

#[derive(Debug)]
pub(crate) struct KillSprite;

impl EffectType for KillSprite {
    const NAME: &'static str = "killSprite";
    const DOC: &'static str = "Kills the first.";
    const EXAMPLE: &'static str = "goblin sword > killSprite scoreChange=2";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillSprite
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.kill(call.a(), false);
    }
}

#[derive(Debug)]
pub(crate) struct KillBoth;

impl EffectType for KillBoth {
    const NAME: &'static str = "killBoth";
    const DOC: &'static str = "Kills the first and the second.";
    const EXAMPLE: &'static str = "goblin arrow > killBoth scoreChange=1";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst, Outcome::KillsSecond];
    const NEEDS: Sides = Sides::Both;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillBoth
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.kill(call.a(), false);
        t.kill(call.b(), false);
    }
}

#[derive(Debug)]
pub(crate) struct KillAll {
    stype: Kind,
}

impl EffectType for KillAll {
    const NAME: &'static str = "killAll";
    const DOC: &'static str = "Kills all sprites of exactly the type stype.";
    const EXAMPLE: &'static str = "avatar key > killAll stype=goblin";
    const PARAMS: &'static [ParamSpec] = &[sprite("stype", "the type that dies")];
    const NEEDS: Sides = Sides::Neither;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        KillAll { stype: scope.known(p, "stype") }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, _: Call) {
        t.each_of(self.stype, |t, r| t.kill(r, false));
    }
}

impl Tick<'_> {
    /// Calls a function for each sprite that a type has now.
    pub(super) fn each_of(&mut self, kind: Kind, mut act: impl FnMut(&mut Self, SpriteRef)) {
        let mut all = std::mem::take(&mut self.live.s.group);
        all.clear();
        self.group(kind, |r| all.push(r));
        if self.can_afford(all.len()) {
            for &r in &all {
                act(self, r);
            }
        }
        self.live.s.group = all;
    }

    /// Kills and scores if a condition holds, does neither if not.
    fn kill_if(&mut self, call: Call, condition: bool) {
        self.scores(call, condition);
        if condition {
            self.kill(call.a(), false);
        }
    }
}

const LIMIT: ParamSpec = param("limit", Int, "the amount that is compared with").or("0");

#[derive(Debug)]
pub(crate) struct KillIfHasLess {
    resource: Kind,
    limit: i32,
}

impl EffectType for KillIfHasLess {
    const NAME: &'static str = "killIfHasLess";
    const DOC: &'static str = "Kills the first if it holds at most limit of a resource.";
    const EXAMPLE: &'static str = "avatar goblin > killIfHasLess resource=gold limit=0";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];
    const PARAMS: &'static [ParamSpec] = &[sprite("resource", "the resource"), LIMIT];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        KillIfHasLess { resource: scope.known(p, "resource"), limit: p.int("limit").unwrap_or(0) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let poor = t.amount(call.a(), self.resource) <= self.limit;
        t.kill_if(call, poor);
    }
}

#[derive(Debug)]
pub(crate) struct KillIfHasMore {
    resource: Kind,
    limit: i32,
}

impl EffectType for KillIfHasMore {
    const NAME: &'static str = "killIfHasMore";
    const DOC: &'static str = "Kills the first if it holds at least limit of a resource.";
    const EXAMPLE: &'static str = "avatar lava > killIfHasMore resource=gold limit=5";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];
    const PARAMS: &'static [ParamSpec] = &[sprite("resource", "the resource"), LIMIT];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        KillIfHasMore { resource: scope.known(p, "resource"), limit: p.int("limit").unwrap_or(0) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let rich = t.amount(call.a(), self.resource) >= self.limit;
        t.kill_if(call, rich);
    }
}

#[derive(Debug)]
pub(crate) struct KillIfOtherHasMore {
    resource: Option<Kind>,
    limit: i32,
    subtract: bool,
}

impl KillIfOtherHasMore {
    #[inline(never)]
    fn kill_and_pay(&self, t: &mut Tick<'_>, call: Call, amount: i32) {
        t.kill_if(call, true);
        if let Some(resource) = self.resource {
            t.store(call.b(), resource, amount.wrapping_sub(self.limit).max(0));
        }
    }
}

impl EffectType for KillIfOtherHasMore {
    const NAME: &'static str = "killIfOtherHasMore";
    const DOC: &'static str = "Kills the first if the second holds at least limit of a resource.";
    const EXAMPLE: &'static str = "door avatar > killIfOtherHasMore resource=key limit=1";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst, Outcome::NeedsResource];
    const PARAMS: &'static [ParamSpec] = &[
        required("resource", ParamKind::Sprite, "the resource"),
        LIMIT,
        param("subtract", Bool, "does the second pay the limit?").or("False"),
    ];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        KillIfOtherHasMore {
            resource: scope.get(p, "resource"),
            limit: p.int("limit").unwrap_or(0),
            subtract: p.bool("subtract").unwrap_or(false),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes: Sides::Second,
            holds: SomeTypes::named([self.resource]),
            ..EffectFacts::IN_PLACE
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let amount = self.resource.map_or(0, |r| t.amount(call.b(), r));
        let is_rich = amount >= self.limit;
        if is_rich && self.subtract {
            return self.kill_and_pay(t, call, amount);
        }
        t.kill_if(call, is_rich);
    }
}

#[derive(Debug)]
pub(crate) struct KillIfFromAbove;

impl EffectType for KillIfFromAbove {
    const NAME: &'static str = "killIfFromAbove";
    const DOC: &'static str = "Kills the first if the second comes down on it.";
    const EXAMPLE: &'static str = "avatar box > killIfFromAbove scoreChange=-1";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];
    const NEEDS: Sides = Sides::Both;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillIfFromAbove
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let (a, b) = (t.get(call.a()), t.get(call.b()));
        let above = a.last.y > b.last.y.wrapping_add(b.rect.h / 2);
        t.kill_if(call, above && b.rect.y > b.last.y);
    }
}

/// Do two sprites move exactly against each other? One that stands counts as if it did.
fn head_on(a: &Sprite, b: &Sprite) -> (bool, bool) {
    let (da, db) = (normalise(a.last_direction()), normalise(b.last_direction()));
    (da == NONE, (da.0 + db.0, da.1 + db.1) == NONE)
}

#[derive(Debug)]
pub(crate) struct KillIfFrontal;

impl EffectType for KillIfFrontal {
    const NAME: &'static str = "killIfFrontal";
    const DOC: &'static str = "Kills the first if both moved against each other, or if it did not move.";
    const EXAMPLE: &'static str = "goblin arrow > killIfFrontal";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];
    const NEEDS: Sides = Sides::Both;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillIfFrontal
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let (still, frontal) = head_on(&t.get(call.a()), &t.get(call.b()));
        t.kill_if(call, still || frontal);
    }
}

#[derive(Debug)]
pub(crate) struct KillIfNotFrontal;

impl EffectType for KillIfNotFrontal {
    const NAME: &'static str = "killIfNotFrontal";
    const DOC: &'static str = "Kills the first unless both moved against each other.";
    const EXAMPLE: &'static str = "goblin arrow > killIfNotFrontal";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];
    const NEEDS: Sides = Sides::Both;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillIfNotFrontal
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let (still, frontal) = head_on(&t.get(call.a()), &t.get(call.b()));
        t.kill_if(call, still || !frontal);
    }
}

const LIMSPEED: &[ParamSpec] = &[param("limspeed", Double, "the speed that is compared with").or("1")];

/// The speed at which two sprites meet, as the reference sees it: of two that can move, it compares
/// orientations, not velocities.
fn relative_speed(t: &Tick<'_>, call: Call) -> f64 {
    let (a, b) = (t.get(call.a()), t.get(call.b()));
    if t.info(a.kind).is_static {
        b.speed
    } else if t.info(b.kind).is_static {
        a.speed
    } else {
        let (x, y) = (a.orientation.0 - b.orientation.0, a.orientation.1 - b.orientation.1);
        (x * x + y * y).sqrt()
    }
}

#[derive(Debug)]
pub(crate) struct KillIfSlow {
    limit: f64,
}

impl EffectType for KillIfSlow {
    const NAME: &'static str = "killIfSlow";
    const DOC: &'static str = "Kills the first if the two meet slower than limspeed.";
    const EXAMPLE: &'static str = "avatar goblin > killIfSlow limspeed=0.5";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];
    const PARAMS: &'static [ParamSpec] = LIMSPEED;
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillIfSlow { limit: p.double("limspeed").unwrap_or(1.0) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if relative_speed(t, call) < self.limit {
            t.kill(call.a(), false);
        }
    }
}

#[derive(Debug)]
pub(crate) struct KillIfFast {
    limit: f64,
}

impl EffectType for KillIfFast {
    const NAME: &'static str = "killIfFast";
    const DOC: &'static str = "Kills the first if the two meet faster than limspeed.";
    const EXAMPLE: &'static str = "ball wall > killIfFast limspeed=5";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];
    const PARAMS: &'static [ParamSpec] = LIMSPEED;
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillIfFast { limit: p.double("limspeed").unwrap_or(1.0) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if relative_speed(t, call) > self.limit {
            t.kill(call.a(), false);
        }
    }
}

#[derive(Debug)]
pub(crate) struct KillIfAlive;

impl EffectType for KillIfAlive {
    const NAME: &'static str = "killIfAlive";
    const DOC: &'static str = "Kills the first if the second has not been killed in this tick.";
    const EXAMPLE: &'static str = "avatar goblin > killIfAlive";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];
    const NEEDS: Sides = Sides::Both;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillIfAlive
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if !t.is_killed(call.b()) {
            t.kill(call.a(), false);
        }
    }
}

#[derive(Debug)]
pub(crate) struct KillIfNotUpright;

impl EffectType for KillIfNotUpright {
    const NAME: &'static str = "killIfNotUpright";
    const DOC: &'static str = "Kills the first unless its rotation points upwards.";
    const EXAMPLE: &'static str = "ship wall > killIfNotUpright";
    const OUTCOMES: &'static [Outcome] = &[Outcome::KillsFirst];

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        KillIfNotUpright
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let angle = (t.get(call.a()).rotation + 2.0 * PI) % (2.0 * PI);
        if !(angle > 4.4 && angle < 5.0) {
            t.kill(call.a(), false);
        }
    }
}
