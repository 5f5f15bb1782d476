//! Options as values.

use std::fmt;

use ludex_engine::{Action, TypeId};

use super::kinds::KINDS;
use super::routes::{Route, Routes};
use super::scene::Scene;
use super::walls::Walls;
use crate::interface::{Rng, type_mark};

/// A type of options. Each has a module in `kinds` and a line in its table.
#[derive(Debug)]
pub struct Kind {
    /// Its name, in one word.
    pub name: &'static str,
    /// What options of this type can begin in a state.
    pub begin: fn(&Scene<'_>, &mut Vec<Target>),
    /// What such an option does in a state.
    pub act: fn(&mut Instance, &Scene<'_>, &mut Tools) -> Action,
    /// Is such an option over in a state, after the action it chose last?
    pub is_over: fn(&Instance, &Scene<'_>) -> bool,
}

/// What an option is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// There is only one of its type.
    Only,
    /// An action.
    Action(Action),
    /// A sprite.
    Sprite(TypeId, i32),
    /// All sprites of a type.
    Type(TypeId),
    /// Sprites of a type, at a distance in cells.
    Offset(TypeId, u8),
}

/// An option that can be followed or is being followed.
#[derive(Debug, Clone, Copy)]
pub struct Instance {
    kind: u8,
    /// What it is about.
    pub target: Target,
    /// The way that it goes.
    pub route: Route,
    /// Has it done what it was for?
    pub done: bool,
}

/// What options share: what is known of ways, and chance.
#[derive(Debug)]
pub struct Tools {
    /// Ways.
    pub routes: Routes,
    /// What is in the way.
    pub walls: Walls,
    /// Chance.
    pub rng: Rng,
}

impl Tools {
    /// Learns from an action what is in the way. Ways that may lead through something new are given up.
    pub fn learn(&mut self, before: &Scene<'_>, action: Action, after: &Scene<'_>) {
        if self.walls.learn(before, action, after) {
            self.routes.begin();
        }
    }
}

/// Options that are expected to bring the same: those of one type about sprites of one type, or about one action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subtype {
    /// The place of the option's type in [`KINDS`].
    pub kind: u8,
    /// What the options are about, apart from which sprite.
    pub about: Target,
}

impl Instance {
    /// An option of the type at a place of [`KINDS`].
    pub fn new(kind: usize, target: Target) -> Instance {
        Instance { kind: kind as u8, target, route: Route::NONE, done: false }
    }

    /// Its type.
    pub fn kind(&self) -> &'static Kind {
        &KINDS[usize::from(self.kind)]
    }

    /// Its sub-type.
    pub fn subtype(&self) -> Subtype {
        let about = match self.target {
            Target::Sprite(kind, _) => Target::Type(kind),
            other => other,
        };
        Subtype { kind: self.kind, about }
    }

    /// What it does in a state.
    pub fn act(&mut self, scene: &Scene<'_>, tools: &mut Tools) -> Action {
        (self.kind().act)(self, scene, tools)
    }

    /// Is it over?
    pub fn is_over(&self, scene: &Scene<'_>) -> bool {
        (self.kind().is_over)(self, scene)
    }
}

/// All options that can begin in a state, as [`KINDS`] lists their types.
pub fn begin(scene: &Scene<'_>, targets: &mut Vec<Target>, mut each: impl FnMut(Instance)) {
    for (place, kind) in KINDS.iter().enumerate() {
        targets.clear();
        (kind.begin)(scene, targets);
        targets.iter().for_each(|target| each(Instance::new(place, *target)));
    }
}

/// For viewers: types of sprites as marks that stand for their names.
impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind().name, self.target)
    }
}

/// For viewers, see [`Instance`].
impl fmt::Display for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", KINDS[usize::from(self.kind)].name, self.about)
    }
}

/// For viewers: what comes after the name of an option.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Target::Only => Ok(()),
            Target::Action(action) => write!(f, " {action}"),
            Target::Sprite(kind, id) => write!(f, " {} {id}", type_mark(kind)),
            Target::Type(kind) => write!(f, " {}", type_mark(kind)),
            Target::Offset(kind, cells) => write!(f, " {} {cells}", type_mark(kind)),
        }
    }
}
