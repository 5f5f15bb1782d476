//! Where the bounds live by which the values of simulations are normalised, and for how long.
//!
//! This decides more than it seems to. With 10^7 for a win, all values without a win or loss are almost the same
//! once the bounds have seen both: then a search explores evenly instead of following the score. The published
//! agents differ in when that happens and whether it passes.

use ludex_engine::Winner;

use crate::kit::bounds::Bounds;

/// Where the bounds of a search live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundsMode {
    /// One pair for the whole game, updated by every simulation.
    Game,
    /// One pair for the whole game, beginning with 0 and 1; a simulation is normalised by the bounds of earlier ticks.
    LastTick,
    /// A pair for each node, updated only by the simulations whose play-out began there. The root stays without.
    Leaf,
    /// A pair for each node, updated by every simulation that went through it.
    Backup,
    /// Wins are 1, losses 0, and everything else lies between 0.1 and 0.9 by its own bounds: no outcome makes scores
    /// indistinguishable.
    Split,
}

impl BoundsMode {
    /// The modes by name.
    pub const NAMES: [(&'static str, BoundsMode); 5] = [
        ("game", BoundsMode::Game),
        ("lasttick", BoundsMode::LastTick),
        ("leaf", BoundsMode::Leaf),
        ("backup", BoundsMode::Backup),
        ("split", BoundsMode::Split),
    ];
}

/// The bounds of a search, as far as they do not live in its nodes.
#[derive(Debug, Clone)]
pub struct Normaliser {
    mode: BoundsMode,
    /// Of all simulations so far.
    game: Bounds,
    /// Of all simulations of earlier ticks.
    earlier: Bounds,
}

impl Normaliser {
    /// Bounds for a game that begins.
    pub fn new(mode: BoundsMode) -> Normaliser {
        let start = match mode {
            BoundsMode::LastTick => Bounds { low: 0.0, high: 1.0 },
            _ => Bounds::EMPTY,
        };
        Normaliser { mode, game: start, earlier: start }
    }

    /// Another tick begins.
    pub fn begin_tick(&mut self) {
        self.earlier = self.game;
    }

    /// What a node books for a simulation that ended with this value.
    #[inline]
    pub fn reward(&mut self, value: f64, winner: Winner) -> f64 {
        match self.mode {
            BoundsMode::Game | BoundsMode::LastTick => self.game.include(value),
            BoundsMode::Leaf | BoundsMode::Backup => {}
            BoundsMode::Split => match winner {
                Winner::Wins => return 1.0,
                Winner::Loses => return 0.0,
                Winner::None => {
                    self.game.include(value);
                    return 0.1 + 0.8 * self.game.normalise(value, 0.5);
                }
            },
        }
        if self.mode == BoundsMode::LastTick { self.earlier.normalise(value, value) } else { value }
    }

    /// Does a node on the path note the reward in its bounds? `leaf` is where the play-out began.
    #[inline]
    pub fn is_noted(&self, leaf: bool) -> bool {
        match self.mode {
            BoundsMode::Backup => true,
            BoundsMode::Leaf => leaf,
            BoundsMode::Game | BoundsMode::LastTick | BoundsMode::Split => false,
        }
    }

    /// The exploitation term of a child with this mean reward, below a node with these bounds.
    #[inline]
    pub fn normalise(&self, mean: f64, node: &Bounds) -> f64 {
        match self.mode {
            BoundsMode::Game => self.game.normalise(mean, mean),
            BoundsMode::Leaf | BoundsMode::Backup => node.normalise(mean, mean),
            BoundsMode::LastTick | BoundsMode::Split => mean,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ticks_bounds_change_between_ticks() {
        let mut bounds = Normaliser::new(BoundsMode::LastTick);
        assert_eq!(bounds.reward(4.0, Winner::None), 4.0);
        bounds.begin_tick();
        assert_eq!(bounds.reward(2.0, Winner::None), 0.5);
        assert_eq!(bounds.reward(8.0, Winner::None), 2.0);
        assert_eq!(bounds.reward(2.0, Winner::None), 0.5);
        bounds.begin_tick();
        assert_eq!(bounds.reward(2.0, Winner::None), 0.25);
    }

    #[test]
    fn the_games_bounds_change_at_once() {
        let mut bounds = Normaliser::new(BoundsMode::Game);
        assert_eq!(bounds.reward(4.0, Winner::None), 4.0);
        assert_eq!(bounds.normalise(4.0, &Bounds::EMPTY), 4.0);
        bounds.reward(0.0, Winner::None);
        assert_eq!(bounds.normalise(1.0, &Bounds::EMPTY), 0.25);
    }

    #[test]
    fn nodes_have_their_own() {
        let node = Bounds { low: 0.0, high: 10.0 };
        let (leaf, backup) = (Normaliser::new(BoundsMode::Leaf), Normaliser::new(BoundsMode::Backup));
        assert_eq!((leaf.normalise(5.0, &node), backup.normalise(5.0, &node)), (0.5, 0.5));
        assert_eq!((leaf.is_noted(true), leaf.is_noted(false)), (true, false));
        assert_eq!((backup.is_noted(true), backup.is_noted(false)), (true, true));
    }

    #[test]
    fn split_keeps_scores_apart_from_outcomes() {
        let mut bounds = Normaliser::new(BoundsMode::Split);
        assert_eq!(bounds.reward(-1e7, Winner::Loses), 0.0);
        assert_eq!(bounds.reward(1e7, Winner::Wins), 1.0);
        assert_eq!(bounds.reward(0.0, Winner::None), 0.5);
        assert!((bounds.reward(4.0, Winner::None) - 0.9).abs() < 1e-12);
        assert!((bounds.reward(0.0, Winner::None) - 0.1).abs() < 1e-12);
    }
}
