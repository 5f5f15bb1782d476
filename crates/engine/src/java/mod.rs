//! What of Java's arithmetic a tick-exact engine needs.
//!
//! The reference runs on a Java virtual machine, and its games feel three of Java's functions down to the last
//! bit: the random generator, `Math.sin`/`Math.cos` and `Math.atan2`. Everything else it computes is plain IEEE
//! arithmetic, the same in Rust as long as no multiplication and addition are fused.

mod random;
mod trig;

pub(crate) use random::Chance;
pub use random::Random;
pub use trig::{cos, sin};

/// `Math.atan2(y, x)`: the angle of the vector (x, y).
///
/// Java prescribes the algorithm of fdlibm here, which the `libm` crate carries on with one correction: for a
/// vector that points a hair to the left of straight up or down, fdlibm misses the right angle by one bit.
pub fn atan2(y: f64, x: f64) -> f64 {
    let steep = high_word(y) - high_word(x) >= 61 << 20;
    if steep && x < 0.0 && y.is_finite() { LEFT_OF_UPRIGHT.copysign(y) } else { libm::atan2(y, x) }
}

/// One bit more than pi/2.
const LEFT_OF_UPRIGHT: f64 = std::f64::consts::FRAC_PI_2.next_up();

/// Exponent and upper fraction: the size of a number, to compare by.
fn high_word(v: f64) -> i64 {
    (v.abs().to_bits() >> 32) as i64
}

#[cfg(test)]
mod tests {
    use super::atan2;

    /// Angles that Java 17 printed: quadrants, axes and zeros of both signs, steep, flat and ordinary vectors.
    #[test]
    fn atan2_is_javas() {
        let angles: &[(f64, f64, u64)] = &[
            (1.0, -1e-17, 0x3ff921fb54442d19),
            (1.0, -1e-19, 0x3ff921fb54442d19),
            (-1.0, -1e-19, 0xbff921fb54442d19),
            (-1.0, 1e-19, 0xbff921fb54442d18),
            (f64::INFINITY, -1.0, 0x3ff921fb54442d18),
            (0.0, 1.0, 0x0000000000000000),
            (0.0, -1.0, 0x400921fb54442d18),
            (-0.0, -1.0, 0xc00921fb54442d18),
            (0.0, 0.0, 0x0000000000000000),
            (0.0, -0.0, 0x400921fb54442d18),
            (-0.0, -0.0, 0xc00921fb54442d18),
            (-1.0, 0.0, 0xbff921fb54442d18),
            (1e+300, 1e-300, 0x3ff921fb54442d18),
            (1e-30, -1.0, 0x400921fb54442d18),
            (1e-300, 1e+300, 0x0000000000000000),
            (0.14943813247359922, 0.9887710779360422, 0x3fc3333333333333),
            (0.4375, 0.5, 0x3fe700a7c5784634),
            (1.1875, -0.6875, 0x4000c3c5ca449e52),
            (0.7309683403701666, 0.8691767277998161, 0x3fe6602baf9adbac),
            (-0.13791396541338585, 0.19782494437997888, 0xbfe37b62a707601a),
            (0.9094751966846901, 0.7918555582236453, 0x3feb576d4fe19985),
            (0.8866167347059626, -0.179144637862249, 0x3ffc5299e5cbe4a8),
            (-0.805795573602218, -0.41933152718162914, 0xc00067aea0b11c1a),
            (-0.15209496145651036, 0.9634972990637529, 0xbfc40a54539cd6b7),
            (-0.6626594573924716, -0.8894587496351984, 0xc00402a45cb0fd7e),
            (-0.1813575379310226, 0.5475842505232356, 0xbfd478051896db31),
            (0.3138179998282946, -0.3268208310573597, 0x4003030c555ea786),
            (-0.7682200611266023, 0.7528471687039591, 0xbfe974c5c95684b5),
            (0.5659394619030447, 0.6197446848417725, 0x3fe7ae7dcd73de0c),
        ];
        for &(y, x, bits) in angles {
            assert_eq!(atan2(y, x).to_bits(), bits, "atan2({y:e}, {x:e})");
        }
        assert!(atan2(f64::NAN, 1.0).is_nan());
    }
}
