//! A picture.

use std::sync::{Mutex, PoisonError};

use ludex_engine::State;
use ludex_pictures::{Kind, Painter};

use super::Bounds;
use crate::scene;
use crate::stage::Stage;

pub(super) struct Pixels {
    kinds: Vec<Kind>,
    block: usize,
    /// The width of the picture.
    width: usize,
    /// A painter keeps the tiles that it has drawn, and draws one picture at a time. There are as many as there are threads.
    painters: Mutex<Vec<Painter>>,
}

impl Pixels {
    pub fn new(stage: &Stage, bounds: Bounds, block: usize) -> Pixels {
        let (kinds, width) = (scene::kinds(stage.game()), bounds.columns.saturating_mul(block));
        Pixels { kinds, block, width, painters: Mutex::new(Vec::new()) }
    }

    pub fn write(&self, state: &State, out: &mut [u8]) {
        let idle = || self.painters.lock().unwrap_or_else(PoisonError::into_inner);
        let painter = idle().pop();
        let mut painter = painter.unwrap_or_else(|| Painter::new(self.kinds.clone(), self.block as u32));
        let image = painter.draw(&scene::scene(state));
        idle().push(painter);
        out.fill(0);
        let rows = image.rgba().chunks_exact(image.width() as usize * 4);
        for (line, row) in out.chunks_exact_mut((self.width * 3).max(1)).zip(rows) {
            for (to, from) in line.chunks_exact_mut(3).zip(row.chunks_exact(4)) {
                to.copy_from_slice(&from[..3]);
            }
        }
    }
}
