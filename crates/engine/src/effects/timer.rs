//! Shields and timers.

use ludex_vgdl::{Need, ParamKind, ParamSpec, Params, TypeId};

use super::{Call, Names, Rule, Sides};
use crate::ontology::{param, required, sprite};
use crate::rules::{LineId, Timer, insert_timer};
use crate::tick::Tick;
use ParamKind::{Bool, Effect, Int};

#[derive(Debug)]
pub(crate) struct ShieldFrom {
    stype: TypeId,
    effect: Option<usize>,
}

impl ShieldFrom {
    /// The second type and the effect of the rules it shields from.
    pub fn rules(&self) -> Option<(TypeId, usize)> {
        self.effect.map(|effect| (self.stype, effect))
    }
}

impl Rule for ShieldFrom {
    const NAME: &'static str = "shieldFrom";
    const ACTS_ON_TOUCH: bool = false;
    const DOC: &'static str = "Protects the first's type from an effect of stype until the end of the tick.";
    const PARAMS: &'static [ParamSpec] = &[
        sprite("stype", "the second sprite of the rules it is shielded from"),
        required("ftype", Effect, "the effect it is shielded from"),
    ];
    const CHANGES: Sides = Sides::Neither;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        let effect = p.text("ftype").and_then(|name| crate::ONTOLOGY.effect(name));
        ShieldFrom { stype: names.known(p, "stype"), effect }
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

impl Rule for AddTimer {
    const NAME: &'static str = "addTimer";
    const ACTS_ON_TOUCH: bool = false;
    const DOC: &'static str =
        "Starts a timer that executes the effect ftype, without any sprites, when it runs out.";
    const PARAMS: &'static [ParamSpec] = &[
        ParamSpec {
            name: "ftype",
            kind: Effect,
            need: Need::RequiredEffect,
            doc: "the effect that is executed",
        },
        param("timer", Int, "ticks until then"),
        param("repeating", Bool, "again and again?"),
        param("nextExecution", Int, ""),
    ];
    const NEEDS: Sides = Sides::Neither;
    const CHANGES: Sides = Sides::Neither;
    const HAS_INNER: bool = true;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        AddTimer {
            inner: names.inner,
            timer: p.int("timer").unwrap_or(-1),
            repeating: p.bool("repeating").unwrap_or(false),
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(delegate) = self.inner else { return };
        let timer = Timer {
            next: t.live.d.tick.wrapping_add(self.timer),
            delegate,
            wrapper: call.line,
            period: self.timer,
            repeating: self.repeating,
            kind: -1,
        };
        if t.live.d.timers.len() < MOST_TIMERS {
            insert_timer(&mut t.live.d.timers, timer);
        } else {
            t.warn();
        }
    }
}
