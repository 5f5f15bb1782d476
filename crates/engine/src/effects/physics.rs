//! Effects of continuous physics: bouncing, stopping, speed.

use ludex_vgdl::{Outcome, ParamKind, ParamSpec, Params};

use super::movement::snug;
use super::{Call, EffectType, Scope};
use crate::facts::{EffectFacts, Sides, SomeTypes};
use crate::geometry::{Rect, normalise};
use crate::index::{Kind, Slot, SpriteRef};
use crate::java::{cos, sin};
use crate::ontology::{param, sprite};
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use ParamKind::Double;

#[derive(Debug)]
pub(crate) struct BounceDirection {
    max_angle: f64,
}

impl EffectType for BounceDirection {
    const NAME: &'static str = "bounceDirection";
    const DOC: &'static str = "Bounces the first off the second, at an angle that depends on where it hit.";
    const EXAMPLE: &'static str = "ball box > bounceDirection";
    const PARAMS: &'static [ParamSpec] =
        &[param("maxBounceAngleDeg", Double, "the angle at the very edge").or("60")];
    const NEEDS: Sides = Sides::Both;

    fn compile(p: &Params, _: &mut Scope<'_, '_>) -> Self {
        // Java's conversion of degrees divides by 180 and multiplies by pi, in one constant.
        const RADIANS: f64 = 0.017_453_292_519_943_295;
        BounceDirection { max_angle: p.double("maxBounceAngleDeg").unwrap_or(60.0) * RADIANS }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        let (a, b) = (t.live.d.sprites[slot], t.rect(call.b()));
        let nearer = |last: i32, own: i32, other: i32, size: i32| {
            let gap = |x: i32, y: i32| (f64::from(x) - f64::from(y)).abs();
            gap(last, other.wrapping_add(size)).min(gap(last.wrapping_add(own), other))
        };
        let v = a.velocity();
        let tx = (nearer(a.last.x, a.rect.w, b.x, b.w) / v.0).abs();
        let ty = (nearer(a.last.y, a.rect.h, b.y, b.h) / v.1).abs();
        let ((ax, ay), (bx, by)) = (a.rect.centre(), b.centre());
        let angle = |difference: f64, pad: i32| {
            (difference / (0.5 * f64::from(pad))).clamp(-1.0, 1.0) * self.max_angle
        };
        t.live.d.sprites[slot].orientation = if ty < tx {
            let side = if ay < by { 1.0 } else { -1.0 };
            let g = angle(ax - bx, b.w);
            normalise((sin(g), -cos(g) * side))
        } else if tx < ty {
            let side = if ax > bx { 1.0 } else { -1.0 };
            let g = angle(by - ay, b.h);
            normalise((cos(g) * side, -sin(g)))
        } else {
            (-a.orientation.0, a.orientation.1)
        };
    }
}

/// What a sprite ran into: how many sprites that counts as, and the rectangle they form. Two side by side
/// count as one wall; of more, the nearest is taken.
fn obstacle(t: &mut Tick<'_>, slot: Slot, hit: &mut [SpriteRef]) -> (i32, Rect) {
    if let [one] = hit {
        return (1, t.rect(*one));
    }
    if let [first, second] = hit {
        let (p, q) = (t.rect(*first), t.rect(*second));
        if p.centre().0 == q.centre().0 {
            let y = if p.y < q.y { p.y } else { q.y };
            return (2, Rect { x: p.x, y, w: p.w, h: p.h.wrapping_mul(2) });
        }
        if p.centre().1 == q.centre().1 {
            let x = if p.x < q.x { p.x } else { q.x };
            return (2, Rect { x, y: p.y, w: p.w.wrapping_mul(2), h: p.h });
        }
    }
    let (ax, ay) = t.live.d.sprites[slot].last.centre();
    let mut by_distance = std::mem::take(&mut t.live.s.by_distance);
    by_distance.clear();
    by_distance.extend(hit.iter().enumerate().map(|(place, &r)| {
        let (x, y) = t.get(r).last.centre();
        (((x - ax) * (x - ax) + (y - ay) * (y - ay)).sqrt(), place, r)
    }));
    // With their places in the list, equal ones keep their order without a sort that needs memory for it.
    by_distance.sort_unstable_by(|(d, i, _), (e, j, _)| d.total_cmp(e).then(i.cmp(j)));
    hit.iter_mut().zip(&by_distance).for_each(|(to, &(.., r))| *to = r);
    t.live.s.by_distance = by_distance;
    (1, t.rect(hit[0]))
}

/// Does a sprite hit a rectangle from the side, and from above or below?
fn bounce_axis(a: &Sprite, wall: &Rect) -> (bool, bool) {
    let width = a.rect.right().min(wall.right()).wrapping_sub(a.rect.x.max(wall.x));
    let height = a.rect.bottom().min(wall.bottom()).wrapping_sub(a.rect.y.max(wall.y));
    let (horizontal, vertical) = (height == a.rect.h, width == a.rect.w);
    if horizontal || vertical {
        return (horizontal, vertical);
    }
    let v = a.velocity();
    let gap = |v: f64, last: i32, own: i32, wall: i32, size: i32| {
        let d = |x: i32, y: i32| (f64::from(x) - f64::from(y)).abs();
        if v > 0.0 {
            d(last.wrapping_add(own), wall)
        } else if v < 0.0 {
            d(wall.wrapping_add(size), last)
        } else {
            d(last, wall)
        }
    };
    let tx = (gap(v.0, a.last.x, a.rect.w, wall.x, wall.w) / v.0).abs();
    let ty = (gap(v.1, a.last.y, a.rect.h, wall.y, wall.h) / v.1).abs();
    (tx < ty, ty < tx)
}

impl Tick<'_> {
    /// Keeps one component of the orientation; the speed follows, but gravity goes on pulling.
    fn keep_component(&mut self, slot: Slot, v: (f64, f64)) {
        let sprite = &mut self.live.d.sprites[slot];
        let length = (v.0 * v.0 + v.1 * v.1).sqrt();
        sprite.orientation = normalise(v);
        sprite.speed *= length;
        if sprite.speed < sprite.gravity {
            sprite.speed = sprite.gravity;
        }
    }

    fn bounce(&mut self, slot: Slot, wall: &Rect) {
        let (horizontal, vertical) = bounce_axis(&self.live.d.sprites[slot], wall);
        let (x, y) = self.live.d.sprites[slot].orientation;
        self.live.d.sprites[slot].orientation = if vertical {
            (x, -y)
        } else if horizontal {
            (-x, y)
        } else {
            (-x, -y)
        };
    }

    fn reverse_walk(&mut self, slot: Slot, wall: &Rect) {
        let (_, vertical) = bounce_axis(&self.live.d.sprites[slot], wall);
        let x = self.live.d.sprites[slot].orientation.0;
        self.keep_component(slot, (if vertical { x } else { -x }, 0.0));
    }
}

#[derive(Debug)]
pub(crate) struct WallBounce;

impl EffectType for WallBounce {
    const NAME: &'static str = "wallBounce";
    const DOC: &'static str = "Bounces the first off all it touches and puts everything back.";
    const EXAMPLE: &'static str = "ball wall > wallBounce";
    const OUTCOMES: &'static [Outcome] = &[Outcome::StopsFirst];
    const NEEDS: Sides = Sides::Both;
    const IN_BATCH: bool = true;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        WallBounce
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        if t.live.d.sprites[slot].gravity > 0.0 {
            t.active(slot, (0.0, -1.0), 0.0);
        }
        t.bounce(slot, &t.rect(call.b()));
        t.step_back(call.a());
        t.step_back(call.b());
    }

    fn run_batch(&self, t: &mut Tick<'_>, call: Call, hit: &mut [SpriteRef]) -> i32 {
        let Some(slot) = t.slot(call.a()) else { return 0 };
        let (n, wall) = obstacle(t, slot, hit);
        t.bounce(slot, &wall);
        t.step_back(call.a());
        hit.iter().for_each(|&b| t.step_back(b));
        n
    }
}

#[derive(Debug)]
pub(crate) struct WallReverse;

impl EffectType for WallReverse {
    const NAME: &'static str = "wallReverse";
    const DOC: &'static str = "Turns the first round where a wall stops it, and puts everything back.";
    const EXAMPLE: &'static str = "ball wall > wallReverse";
    const NEEDS: Sides = Sides::Both;
    const IN_BATCH: bool = true;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        WallReverse
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        t.reverse_walk(slot, &t.rect(call.b()));
        t.step_back(call.a());
        t.step_back(call.b());
    }

    fn run_batch(&self, t: &mut Tick<'_>, call: Call, hit: &mut [SpriteRef]) -> i32 {
        let Some(slot) = t.slot(call.a()) else { return 0 };
        let (n, wall) = obstacle(t, slot, hit);
        t.reverse_walk(slot, &wall);
        t.step_back(call.a());
        hit.iter().for_each(|&b| t.step_back(b));
        n
    }
}

#[derive(Debug)]
pub(crate) struct WallStop;

impl EffectType for WallStop {
    const NAME: &'static str = "wallStop";
    const DOC: &'static str = "Stops the first at the second; it can still slide along.";
    const EXAMPLE: &'static str = "ball wall > wallStop";
    const OUTCOMES: &'static [Outcome] = &[Outcome::StopsFirst];
    const NEEDS: Sides = Sides::Both;

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        WallStop
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::LOCAL }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let Some(slot) = t.slot(call.a()) else { return };
        let wall = t.rect(call.b());
        let rect = snug(&t.live.d.sprites[slot], &wall);
        t.place(slot, rect);
        let ((ax, ay), (bx, by)) = (rect.centre(), wall.centre());
        let (ox, oy) = t.live.d.sprites[slot].orientation;
        let kept = if (ax - bx).abs() > (ay - by).abs() { (0.0, oy) } else { (ox, 0.0) };
        t.keep_component(slot, kept);
    }
}

/// The three effects on the speed of a whole type differ in one formula.
macro_rules! speed_effects {
    ($($type:ident $name:literal $doc:literal $example:literal $default:literal |$speed:ident, $value:ident| $formula:expr;)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $type {
            stype: Kind,
            value: f64,
        }

        impl EffectType for $type {
            const NAME: &'static str = $name;
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const PARAMS: &'static [ParamSpec] =
                &[sprite("stype", "whose speed changes"), param("value", Double, "how much").or(stringify!($default))];
            const NEEDS: Sides = Sides::Neither;

            fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
                $type { stype: scope.known(p, "stype"), value: p.double("value").unwrap_or($default) }
            }

            fn facts(&self) -> EffectFacts {
                EffectFacts { changes_all: SomeTypes::Families(vec![self.stype]), ..EffectFacts::IN_PLACE }
            }

            fn run(&self, t: &mut Tick<'_>, _: Call) {
                let w = t.w;
                for &u in &w.types[self.stype].relatives {
                    t.each_of(u, |t, r| {
                        if let Some(slot) = t.slot(r) {
                            let ($speed, $value) = (t.live.d.sprites[slot].speed, self.value);
                            t.live.d.sprites[slot].speed = $formula;
                        }
                    });
                }
            }
        }
    )*};
}

speed_effects! {
    IncreaseSpeedToAll "increaseSpeedToAll" "Adds to the speed of all sprites of stype." "avatar key > increaseSpeedToAll stype=goblin value=0.2" 0.1
        |speed, value| speed + value;
    DecreaseSpeedToAll "decreaseSpeedToAll" "Takes from the speed of all sprites of stype, not below zero." "avatar key > decreaseSpeedToAll stype=goblin value=0.2" 0.1
        |speed, value| if speed - value < 0.0 { 0.0 } else { speed - value };
    SetSpeedForAll "setSpeedForAll" "Sets the speed of all sprites of stype." "avatar key > setSpeedForAll stype=goblin value=0.5" 0.0
        |_speed, value| value;
}

#[derive(Debug)]
pub(crate) struct HalfSpeed;

impl EffectType for HalfSpeed {
    const NAME: &'static str = "halfSpeed";
    const DOC: &'static str = "Halves the speed of the first.";
    const EXAMPLE: &'static str = "ball lava > halfSpeed";

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        HalfSpeed
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if let Some(slot) = t.slot(call.a()) {
            t.live.d.sprites[slot].speed *= 0.5;
        }
    }
}

#[derive(Debug)]
pub(crate) struct WaterPhysics;

impl EffectType for WaterPhysics {
    const NAME: &'static str = "waterPhysics";
    const DOC: &'static str = "Weakens the gravity of the first for good.";
    const EXAMPLE: &'static str = "ball lava > waterPhysics";

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        WaterPhysics
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { changes: Sides::First, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if let Some(slot) = t.slot(call.a()) {
            t.live.d.sprites[slot].gravity = 0.2;
        }
    }
}
