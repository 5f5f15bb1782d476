//! Distances over the cells of a level.

/// Unreachable.
pub(crate) const FAR: u32 = u32::MAX;
/// What a step into a cell costs at most.
pub(crate) const DEAREST: u8 = 12;
/// A cell that cannot be entered.
pub(crate) const SHUT: u8 = u8::MAX;

/// Shortest ways from some cells to all others.
#[derive(Debug, Clone, Default)]
pub(crate) struct Distances {
    width: usize,
    costs: Vec<u8>,
    /// Doors from one cell to others.
    jumps: Vec<(usize, usize)>,
    found: Vec<u32>,
    rounds: Vec<Vec<usize>>,
}

impl Distances {
    /// A level of this size where every step costs one.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let cells = width * height;
        Distances {
            width,
            costs: vec![1; cells],
            jumps: Vec::new(),
            found: vec![FAR; cells],
            rounds: vec![Vec::new(); usize::from(DEAREST) + 1],
        }
    }

    /// Forgets costs and jumps.
    pub(crate) fn clear(&mut self) {
        self.costs.fill(1);
        self.jumps.clear();
    }

    /// Makes a cell dearer to enter, or shuts it.
    pub(crate) fn raise(&mut self, cell: usize, cost: u8) {
        if let Some(old) = self.costs.get_mut(cell) {
            *old = (*old).max(if cost == SHUT { SHUT } else { cost.min(DEAREST) });
        }
    }

    /// Whoever enters the first cell comes out at the second.
    pub(crate) fn jump(&mut self, from: usize, to: usize) {
        self.jumps.push((from, to));
    }

    /// Finds the shortest ways from these cells to everywhere.
    pub(crate) fn spread(&mut self, from: impl Iterator<Item = usize>) {
        self.found.fill(FAR);
        self.rounds.iter_mut().for_each(Vec::clear);
        for cell in from {
            if let Some(found) = self.found.get_mut(cell) {
                *found = 0;
                self.rounds[0].push(cell);
            }
        }
        let rounds = self.rounds.len();
        let mut idle = 0;
        let mut way = 0u32;
        while idle < rounds {
            let slot = way as usize % rounds;
            let mut current = std::mem::take(&mut self.rounds[slot]);
            idle = if current.is_empty() { idle + 1 } else { 0 };
            for cell in current.drain(..) {
                if self.found[cell] == way {
                    self.step_from(cell, way);
                }
            }
            self.rounds[slot] = current;
            way += 1;
        }
    }

    fn step_from(&mut self, cell: usize, way: u32) {
        let (x, width, cells) = (cell % self.width, self.width, self.found.len());
        let neighbours = [
            (cell >= width).then(|| cell - width),
            (x > 0).then(|| cell - 1),
            (cell + width < cells).then_some(cell + width),
            (x + 1 < width).then_some(cell + 1),
        ];
        for next in neighbours.into_iter().flatten() {
            self.reach(next, way);
        }
        for i in 0..self.jumps.len() {
            if self.jumps[i].0 == cell {
                self.reach(self.jumps[i].1, way);
            }
        }
    }

    fn reach(&mut self, cell: usize, way: u32) {
        let cost = self.costs[cell];
        if cost == SHUT {
            return;
        }
        let total = way + u32::from(cost);
        if total < self.found[cell] {
            self.found[cell] = total;
            let rounds = self.rounds.len();
            self.rounds[total as usize % rounds].push(cell);
        }
    }

    /// How far a cell is, or [`FAR`].
    pub(crate) fn to(&self, cell: usize) -> u32 {
        self.found.get(cell).copied().unwrap_or(FAR)
    }

    /// How far the nearest neighbour of a cell is: for what can be touched but not entered.
    pub(crate) fn beside(&self, cell: usize) -> u32 {
        let around = [cell.wrapping_sub(self.width), cell.wrapping_sub(1), cell + self.width, cell + 1];
        around.into_iter().map(|c| self.to(c)).min().map_or(FAR, |d| d.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_go_round_walls_and_through_doors() {
        let mut ways = Distances::new(3, 3);
        ways.raise(1, SHUT);
        ways.raise(4, SHUT);
        ways.spread([0].into_iter());
        assert_eq!((ways.to(2), ways.to(4), ways.to(99)), (6, FAR, FAR));
        ways.jump(3, 2);
        ways.spread([0].into_iter());
        assert_eq!(ways.to(2), 2);
        ways.raise(3, 10);
        ways.spread([0].into_iter());
        assert_eq!(ways.to(2), 11);
        assert_eq!(ways.beside(4), 11);
        ways.clear();
        ways.spread([0].into_iter());
        assert_eq!(ways.to(8), 4);
    }
}
