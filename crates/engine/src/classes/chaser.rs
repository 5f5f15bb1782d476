//! Sprites that walk towards others, or away from them.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::random::{CONS, Repeats};
use super::targets::{distance, leads, steps};
use super::{ClassType, Defaults, WalkingClass};
use crate::facts::{ClassFacts, SomeTypes};
use crate::geometry::Rect;
use crate::index::{Kind, Slot};
use crate::ontology::{param, required};
use crate::state::sprite::Sprite;
use crate::tick::{Live, Tick};
use crate::world::names::Names;
use crate::world::types::{Physics, TypeInfo};
use ParamKind::{Bool, Double, Float, Int, Sprites};

/// The parameters of those that flee, or do not, unless they are told otherwise.
pub(super) const fn chase_params(flees: bool) -> [ParamSpec; 5] {
    [
        CONS,
        required("stype", ParamKind::Sprite, "whom it chases or flees"),
        param("fleeing", Bool, "does it flee?").or(if flees { "True" } else { "False" }),
        param("maxDistance", Float, "pixels beyond which it does not care").or("-1"),
        param("itype", Int, ""),
    ]
}

/// Whom a sprite is after, and what it does meanwhile.
#[derive(Debug)]
pub(super) struct Chase {
    pub target: Option<Kind>,
    pub repeats: Repeats,
    fleeing: bool,
    /// Pixels beyond which it does not care, or -1.
    max_distance: f64,
    /// Does it only see along its last random move?
    along_heading: bool,
}

impl Chase {
    pub fn compile(p: &Params, names: &Names<'_>, flees: bool, along_heading: bool) -> Chase {
        Chase {
            target: names.get(p, "stype"),
            repeats: Repeats::compile(p),
            fleeing: p.bool("fleeing").unwrap_or(flees),
            // A 32-bit float field takes integers only.
            max_distance: f64::from(p.int("maxDistance").map_or(-1.0, |d| d as f32)),
            along_heading,
        }
    }

    pub fn facts(&self) -> ClassFacts {
        // With no sprites of its own type, a target's relatives count.
        let looks_for = SomeTypes::Families(self.target.into_iter().collect());
        ClassFacts { walks: true, looks_for, ..ClassFacts::ALONE }
    }

    /// Does it not care for targets that are so far away?
    #[inline]
    fn is_too_far(&self, distance: impl FnOnce() -> f64) -> bool {
        self.max_distance != -1.0 && distance() > self.max_distance
    }

    /// Where the target is, if there is only one, and it is seen from everywhere.
    #[inline]
    pub fn only_target(&self, t: &Tick<'_>) -> Option<Rect> {
        t.only_one_of(self.target.filter(|_| !self.along_heading)?)
    }

    #[inline]
    fn heading(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) -> u8 {
        let drawn = match self.only_target(t) {
            Some(target) => {
                let own = &t.live.d.sprites[slot].rect;
                let is_far = self.is_too_far(|| distance(info.physics, own, &target));
                let leads = if is_far { 0 } else { leads(info.physics, own, &target, self.fleeing) };
                t.draw_direction(leads)
            }
            None => self.draw_of_many(t, slot, info),
        };
        drawn.unwrap_or_else(|| self.repeats.heading(t, slot))
    }

    /// One of the directions that lead to the nearest targets, drawn by chance.
    #[inline(never)]
    fn draw_of_many(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) -> Option<u8> {
        let distance = self.find_nearest(t, slot, info);
        let own = t.live.d.sprites[slot].rect;
        t.live.s.leads.clear();
        if !self.is_too_far(|| distance) {
            let leads = t.live.s.targets.iter().map(|to| leads(info.physics, &own, to, self.fleeing));
            t.live.s.leads.extend(leads);
        }
        t.draw_lead()
    }

    /// Finds where the nearest sprites of the target type are, or those of its relatives if it has none itself, and how far
    /// away.
    pub fn find_nearest(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) -> f64 {
        let Tick { w, live: Live { d, s } } = t;
        s.targets.clear();
        let Some(kind) = self.target else { return f64::INFINITY };
        let Sprite { rect: own, heading, .. } = d.sprites[slot];
        let targets = &mut s.targets;
        if self.along_heading {
            let seen = |to: &Rect| in_sight(heading, &own, to).then(|| distance(info.physics, &own, to));
            d.nearest_of(w, kind, targets, seen).unwrap_or(f64::INFINITY)
        } else if info.physics == Physics::Continuous {
            let far = |to: &Rect| Some(distance(info.physics, &own, to));
            d.nearest_of(w, kind, targets, far).unwrap_or(f64::INFINITY)
        } else {
            // Mostly it is this, and whole numbers are compared faster.
            let steps = d.nearest_of(w, kind, targets, |to| Some(steps(&own, to)));
            steps.map_or(f64::INFINITY, |steps| steps as f64)
        }
    }
}

/// Does a LOSChaser that last went this way see the other?
fn in_sight(heading: u8, own: &Rect, other: &Rect) -> bool {
    match heading {
        0 => own.x == other.x && other.y <= own.y,
        1 => own.y == other.y && other.x <= own.x,
        2 => own.x == other.x && other.y >= own.y,
        3 => own.y == other.y && other.x >= own.x,
        _ => false,
    }
}

macro_rules! chasers {
    ($($name:ident $doc:literal $example:literal flees: $flees:literal, along_heading: $along:literal;)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $name(Chase);

        impl ClassType for $name {
            const NAME: &'static str = stringify!($name);
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const PARAMS: &'static [ParamSpec] = &chase_params($flees);
            const DEFAULTS: Defaults = Defaults::NPC;

            fn compile(p: &Params, names: &Names<'_>) -> Self {
                $name(Chase::compile(p, names, $flees, $along))
            }

            fn facts(&self) -> ClassFacts {
                self.0.facts()
            }

            fn exit(&self, _: &Sprite) -> Option<Kind> {
                self.0.target
            }
        }

        impl WalkingClass for $name {
            #[inline]
            fn heading(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, _: bool) -> u8 {
                self.0.heading(t, slot, info)
            }
        }
    )*};
}

chasers! {
    Chaser "Walks towards the nearest sprite of a type." "wolf > Chaser stype=avatar cooldown=4" flees: false, along_heading: false;
    Fleeing "Walks away from the nearest sprite of a type." "sheep > Fleeing stype=avatar cooldown=4" flees: true, along_heading: false;
    LOSChaser "A Chaser that only sees along its last random move." "wolf > LOSChaser stype=avatar cooldown=4" flees: false, along_heading: true;
}

pub(super) const ALTERNATE: [ParamSpec; 4] = [
    required("stype1", Sprites, "whom it chases"),
    param("stype2", Sprites, "accepted, without effect"),
    param("fleeing", Bool, "accepted, without effect while there is somebody to chase"),
    param("cons", Int, "accepted, without effect"),
];
pub(super) const EPSILON: ParamSpec =
    param("epsilon", Double, "probability of a random move, 0 to 1").or("0");

/// What is known of a class that chases listed types.
pub(super) fn chases_listed(targets: &[Option<Kind>]) -> ClassFacts {
    let looks_for = SomeTypes::Families(targets.iter().flatten().copied().collect());
    ClassFacts { walks: true, looks_for, ..ClassFacts::ALONE }
}

#[derive(Debug)]
pub(crate) struct AlternateChaser {
    targets: Vec<Option<Kind>>,
}

impl ClassType for AlternateChaser {
    const NAME: &'static str = "AlternateChaser";
    const DOC: &'static str = "Walks towards the nearest sprite of a type.";
    const EXAMPLE: &'static str = "wolf > AlternateChaser stype1=avatar cooldown=4";
    const PARAMS: &'static [ParamSpec] = &ALTERNATE;
    const DEFAULTS: Defaults = Defaults::NPC;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        AlternateChaser { targets: names.list(p, "stype1") }
    }

    fn facts(&self) -> ClassFacts {
        chases_listed(&self.targets)
    }
}

impl WalkingClass for AlternateChaser {
    fn heading(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, _: bool) -> u8 {
        let mut chosen = std::mem::take(&mut t.live.s.chosen);
        t.choose_targets(slot, info.physics, &self.targets, false, &mut chosen);
        let Tick { w, live: Live { d, s } } = t;
        let own = d.sprites[slot].rect;
        s.leads.clear();
        s.leads.extend(chosen.iter().map(|&to| leads(info.physics, &own, &d.rect(w, to), false)));
        s.chosen = chosen;
        t.draw_lead().unwrap_or_else(|| t.live.d.rng.next_int(4) as u8)
    }
}

#[derive(Debug)]
pub(crate) struct RandomAltChaser {
    chaser: AlternateChaser,
    epsilon: f64,
}

impl ClassType for RandomAltChaser {
    const NAME: &'static str = "RandomAltChaser";
    const DOC: &'static str = "An AlternateChaser that sometimes walks at random.";
    const EXAMPLE: &'static str = "wolf > RandomAltChaser stype1=avatar epsilon=0.3 cooldown=4";
    const PARAMS: &'static [ParamSpec] = &[ALTERNATE[0], ALTERNATE[1], ALTERNATE[2], ALTERNATE[3], EPSILON];
    const DEFAULTS: Defaults = Defaults::NPC;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        RandomAltChaser {
            chaser: AlternateChaser::compile(p, names),
            epsilon: p.double("epsilon").unwrap_or(0.0),
        }
    }

    fn facts(&self) -> ClassFacts {
        self.chaser.facts()
    }
}

impl WalkingClass for RandomAltChaser {
    fn heading(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, rests: bool) -> u8 {
        if t.live.d.rng.succeeds(self.epsilon) {
            return t.live.d.rng.next_int(4) as u8;
        }
        self.chaser.heading(t, slot, info, rests)
    }
}
