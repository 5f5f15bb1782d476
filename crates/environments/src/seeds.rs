//! The seeds of the games that follow the first.

/// The seed of the game after the one with this seed, in an environment that is not told another.
///
/// It is the step of SplitMix64, under which different seeds are followed by different ones.
pub fn next_seed(seed: i64) -> i64 {
    let mut z = seed.cast_unsigned().wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)).cast_signed()
}
