//! Effects on health.

use ludex_vgdl::{Need, Outcome, ParamKind, ParamSpec, Params};

use super::{Call, EffectType, Scope};
use crate::facts::{EffectFacts, Sides, SomeTypes};
use crate::index::{Kind, SpriteRef};
use crate::ontology::param;
use crate::tick::Tick;
use crate::world::lines::switch;
use ParamKind::{Bool, Int, Sprite, Text};

#[derive(Debug)]
pub(crate) struct SubtractHealthPoints {
    stype: Option<Kind>,
    value: i32,
    limit: i32,
}

impl EffectType for SubtractHealthPoints {
    const NAME: &'static str = "subtractHealthPoints";
    const DOC: &'static str =
        "Takes health from the first, or from the first sprite of stype, and kills it at the limit.";
    const EXAMPLE: &'static str = "avatar goblin > subtractHealthPoints value=2 scoreChange=-1";
    const OUTCOMES: &'static [Outcome] = &[Outcome::HurtsFirst];
    const PARAMS: &'static [ParamSpec] = &[
        ParamSpec::new("stype", Sprite, Need::KnownIfGiven, "who loses health instead of the first"),
        param("value", Int, "how much").or("1"),
        param("limit", Int, "it dies at this health or below").or("0"),
        param("scoreChangeIfKilled", Text, "the score change of a hit that kills, instead of scoreChange"),
    ];
    const NEEDS: Sides = Sides::Neither;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        SubtractHealthPoints {
            stype: scope.get(p, "stype"),
            value: p.int("value").unwrap_or(1),
            limit: p.int("limit").unwrap_or(0),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes: Sides::First,
            changes_all: SomeTypes::Families(self.stype.into_iter().collect()),
            ..EffectFacts::IN_PLACE
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if self.stype.is_none() && !call.a().is_some() {
            return t.warn();
        }
        let mut target = call.a();
        if let Some(stype) = self.stype {
            // The last of the sub-types that has sprites gives its first one.
            for &u in &t.info(stype).relatives {
                let mut first = SpriteRef::NONE;
                t.group(u, |r| {
                    if !first.is_some() {
                        first = r;
                    }
                });
                if first.is_some() {
                    target = first;
                }
            }
        }
        if !target.is_some() {
            return;
        }
        let Some(slot) = t.slot(target) else { return };
        let health = t.live.d.sprites[slot].health.wrapping_sub(self.value);
        t.live.d.sprites[slot].health = health;
        let dies = health <= self.limit;
        t.set_switch(call, switch::KILLED, dies);
        if dies {
            t.kill(target, false);
        }
    }
}

const ADD: &[ParamSpec] = &[
    param("value", Int, "how much").or("1"),
    param("killSecond", Bool, "does the second die when it helped?").or("False"),
];

#[derive(Debug)]
pub(crate) struct AddHealthPoints {
    value: i32,
    kill_second: bool,
}

impl EffectType for AddHealthPoints {
    const NAME: &'static str = "addHealthPoints";
    const DOC: &'static str = "Gives health to the first, as long as it stays below its limit.";
    const EXAMPLE: &'static str = "avatar apple > addHealthPoints value=5 killSecond=True";
    const OUTCOMES: &'static [Outcome] = &[Outcome::HealsFirst];
    const PARAMS: &'static [ParamSpec] = ADD;

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        AddHealthPoints {
            value: p.int("value").unwrap_or(1),
            kill_second: p.bool("killSecond").unwrap_or(false),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        let limit = t.info(t.live.d.sprites[slot].kind).limit_health;
        let health = t.live.d.sprites[slot].health.wrapping_add(self.value);
        let helps = health < limit;
        t.scores(call, helps);
        if helps {
            t.live.d.sprites[slot].health = health;
            t.live.d.sprites[slot].max_health = t.live.d.sprites[slot].max_health.max(health);
            if self.kill_second && call.b().is_some() {
                t.kill(call.b(), false);
            }
        }
    }
}

#[derive(Debug)]
pub(crate) struct AddHealthPointsToMax {
    value: i32,
    kill_second: bool,
}

impl EffectType for AddHealthPointsToMax {
    const NAME: &'static str = "addHealthPointsToMax";
    const DOC: &'static str = "Gives health to the first, up to its limit.";
    const EXAMPLE: &'static str = "avatar apple > addHealthPointsToMax value=5 killSecond=True";
    const OUTCOMES: &'static [Outcome] = &[Outcome::HealsFirst];
    const PARAMS: &'static [ParamSpec] = ADD;

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        AddHealthPointsToMax {
            value: p.int("value").unwrap_or(1),
            kill_second: p.bool("killSecond").unwrap_or(false),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        t.scores(call, true);
        let limit = t.info(t.live.d.sprites[slot].kind).limit_health;
        let sprite = &mut t.live.d.sprites[slot];
        sprite.health = sprite.health.wrapping_add(self.value).min(limit);
        sprite.max_health = sprite.max_health.max(sprite.health);
        if self.kill_second && call.b().is_some() {
            t.kill(call.b(), false);
        }
    }
}
