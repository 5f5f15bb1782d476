//! Shields and timers.

use ludex_vgdl::{Need, ParamKind, ParamSpec, Params};

use super::{Call, EffectType, Scope};
use crate::facts::{EffectFacts, Shields, Sides};
use crate::index::{Kind, LineId};
use crate::ontology::{param, required, sprite};
use crate::tick::Tick;
use crate::world::lines::{Timer, insert_timer};
use ParamKind::{Bool, Effect, Int};

#[derive(Debug)]
pub(crate) struct ShieldFrom {
    stype: Kind,
    effect: Option<usize>,
}

impl EffectType for ShieldFrom {
    const NAME: &'static str = "shieldFrom";
    const DOC: &'static str = "Protects the first's type from an effect of stype until the end of the tick.";
    const EXAMPLE: &'static str = "avatar tree > shieldFrom stype=goblin ftype=killSprite";
    const PARAMS: &'static [ParamSpec] = &[
        sprite("stype", "the second sprite of the rules it is shielded from"),
        required("ftype", Effect, "the effect it is shielded from"),
    ];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        let effect = p.text("ftype").and_then(|name| crate::ONTOLOGY.effect(name));
        ShieldFrom { stype: scope.known(p, "stype"), effect }
    }

    fn facts(&self) -> EffectFacts {
        let shields = self.effect.map_or(Shields::Nothing, |effect| Shields::Rules(self.stype, effect));
        EffectFacts { is_local: false, shields, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if let Some(effect) = self.effect {
            let shield = (t.kind(call.a()), self.stype, effect);
            if !t.live.d.shields.contains(&shield) {
                t.live.d.shields.push(shield);
            }
        }
    }
}

/// The most timers that wait at once; more than any game could mean.
const MOST_TIMERS: usize = 20_000;

#[derive(Debug)]
pub(crate) struct AddTimer {
    inner: Option<LineId>,
    timer: i32,
    repeating: bool,
}

impl EffectType for AddTimer {
    const NAME: &'static str = "addTimer";
    const DOC: &'static str =
        "Starts a timer that executes the effect ftype, without any sprites, when it runs out.";
    const EXAMPLE: &'static str = "avatar key > addTimer timer=50 ftype=killAll stype=door";
    const PARAMS: &'static [ParamSpec] = &[
        ParamSpec::new("ftype", Effect, Need::RequiredEffect, "the effect that is executed"),
        param("timer", Int, "ticks until then").or("-1"),
        param("repeating", Bool, "again and again?").or("False"),
        param("nextExecution", Int, ""),
    ];
    const NEEDS: Sides = Sides::Neither;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        AddTimer {
            inner: scope.inner(p),
            timer: p.int("timer").unwrap_or(-1),
            repeating: p.bool("repeating").unwrap_or(false),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { is_local: false, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(delegate) = self.inner else { return };
        let timer = Timer {
            next: t.live.d.tick.wrapping_add(self.timer),
            delegate,
            wrapper: call.line,
            period: self.timer,
            repeating: self.repeating,
            kind: None,
        };
        if t.live.d.timers.len() < MOST_TIMERS {
            insert_timer(&mut t.live.d.timers, timer);
        } else {
            t.warn();
        }
    }
}
