//! N-gram selection technique: play-outs that favour sequences of actions that did well.
//!
//! Tak, Winands and Björnsson 2012. Like progressive history it tells actions apart by the avatar's cell.

use super::history::{ActionHistory, DECAY, Pair, Record};
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "nst",
    about: "N-gram selection technique: play-outs favour actions and sequences that did well in these cells.",
    source: "Tak, Winands & Björnsson 2012; Soemers et al. 2016",
    parameters: &[
        Parameter::real("epsilon", 0.5, (0.0, 1.0), "how often an action is drawn at random nevertheless"),
        Parameter::integer("k", 7, (1, 1_000_000), "how often a sequence must have been seen to count"),
        Parameter::integer("n", 3, (1, 3), "the length of the longest sequences"),
    ],
};

/// A record that has faded to fewer visits than this makes room for others.
const FADED: f64 = 0.01;

/// How well sequences of two and three actions did.
#[derive(Debug)]
pub(super) struct NGrams {
    pub epsilon: f64,
    enough: f64,
    longest: usize,
    /// Ticks of the game so far. Records fade when they are looked at, not every tick.
    now: u32,
    /// A hash table with open addressing; its length is a power of two.
    entries: Vec<Entry>,
    used: usize,
    /// The table that is filled when this one is full.
    next: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    /// 0 if there is none.
    key: u64,
    record: Record,
    tick: u32,
}

/// The last actions of a simulation, the latest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gram(pub [Option<Pair>; 3]);

impl Gram {
    /// The number of the sequence of the last `n` actions; `None` if there were not so many.
    #[inline]
    fn key(&self, n: usize) -> Option<u64> {
        // The highest bit tells every key from 0.
        let key = self.0[..n].iter().try_fold(0_u64, |key, pair| {
            pair.map(|pair| (key << 21) | ((pair.index() as u64 + 1) & 0x1F_FFFF))
        });
        key.map(|key| key | 1 << 63)
    }
}

impl NGrams {
    pub fn new(settings: &Settings) -> NGrams {
        NGrams {
            epsilon: settings.real("epsilon"),
            enough: settings.count("k") as f64,
            longest: settings.count("n"),
            now: 0,
            entries: vec![Entry::default(); 1 << 12],
            used: 0,
            next: Vec::new(),
        }
    }

    /// The real game has gone on: records fade, or are forgotten.
    pub fn begin_tick(&mut self, forget: bool) {
        self.now += 1;
        if forget {
            self.entries.fill(Entry::default());
            self.used = 0;
        }
    }

    /// Adds the value of a simulation to all sequences that end in its latest action.
    #[inline]
    pub fn add(&mut self, gram: Gram, value: f64) {
        for n in 2..=self.longest {
            let Some(key) = gram.key(n) else { return };
            let at = self.find(key);
            let now = self.now;
            let entry = &mut self.entries[at];
            if entry.key == 0 {
                *entry = Entry { key, record: Record::default(), tick: now };
                self.used += 1;
            }
            entry.fade(now);
            entry.record.add(value);
            if self.used * 2 > self.entries.len() {
                self.grow();
            }
        }
    }

    /// What the latest action promises: the mean over the sequences that end in it and have been seen often enough.
    /// `None` if the action has not been played in this cell.
    #[inline]
    pub fn value(&self, actions: &ActionHistory, gram: Gram) -> Option<f64> {
        let (mut sum, mut count) = (actions.mean(gram.0[0]?)?, 1.0);
        for n in 2..=self.longest {
            let Some(key) = gram.key(n) else { break };
            let mut entry = self.entries[self.find(key)];
            entry.fade(self.now);
            match entry.record.mean() {
                Some(mean) if entry.record.visits >= self.enough => sum += mean,
                _ => break,
            }
            count += 1.0;
        }
        Some(sum / count)
    }

    /// Where a key is, or would be.
    #[inline]
    fn find(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.entries[at].key != 0 && self.entries[at].key != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// Makes room: what has faded goes, and if that is little the table grows.
    fn grow(&mut self) {
        let now = self.now;
        let alive = |entry: &mut Entry| {
            entry.fade(now);
            entry.key != 0 && entry.record.visits >= FADED
        };
        let kept = self.entries.iter_mut().filter_map(|entry| alive(entry).then_some(())).count();
        let size = if kept * 4 > self.entries.len() { self.entries.len() * 2 } else { self.entries.len() };
        std::mem::swap(&mut self.entries, &mut self.next);
        self.entries.clear();
        self.entries.resize(size, Entry::default());
        self.used = kept;
        for i in 0..self.next.len() {
            let entry = self.next[i];
            if entry.key != 0 && entry.record.visits >= FADED {
                let at = self.find(entry.key);
                self.entries[at] = entry;
            }
        }
    }
}

impl Entry {
    #[inline]
    fn fade(&mut self, now: u32) {
        if self.tick != now {
            self.record.decay(match now - self.tick {
                1 => DECAY,
                ticks => DECAY.powi(ticks as i32),
            });
            self.tick = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grams(enough: f64, longest: usize) -> NGrams {
        NGrams {
            epsilon: 0.0,
            enough,
            longest,
            now: 0,
            entries: vec![Entry::default(); 8],
            used: 0,
            next: Vec::new(),
        }
    }

    fn gram(pairs: &[u32]) -> Gram {
        let mut gram = Gram([None; 3]);
        gram.0.iter_mut().zip(pairs).for_each(|(place, &cell)| *place = Some(Pair::new(0, cell)));
        gram
    }

    /// Adds a value to a record of an n-gram, and nothing else.
    fn visits(grams: &NGrams, pairs: &[u32]) -> f64 {
        let mut entry = grams.entries[grams.find(gram(pairs).key(pairs.len()).unwrap())];
        entry.fade(grams.now);
        entry.record.visits
    }

    #[test]
    fn sequences_are_told_apart_by_order_and_length() {
        let mut table = grams(1.0, 3);
        table.add(gram(&[1, 2, 3]), 5.0);
        table.add(gram(&[1, 2, 3]), 7.0);
        table.add(gram(&[1, 2]), 0.0);
        assert_eq!(visits(&table, &[1, 2]), 3.0);
        assert_eq!(visits(&table, &[1, 2, 3]), 2.0);
        assert_eq!(visits(&table, &[2, 1]), 0.0);
        assert_eq!(visits(&table, &[1, 2, 4]), 0.0);
    }

    #[test]
    fn the_table_grows_fades_and_forgets() {
        let mut table = grams(1.0, 2);
        (0..1000).for_each(|cell| table.add(gram(&[cell, cell + 1]), 1.0));
        assert!((0..1000).all(|cell| visits(&table, &[cell, cell + 1]) == 1.0));
        let size = table.entries.len();
        table.begin_tick(false);
        assert_eq!(visits(&table, &[5, 6]), 0.6);
        (0..20).for_each(|_| table.begin_tick(false));
        (0..1000).for_each(|cell| table.add(gram(&[cell + 5000, cell]), 1.0));
        assert_eq!(table.entries.len(), size, "what has faded makes room");
        table.begin_tick(true);
        assert_eq!((table.used, visits(&table, &[5999, 999])), (0, 0.0));
    }
}
