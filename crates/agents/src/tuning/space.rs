//! What can be set: parameters with finitely many values, and which combinations of them are legal.

use std::fmt;
use std::ops::Range;

use crate::interface::Rng;

/// The most combinations that a space may have: tables over all of them must fit into memory.
const MOST: usize = 1 << 20;

/// A combination of values, one for each parameter of a [`Space`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Setting(pub(super) u32);

impl Setting {
    /// Its place in a table over all combinations.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All combinations of the parameters' values. Values are numbers from 0; what they stand for is the user's business.
#[derive(Debug, Clone)]
pub struct Space {
    /// How many values each parameter has.
    sizes: Vec<usize>,
    /// How far apart two settings are that differ by one in a parameter. Settings with the same first values lie
    /// side by side.
    strides: Vec<usize>,
    /// How many legal settings lie before each setting, and at the end how many there are.
    legal_before: Vec<u32>,
}

/// Why there is no such space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError {
    /// There is no parameter, a parameter has no value, or no combination is legal.
    Empty,
    /// There are more combinations than can be kept in mind.
    TooLarge,
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpaceError::Empty => write!(f, "there is nothing to choose from"),
            SpaceError::TooLarge => {
                write!(f, "there are more than {MOST} combinations: take fewer values or fewer parameters")
            }
        }
    }
}

impl std::error::Error for SpaceError {}

impl Space {
    /// The combinations of parameters with so many values each, as far as they are legal.
    pub fn new(sizes: &[usize], legal: impl Fn(&[usize]) -> bool) -> Result<Space, SpaceError> {
        let mut strides = vec![1; sizes.len()];
        let mut count = 1_usize;
        for (stride, &size) in strides.iter_mut().zip(sizes).rev() {
            *stride = count;
            count = count.checked_mul(size).filter(|&count| count <= MOST).ok_or(SpaceError::TooLarge)?;
        }
        let mut space = Space { sizes: sizes.to_vec(), strides, legal_before: vec![0] };
        let mut values = vec![0; sizes.len()];
        let mut before = 0;
        for index in 0..count {
            for (parameter, value) in values.iter_mut().enumerate() {
                *value = space.value(Setting(index as u32), parameter);
            }
            before += u32::from(legal(&values));
            space.legal_before.push(before);
        }
        if sizes.is_empty() || before == 0 { Err(SpaceError::Empty) } else { Ok(space) }
    }

    /// How many parameters there are.
    pub fn parameters(&self) -> usize {
        self.sizes.len()
    }

    /// How many values a parameter has.
    pub fn size(&self, parameter: usize) -> usize {
        self.sizes[parameter]
    }

    /// How many combinations there are, legal or not.
    pub fn combinations(&self) -> usize {
        self.legal_before.len() - 1
    }

    /// The value that a setting gives a parameter.
    #[inline]
    pub fn value(&self, setting: Setting, parameter: usize) -> usize {
        setting.index() / self.strides[parameter] % self.sizes[parameter]
    }

    /// A setting with another value of a parameter.
    #[inline]
    pub fn with(&self, setting: Setting, parameter: usize, value: usize) -> Setting {
        let stride = self.strides[parameter];
        Setting((setting.index() - self.value(setting, parameter) * stride + value * stride) as u32)
    }

    /// May a setting be chosen?
    #[inline]
    pub fn is_legal(&self, setting: Setting) -> bool {
        self.legal_among(setting.index()..setting.index() + 1)
    }

    /// Is there a legal setting with the values that this one gives the parameters up to `parameter`, whatever the
    /// others are?
    pub fn can_complete(&self, setting: Setting, parameter: usize) -> bool {
        let stride = self.strides[parameter];
        let first = setting.index() / stride * stride;
        self.legal_among(first..first + stride)
    }

    fn legal_among(&self, settings: Range<usize>) -> bool {
        self.legal_before[settings.start] < self.legal_before[settings.end]
    }

    /// All legal settings.
    pub fn settings(&self) -> impl Iterator<Item = Setting> {
        (0..self.combinations() as u32).map(Setting).filter(|&setting| self.is_legal(setting))
    }

    /// Any legal setting, all equally likely.
    pub fn random(&self, rng: &mut Rng) -> Setting {
        let count = self.legal_before[self.combinations()];
        let nth = rng.below(count as usize) as u32;
        // The last setting with so many legal ones before it is the legal one among them.
        Setting(self.legal_before.partition_point(|&before| before <= nth) as u32 - 1)
    }

    /// A setting with any other value of a parameter; the same where there is no other. It need not be legal.
    pub fn mutate(&self, setting: Setting, parameter: usize, rng: &mut Rng) -> Setting {
        let others = self.sizes[parameter] - 1;
        if others == 0 {
            return setting;
        }
        let value = rng.below(others);
        self.with(setting, parameter, value + usize::from(value >= self.value(setting, parameter)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_numbers_in_a_mixed_radix() {
        let space = Space::new(&[2, 3, 4], |_| true).unwrap();
        assert_eq!((space.parameters(), space.combinations()), (3, 24));
        for setting in space.settings() {
            let values = [0, 1, 2].map(|parameter| space.value(setting, parameter));
            assert_eq!(setting.index(), values[0] * 12 + values[1] * 4 + values[2]);
            let changed = space.with(setting, 1, 2);
            assert_eq!([0, 1, 2].map(|p| space.value(changed, p)), [values[0], 2, values[2]]);
        }
    }

    #[test]
    fn only_legal_settings_are_drawn_and_all_of_them() {
        let space = Space::new(&[4, 4], |values| values[0] + values[1] == 3).unwrap();
        let mut rng = Rng::new(1);
        let mut drawn = std::collections::BTreeMap::<Setting, u32>::new();
        for _ in 0..4000 {
            *drawn.entry(space.random(&mut rng)).or_default() += 1;
        }
        assert_eq!(drawn.keys().copied().collect::<Vec<_>>(), space.settings().collect::<Vec<_>>());
        assert!(drawn.len() == 4 && drawn.values().all(|&n| (850..1150).contains(&n)), "{drawn:?}");
    }

    #[test]
    fn what_can_be_completed() {
        let space = Space::new(&[3, 3], |values| values[0] == 1 && values[1] > 0).unwrap();
        let setting = |a, b| space.with(space.with(Setting(0), 0, a), 1, b);
        assert!(space.can_complete(setting(1, 0), 0) && !space.can_complete(setting(0, 1), 0));
        assert!(space.can_complete(setting(1, 1), 1) && !space.can_complete(setting(1, 0), 1));
    }

    #[test]
    fn a_mutation_is_always_another_value() {
        let space = Space::new(&[3, 1], |_| true).unwrap();
        let mut rng = Rng::new(2);
        let start = space.random(&mut rng);
        for _ in 0..50 {
            assert_ne!(space.mutate(start, 0, &mut rng), start);
            assert_eq!(space.mutate(start, 1, &mut rng), start);
        }
    }

    #[test]
    fn spaces_that_cannot_be() {
        assert_eq!(Space::new(&[], |_| true).unwrap_err(), SpaceError::Empty);
        assert_eq!(Space::new(&[3, 0], |_| true).unwrap_err(), SpaceError::Empty);
        assert_eq!(Space::new(&[3], |_| false).unwrap_err(), SpaceError::Empty);
        assert_eq!(Space::new(&[usize::MAX, 2], |_| true).unwrap_err(), SpaceError::TooLarge);
        assert_eq!(Space::new(&[2000, 2000], |_| true).unwrap_err(), SpaceError::TooLarge);
    }
}
