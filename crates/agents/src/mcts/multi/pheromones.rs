//! Where the avatar has been: a trail that spreads and fades.

use crate::interface::Overlay;

/// How much pheromone there is in each cell of a level, from 0 to 1.
#[derive(Debug, Clone)]
pub(super) struct Pheromones {
    columns: usize,
    rows: usize,
    /// The share of a cell's new value that comes from around it.
    diffusion: f64,
    /// What is left of a cell's own value after a tick.
    decay: f64,
    /// What the avatar leaves in its cell each tick.
    deposit: f64,
    cells: Vec<f64>,
    /// Where the next tick's values are put together.
    next: Vec<f64>,
}

impl Pheromones {
    /// A level without any.
    pub fn new((columns, rows): (usize, usize), diffusion: f64, decay: f64, deposit: f64) -> Pheromones {
        let cells = vec![0.0; columns * rows];
        Pheromones { columns, rows, diffusion, decay, deposit, next: cells.clone(), cells }
    }

    /// A tick passes: what is there spreads and fades, and the avatar leaves more in its cell.
    pub fn pass_tick(&mut self, avatar: Option<(usize, usize)>) {
        for y in 0..self.rows {
            for x in 0..self.columns {
                let own = (1.0 - self.diffusion) * self.decay * self.cells[y * self.columns + x];
                self.next[y * self.columns + x] = self.diffusion * self.around(x, y) + own;
            }
        }
        std::mem::swap(&mut self.cells, &mut self.next);
        if let Some((x, y)) = avatar {
            let cell = &mut self.cells[y * self.columns + x];
            *cell = (*cell + self.deposit).min(1.0);
        }
    }

    /// The mean of the up to eight cells around one.
    fn around(&self, x: usize, y: usize) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for row in y.saturating_sub(1)..(y + 2).min(self.rows) {
            for column in x.saturating_sub(1)..(x + 2).min(self.columns) {
                if (column, row) != (x, y) {
                    sum += self.cells[row * self.columns + column];
                    count += 1;
                }
            }
        }
        if count == 0 { 0.0 } else { sum / f64::from(count) }
    }

    /// How much there is in a cell of the level.
    pub fn at(&self, (x, y): (usize, usize)) -> f64 {
        self.cells[y * self.columns + x]
    }

    /// All cells in which there is enough to be seen.
    pub fn overlay(&self) -> Overlay {
        let place = |i: usize| ((i % self.columns) as i32, (i / self.columns) as i32);
        let cells = self.cells.iter().enumerate().filter(|&(_, &amount)| amount >= 0.005);
        let cells = cells.map(|(i, &amount)| (place(i), amount)).collect();
        Overlay { title: "pheromones".to_owned(), cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn what_the_avatar_leaves_spreads_and_fades() {
        let mut trail = Pheromones::new((5, 5), 0.4, 0.99, 1.0);
        trail.pass_tick(Some((2, 2)));
        assert_eq!((trail.at((2, 2)), trail.at((1, 1))), (1.0, 0.0));
        trail.pass_tick(None);
        assert!(close(trail.at((2, 2)), 0.6 * 0.99));
        // One of eight neighbours had all of it.
        assert!(close(trail.at((1, 1)), 0.4 / 8.0) && close(trail.at((2, 1)), 0.05));
        assert_eq!(trail.at((0, 0)), 0.0);
        trail.pass_tick(None);
        // A corner has three neighbours.
        assert!(close(trail.at((0, 0)), 0.4 * 0.05 / 3.0));
    }

    #[test]
    fn there_is_never_more_than_one() {
        let mut trail = Pheromones::new((3, 1), 0.4, 0.99, 1.0);
        for _ in 0..1000 {
            trail.pass_tick(Some((1, 0)));
        }
        assert_eq!(trail.at((1, 0)), 1.0);
        assert!(trail.at((0, 0)) < 1.0 && trail.at((0, 0)) > 0.9);
        let mut single = Pheromones::new((1, 1), 0.4, 0.99, 0.5);
        single.pass_tick(Some((0, 0)));
        single.pass_tick(Some((0, 0)));
        assert!(close(single.at((0, 0)), 0.5 * 0.6 * 0.99 + 0.5));
    }
}
