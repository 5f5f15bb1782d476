//! Sets of numbers of a fixed size that may forget: their memory is bounded however long a search goes on.

use super::situation::mix;

/// A set of numbers in buckets. When a bucket is full, a number in it is forgotten.
#[derive(Debug)]
pub(super) struct Seen {
    slots: Vec<u64>,
    /// Told apart from the numbers of earlier searches, so that nothing has to be cleared.
    epoch: u64,
}

/// Numbers in a bucket: one line of the processor's cache.
const BUCKET: usize = 8;

impl Seen {
    /// A set for so many numbers, a power of two.
    pub fn new(size: usize) -> Seen {
        Seen { slots: vec![0; size.next_power_of_two().max(BUCKET)], epoch: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.epoch += 1;
    }

    /// Puts a number in. Was it new?
    #[inline]
    pub fn insert(&mut self, number: u64) -> bool {
        let number = mix(number, self.epoch).max(1);
        let start = (number >> 20) as usize & (self.slots.len() - BUCKET);
        let bucket = &mut self.slots[start..start + BUCKET];
        for slot in bucket.iter_mut() {
            if *slot == number {
                return false;
            }
            if *slot == 0 {
                *slot = number;
                return true;
            }
        }
        bucket[number as usize % BUCKET] = number;
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
