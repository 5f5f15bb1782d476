//! What is in the way, learnt from bumps and deaths.

use ludex_engine::{Action, Category, Observation, Seen, TypeId, Winner};

use super::scene::{Cell, Scene, direction};

/// What a bump adds to the score of whatever was in the way.
const BUMP: f64 = 1.0;
/// What a lost game adds to the score of whatever was there.
const DEATH: f64 = 100.0;

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

    /// Learns from an action: where it was taken, and what came of it. Says whether something was in the way that had never
    /// been before.
    pub fn learn(&mut self, before: &Scene<'_>, action: Action, after: &Scene<'_>) -> bool {
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
            false
        }
    }

    fn raise(&mut self, scene: &Scene<'_>, cell: Cell, amount: f64) -> bool {
        let mut is_new = false;
        for kind in 0..self.scores.len() as TypeId {
            if scene.seen.sprites_of(kind).any(|sprite| is_in_the_way(&scene.seen, &sprite, cell)) {
                let score = &mut self.scores[usize::from(kind)];
                is_new |= *score == 0.0;
                *score += amount;
            }
        }
        is_new
    }
}

/// Is a sprite in a cell, and one that agents are shown? Floors are often hidden, and in every cell.
fn is_in_the_way(seen: &Observation<'_>, sprite: &Seen, cell: Cell) -> bool {
    seen.cells_of(sprite).any(|(x, y)| (x as i32, y as i32) == cell)
        && sprite.category != Category::Avatar
        && seen.types_of(sprite.category).any(|kind| kind == sprite.type_id)
}
