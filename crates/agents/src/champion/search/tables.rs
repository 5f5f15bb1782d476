//! Sets of numbers of a fixed size that may forget: their memory is bounded however long a search goes on.

use super::situation::mix;

/// A set of numbers in buckets, on levels of which each is eight times as large as the one before. A small set stays in the
/// processor's cache, and a large one is never copied into a larger table, which would take the time of a tick. On the last level a full
/// bucket forgets a number.
#[derive(Debug)]
pub(super) struct Seen {
    /// 0 where there is nothing; all lengths are powers of two.
    levels: Vec<Vec<u64>>,
    /// The level that new numbers go to.
    current: usize,
    /// Told apart from the numbers of earlier searches, so that the last level need not be cleared.
    epoch: u64,
}

/// Numbers in a bucket: one line of the processor's cache.
const BUCKET: usize = 8;
/// The length of the first level, and how much longer each is than the one before.
const FIRST_LEVEL: usize = 1 << 14;
const GROWTH: usize = 8;

impl Seen {
    /// A set that remembers about so many numbers.
    pub fn new(size: usize) -> Seen {
        let last = size.next_power_of_two().max(BUCKET);
        let lengths = std::iter::successors(Some(FIRST_LEVEL), |length| Some(length * GROWTH));
        let lengths = lengths.take_while(|length| *length < last).chain([last]);
        Seen { levels: lengths.map(|length| vec![0; length]).collect(), current: 0, epoch: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.epoch += 1;
        let last = self.levels.len() - 1;
        self.levels[..last].iter_mut().take(self.current + 1).for_each(|level| level.fill(0));
        self.current = 0;
    }

    /// Puts a number in. Was it new?
    #[inline]
    pub fn insert(&mut self, number: u64) -> bool {
        let number = mix(number, self.epoch).max(1);
        let last = self.levels.len() - 1;
        for (index, level) in self.levels.iter_mut().enumerate() {
            let start = (number >> 20) as usize & (level.len() - BUCKET);
            let bucket = &mut level[start..start + BUCKET];
            let place = match bucket.iter().position(|&slot| slot == number || slot == 0) {
                Some(at) if bucket[at] == number => return false,
                _ if index < self.current => continue,
                Some(at) => at,
                None if index < last => {
                    self.current += 1;
                    continue;
                }
                None => number as usize % BUCKET,
            };
            bucket[place] = number;
            break;
        }
        true
    }
}

/// A set of numbers with one bit each: now and then it takes a new number for a known one.
#[derive(Debug)]
pub(super) struct Bits {
    words: Vec<u64>,
    /// Told apart from the numbers of earlier searches, so that they need not be cleared each time.
    epoch: u64,
    used: usize,
}

impl Bits {
    /// A set with so many bits, a power of two.
    pub fn new(bits: usize) -> Bits {
        Bits { words: vec![0; bits.next_power_of_two().max(64) / 64], epoch: 1, used: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.epoch += 1;
        if self.used > self.words.len() {
            self.words.fill(0);
            self.used = 0;
        }
    }

    /// Puts a number in. Was it new?
    #[inline]
    pub fn insert(&mut self, number: u64) -> bool {
        let at = (mix(number, self.epoch) >> 16) as usize & (self.words.len() * 64 - 1);
        let (word, bit) = (&mut self.words[at >> 6], 1 << (at & 63));
        let new = *word & bit == 0;
        *word |= bit;
        self.used += usize::from(new);
        new
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
