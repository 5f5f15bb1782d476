//! Effects that move and turn sprites.

use ludex_vgdl::{Outcome, ParamKind, ParamSpec, Params};

use super::{Call, EffectType, Scope};
use crate::facts::{EffectFacts, Moves, Sides};
use crate::geometry::{BASE, DOWN, LEFT, RIGHT, Rect, UP, normalise};
use crate::index::{Kind, Slot, SpriteRef};
use crate::ontology::param;
use crate::state::sprite::{Sprite, flag};
use crate::tick::Tick;
use crate::world::types::Physics;
use ParamKind::{Bool, Double, Sprites};

/// Where a sprite that ran into another comes to rest against it. One that moved askew goes back.
pub(super) fn snug(a: &Sprite, b: &Rect) -> Rect {
    let (now, before) = (a.rect.centre(), a.last.centre());
    match normalise((now.0 - before.0, now.1 - before.1)) {
        DOWN => a.rect.at(a.rect.x, b.y.wrapping_sub(a.rect.h)),
        RIGHT => a.rect.at(b.x.wrapping_sub(a.rect.w), a.rect.y),
        UP => a.rect.at(a.rect.x, b.bottom()),
        LEFT => a.rect.at(b.right(), a.rect.y),
        _ => a.last,
    }
}

impl Tick<'_> {
    /// Puts a sprite back to where it was at the start of the tick. Fixtures have never left.
    pub(super) fn step_back(&mut self, r: SpriteRef) {
        if let Some(slot) = r.as_slot() {
            let last = self.live.d.sprites[slot].last;
            self.place(slot, last);
        }
    }

    /// Turns a sprite to the opposite direction.
    fn reverse(&mut self, slot: Slot) {
        let (x, y) = self.live.d.sprites[slot].orientation;
        self.live.d.sprites[slot].orientation = (-x, -y);
    }
}

#[derive(Debug)]
pub(crate) struct StepBack {
    pixel_perfect: bool,
}

impl EffectType for StepBack {
    const NAME: &'static str = "stepBack";
    const DOC: &'static str = "Puts the first back to where it was.";
    const EXAMPLE: &'static str = "avatar wall > stepBack";
    const OUTCOMES: &'static [Outcome] = &[Outcome::StopsFirst];
    const PARAMS: &'static [ParamSpec] =
        &[param("pixelPerfect", Bool, "only as far back as it must to touch the second").or("False")];

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        StepBack { pixel_perfect: p.bool("pixelPerfect").unwrap_or(false) }
    }

    fn facts(&self) -> EffectFacts {
        if self.pixel_perfect {
            EffectFacts { changes: Sides::First, moves: Moves::Back, ..EffectFacts::LOCAL }
        } else {
            // What nothing else moves is where it always was: being put back there does not change it.
            EffectFacts { changes: Sides::Neither, moves: Moves::FirstBack, ..EffectFacts::LOCAL }
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if self.pixel_perfect && call.b().is_some() {
            let Some(slot) = t.slot(call.a()) else { return };
            let rect = snug(&t.live.d.sprites[slot], &t.rect(call.b()));
            t.place(slot, rect);
        } else {
            t.step_back(call.a());
        }
    }
}

#[derive(Debug)]
pub(crate) struct UndoAll {
    except: Vec<Kind>,
}

impl EffectType for UndoAll {
    const NAME: &'static str = "undoAll";
    const DOC: &'static str = "Puts every sprite back to where it was.";
    const EXAMPLE: &'static str = "box wall > undoAll";
    const OUTCOMES: &'static [Outcome] = &[Outcome::StopsFirst];
    const PARAMS: &'static [ParamSpec] = &[param("notStype", Sprites, "types that stay")];
    const NEEDS: Sides = Sides::Neither;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        UndoAll { except: scope.list(p, "notStype").into_iter().flatten().collect() }
    }

    fn facts(&self) -> EffectFacts {
        // Whoever was not moved, or whose step was not even made, is put back to where it is.
        EffectFacts { changes: Sides::Neither, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, _: Call) {
        if !t.can_afford(t.live.d.sprites.len()) {
            return;
        }
        for slot in t.live.d.sprites.indices() {
            let Sprite { rect, last, kind, .. } = t.live.d.sprites[slot];
            let moved = rect != last && t.live.d.is_live(slot);
            if moved && t.info(kind).turn.is_some() && !self.except.contains(&kind) {
                t.place(slot, last);
            }
        }
    }
}

#[derive(Debug)]
pub(crate) struct TurnAround;

impl EffectType for TurnAround {
    const NAME: &'static str = "turnAround";
    const DOC: &'static str = "Puts the first back, moves it down twice and turns it round.";
    const EXAMPLE: &'static str = "goblin wall > turnAround";

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        TurnAround
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        let cooldown = t.info(t.live.d.sprites[slot].kind).cooldown;
        t.step_back(call.a());
        for _ in 0..2 {
            t.live.d.set_lastmove(slot, cooldown);
            let speed = t.live.d.sprites[slot].speed;
            t.active(slot, DOWN, speed);
        }
        t.reverse(slot);
    }
}

#[derive(Debug)]
pub(crate) struct ReverseDirection;

impl EffectType for ReverseDirection {
    const NAME: &'static str = "reverseDirection";
    const DOC: &'static str = "Turns the first round.";
    const EXAMPLE: &'static str = "arrow wall > reverseDirection";

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        ReverseDirection
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if let Some(slot) = t.slot(call.a()) {
            t.reverse(slot);
        }
    }
}

#[derive(Debug)]
pub(crate) struct FlipDirection;

impl EffectType for FlipDirection {
    const NAME: &'static str = "flipDirection";
    const DOC: &'static str = "Turns the first to a random direction.";
    const EXAMPLE: &'static str = "goblin wall > flipDirection";

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        FlipDirection
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let direction = BASE[t.live.d.rng.next_int(4) as usize];
        if let Some(slot) = t.slot(call.a()) {
            t.live.d.sprites[slot].orientation = direction;
        }
    }
}

#[derive(Debug)]
pub(crate) struct WrapAround {
    offset: f64,
}

impl EffectType for WrapAround {
    const NAME: &'static str = "wrapAround";
    const DOC: &'static str = "Puts the first to the opposite side of the screen.";
    const EXAMPLE: &'static str = "avatar EOS > wrapAround";
    const PARAMS: &'static [ParamSpec] =
        &[param("offset", Double, "its own sizes away from the edge").or("0")];

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        WrapAround { offset: p.double("offset").unwrap_or(0.0) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        let Sprite { rect, orientation: (ox, oy), .. } = t.live.d.sprites[slot];
        let screen = t.w.grid.screen;
        let (w, h) = (f64::from(rect.w), f64::from(rect.h));
        let far = |size: i32, own: f64| (f64::from(size) - own * (1.0 + self.offset)) as i32;
        let to = if ox > 0.0 {
            rect.at((self.offset * w) as i32, rect.y)
        } else if ox < 0.0 {
            rect.at(far(screen.w, w), rect.y)
        } else if oy > 0.0 {
            rect.at(rect.x, (self.offset * h) as i32)
        } else if oy < 0.0 {
            rect.at(rect.x, far(screen.h, h))
        } else {
            rect
        };
        t.place(slot, to);
        t.live.d.set_lastmove(slot, 0);
    }
}

#[derive(Debug)]
pub(crate) struct TeleportToExit;

impl EffectType for TeleportToExit {
    const NAME: &'static str = "teleportToExit";
    const DOC: &'static str = "Puts the first to one of the exits of the second, by chance.";
    const EXAMPLE: &'static str = "avatar portal > teleportToExit";
    const OUTCOMES: &'static [Outcome] = &[Outcome::TeleportsFirst];
    const NEEDS: Sides = Sides::Both;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        TeleportToExit
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, is_local: false, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(exit) = t.exit_type(call.b()) else { return t.warn() };
        let exits = t.live.d.groups[exit].count;
        if exits <= 0 {
            return t.kill(call.a(), false);
        }
        let chosen = t.live.d.rng.next_int(exits as u32);
        let (mut n, mut to) = (0, call.a());
        t.group(exit, |r| {
            if n == chosen {
                to = r;
            }
            n += 1;
        });
        let target = t.get(to);
        let Some(slot) = t.slot(call.a()) else { return };
        t.place(slot, target.rect);
        t.live.d.set_lastmove(slot, 0);
        if target.is(flag::ORIENTED) {
            t.live.d.sprites[slot].orientation = target.orientation;
        }
    }
}

impl Tick<'_> {
    /// The type that a sprite leads to, if its class has such a thing.
    fn exit_type(&self, r: SpriteRef) -> Option<Kind> {
        let sprite = self.get(r);
        self.info(sprite.kind).class.as_ref()?.exit(&sprite)
    }
}

#[derive(Debug)]
pub(crate) struct BounceForward;

impl EffectType for BounceForward {
    const NAME: &'static str = "bounceForward";
    const DOC: &'static str = "Pushes the first the way the second moves.";
    const EXAMPLE: &'static str = "box avatar > bounceForward";
    const NEEDS: Sides = Sides::Both;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        BounceForward
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let pusher = t.get(call.b());
        let Some(slot) = t.slot(call.a()) else { return };
        let moved = pusher.last_direction();
        let mut direction = normalise(moved);
        if moved.0 * pusher.orientation.0 < 0.0 {
            direction.0 = -direction.0;
        }
        if moved.1 * pusher.orientation.1 < 0.0 {
            direction.1 = -direction.1;
        }
        t.active(slot, direction, pusher.speed);
        t.live.d.sprites[slot].orientation = direction;
    }
}

#[derive(Debug)]
pub(crate) struct PullWithIt {
    pixel_perfect: bool,
    memory: usize,
}

impl EffectType for PullWithIt {
    const NAME: &'static str = "pullWithIt";
    const DOC: &'static str = "Takes the first along with the second, once in a tick.";
    const EXAMPLE: &'static str = "avatar raft > pullWithIt";
    const PARAMS: &'static [ParamSpec] =
        &[param("pixelPerfect", Bool, "puts it exactly where the second is").or("False")];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        PullWithIt { pixel_perfect: p.bool("pixelPerfect").unwrap_or(false), memory: scope.memory() }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        let (id, tick) = (t.live.d.sprites[slot].id, t.live.d.tick);
        let (since, pulled) = &mut t.live.d.memories[self.memory];
        if tick > *since {
            *since = tick;
            pulled.clear();
        }
        if pulled.contains(&id) {
            return;
        }
        pulled.push(id);
        let pulled = pulled.len();
        if !t.can_afford(pulled) {
            return;
        }
        let puller = t.get(call.b());
        let info = t.info(t.live.d.sprites[slot].kind);
        let pixels = (puller.speed * info.grid_size(t.w.grid.block)) as i32;
        t.move_by(slot, normalise(puller.last_direction()), pixels);
        if info.physics == Physics::Continuous {
            let rect = t.live.d.sprites[slot].rect;
            t.place(slot, rect.at(rect.x, puller.rect.y.wrapping_sub(puller.rect.h)));
            t.live.d.sprites[slot].orientation.1 = 0.0;
        }
        if self.pixel_perfect {
            t.place(slot, puller.rect);
        }
    }
}

#[derive(Debug)]
pub(crate) struct Align {
    orient: bool,
}

impl EffectType for Align {
    const NAME: &'static str = "align";
    const DOC: &'static str = "Puts the first to the place and orientation of the second.";
    const EXAMPLE: &'static str = "box hole > align";
    const PARAMS: &'static [ParamSpec] =
        &[param("orient", Bool, "does it take the orientation too?").or("True")];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        Align { orient: p.bool("orient").unwrap_or(true) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let other = t.get(call.b());
        let Some(slot) = t.slot(call.a()) else { return };
        if self.orient {
            t.live.d.sprites[slot].orientation = other.orientation;
        }
        let rect = t.live.d.sprites[slot].rect.at(other.rect.x, other.rect.y);
        t.place(slot, rect);
    }
}

#[derive(Debug)]
pub(crate) struct AttractGaze {
    align: bool,
    prob: f64,
}

impl EffectType for AttractGaze {
    const NAME: &'static str = "attractGaze";
    const DOC: &'static str = "Turns the first to the orientation of the second.";
    const EXAMPLE: &'static str = "goblin avatar > attractGaze prob=0.5";
    const PARAMS: &'static [ParamSpec] =
        &[param("align", Bool, "also moves it to the second's line").or("False")];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        AttractGaze { align: p.bool("align").unwrap_or(false), prob: p.double("prob").unwrap_or(1.0) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let other = t.get(call.b());
        let Some(slot) = t.slot(call.a()) else { return };
        if !t.live.d.sprites[slot].is(flag::ORIENTED) || !other.is(flag::ORIENTED) {
            return;
        }
        if t.live.d.rng.next_double() >= self.prob {
            return;
        }
        t.live.d.sprites[slot].orientation = other.orientation;
        if self.align {
            let rect = t.live.d.sprites[slot].rect;
            let to = match other.orientation {
                LEFT | RIGHT => rect.at(rect.x, other.rect.y),
                _ => rect.at(other.rect.x, rect.y),
            };
            t.place(slot, to);
        }
    }
}
