//! Effects on resources and score.

use ludex_vgdl::{ParamKind, ParamSpec, Params, TypeId};

use super::{Call, Names, Rule, Sides};
use crate::ontology::{param, required};
use crate::tick::Tick;
use ParamKind::{Bool, Int, Sprite};

const KILL_RESOURCE: ParamSpec = param("killResource", Bool, "does the resource vanish?");

#[derive(Debug)]
pub(crate) struct CollectResource {
    kill: bool,
}

impl Rule for CollectResource {
    const NAME: &'static str = "collectResource";
    const MOVES: bool = false;
    const STAYS: bool = true;
    const DOC: &'static str = "The second takes the first, a resource, up to its limit.";
    const PARAMS: &'static [ParamSpec] = &[KILL_RESOURCE];
    const NEEDS: Sides = Sides::Both;
    const CHANGES: Sides = Sides::Second;

    fn compile(p: &Params, _: &Names<'_>) -> Self {
        CollectResource { kill: p.bool("killResource").unwrap_or(true) }
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
    held: Option<TypeId>,
    value: i32,
    kill: bool,
}

impl Rule for CollectResourceIfHeld {
    const NAME: &'static str = "collectResourceIfHeld";
    const DOC: &'static str = "The second takes the first, a resource, if it holds enough of another one.";
    const PARAMS: &'static [ParamSpec] = &[
        required("heldResource", Sprite, "what it must hold"),
        param("value", Int, "how much of it"),
        KILL_RESOURCE,
    ];
    const NEEDS: Sides = Sides::Both;
    const CHANGES: Sides = Sides::Second;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        CollectResourceIfHeld {
            held: names.get(p, "heldResource"),
            value: p.int("value").unwrap_or(1),
            kill: p.bool("killResource").unwrap_or(true),
        }
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
    resource: Option<TypeId>,
    value: i32,
    kill: bool,
}

#[inline(never)]
fn change_and_kill(t: &mut Tick<'_>, call: Call, at: usize, amount: i32) {
    t.store_at(at, amount.max(0));
    t.kill(call.b(), true);
}

impl Rule for ChangeResource {
    const NAME: &'static str = "changeResource";
    const MOVES: bool = false;
    const STAYS: bool = true;
    const DOC: &'static str = "Changes how much of a resource the first holds, up to the limit.";
    const PARAMS: &'static [ParamSpec] = &[
        required("resource", Sprite, "the resource"),
        param("value", Int, "how much is added"),
        param("killResource", Bool, "does the second vanish?"),
    ];
    const NEEDS: Sides = Sides::Both;
    const CHANGES: Sides = Sides::First;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        ChangeResource {
            resource: names.get(p, "resource"),
            value: p.int("value").unwrap_or(1),
            kill: p.bool("killResource").unwrap_or(false),
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

    fn resource(&self) -> Option<TypeId> {
        self.resource
    }
}

#[derive(Debug)]
pub(crate) struct RemoveScore {
    stype: Option<TypeId>,
    kill_second: bool,
}

impl Rule for RemoveScore {
    const NAME: &'static str = "removeScore";
    const DOC: &'static str = "Sets the score of the first, or of all avatars of stype, to zero.";
    const PARAMS: &'static [ParamSpec] =
        &[param("stype", Sprite, "whose score is taken"), param("killSecond", Bool, "does the second die?")];
    const CHANGES: Sides = Sides::Neither;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        RemoveScore { stype: names.get(p, "stype"), kill_second: p.bool("killSecond").unwrap_or(false) }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let reset = |t: &mut Tick<'_>, r: crate::sprite::SpriteRef| {
            if !t.info(t.kind(r)).class.is_some_and(|c| c.is_avatar()) {
                return;
            }
            if let Some(player) = r.resolve().ok().and_then(|slot| t.player_of(slot)) {
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
