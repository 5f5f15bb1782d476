//! A plane of cells for each type.
//!
//! Most of what there is to be seen are fixtures, and most of them still stand. So an observation begins as a copy of the planes
//! with all fixtures, from which the missing ones are taken.

use ludex_engine::{Observation, Seen, State, TypeId};

use super::Bounds;
use crate::stage::Stage;

pub(super) struct Planes {
    columns: usize,
    /// Where the plane of each type begins, if it has one.
    start_of: Vec<Option<usize>>,
    /// Types of which something can be hidden: they are asked for one by one.
    uncertain: Vec<TypeId>,
    /// Per type: can nothing of it be hidden?
    certain: Vec<bool>,
    /// The planes with all fixtures.
    all_standing: Vec<u8>,
    /// The fixtures in there, as the bits that say whether they stand.
    bits: Vec<u64>,
    /// Where each fixture is, by bit.
    place_of: Vec<usize>,
    /// Fixtures of one type in the same place: none of them is missing there as long as one stands.
    shared: Vec<(usize, usize)>,
}

impl Planes {
    pub fn new(stage: &Stage, bounds: Bounds) -> Planes {
        let types = stage.world().type_names().len();
        let observation = stage.start().observe();
        let plane = bounds.rows * bounds.columns;
        let mut start_of = vec![None; types];
        for (number, kind) in stage.types().iter().enumerate() {
            start_of[usize::from(*kind)] = Some(number * plane);
        }
        let certain: Vec<bool> = (0..types as TypeId).map(|kind| observation.always_shows(kind)).collect();
        let uncertain = stage.types().iter().copied().filter(|kind| !certain[usize::from(*kind)]).collect();
        let fixtures = observation.standing().len() * 64;
        let mut planes = Planes {
            columns: bounds.columns,
            start_of,
            uncertain,
            certain,
            all_standing: vec![0; bounds.types * plane],
            bits: vec![0; observation.standing().len()],
            place_of: vec![0; fixtures],
            shared: Vec::new(),
        };
        planes.add_fixtures(observation, fixtures);
        planes
    }

    fn add_fixtures(&mut self, observation: Observation<'_>, count: usize) {
        let mut placed: Vec<(usize, usize)> = Vec::new();
        for bit in 0..count {
            let Some(seen) = observation.fixture(bit).filter(|seen| self.is_certain(seen.type_id)) else {
                continue;
            };
            let cells: Vec<usize> = self.cells(observation, &seen).collect();
            match *cells.as_slice() {
                [place] => {
                    self.all_standing[place] = 1;
                    self.bits[bit >> 6] |= 1 << (bit & 63);
                    self.place_of[bit] = place;
                    placed.push((place, bit));
                }
                // Outside of the level.
                [] => {}
                // Levels are built of cells, so that there should be none between them.
                _ => self.uncertain.push(seen.type_id),
            }
        }
        self.uncertain.sort_unstable();
        self.uncertain.dedup();
        placed.sort_unstable();
        for pair in placed.windows(2) {
            if pair[0].0 == pair[1].0 {
                self.shared.extend(pair.iter().map(|(place, bit)| (*bit, *place)));
            }
        }
        self.shared.dedup();
    }

    fn is_certain(&self, kind: TypeId) -> bool {
        self.certain.get(usize::from(kind)) == Some(&true) && self.start_of[usize::from(kind)].is_some()
    }

    /// The places of a sprite in the planes.
    #[inline]
    fn cells(&self, observation: Observation<'_>, seen: &Seen) -> impl Iterator<Item = usize> + use<> {
        let (start, columns) = (self.start_of[usize::from(seen.type_id)], self.columns);
        observation.cells_of(seen).filter_map(move |(x, y)| Some(start? + y * columns + x))
    }

    pub fn write(&self, state: &State, out: &mut [u8]) {
        let observation = state.observe();
        out.copy_from_slice(&self.all_standing);
        let mut missing = false;
        for ((word, all), standing) in self.bits.iter().enumerate().zip(observation.standing()) {
            let mut gone = all & !standing;
            missing |= gone != 0;
            while gone != 0 {
                let bit = word * 64 + gone.trailing_zeros() as usize;
                out[self.place_of[bit]] = 0;
                gone &= gone - 1;
            }
        }
        if missing {
            for &(bit, place) in &self.shared {
                if observation.standing()[bit >> 6] >> (bit & 63) & 1 != 0 {
                    out[place] = 1;
                }
            }
        }
        for slot in observation.slots().flatten() {
            if self.certain[usize::from(slot.type_id())] {
                self.cells(observation, &observation.see(slot)).for_each(|place| out[place] = 1);
            }
        }
        for &kind in &self.uncertain {
            for seen in observation.shown_of(kind) {
                self.cells(observation, &seen).for_each(|place| out[place] = 1);
            }
        }
    }
}
