//! Sets of numbers of a fixed size that may forget: their memory is bounded however long a search goes on.
//!
//! They have levels, each eight times as large as the one before. A small set stays in the processor's cache, and a large one is never
//! copied into a larger table, which would take the time of a tick. A level has no memory before it is needed.

use crate::kit::sets::mix;

/// How much longer each level is than the one before.
const GROWTH: usize = 8;

/// The lengths of levels, from the first to the last.
fn lengths(first: usize, last: usize) -> Vec<usize> {
    let growing = std::iter::successors(Some(first), |length| Some(length * GROWTH));
    growing.take_while(|length| *length < last).chain([last]).collect()
}

/// A set of numbers in buckets. On the last level a full bucket forgets a number.
#[derive(Debug)]
pub(super) struct Seen {
    /// 0 where there is nothing.
    levels: Vec<Vec<u64>>,
    lengths: Vec<usize>,
    /// Told apart from the numbers of earlier searches, so that the last level need not be cleared.
    epoch: u64,
}

/// Numbers in a bucket: one line of the processor's cache.
const BUCKET: usize = 8;
const FIRST_NUMBERS: usize = 1 << 14;

impl Seen {
    /// A set that remembers about so many numbers.
    pub fn new(size: usize) -> Seen {
        let lengths = lengths(FIRST_NUMBERS, size.next_power_of_two().max(BUCKET));
        Seen { levels: vec![vec![0; lengths[0]]], lengths, epoch: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.epoch += 1;
        // What has grown so far will grow again.
        let last = self.lengths.len() - 1;
        self.levels.iter_mut().take(last).for_each(|level| level.fill(0));
    }

    /// Puts a number in. Was it new?
    #[inline]
    pub fn insert(&mut self, number: u64) -> bool {
        let number = mix(number, self.epoch).max(1);
        for level in &mut self.levels {
            let start = (number >> 20) as usize & (level.len() - BUCKET);
            let bucket = &mut level[start..start + BUCKET];
            if let Some(at) = bucket.iter().position(|&slot| slot == number || slot == 0) {
                let new = bucket[at] == 0;
                bucket[at] = number;
                return new;
            }
        }
        self.insert_beyond(number);
        true
    }

    /// Puts in a number whose buckets are full.
    #[cold]
    fn insert_beyond(&mut self, number: u64) {
        if let Some(&length) = self.lengths.get(self.levels.len()) {
            self.levels.push(vec![0; length]);
        }
        if let Some(level) = self.levels.last_mut() {
            let start = (number >> 20) as usize & (level.len() - BUCKET);
            let bucket = &mut level[start..start + BUCKET];
            let at = bucket.iter().position(|&slot| slot == 0).unwrap_or(number as usize % BUCKET);
            bucket[at] = number;
        }
    }
}

/// A set of numbers with one bit each: now and then it takes a new number for a known one.
#[derive(Debug)]
pub(super) struct Bits {
    levels: Vec<Vec<u64>>,
    lengths: Vec<usize>,
    /// The level that new numbers go to, and how many it has.
    current: usize,
    used: usize,
}

/// The words of the first level.
const FIRST_WORDS: usize = 1 << 14;

impl Bits {
    /// A set with so many bits at most.
    pub fn new(bits: usize) -> Bits {
        let lengths = lengths(FIRST_WORDS, bits.next_power_of_two().max(64) / 64);
        Bits { levels: vec![vec![0; lengths[0]]], lengths, current: 0, used: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.levels.iter_mut().take(self.current + 1).for_each(|level| level.fill(0));
        (self.current, self.used) = (0, 0);
    }

    /// Puts a number in. Was it new?
    #[inline]
    pub fn insert(&mut self, number: u64) -> bool {
        let place = |level: &[u64]| {
            let at = (number >> 16) as usize & (level.len() * 64 - 1);
            (at >> 6, 1 << (at & 63))
        };
        let known = |level: &Vec<u64>| {
            let (word, bit) = place(level);
            level[word] & bit != 0
        };
        if self.levels[..=self.current].iter().any(known) {
            return false;
        }
        let level = &mut self.levels[self.current];
        let (word, bit) = place(level);
        level[word] |= bit;
        self.used += 1;
        if self.used > level.len() && self.current + 1 < self.lengths.len() {
            self.grow();
        }
        true
    }

    /// Goes on with the next level when one bit of 64 is set: then hardly any number is taken for another.
    #[cold]
    fn grow(&mut self) {
        self.current += 1;
        self.used = 0;
        if self.levels.len() == self.current {
            self.levels.push(vec![0; self.lengths[self.current]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_known() {
        let (mut seen, mut bits) = (Seen::new(1 << 12), Bits::new(1 << 16));
        let numbers: Vec<u64> = (0..1000).map(|n| mix(n, 7)).collect();
        let new = numbers.iter().filter(|&&n| seen.insert(n)).count();
        assert_eq!(new, 1000);
        assert!(numbers.iter().all(|&n| !seen.insert(n)));
        assert!(numbers.iter().filter(|&&n| bits.insert(n)).count() > 980);
        assert!(numbers.iter().all(|&n| !bits.insert(n)));
        seen.clear();
        bits.clear();
        assert!(numbers.iter().all(|&n| seen.insert(n)));
        assert!(bits.insert(numbers[0]));
    }

    #[test]
    fn a_full_set_forgets() {
        let mut seen = Seen::new(64);
        (0..10_000).for_each(|n| {
            seen.insert(mix(n, 3));
        });
        assert!(seen.insert(mix(10_001, 3)) && !seen.insert(mix(10_001, 3)));
    }
}
