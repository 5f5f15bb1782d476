//! The effects: what happens when sprites touch, leave the screen, or a timer runs out.
//!
//! An effect is a type with its parameters that implements [`EffectType`], and one name in the list at the end of
//! this file. Nothing else needs to know it.

mod health;
mod kill;
mod movement;
mod physics;
mod resource;
mod spawn;
mod timer;
mod transform;

use std::fmt::Debug;

use ludex_vgdl::{EffectSpec, Outcome, ParamSpec, Params};

use crate::facts::{EffectFacts, Sides};
use crate::index::{Kind, LineId, Pair, SpriteRef};
use crate::tick::Tick;
use crate::world::lines::{LineCompiler, switch};
use crate::world::names::Names;

/// What an effect is about to act on. Either sprite may be absent: at the edge of the screen there is no
/// second one, and a timer may have none at all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    /// The two sprites.
    pub pair: Pair,
    /// The line it stands on.
    pub line: LineId,
}

impl Call {
    /// A call with one sprite, or with none.
    pub fn alone(line: LineId, a: SpriteRef) -> Call {
        Call { pair: Pair::new(a, SpriteRef::NONE), line }
    }

    /// The first sprite.
    #[inline(always)]
    pub fn a(self) -> SpriteRef {
        self.pair.first()
    }

    /// The second sprite.
    #[inline(always)]
    pub fn b(self) -> SpriteRef {
        self.pair.second()
    }
}

/// What an effect does: see [`Effect::act`].
pub(crate) type Act = fn(&Effect, Tick<'_>, Call);

/// An effect.
pub(crate) trait EffectType: Sized + Debug {
    /// Its name in game files.
    const NAME: &'static str;
    /// What it does, in one sentence that speaks of "the first" and "the second" sprite.
    const DOC: &'static str;
    /// A line of an interaction set with it, about the sprites of [the examples](crate::ontology::EXAMPLE_SPRITES).
    const EXAMPLE: &'static str;
    /// What a reader of the rules can expect of it.
    const OUTCOMES: &'static [Outcome] = &[];
    /// The parameters it has beyond those of all effects.
    const PARAMS: &'static [ParamSpec] = &[];
    /// The sprites it needs: without them it does nothing but leave a message.
    const NEEDS: Sides = Sides::First;
    /// Does it handle everything that the first sprite touches at once?
    const IN_BATCH: bool = false;

    /// Reads the parameters.
    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self;

    /// Acts.
    fn run(&self, t: &mut Tick<'_>, call: Call);

    /// Acts on all that the first sprite touches; says how many that counts as.
    fn run_batch(&self, _t: &mut Tick<'_>, _call: Call, _hit: &mut [SpriteRef]) -> i32 {
        0
    }

    /// What is known of it before the game begins.
    fn facts(&self) -> EffectFacts {
        EffectFacts::UNKNOWN
    }

    /// A type whose list it goes through while it adds to it. The reference breaks off as soon as that happens.
    fn outgrows(&self) -> Option<Kind> {
        None
    }
}

/// What an effect can ask for while its parameters are read.
pub(crate) struct Scope<'a, 'b> {
    compiler: &'a mut LineCompiler<'b>,
    /// Is it the effect inside another one?
    is_inner: bool,
}

impl<'a, 'b> Scope<'a, 'b> {
    pub fn new(compiler: &'a mut LineCompiler<'b>, is_inner: bool) -> Scope<'a, 'b> {
        Scope { compiler, is_inner }
    }

    fn names(&self) -> &'b Names<'b> {
        self.compiler.names
    }

    /// The type that a parameter names, if it names one.
    fn get(&self, p: &Params, key: &str) -> Option<Kind> {
        self.names().get(p, key)
    }

    /// The type that a parameter names. The parser has made sure that there is one.
    fn known(&self, p: &Params, key: &str) -> Kind {
        self.names().known(p, key)
    }

    /// The types that a parameter lists.
    fn list(&self, p: &Params, key: &str) -> Vec<Option<Kind>> {
        self.names().list(p, key)
    }

    /// The line of the effect that `ftype` names, with its parameters from the same line.
    fn inner(&mut self, p: &Params) -> Option<LineId> {
        let effect = crate::ONTOLOGY.effect(p.text("ftype")?).filter(|_| !self.is_inner)?;
        self.compiler.add_inner(effect, p)
    }

    /// A memory of its own in each state, for the sprites it has acted on in a tick.
    fn memory(&mut self) -> usize {
        self.compiler.add_memory()
    }
}

impl Tick<'_> {
    fn set_switch(&mut self, call: Call, bit: u8, on: bool) {
        let switches = &mut self.live.d.switches[call.line];
        *switches = if on { *switches | bit } else { *switches & !bit };
    }

    /// Says whether this execution scores.
    fn scores(&mut self, call: Call, on: bool) {
        self.set_switch(call, switch::SCORE, on);
    }

    /// Leaves a message in the log that ends a game when it grows too long.
    fn warn(&mut self) {
        self.live.d.messages += 1;
    }
}

/// Defines the enum of all effects, the table of their specifications and their dispatch from one list.
macro_rules! effects {
    ($($module:ident::{$($name:ident),* $(,)?};)*) => {
        /// A compiled effect.
        #[derive(Debug)]
        pub(crate) enum Effect { $($($name($module::$name),)*)* }

        /// What the language knows of the effects.
        pub(crate) const EFFECTS: &[EffectSpec] = &[$($(
            EffectSpec {
                name: <$module::$name as EffectType>::NAME,
                doc: <$module::$name as EffectType>::DOC,
                example: <$module::$name as EffectType>::EXAMPLE,
                needs_second: matches!(<$module::$name as EffectType>::NEEDS, Sides::Second | Sides::Both),
                outcomes: <$module::$name as EffectType>::OUTCOMES,
                params: <$module::$name as EffectType>::PARAMS,
            },
        )*)*];

        impl Effect {
            /// Compiles the effect with this index in [`EFFECTS`].
            pub fn compile(index: usize, p: &Params, scope: &mut Scope<'_, '_>) -> Option<Effect> {
                type Compile = fn(&Params, &mut Scope<'_, '_>) -> Effect;
                const COMPILE: &[Compile] =
                    &[$($(|p, scope| Effect::$name(EffectType::compile(p, scope)),)*)*];
                COMPILE.get(index).map(|compile| compile(p, scope))
            }

            /// The sprites it needs.
            pub fn needs(&self) -> Sides {
                match self { $($(Effect::$name(_) => <$module::$name as EffectType>::NEEDS,)*)* }
            }

            /// Does it handle everything that the first sprite touches at once?
            pub fn in_batch(&self) -> bool {
                match self { $($(Effect::$name(_) => <$module::$name as EffectType>::IN_BATCH,)*)* }
            }

            /// What is known of it before the game begins.
            pub fn facts(&self) -> EffectFacts {
                match self { $($(Effect::$name(e) => e.facts(),)*)* }
            }

            /// A type whose list it goes through while it adds to it.
            pub fn outgrows(&self) -> Option<Kind> {
                match self { $($(Effect::$name(e) => e.outgrows(),)*)* }
            }

            /// What it does, where it is known that the sprites it needs are there.
            pub fn act(&self) -> Act {
                match self {
                    $($(Effect::$name(_) => |effect, mut t, call| {
                        let Effect::$name(e) = effect else { return };
                        e.run(&mut t, call);
                    },)*)*
                }
            }

            /// Acts on all that the first sprite touches.
            pub fn run_batch(&self, t: &mut Tick<'_>, call: Call, hit: &mut [SpriteRef]) -> i32 {
                match self { $($(Effect::$name(e) => e.run_batch(t, call, hit),)*)* }
            }
        }
    };
}

impl Effect {
    /// Acts, if the sprites it needs are there.
    #[inline]
    pub fn run(&self, needs: Sides, t: &mut Tick<'_>, call: Call) {
        if needs.first() && !call.a().is_some() || needs.second() && !call.b().is_some() {
            return t.warn();
        }
        self.act()(self, t.reborrow(), call);
    }
}

effects! {
    kill::{
        KillSprite, KillBoth, KillAll, KillIfHasLess, KillIfHasMore, KillIfOtherHasMore, KillIfFromAbove,
        KillIfFrontal, KillIfNotFrontal, KillIfSlow, KillIfFast, KillIfAlive, KillIfNotUpright,
    };
    health::{SubtractHealthPoints, AddHealthPoints, AddHealthPointsToMax};
    transform::{
        TransformTo, TransformToAll, TransformToSingleton, TransformToRandomChild, TransformIfCount,
    };
    spawn::{
        CloneSprite, Spawn, SpawnIfHasMore, SpawnIfHasLess, SpawnIfCounterSubTypes, SpawnBehind, SpawnAbove,
        SpawnBelow, SpawnLeft, SpawnRight, UpdateSpawnType,
    };
    movement::{
        StepBack, UndoAll, TurnAround, ReverseDirection, FlipDirection, WrapAround, TeleportToExit,
        BounceForward, PullWithIt, Align, AttractGaze,
    };
    physics::{
        BounceDirection, WallBounce, WallReverse, WallStop, IncreaseSpeedToAll, DecreaseSpeedToAll,
        SetSpeedForAll, HalfSpeed, WaterPhysics,
    };
    resource::{CollectResource, CollectResourceIfHeld, ChangeResource, RemoveScore};
    timer::{ShieldFrom, AddTimer};
}
