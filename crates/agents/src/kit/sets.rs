//! Sets of numbers, and numbers for names: open addressing with a cheap hash. They keep their memory when they are cleared.

/// Both halves of a product, folded into one: every bit depends on all bits of both numbers.
#[inline]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x243F_6A88_85A3_08D3) * u128::from(b ^ 0x1319_8A2E_0370_7344);
    (product as u64) ^ (product >> 64) as u64
}

/// A set of numbers.
#[derive(Debug)]
pub(crate) struct Set {
    /// 0 where there is nothing; the length is a power of two.
    slots: Vec<u64>,
    used: usize,
    /// The other half of the memory when the set grows.
    spare: Vec<u64>,
}

impl Default for Set {
    fn default() -> Set {
        Set { slots: vec![0; Set::START], used: 0, spare: Vec::new() }
    }
}

impl Set {
    /// How many slots there are at first.
    const START: usize = 1024;

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Forgets everything; begins as large as was needed last.
    pub fn clear(&mut self) {
        if self.used > 0 {
            self.slots.truncate((2 * self.used).next_power_of_two().max(Set::START));
            self.slots.fill(0);
            self.used = 0;
        }
    }

    /// Puts a number in. Was it new?
    #[inline]
    pub fn insert(&mut self, number: u64) -> bool {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let number = number.max(1);
        let at = self.find(number);
        let new = self.slots[at] == 0;
        if new {
            self.slots[at] = number;
            self.used += 1;
        }
        new
    }

    /// Where a number is, or would be.
    #[inline]
    fn find(&self, number: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash(number) & mask;
        while self.slots[at] != 0 && self.slots[at] != number {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        std::mem::swap(&mut self.slots, &mut self.spare);
        self.slots.clear();
        self.slots.resize(2 * self.spare.len(), 0);
        for i in 0..self.spare.len() {
            let number = self.spare[i];
            if number != 0 {
                let at = self.find(number);
                self.slots[at] = number;
            }
        }
    }
}

/// A set of numbers that come close together: a word of 64 of them at a time.
#[derive(Debug)]
pub(crate) struct Words {
    /// The number of a word, and which of its numbers are there; a free slot has none. The length is a power of two.
    slots: Vec<(u64, u64)>,
    used: usize,
    spare: Vec<(u64, u64)>,
}

impl Default for Words {
    fn default() -> Words {
        Words { slots: vec![(0, 0); Set::START], used: 0, spare: Vec::new() }
    }
}

impl Words {
    /// Forgets everything; begins as large as was needed last.
    pub fn clear(&mut self) {
        let needed = (2 * self.used).next_power_of_two().max(Set::START);
        self.slots.truncate(needed);
        self.slots.fill((0, 0));
        self.used = 0;
    }

    /// Puts numbers of a word in, one at least. How many were new?
    #[inline]
    pub fn insert(&mut self, word: u64, bits: u64) -> u32 {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let at = self.find(word);
        let slot = &mut self.slots[at];
        self.used += usize::from(slot.1 == 0);
        let new = bits & !slot.1;
        if new == 0 {
            return 0;
        }
        *slot = (word, slot.1 | bits);
        new.count_ones()
    }

    #[inline]
    fn find(&self, word: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash(word) & mask;
        while self.slots[at].1 != 0 && self.slots[at].0 != word {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        std::mem::swap(&mut self.slots, &mut self.spare);
        self.slots.clear();
        self.slots.resize(2 * self.spare.len(), (0, 0));
        for i in 0..self.spare.len() {
            let (word, bits) = self.spare[i];
            if bits != 0 {
                let at = self.find(word);
                self.slots[at] = (word, bits);
            }
        }
    }
}

/// Gives names, which are any 64 bits, numbers in the order in which they come.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// The length is a power of two.
    slots: Vec<Name>,
    used: usize,
    /// The next number.
    next: u32,
    /// How often all names were forgotten. This does not touch the slots, of which there are many.
    age: u32,
    spare: Vec<Name>,
}

/// A name and its number. It is forgotten if it was given in another age.
#[derive(Debug, Clone, Copy, Default)]
struct Name {
    name: u64,
    number: u32,
    age: u32,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { slots: vec![Name::default(); Set::START], used: 0, next: 0, age: 1, spare: Vec::new() }
    }
}

impl Numbers {
    /// Forgets all names; new ones get numbers from here on.
    pub fn clear(&mut self, first: u32) {
        self.slots.truncate((2 * self.used).next_power_of_two().max(Set::START));
        (self.used, self.next) = (0, first);
        self.age = self.age.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(Name::default());
            1
        });
    }

    /// The number of a name. Was it new?
    #[inline]
    pub fn of(&mut self, name: u64) -> (u32, bool) {
        let number = self.next;
        let known = self.name(name, number);
        self.next += u32::from(known == number);
        (known, known == number)
    }

    /// The number of a name, if it has one.
    #[inline]
    pub fn get(&self, name: u64) -> Option<u32> {
        let slot = &self.slots[self.find(name)];
        (slot.age == self.age).then_some(slot.number)
    }

    /// Gives a name this number, if it has none. Returns the number that it has.
    #[inline]
    pub fn name(&mut self, name: u64, number: u32) -> u32 {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let at = self.find(name);
        let slot = &mut self.slots[at];
        if slot.age != self.age {
            *slot = Name { name, number, age: self.age };
            self.used += 1;
        }
        slot.number
    }

    #[inline]
    fn find(&self, name: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash(name) & mask;
        while self.slots[at].age == self.age && self.slots[at].name != name {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        std::mem::swap(&mut self.slots, &mut self.spare);
        self.slots.clear();
        self.slots.resize(2 * self.spare.len(), Name::default());
        for i in 0..self.spare.len() {
            let name = self.spare[i];
            if name.age == self.age {
                let at = self.find(name.name);
                self.slots[at] = name;
            }
        }
    }
}

/// The upper half of a product depends on all bits of the number.
#[inline]
fn hash(number: u64) -> usize {
    (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_new_once() {
        let mut set = Set::default();
        for _ in 0..2 {
            assert!((0..5000).map(|n| n * n).skip(1).all(|n| set.insert(n)));
            assert!(!(0..5000).map(|n| n * n).skip(1).any(|n| set.insert(n)));
            assert_eq!(set.len(), 4999);
            set.clear();
        }
    }

    #[test]
    fn numbers_of_a_word_are_new_once() {
        let mut words = Words::default();
        for _ in 0..2 {
            assert!((0..2000).all(|n| words.insert(n * 7, 0b101) == 2));
            assert!((0..2000).all(|n| words.insert(n * 7, 0b111) == 1));
            assert_eq!((words.insert(7, u64::MAX), words.insert(7, u64::MAX)), (61, 0));
            words.clear();
        }
    }

    #[test]
    fn names_keep_their_numbers() {
        let mut numbers = Numbers::default();
        for first in [0, 70] {
            numbers.clear(first);
            assert_eq!(numbers.name(u64::MAX, 3), 3);
            assert_eq!((numbers.name(u64::MAX, 4), numbers.of(u64::MAX)), (3, (3, false)));
            assert_eq!((numbers.get(u64::MAX), numbers.get(1)), (Some(3), None));
            assert!((0..3000).all(|n| numbers.of(n << 40) == (first + n as u32, true)));
            assert!((0..3000).all(|n| numbers.of(n << 40) == (first + n as u32, false)));
        }
    }
}
