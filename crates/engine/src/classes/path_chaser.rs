//! Sprites that follow the shortest path to others.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::chaser::{ALTERNATE, Chase, EPSILON, chase_params, chases_listed};
use super::{ClassType, Defaults, STAY, WalkingClass};
use crate::facts::ClassFacts;
use crate::index::{Kind, Slot};
use crate::ontology::param;
use crate::state::data::Pursuit;
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use crate::world::names::Names;
use crate::world::types::TypeInfo;

#[derive(Debug)]
pub(crate) struct PathChaser(Chase);

impl ClassType for PathChaser {
    const NAME: &'static str = "PathChaser";
    const DOC: &'static str = "Follows the shortest path to the nearest sprite of a type.";
    const EXAMPLE: &'static str = "wolf > PathChaser stype=avatar cooldown=4";
    const PARAMS: &'static [ParamSpec] = &chase_params(false);
    const DEFAULTS: Defaults = Defaults::NPC;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        PathChaser(Chase::compile(p, names, false, false))
    }

    fn facts(&self) -> ClassFacts {
        self.0.facts()
    }

    fn exit(&self, _: &Sprite) -> Option<Kind> {
        self.0.target
    }
}

impl WalkingClass for PathChaser {
    fn heading(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, rests: bool) -> u8 {
        let goal = self.0.only_target(t).or_else(|| {
            self.0.find_nearest(t, slot, info);
            t.live.s.targets.first().copied()
        });
        match goal {
            Some(goal) => {
                t.live.d.sprites[slot].count = self.0.repeats.0;
                if rests { STAY } else { t.first_step(slot, (goal.x, goal.y)).unwrap_or(STAY) }
            }
            None => self.0.repeats.heading(t, slot),
        }
    }
}

const RANDOM_TARGET: ParamSpec =
    param("randomTarget", ParamKind::Bool, "does it choose its target by chance?").or("False");

#[derive(Debug)]
pub(crate) struct PathAltChaser {
    targets: Vec<Option<Kind>>,
    random_target: bool,
}

impl ClassType for PathAltChaser {
    const NAME: &'static str = "PathAltChaser";
    const DOC: &'static str = "Follows the shortest path to a target until it is reached.";
    const EXAMPLE: &'static str = "wolf > PathAltChaser stype1=avatar randomTarget=True cooldown=4";
    const PARAMS: &'static [ParamSpec] =
        &[ALTERNATE[0], ALTERNATE[1], ALTERNATE[2], ALTERNATE[3], RANDOM_TARGET];
    const DEFAULTS: Defaults = Defaults::NPC;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        PathAltChaser {
            targets: names.list(p, "stype1"),
            random_target: p.bool("randomTarget").unwrap_or(false),
        }
    }

    fn facts(&self) -> ClassFacts {
        chases_listed(&self.targets)
    }
}

impl WalkingClass for PathAltChaser {
    fn heading(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, _: bool) -> u8 {
        let index = t.live.d.pursuit_of(slot);
        let mut pursuit = t.live.d.pursuits[index];
        refresh(t, &mut pursuit);
        let arrived = pursuit.target < 0 || t.live.d.sprites[slot].rect.contains(&pursuit.rect);
        let mut pursuing = !arrived;
        if arrived {
            let mut chosen = std::mem::take(&mut t.live.s.chosen);
            t.choose_targets(slot, info.physics, &self.targets, self.random_target, &mut chosen);
            // With nobody left it strays, but still comes back to where its last target was.
            if let Some(&target) = chosen.first() {
                pursuing = true;
                pursuit.target = t.id(target);
                pursuit.kind = Some(t.kind(target));
                pursuit.rect = t.rect(target);
            }
            t.live.s.chosen = chosen;
        }
        let heading = if pursuing {
            let goal = (pursuit.rect.x, pursuit.rect.y);
            let mut step = t.first_step(slot, goal);
            match pursuit.known {
                Some(known) if step.is_none() => step = t.first_step(slot, known),
                _ => pursuit.known = Some(goal),
            }
            step.unwrap_or(STAY)
        } else {
            t.live.d.rng.next_int(4) as u8
        };
        t.live.d.pursuits[index] = pursuit;
        heading
    }
}

/// Follows the target while it is there. One that is gone stays where it was.
fn refresh(t: &Tick<'_>, pursuit: &mut Pursuit) {
    let Some(kind) = pursuit.kind.filter(|_| pursuit.target >= 0) else { return };
    t.group(kind, |r| {
        if t.id(r) == pursuit.target {
            pursuit.rect = t.rect(r);
        }
    });
}

#[derive(Debug)]
pub(crate) struct RandomPathAltChaser {
    chaser: PathAltChaser,
    epsilon: f64,
}

impl ClassType for RandomPathAltChaser {
    const NAME: &'static str = "RandomPathAltChaser";
    const DOC: &'static str = "A PathAltChaser that sometimes walks at random.";
    const EXAMPLE: &'static str = "wolf > RandomPathAltChaser stype1=avatar epsilon=0.2 cooldown=4";
    const PARAMS: &'static [ParamSpec] =
        &[ALTERNATE[0], ALTERNATE[1], ALTERNATE[2], ALTERNATE[3], RANDOM_TARGET, EPSILON];
    const DEFAULTS: Defaults = Defaults::NPC;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        RandomPathAltChaser {
            chaser: PathAltChaser::compile(p, names),
            epsilon: p.double("epsilon").unwrap_or(0.0),
        }
    }

    fn facts(&self) -> ClassFacts {
        self.chaser.facts()
    }
}

impl WalkingClass for RandomPathAltChaser {
    fn heading(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, rests: bool) -> u8 {
        if t.live.d.rng.succeeds(self.epsilon) {
            return t.live.d.rng.next_int(4) as u8;
        }
        self.chaser.heading(t, slot, info, rests)
    }
}
