//! `java.util.Random`: the generator that every game draws from.

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const INCREMENT: u64 = 0xB;
const MASK: u64 = (1 << 48) - 1;

/// A 48-bit linear congruential generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Random {
    state: u64,
}

/// A probability, as the number of floats below it that can be drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chance(u32);

impl Chance {
    pub fn of(probability: f64) -> Chance {
        // Floats are drawn in steps of 2^-24. A conversion ends at the smallest and the largest number.
        Chance((probability * f64::from(1 << 24)).ceil() as u32)
    }
}

impl Default for Random {
    fn default() -> Random {
        Random::new(0)
    }
}

impl Random {
    /// A generator with this seed.
    #[inline]
    pub fn new(seed: i64) -> Random {
        Random { state: (seed as u64 ^ MULTIPLIER) & MASK }
    }

    /// A generator that goes on from an internal state.
    #[inline]
    pub fn from_state(state: u64) -> Random {
        Random { state: state & MASK }
    }

    /// The internal state, 48 bits.
    #[inline]
    pub fn state(&self) -> u64 {
        self.state
    }

    /// One step; the top `bits` bits of the new state, at most 32.
    #[inline]
    fn next(&mut self, bits: u32) -> u32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
        (self.state >> (48 - bits)) as u32
    }

    /// A number below `n`, from one step or, rarely, more: `n = 1` costs a step too.
    ///
    /// # Panics
    ///
    /// If `n` is 0: there is no number to draw.
    #[inline]
    pub fn next_int(&mut self, n: u32) -> u32 {
        debug_assert!(n <= i32::MAX as u32, "Java's bound is a signed integer");
        let mut u = self.next(31);
        if n.is_power_of_two() {
            return ((u64::from(n) * u64::from(u)) >> 31) as u32;
        }
        // The last incomplete run of n numbers below 2^31 is drawn again, so that all are equally likely.
        loop {
            let r = u % n;
            if u - r + (n - 1) <= i32::MAX as u32 {
                return r;
            }
            u = self.next(31);
        }
    }

    /// A float from 0 to 1, 1 excluded, from one step.
    #[inline]
    pub fn next_float(&mut self) -> f32 {
        self.next(24) as f32 / (1 << 24) as f32
    }

    /// Is [`next_float`](Random::next_float) below a probability?
    #[inline]
    pub(crate) fn happens(&mut self, chance: Chance) -> bool {
        self.next(24) < chance.0
    }

    /// Is [`next_double`](Random::next_double) below a probability? What is certain takes its two steps at once.
    #[inline]
    pub(crate) fn succeeds(&mut self, probability: f64) -> bool {
        const MULTIPLIER_OF_TWO: u64 = MULTIPLIER.wrapping_mul(MULTIPLIER);
        const INCREMENT_OF_TWO: u64 = INCREMENT.wrapping_mul(MULTIPLIER + 1);
        if probability >= 1.0 {
            self.state = self.state.wrapping_mul(MULTIPLIER_OF_TWO).wrapping_add(INCREMENT_OF_TWO) & MASK;
            return true;
        }
        self.next_double() < probability
    }

    /// A double from 0 to 1, 1 excluded, from two steps.
    #[inline]
    pub fn next_double(&mut self) -> f64 {
        let high = u64::from(self.next(26)) << 27;
        let low = u64::from(self.next(27));
        (high + low) as f64 * (1.0 / (1_u64 << 53) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first values of a fresh generator.
    fn draw<T, const N: usize>(seed: i64, mut next: impl FnMut(&mut Random) -> T) -> [T; N] {
        let mut random = Random::new(seed);
        std::array::from_fn(|_| next(&mut random))
    }

    #[test]
    fn raw_bits() {
        let ints = |seed| draw(seed, |r| r.next(32) as i32);
        assert_eq!(ints(0), [-1155484576, -723955400, 1033096058, -1690734402, -1557280266]);
        assert_eq!(ints(42), [-1170105035, 234785527, -1360544799, 205897768, 1325939940]);
        assert_eq!(ints(-1), [1155099827, 1887904451, 52699159, -1941176418, -1451336087]);
        assert_eq!(ints(1234567890), [-1210225942, -1908238811, -106137654, -1281935452, -235120565]);
    }

    #[test]
    fn what_is_certain_costs_as_much_as_what_is_not() {
        for seed in [0, 42, -1, i64::MAX] {
            let (mut drawn, mut certain) = (Random::new(seed), Random::new(seed));
            for _ in 0..100 {
                drawn.next_double();
                assert!(certain.succeeds(1.0));
                assert_eq!(certain, drawn);
            }
            assert!(!certain.succeeds(0.0));
        }
    }

    #[test]
    fn bounded_integers() {
        let below = |n: u32| move |r: &mut Random| r.next_int(n);
        assert_eq!(draw(42, below(4)), [2, 0, 2, 0, 1, 3, 1, 2, 2, 0, 3, 1]);
        assert_eq!(draw(42, below(3)), [2, 0, 0, 2, 0, 1, 2, 2, 1, 2, 2, 2]);
        assert_eq!(draw(-7, below(5)), [2, 2, 0, 2, 3, 2]);
        assert_eq!(draw(-1, below(10)), [3, 5, 9, 9, 4, 8]);
        assert_eq!(draw(1234567890, below(100)), [77, 42, 21, 22, 65, 16]);
    }

    #[test]
    fn the_only_number_below_one_costs_a_step() {
        let pairs = draw(42, |r| (r.next_int(1), r.next_int(2)));
        assert_eq!(pairs, [(0, 0), (0, 0), (0, 1), (0, 1), (0, 0), (0, 0)]);
    }

    #[test]
    fn an_incomplete_run_is_drawn_again() {
        for (seed, values, then) in [
            (0, [516548029, 1302116447, 1368843515, 663681053, 1182054491, 251269761], -1728529858),
            (42, [117392763, 102948884, 662969970, 595021505, 1429255519, 196118093], -415012931),
            (-1, [577549913, 943952225, 26349579, 1176895439, 1421815604, 1290198438], 1788588954),
        ] {
            let mut random = Random::new(seed);
            assert_eq!(values.map(|_| random.next_int(1431655766)), values);
            assert_eq!(random.next(32) as i32, then);
        }
    }

    #[test]
    fn fractions() {
        assert_eq!(
            draw(42, Random::next_double),
            [0.7275636800328681, 0.6832234717598454, 0.30871945533265976, 0.27707849007413665]
        );
        assert_eq!(
            draw(-1, Random::next_double),
            [0.26894263088050496, 0.012269981921235296, 0.6620844841121951, 0.4164383172882866]
        );
        assert_eq!(draw(42, Random::next_float), [0.7275637, 0.054665208, 0.6832234, 0.0479393]);
        assert_eq!(draw(5, Random::next_float), [0.73051983, 0.17660207, 0.088258386, 0.6118181]);
    }

    #[test]
    fn chances_are_those_of_floats() {
        let step = 1.0 / f64::from(1 << 24);
        let odd = [0.0, -0.0, -1.0, 1.0, 2.0, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        for probability in odd.into_iter().chain([0.002, 0.01, 0.5, 0.3, 1.0 - step, 1.0 - step / 2.0]) {
            let mut random = Random::new(11);
            for _ in 0..2_000 {
                let happens = random.clone().happens(Chance::of(probability));
                assert_eq!(happens, f64::from(random.next_float()) < probability, "{probability}");
            }
        }
        // A float that is drawn is not below itself, but below all that is larger.
        let drawn = f64::from(Random::new(11).next_float());
        let happens = |probability: f64| Random::new(11).happens(Chance::of(probability));
        assert_eq!([drawn, drawn.next_up(), drawn.next_down()].map(happens), [false, true, false]);
    }

    #[test]
    fn goes_on_from_a_state() {
        let mut random = Random::new(-7);
        random.next_double();
        let mut copy = Random::from_state(random.state());
        assert_eq!(copy, random);
        assert_eq!(copy.next_int(1000), random.next_int(1000));
        assert!(random.state() < 1 << 48);
    }
}
