//! The effects: what happens when sprites touch, leave the screen, or a timer runs out.
//!
//! An effect is a type with its parameters that implements [`Rule`], and one name in the list at the end of
//! this file. Nothing else needs to know it.

mod health;
mod kill;
mod movement;
mod physics;
mod resource;
mod spawn;
mod timer;
mod transform;

use ludex_vgdl::{EffectSpec, Game, ParamSpec, Params, TypeId};

use crate::rules::{LineId, switch};
use crate::sprite::{Pair, SpriteRef};
use crate::tick::Tick;

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

/// Some of the two sprites of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sides {
    Neither,
    First,
    Second,
    Both,
}

impl Sides {
    pub fn first(self) -> bool {
        matches!(self, Sides::First | Sides::Both)
    }

    pub fn second(self) -> bool {
        matches!(self, Sides::Second | Sides::Both)
    }
}

/// An effect.
pub(crate) trait Rule: Sized {
    /// Its name in game files.
    const NAME: &'static str;
    /// What it does, in one sentence that speaks of "the first" and "the second" sprite.
    const DOC: &'static str;
    /// The parameters it has beyond those of all effects.
    const PARAMS: &'static [ParamSpec] = &[];
    /// The sprites it needs: without them it does nothing but leave a message.
    const NEEDS: Sides = Sides::First;
    /// The sprites it may change in place. Killing is not a change, nor is making a new sprite.
    const CHANGES: Sides = Sides::Both;
    /// Does it handle everything that the first sprite touches at once?
    const IN_BATCH: bool = false;
    /// Does it carry another effect, named by `ftype`?
    const HAS_INNER: bool = false;
    /// Does it remember whom it pulled?
    const PULLS: bool = false;
    /// May it make sprites, or move some elsewhere than back to where they were?
    const MOVES: bool = true;
    /// Does it leave every sprite where it is, and make none but of [one type](Rule::makes)?
    const STAYS: bool = false;
    /// Does it act at once, and does it only matter to it where the two sprites are?
    const ACTS_ON_TOUCH: bool = true;

    /// Reads the parameters.
    fn compile(p: &Params, names: &Names<'_>) -> Self;

    /// Acts.
    fn run(&self, t: &mut Tick<'_>, call: Call);

    /// Acts on all that the first sprite touches; says how many that counts as.
    fn run_batch(&self, _t: &mut Tick<'_>, _call: Call, _hit: &mut [SpriteRef]) -> i32 {
        0
    }

    /// A type all of whose sprites it may change in place.
    fn changes_type(&self) -> Option<TypeId> {
        None
    }

    /// A type whose sprites may get an orientation from it although their class has none.
    fn orients(&self) -> Option<TypeId> {
        None
    }

    /// The type of which it makes sprites.
    fn makes(&self) -> Option<TypeId> {
        None
    }

    /// A resource it can put into an inventory.
    fn resource(&self) -> Option<TypeId> {
        None
    }

    /// A type whose list it goes through while it adds to it. The reference breaks off as soon as that happens.
    fn outgrows(&self) -> Option<TypeId> {
        None
    }
}

/// What an effect can look up while its parameters are read.
pub(crate) struct Names<'a> {
    pub game: &'a Game,
    /// The line of the effect inside this one.
    pub inner: Option<LineId>,
    /// The number of this effect among those that pull.
    pub pull: usize,
}

impl Names<'_> {
    /// The type that a parameter names, if it names one.
    fn get(&self, p: &Params, key: &str) -> Option<TypeId> {
        self.game.type_id(p.text(key)?)
    }

    /// The type that a parameter names. The parser has made sure that there is one.
    fn known(&self, p: &Params, key: &str) -> TypeId {
        self.get(p, key).unwrap_or(0)
    }
}

impl Tick<'_> {
    fn set_switch(&mut self, call: Call, bit: u8, on: bool) {
        let switches = &mut self.live.d.switches[usize::from(call.line)];
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
                name: <$module::$name as Rule>::NAME,
                doc: <$module::$name as Rule>::DOC,
                needs_second: matches!(<$module::$name as Rule>::NEEDS, Sides::Second | Sides::Both),
                params: <$module::$name as Rule>::PARAMS,
            },
        )*)*];

        impl Effect {
            /// Compiles the effect with this index in [`EFFECTS`].
            pub fn compile(index: usize, p: &Params, names: &Names<'_>) -> Option<Effect> {
                let name = EFFECTS.get(index)?.name;
                $($(
                    if name == <$module::$name as Rule>::NAME {
                        return Some(Effect::$name(<$module::$name as Rule>::compile(p, names)));
                    }
                )*)*
                None
            }

            /// Does the effect with this index carry another?
            pub fn has_inner(index: usize) -> bool {
                const INNER: &[bool] = &[$($(<$module::$name as Rule>::HAS_INNER,)*)*];
                INNER.get(index).copied().unwrap_or(false)
            }

            /// The sprites it needs.
            pub fn needs(&self) -> Sides {
                match self { $($(Effect::$name(_) => <$module::$name as Rule>::NEEDS,)*)* }
            }

            /// The sprites it may change in place.
            pub fn changes(&self) -> Sides {
                match self { $($(Effect::$name(_) => <$module::$name as Rule>::CHANGES,)*)* }
            }

            /// The types whose sprites it may change in place, wherever they are.
            pub fn changes_types(&self, visit: &mut impl FnMut(TypeId)) {
                let kind = match self { $($(Effect::$name(e) => e.changes_type(),)*)* };
                kind.into_iter().for_each(visit);
            }

            /// A type whose sprites may get an orientation from it although their class has none.
            pub fn orients(&self) -> Option<TypeId> {
                match self { $($(Effect::$name(e) => e.orients(),)*)* }
            }

            /// Does it leave every sprite where it is, and make none but of [one type](Effect::makes)?
            pub fn stays(&self) -> bool {
                match self { $($(Effect::$name(_) => <$module::$name as Rule>::STAYS,)*)* }
            }

            /// The type of which it makes sprites, if it stays.
            pub fn makes(&self) -> Option<TypeId> {
                match self { $($(Effect::$name(e) => e.makes(),)*)* }
            }

            /// A resource it can put into an inventory.
            pub fn resource(&self) -> Option<TypeId> {
                match self { $($(Effect::$name(e) => e.resource(),)*)* }
            }

            /// A type whose list it goes through while it adds to it.
            pub fn outgrows(&self) -> Option<TypeId> {
                match self { $($(Effect::$name(e) => e.outgrows(),)*)* }
            }

            /// Does it handle everything that the first sprite touches at once?
            pub fn in_batch(&self) -> bool {
                match self { $($(Effect::$name(_) => <$module::$name as Rule>::IN_BATCH,)*)* }
            }

            /// Does it remember whom it pulled?
            pub fn pulls(&self) -> bool {
                match self { $($(Effect::$name(_) => <$module::$name as Rule>::PULLS,)*)* }
            }

            /// May it make sprites, or move some elsewhere than back to where they were?
            pub fn moves(&self) -> bool {
                match self { $($(Effect::$name(_) => <$module::$name as Rule>::MOVES,)*)* }
            }

            /// Does it act at once, and does it only matter to it where the two sprites are?
            pub fn acts_on_touch(&self) -> bool {
                match self { $($(Effect::$name(_) => <$module::$name as Rule>::ACTS_ON_TOUCH,)*)* }
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
    /// Does it put the first sprite back to where it was, all the way?
    pub fn is_step_back(&self) -> bool {
        matches!(self, Effect::StepBack(back) if back.is_whole())
    }

    /// The second type and the effect, by its index, of the rules from which it shields.
    pub fn shields(&self) -> Option<(TypeId, usize)> {
        if let Effect::ShieldFrom(shield) = self { shield.rules() } else { None }
    }

    /// Acts, if the sprites it needs are there.
    #[inline]
    pub fn run(&self, needs: Sides, t: &mut Tick<'_>, call: Call) {
        if needs.first() && !call.a().is_some() || needs.second() && !call.b().is_some() {
            return t.warn();
        }
        self.act()(self, t.again(), call);
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
