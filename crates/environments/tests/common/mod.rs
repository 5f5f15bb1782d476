//! What the tests share: the bundled games as stages, and numbers by chance.

use std::sync::Arc;

use ludex_environments::Stage;
use ludex_library::bundled;

/// A level of every bundled game.
#[allow(dead_code)]
pub fn stages(level: usize) -> Vec<(&'static str, Arc<Stage>)> {
    let stage = |game: &'static ludex_library::Bundled| {
        let stage = Stage::new(game.game, game.levels[level].text).unwrap();
        (game.name, Arc::new(stage))
    };
    bundled().iter().map(stage).collect()
}

/// The levels of one bundled game.
#[allow(dead_code)]
pub fn levels(name: &str) -> Vec<Arc<Stage>> {
    let game = ludex_library::bundled_game(name).unwrap();
    game.levels.iter().map(|level| Arc::new(Stage::new(game.game, level.text).unwrap())).collect()
}

/// Numbers below `n` by chance.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as i64
    }
}
