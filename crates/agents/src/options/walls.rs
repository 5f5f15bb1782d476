//! What is in the way, learnt from bumps and deaths.

use ludex_engine::{Action, Category, Observation, Seen, TypeId, Winner};

use super::scene::{Cell, Scene, direction};

/// What a bump adds to the score of whatever was in the way.
const BUMP: f64 = 1.0;
/// What a lost game adds to the score of whatever was there.
const DEATH: f64 = 100.0;

/// What an action has taught.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lesson {
    /// Nothing was in the way.
    Nothing,
    /// Something was in the way, as before.
    More,
    /// Something was in the way that had never been.
    New,
}

/// How much each type of sprites is in the way: 0 if it never was.
#[derive(Debug, Clone)]
pub struct Walls {
    scores: Vec<f64>,
}

impl Walls {
    /// Nothing is known yet of so many types.
    pub fn new(types: usize) -> Walls {
        Walls { scores: vec![0.0; types] }
    }

    /// The types that have been in the way, with their scores.
    pub fn known(&self) -> impl Iterator<Item = (TypeId, f64)> {
        (0..).zip(self.scores.iter().copied()).filter(|(_, score)| *score > 0.0)
    }

    /// Learns from an action: where it was taken, and what came of it.
    pub fn learn(&mut self, before: &Scene<'_>, action: Action, after: &Scene<'_>) -> Lesson {
        let player = before.avatar.player;
        let (dx, dy) = direction(action);
        let wanted = (before.cell.0 + dx, before.cell.1 + dy);
        if after.seen.winner(player) == Winner::Loses {
            self.raise(after, wanted, DEATH)
        } else if (dx, dy) != (0, 0)
            && after.position == before.position
            && after.seen.avatar_orientation(player) == before.seen.avatar_orientation(player)
        {
            self.raise(after, wanted, BUMP)
        } else {
            Lesson::Nothing
        }
    }

    fn raise(&mut self, scene: &Scene<'_>, cell: Cell, amount: f64) -> Lesson {
        let mut lesson = Lesson::Nothing;
        for kind in 0..self.scores.len() as TypeId {
            if scene.seen.sprites_of(kind).any(|sprite| is_in_the_way(&scene.seen, &sprite, cell)) {
                let score = &mut self.scores[usize::from(kind)];
                lesson = lesson.max(if *score == 0.0 { Lesson::New } else { Lesson::More });
                *score += amount;
            }
        }
        lesson
    }
}

/// Is a sprite in a cell, and one that agents are shown? Floors are often hidden, and in every cell.
fn is_in_the_way(seen: &Observation<'_>, sprite: &Seen, cell: Cell) -> bool {
    let block = seen.block();
    let near = |at: i32, place: i32| at.saturating_sub(place.saturating_mul(block)).saturating_abs() < block;
    // Few are near enough for a closer look.
    near(sprite.x, cell.0)
        && near(sprite.y, cell.1)
        && seen.cells_of(sprite).any(|(x, y)| (x as i32, y as i32) == cell)
        && sprite.category != Category::Avatar
        && seen.categories_of(sprite.type_id).any(|category| category == sprite.category)
}
