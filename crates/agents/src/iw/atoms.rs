//! What is true in a state, as sets of bits.

use ludex_engine::Observation;

/// A set of atoms: which sprites are where, and how the avatar stands.
///
/// The number of an atom is that of its bit; all sets of one game have the same length.
#[derive(Debug, Clone, Default)]
pub(super) struct Atoms {
    words: Vec<u64>,
}

impl Atoms {
    fn clear(&mut self, atoms: usize) {
        self.words.clear();
        self.words.resize(atoms.div_ceil(64), 0);
    }

    fn set(&mut self, atom: usize) {
        if let Some(word) = self.words.get_mut(atom >> 6) {
            *word |= 1 << (atom & 63);
        }
    }

    /// Adds all atoms of another set. Was one of them new?
    fn absorb(&mut self, other: &Atoms) -> bool {
        let mut new = 0;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            new |= theirs & !*mine;
            *mine |= theirs;
        }
        new != 0
    }
}

/// The ways an avatar can face: not at all, or in one of four directions.
const FACINGS: usize = 5;

/// How new a state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Novelty {
    /// It has an atom that no state before had.
    Atom,
    /// It has a sprite where no state before with the avatar as it is had one.
    Pair,
    /// It has neither.
    None,
}

/// Remembers what has been true in any state.
#[derive(Debug, Default)]
pub(super) struct NoveltyTable {
    columns: usize,
    cells: usize,
    types: usize,
    /// Are pairs of the avatar and a sprite remembered?
    pairs: bool,
    seen: Atoms,
    /// Per avatar atom: where its sprites are in `beside`, plus one; 0 if it has not been seen.
    places: Vec<u32>,
    /// The sprites that were seen together with an avatar atom.
    beside: Vec<Atoms>,
    used: usize,
    /// The atoms of the state that is being looked at.
    now: Atoms,
}

impl NoveltyTable {
    pub fn new(pairs: bool) -> NoveltyTable {
        NoveltyTable { pairs, ..NoveltyTable::default() }
    }

    /// Forgets everything; the states to come are of the same game as this one.
    pub fn clear(&mut self, seen: &Observation<'_>) {
        let (columns, rows) = seen.grid_size();
        (self.columns, self.cells, self.types) = (columns, columns * rows, seen.type_count());
        self.seen.clear(self.atoms());
        self.places.clear();
        if self.pairs {
            self.places.resize(self.avatar_atoms(), 0);
        }
        self.used = 0;
    }

    /// Sprites come first: a type in a cell. Then avatars: a type in a cell, facing somewhere.
    fn atoms(&self) -> usize {
        self.types * self.cells + self.avatar_atoms()
    }

    fn avatar_atoms(&self) -> usize {
        self.types * self.cells * FACINGS
    }

    /// How new is a state? What is true in it is remembered.
    pub fn novelty(&mut self, seen: &Observation<'_>, player: usize) -> Novelty {
        let block = seen.block();
        let cell = |x: i32, y: i32| {
            let (column, row) = (x.div_euclid(block), y.div_euclid(block));
            let inside = column >= 0 && row >= 0 && (column as usize) < self.columns;
            inside.then(|| row as usize * self.columns + column as usize).filter(|&cell| cell < self.cells)
        };
        let mut now = std::mem::take(&mut self.now);
        now.clear(self.atoms());
        for sprite in seen.sprites() {
            if let Some(cell) = cell(sprite.x, sprite.y) {
                now.set(usize::from(sprite.type_id) * self.cells + cell);
            }
        }
        let (x, y) = seen.avatar_position(player);
        let avatar = seen.avatar_type(player).zip(cell(x as i32, y as i32)).map(|(kind, cell)| {
            let place = usize::from(kind) * self.cells + cell;
            place * FACINGS + facing(seen.avatar_orientation(player))
        });
        let pair = self.pairs && avatar.is_some_and(|avatar| self.absorb_beside(avatar, &now));
        if let Some(avatar) = avatar {
            now.set(self.types * self.cells + avatar);
        }
        let atom = self.seen.absorb(&now);
        self.now = now;
        match (atom, pair) {
            (true, _) => Novelty::Atom,
            (false, true) => Novelty::Pair,
            (false, false) => Novelty::None,
        }
    }

    /// Remembers sprites as seen together with an avatar. Was one of them new in its company?
    fn absorb_beside(&mut self, avatar: usize, sprites: &Atoms) -> bool {
        let Some(place) = self.places.get_mut(avatar) else { return false };
        if *place == 0 {
            self.used += 1;
            *place = self.used as u32;
            match self.beside.get_mut(self.used - 1) {
                Some(known) => known.words.clone_from(&sprites.words),
                None => self.beside.push(sprites.clone()),
            }
            return true;
        }
        self.beside[*place as usize - 1].absorb(sprites)
    }
}

fn facing((x, y): (f64, f64)) -> usize {
    match (x, y) {
        (x, y) if x == 0.0 && y == 0.0 => 0,
        (x, y) if x.abs() >= y.abs() => 1 + usize::from(x > 0.0),
        (_, y) => 3 + usize::from(y > 0.0),
    }
}
