//! Avatars that go where they are steered.

use ludex_vgdl::Params;

use super::{AvatarClass, ClassType, Defaults};
use crate::action::Action;
use crate::facts::{ClassFacts, Steering};
use crate::geometry::BASE;
use crate::index::Slot;
use crate::tick::Tick;
use crate::tick::motion::Movement;
use crate::world::names::Names;
use crate::world::types::{Physics, TypeInfo};
use Action::{Down, Left, Nil, Right, Up};

impl Tick<'_> {
    /// Moves an avatar where its action says.
    #[inline]
    pub(super) fn steer(&mut self, slot: Slot, info: &TypeInfo, action: Action) -> Movement {
        if info.physics != Physics::Grid {
            self.drift(slot, info);
            let speed = self.live.d.sprites[slot].speed;
            return self.active(slot, action.direction(), speed);
        }
        match action.heading() {
            Some(heading) if !info.stationary => self.walk_freely(slot, info, heading),
            _ => Movement::Still,
        }
    }

    /// What [`Tick::active`] does on the grid. An avatar need not look around after a step: it does so in every tick.
    #[inline]
    fn walk_freely(&mut self, slot: Slot, info: &TypeInfo, heading: usize) -> Movement {
        if info.rotate_in_place && self.turn(slot, BASE[heading]) {
            return Movement::Rotate;
        }
        let rests = info.cooldown > self.live.d.lastmove(slot);
        let speed = self.live.d.sprites[slot].speed;
        match info.stride.step(speed, heading, self.w.grid.block) {
            Some(step) if !rests => {
                self.shift(slot, step, self.profile(slot));
                self.live.d.set_lastmove(slot, 0);
                Movement::Move
            }
            _ => Movement::Still,
        }
    }

    /// Steers, and faces where it went.
    #[inline]
    pub(super) fn steer_and_face(&mut self, slot: Slot, info: &TypeInfo, action: Action) -> Movement {
        let moved = self.steer(slot, info, action);
        if let Some(heading) = action.heading()
            && moved == Movement::Move
            && info.physics == Physics::Grid
        {
            let sprite = &mut self.live.d.sprites[slot];
            // One with a negative speed goes, and faces, the opposite way.
            sprite.orientation = BASE[if sprite.speed < 0.0 { heading ^ 2 } else { heading }];
        }
        moved
    }

    /// Passive movement of avatars that are not on the grid.
    pub(super) fn drift(&mut self, slot: Slot, info: &TypeInfo) {
        if info.physics != Physics::Grid {
            self.move_passively(slot, info);
        }
    }
}

/// Avatars that do nothing but walk, and differ in their actions.
macro_rules! steered {
    ($($name:ident $doc:literal $example:literal $actions:expr;)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $name;

        impl ClassType for $name {
            const NAME: &'static str = stringify!($name);
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const DEFAULTS: Defaults = Defaults::AVATAR;

            fn compile(_: &Params, _: &Names<'_>) -> Self {
                $name
            }

            fn facts(&self) -> ClassFacts {
                ClassFacts { steering: Steering::Steps, ..ClassFacts::ALONE }
            }
        }

        impl AvatarClass for $name {
            const ACTIONS: &'static [Action] = $actions;

            #[inline]
            fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
                t.steer(slot, info, action);
            }
        }
    )*};
}

steered! {
    MovingAvatar "Moves in four directions." "avatar > MovingAvatar" &[Left, Right, Down, Up];
    HorizontalAvatar "Moves left and right." "avatar > HorizontalAvatar" &[Left, Right];
    VerticalAvatar "Moves up and down." "avatar > VerticalAvatar" &[Up, Down];
    NullAvatar "Can do nothing." "avatar > NullAvatar" &[Nil];
}

#[derive(Debug)]
pub(crate) struct OrientedAvatar;

impl ClassType for OrientedAvatar {
    const NAME: &'static str = "OrientedAvatar";
    const DOC: &'static str = "Moves in four directions and faces where it goes.";
    const EXAMPLE: &'static str = "avatar > OrientedAvatar";
    const DEFAULTS: Defaults = Defaults::ORIENTED_AVATAR;

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        OrientedAvatar
    }

    fn facts(&self) -> ClassFacts {
        ClassFacts { steering: Steering::StepsAndFaces, ..ClassFacts::ALONE }
    }
}

impl AvatarClass for OrientedAvatar {
    const ACTIONS: &'static [Action] = &[Left, Right, Down, Up];

    #[inline]
    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
        t.steer_and_face(slot, info, action);
    }
}
