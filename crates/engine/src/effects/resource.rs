//! Effects on resources and score.

use ludex_vgdl::{Outcome, ParamKind, ParamSpec, Params};

use super::{Call, EffectType, Scope};
use crate::facts::{EffectFacts, Sides, SomeTypes};
use crate::index::{Kind, SpriteRef};
use crate::ontology::{param, required};
use crate::tick::Tick;
use ParamKind::{Bool, Int, Sprite};

const KILL_RESOURCE: ParamSpec = param("killResource", Bool, "does the resource vanish?").or("True");

#[derive(Debug)]
pub(crate) struct CollectResource {
    kill: bool,
}

impl EffectType for CollectResource {
    const NAME: &'static str = "collectResource";
    const DOC: &'static str = "The second takes the first, a resource, up to its limit.";
    const EXAMPLE: &'static str = "gold avatar > collectResource scoreChange=1";
    const OUTCOMES: &'static [Outcome] = &[Outcome::CollectsFirst];
    const PARAMS: &'static [ParamSpec] = &[KILL_RESOURCE];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        CollectResource { kill: p.bool("killResource").unwrap_or(true) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::Second, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let info = t.info(t.kind(call.a()));
        if !info.is_resource {
            return;
        }
        let (resource, value) = info.resource;
        let (held, limit) = (t.amount(call.b(), resource), t.info(resource).resource_limit);
        t.scores(call, held < limit);
        if held < limit {
            t.modify(call.b(), resource, value.min(limit.wrapping_sub(held)));
            if self.kill {
                t.kill(call.a(), true);
            }
        }
    }
}

#[derive(Debug)]
pub(crate) struct CollectResourceIfHeld {
    held: Option<Kind>,
    value: i32,
    kill: bool,
}

impl EffectType for CollectResourceIfHeld {
    const NAME: &'static str = "collectResourceIfHeld";
    const DOC: &'static str = "The second takes the first, a resource, if it holds enough of another one.";
    const EXAMPLE: &'static str = "gold avatar > collectResourceIfHeld heldResource=key value=1";
    const PARAMS: &'static [ParamSpec] = &[
        required("heldResource", Sprite, "what it must hold"),
        param("value", Int, "how much of it").or("1"),
        KILL_RESOURCE,
    ];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        CollectResourceIfHeld {
            held: scope.get(p, "heldResource"),
            value: p.int("value").unwrap_or(1),
            kill: p.bool("killResource").unwrap_or(true),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::Second, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let info = t.info(t.kind(call.a()));
        if !info.is_resource {
            return;
        }
        t.scores(call, false);
        if self.held.map_or(0, |r| t.amount(call.b(), r)) < self.value {
            return;
        }
        let (resource, value) = info.resource;
        if t.amount(call.b(), resource).wrapping_add(value) <= t.info(resource).resource_limit {
            t.modify(call.b(), resource, value);
            t.scores(call, true);
        }
        if self.kill {
            t.kill(call.a(), false);
        }
    }
}

#[derive(Debug)]
pub(crate) struct ChangeResource {
    resource: Option<Kind>,
    value: i32,
    kill: bool,
}

#[inline(never)]
fn change_and_kill(t: &mut Tick<'_>, call: Call, at: usize, amount: i32) {
    t.store_at(at, amount.max(0));
    t.kill(call.b(), true);
}

impl EffectType for ChangeResource {
    const NAME: &'static str = "changeResource";
    const DOC: &'static str = "Changes how much of a resource the first holds, up to the limit.";
    const EXAMPLE: &'static str = "avatar goblin > changeResource resource=gold value=-1";
    const PARAMS: &'static [ParamSpec] = &[
        required("resource", Sprite, "the resource"),
        param("value", Int, "how much is added").or("1"),
        param("killResource", Bool, "does the second vanish?").or("False"),
    ];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        ChangeResource {
            resource: scope.get(p, "resource"),
            value: p.int("value").unwrap_or(1),
            kill: p.bool("killResource").unwrap_or(false),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes: Sides::First,
            holds: SomeTypes::named([self.resource]),
            ..EffectFacts::IN_PLACE
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(resource) = self.resource else { return };
        let at = t.place_in_inventory(call.a(), resource);
        let amount = t.amount_at(at).wrapping_add(self.value);
        let fits = amount <= t.info(resource).resource_limit;
        t.scores(call, fits);
        if fits && self.kill {
            return change_and_kill(t, call, at, amount);
        }
        if fits {
            t.store_at(at, amount.max(0));
        }
    }
}

#[derive(Debug)]
pub(crate) struct RemoveScore {
    stype: Option<Kind>,
    kill_second: bool,
}

impl EffectType for RemoveScore {
    const NAME: &'static str = "removeScore";
    const DOC: &'static str = "Sets the score of the first, or of all avatars of stype, to zero.";
    const EXAMPLE: &'static str = "avatar goblin > removeScore";
    const PARAMS: &'static [ParamSpec] = &[
        param("stype", Sprite, "whose score is taken"),
        param("killSecond", Bool, "does the second die?").or("False"),
    ];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        RemoveScore { stype: scope.get(p, "stype"), kill_second: p.bool("killSecond").unwrap_or(false) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts::IN_PLACE
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let reset = |t: &mut Tick<'_>, r: SpriteRef| {
            if !t.info(t.kind(r)).has_avatar_class() {
                return;
            }
            if let Some(player) = r.as_slot().and_then(|slot| t.player_of(slot)) {
                t.live.d.players[player].score = 0.0;
            }
            if self.kill_second && call.b().is_some() {
                t.kill(call.b(), true);
            }
        };
        match self.stype {
            Some(stype) => t.each_of(stype, reset),
            None => reset(t, call.a()),
        }
    }
}
