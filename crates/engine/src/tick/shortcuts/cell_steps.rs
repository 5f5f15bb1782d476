//! Short cut: an avatar that walks from one cell to the next, as most do in most ticks.
//!
//! Invariant: with a direction as its action an avatar of such a type takes exactly one step
//! ([`Steering`]), each step leads from one cell to the next, and it is not linked into the grid: only its place is kept track
//! of. So the step is a new rectangle and a new cell, and nothing else needs to be thought of. At the edge of the screen the
//! step is not even made if a rule is known to undo it before anyone can notice. The plain way is
//! [`AvatarClass::act`](crate::classes::AvatarClass::act).

use crate::action::Action;
use crate::facts::Steering;
use crate::geometry::BASE;
use crate::index::shape::Place;
use crate::index::{CellId, Kind, List, Slot};
use crate::state::data::Data;
use crate::state::sprite::flag;
use crate::tick::shortcuts::Shortcuts;
use crate::tick::shortcuts::noop_steps;
use crate::world::Compiled;
use crate::world::broad_phase::{BroadPhase, Sources};
use crate::world::types::Physics;

/// How avatars of a type walk from one cell to the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellStep {
    /// Do they do so at all?
    applies: bool,
    /// Do they turn first, if they face elsewhere?
    turns: bool,
    /// Do they face where they go?
    faces: bool,
    /// Are they put back at the edge of the screen, and does nobody ask where they were meanwhile?
    stays_inside: bool,
}

/// Works out how avatars of each type walk.
pub(crate) fn compile(s: &Sources<'_>, broad: &BroadPhase) -> List<Kind, CellStep> {
    let put_back = noop_steps::put_back_at_edge(s);
    s.kinds.list(|kind| {
        let (info, profile) = (&s.types[kind], &broad.of[kind]);
        let on_grid = info.physics == Physics::Grid && info.stride.is_one_cell && !info.stationary;
        CellStep {
            applies: s.shortcuts.has(Shortcuts::CellSteps)
                && info.facts.steering != Steering::Unknown
                && on_grid
                && profile.located
                && !profile.gridded(),
            turns: info.rotate_in_place,
            faces: info.facts.steering == Steering::StepsAndFaces,
            stays_inside: put_back.contains(kind),
        }
    })
}

impl Data {
    /// The turn of an avatar that just walks from one cell to the next: gives the cell that it has left, or in which it stays,
    /// if it turns or is put back. None if it does anything else: then nothing has happened yet.
    #[inline(always)]
    pub(crate) fn take_cell_step(&mut self, w: &Compiled, slot: Slot, action: Action) -> Option<CellId> {
        let sprite = &mut self.sprites[slot];
        let step = &w.cell_steps[sprite.kind];
        let heading = action.heading().filter(|_| step.applies)?;
        if step.turns && sprite.is(flag::ORIENTED) && sprite.orientation != BASE[heading] {
            sprite.orientation = BASE[heading];
            return Some(sprite.place.cell());
        }
        let info = &w.types[sprite.kind];
        let to = sprite.rect.shifted(info.stride.steps[heading]);
        if sprite.place.is(Place::ANY)
            || sprite.is(flag::FROZEN)
            || !info.stride.is_at(sprite.speed)
            || info.cooldown > self.tick.wrapping_sub(sprite.moved_at)
        {
            return None;
        }
        let left = sprite.place.cell();
        if w.grid.is_inside(to.x, to.y)
            && let Some(next) = w.grid.neighbour(left, heading)
        {
            sprite.rect = to;
            sprite.place = Place::in_cell(next);
        } else if !step.stays_inside {
            return None;
        }
        sprite.moved_at = self.tick;
        if step.faces {
            sprite.orientation = BASE[heading];
        }
        Some(left)
    }
}
