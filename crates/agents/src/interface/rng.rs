//! The random generator of agents.

/// The seed of games, agents and experiments for which nobody gave one: the same in every command, in the studio and in Python, so
/// that what one of them shows another shows again.
pub const DEFAULT_SEED: u32 = 1;

/// A small, fast generator with 64 bits of state (SplitMix64). Every agent owns one, seeded by whoever starts the
/// game; it has nothing to do with the generator of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Any 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, all equally likely; 0 if there is none.
    ///
    /// The bias is below n / 2^64: no experiment can notice it.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// A number of the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        loop {
            // A point of the disc (Marsaglia's polar method). Its second number would need a place to be kept.
            let (x, y) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                return x * (-2.0 * square.ln() / square).sqrt();
            }
        }
    }

    /// True with this probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Any of these, all equally likely.
    #[inline]
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }

    /// Puts a list in random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 5];
        for _ in 0..50_000 {
            counts[rng.below(5)] += 1;
        }
        assert!(counts.iter().all(|&n: &i32| (n - 10_000).abs() < 400), "{counts:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
    }

    #[test]
    fn fractions_stay_in_their_range() {
        let mut rng = Rng::new(2);
        let sum: f64 = (0..10_000).map(|_| rng.unit()).inspect(|u| assert!((0.0..1.0).contains(u))).sum();
        assert!((sum / 10_000.0 - 0.5).abs() < 0.02);
    }

    #[test]
    fn normal_numbers_have_their_moments() {
        let mut rng = Rng::new(6);
        let (n, mut sums) = (100_000, [0.0; 4]);
        for _ in 0..n {
            let x = rng.normal();
            sums.iter_mut().zip(1..).for_each(|(sum, power)| *sum += x.powi(power));
        }
        for (sum, moment) in sums.iter().zip([0.0, 1.0, 0.0, 3.0]) {
            assert!((sum / f64::from(n) - moment).abs() < 0.07, "{sums:?}");
        }
    }

    #[test]
    fn nothing_to_choose_is_nothing() {
        assert_eq!(Rng::new(3).choose::<u8>(&[]), None);
        assert_eq!(Rng::new(3).choose(&[7]), Some(7));
    }

    #[test]
    fn shuffling_keeps_everything() {
        let mut list: Vec<usize> = (0..20).collect();
        Rng::new(4).shuffle(&mut list);
        assert_ne!(list, (0..20).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..20).collect::<Vec<_>>());
    }
}
