//! `Math.sin` and `Math.cos` as Java's virtual machine computes them on x86-64.
//!
//! Its compiler replaces both functions by one algorithm of Intel's mathematical library, accurate to a little
//! more than half a unit in the last place but neither correctly rounded nor the same as fdlibm or the usual C
//! libraries. The last bit matters: games cut speeds and offsets to whole pixels. So the algorithm is followed
//! here to the order of every addition. It is Intel's, published under the licence in THIRD-PARTY.md.
//!
//! With B the multiple of pi/32 nearest to x, and r = x - B:
//!
//! ```text
//! sin(x) = sin(B) cos(r) + cos(B) sin(r)
//!        = sin(B) + power r + (cos(B) - power) r + sin(B) (cos(r) - 1) + cos(B) (sin(r) - r)
//! ```
//!
//! where `power` is the power of two nearest to cos(B): its product with r is exact, and what rounding the first
//! two additions loses is computed and added again at the end. cos(x) is the same a quarter turn further on.

/// 32/pi.
const STEPS_PER_RADIAN: f64 = 10.185916357881302;

/// pi/32 in three parts. The first two have 33 bits, so that their products with the number of steps are exact.
const STEP: [f64; 3] = [
    f64::from_bits(0x3fb9_21fb_5440_0000),
    f64::from_bits(0x3d90_b461_1a60_0000),
    f64::from_bits(0x3b63_198a_2e03_7073),
];

/// Steps of pi/32 in a quarter and in half a turn.
const QUARTER: i64 = 16;
const HALF: i64 = 32;

/// Up to here the products of [`STEP`] are exact.
const LARGEST: f64 = 90112.0;

/// Below this the algorithm stands aside: sin(x) is x and cos(x) is 1.
const SMALLEST: f64 = f64::from_bits(0x3030_0000_0000_0000);

/// (sin(r) - r) / r^3 and (cos(r) - 1) / r^2 as polynomials in r^2: Taylor's coefficients.
const SIN_TAIL: [f64; 4] = [-1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362880.0];
const COS_TAIL: [f64; 4] = [-1.0 / 2.0, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40320.0];

/// The sine and cosine of one multiple of pi/32, each in two parts.
struct Row {
    /// sin(B), rounded.
    sin: f64,
    /// sin(B) less that, rounded.
    sin_rest: f64,
    /// cos(B) less `power`, rounded.
    cos_rest: f64,
    /// The power of two nearest to cos(B), with its sign; 0 for 0.
    power: f64,
}

const fn row(sin: f64, sin_rest: f64, cos_rest: f64, power: f64) -> Row {
    Row { sin, sin_rest, cos_rest, power }
}

/// `Math.sin(x)`.
pub fn sin(x: f64) -> f64 {
    let size = x.abs();
    if size < SMALLEST {
        x
    } else if size < LARGEST {
        sin_of_steps(x, 0)
    } else {
        libm::sin(x)
    }
}

/// `Math.cos(x)`.
pub fn cos(x: f64) -> f64 {
    let size = x.abs();
    if size < SMALLEST {
        1.0
    } else if size < LARGEST {
        sin_of_steps(x, QUARTER)
    } else {
        libm::cos(x)
    }
}

/// sin(x + ahead * pi/32), for an x between [`SMALLEST`] and [`LARGEST`].
fn sin_of_steps(x: f64, ahead: i64) -> f64 {
    let steps = (x * STEPS_PER_RADIAN + 0.5_f64.copysign(x)).trunc();
    let place = steps as i64 + ahead;
    let row = &HALF_TURN[(place & (HALF - 1)) as usize];

    // r and the little by which it is off.
    let coarse = x - steps * STEP[0];
    let fine = steps * STEP[1];
    let r = coarse - fine;
    let off = ((coarse - r) - fine) - steps * STEP[2];

    let r2 = r * r;
    let tail = |c: &[f64; 4]| (c[0] + c[1] * r2) + (r2 * r2) * (c[2] + c[3] * coarse * r);
    let cos_b = row.cos_rest + row.power;
    let from_cos = tail(&COS_TAIL) * (row.sin * r2);
    let from_sin = tail(&SIN_TAIL) * (cos_b * r * r2);
    let from_off = off * (cos_b - row.sin * r) + row.sin_rest;

    let (first, first_loss) = sum(row.sin, row.power * r);
    let (second, second_loss) = sum(first, row.cos_rest * r);
    let y = second + (from_cos + (from_sin + (from_off + first_loss + second_loss)));
    if place & HALF == 0 { y } else { -y }
}

/// `a + b`, and what rounding took from it if `a` is the larger one.
fn sum(a: f64, b: f64) -> (f64, f64) {
    let rounded = a + b;
    (rounded, (a - rounded) + b)
}

/// Half a turn, B = k * pi/32 for k = 0 .. 31; the other half is the same with the sign changed.
///
/// Computed with 300 bits: with s = sin(k * pi/32), c = cos(k * pi/32) and f64 standing for rounding to nearest,
/// `sin` = f64(s), `sin_rest` = f64(s - `sin`), `cos_rest` = f64(c - `power`).
#[expect(clippy::approx_constant, reason = "a table reads best if all its entries are numbers")]
const HALF_TURN: [Row; HALF as usize] = [
    row(0.0, 0.0, 0.0, 1.0),
    row(0.0980171403295606, -1.634582362244256e-18, -0.004815273327803114, 1.0),
    row(0.19509032201612828, -7.991079068461731e-18, -0.019214719596769552, 1.0),
    row(0.2902846772544624, -1.892797870777425e-17, -0.043059664267791134, 1.0),
    row(0.3826834323650898, -1.0050772696461588e-17, -0.07612046748871325, 1.0),
    row(0.47139673682599764, 6.516678136069013e-18, -0.11807873565164496, 1.0),
    row(0.5555702330196022, 4.709410940561677e-17, -0.16853038769745476, 1.0),
    row(0.6343932841636455, 1.0420901929280035e-17, -0.22698954663726303, 1.0),
    row(0.7071067811865476, -4.833646656726457e-17, 0.20710678118654752, 0.5),
    row(0.773010453362737, -3.256590703364977e-17, 0.1343932841636455, 0.5),
    row(0.8314696123025452, 1.4073856984728024e-18, 0.055570233019602226, 0.5),
    row(0.881921264348355, -1.9843248405890562e-17, -0.02860326317400235, 0.5),
    row(0.9238795325112867, 1.7645047084336677e-17, -0.11731656763491023, 0.5),
    row(0.9569403357322088, 4.05538698618757e-17, 0.040284677254462366, 0.25),
    row(0.9807852804032304, 1.8546939997825006e-17, -0.05490967798387173, 0.25),
    row(0.9951847266721969, -4.248691367830441e-17, -0.026982859670439396, 0.125),
    row(1.0, 0.0, 0.0, 0.0),
    row(0.9951847266721969, -4.248691367830441e-17, 0.026982859670439396, -0.125),
    row(0.9807852804032304, 1.8546939997825006e-17, 0.05490967798387173, -0.25),
    row(0.9569403357322088, 4.05538698618757e-17, -0.040284677254462366, -0.25),
    row(0.9238795325112867, 1.7645047084336677e-17, 0.11731656763491023, -0.5),
    row(0.881921264348355, -1.9843248405890562e-17, 0.02860326317400235, -0.5),
    row(0.8314696123025452, 1.4073856984728024e-18, -0.055570233019602226, -0.5),
    row(0.773010453362737, -3.256590703364977e-17, -0.1343932841636455, -0.5),
    row(0.7071067811865476, -4.833646656726457e-17, -0.20710678118654752, -0.5),
    row(0.6343932841636455, 1.0420901929280035e-17, 0.22698954663726303, -1.0),
    row(0.5555702330196022, 4.709410940561677e-17, 0.16853038769745476, -1.0),
    row(0.47139673682599764, 6.516678136069013e-18, 0.11807873565164496, -1.0),
    row(0.3826834323650898, -1.0050772696461588e-17, 0.07612046748871325, -1.0),
    row(0.2902846772544624, -1.892797870777425e-17, 0.043059664267791134, -1.0),
    row(0.19509032201612828, -7.991079068461731e-18, 0.019214719596769552, -1.0),
    row(0.0980171403295606, -1.634582362244256e-18, 0.004815273327803114, -1.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// What Java 17 answers: the turns of the games' avatars, the edges of the range, and angles where a C library
    /// or a correctly rounded function would give another last bit.
    #[test]
    #[expect(clippy::approx_constant, reason = "angles as Java was asked for them")]
    fn java_agrees() {
        let angles: &[(f64, u64, u64)] = &[
            (0.15, 0x3fc320c9e9dfed22, 0x3fefa4033e5ee937),
            (-0.15, 0xbfc320c9e9dfed22, 0x3fefa4033e5ee937),
            (0.3, 0x3fd2e9cd95baba33, 0x3fee921dd42f09ba),
            (3.291592653589793, 0xbfc320c9e9dfed1b, 0xbfefa4033e5ee938),
            (-0.0, 0x8000000000000000, 0x3ff0000000000000),
            (0.0, 0x0000000000000000, 0x3ff0000000000000),
            (5e-324, 0x0000000000000001, 0x3ff0000000000000),
            (1e-300, 0x01a56e1fc2f8f359, 0x3ff0000000000000),
            (1e-80, 0x2f52f8ac174d6123, 0x3ff0000000000000),
            (1e-08, 0x3e45798ee2308c3a, 0x3ff0000000000000),
            (1.0, 0x3feaed548f090cee, 0x3fe14a280fb5068c),
            (0.7853981633974483, 0x3fe6a09e667f3bcc, 0x3fe6a09e667f3bcd),
            (1.5707963267948966, 0x3ff0000000000000, 0x3c91a62633145c07),
            (3.141592653589793, 0x3ca1a62633145c07, 0xbff0000000000000),
            (6.283185307179586, 0xbcb1a62633145c07, 0x3ff0000000000000),
            (314.1592653589793, 0x3ce1b19140c0c0d5, 0x3ff0000000000000),
            (90111.99, 0xbfefc7e0d51f8121, 0x3fbdea170171ef08),
            (-90111.99, 0x3fefc7e0d51f8121, 0x3fbdea170171ef08),
            (-3.784677377489322, 0x3fe330788354b0eb, 0xbfe99ba563539074),
            (229.46590949838424, 0xbfc08c57a6950719, 0xbfefbb402ceccf03),
            (2.4939177078352355, 0x3fe34e82c17d3874, 0xbfe9850719670e15),
            (259.92213560118034, 0x3fe79d6f974abbcb, 0xbfe598407aa17e52),
            (-1.9714254748331541, 0xbfed7752b7aaf4dd, 0xbfd8f5b91e47197b),
            (-510.78401682747085, 0xbfeecbb7f0e00a99, 0xbfd1645895eceb41),
            (4.552640612701213, 0xbfef97b1ae246509, 0xbfc45c660e7eaa89),
            (-224.44276939367114, 0x3fef7a05818d8252, 0xbfc70e126f3ae7d5),
            (3.3075789067752126, 0xbfc52618ac3bc35f, 0xbfef8f687e6e047e),
            (-589.2489787331966, 0x3fef5c200d7683bd, 0x3fc9796f5ec104bb),
            (-0.386458339494137, 0xbfd81f4c7a6a9ecd, 0x3feda3d6867f4522),
            (283.6639865272989, 0x3fe978c815b911f7, 0x3fe35ea7fe6bf171),
            (-2.9520049491054596, 0xbfc81f42c1d43757, 0xbfef6d37444cfef3),
            (-586.3316416449846, 0xbfed288a46a7079f, 0xbfda5dab01509d77),
            (9.599999999999998, 0xbfc650570815b6a9, 0xbfef82901b2ceeb9),
            (9.999999999999996, 0xbfe1689ef5f34f37, 0xbfead9ac890c6b31),
            (36.741592653589734, 0xbfea2b2422ded60c, 0x3fe26ae8d6224b82),
            (53.94159265358998, 0xbfe04d379f73f8f9, 0xbfeb8955b77d2ec4),
            (73.0000000000005, 0xbfe5a81da9b5d6e2, 0xbfe78ee4080ad2b2),
            (73.94159265358962, 0xbfefcaabff611fe7, 0x3fbd29b1c4a3705f),
            (88.80000000000072, 0x3fe7baee61989777, 0x3fe577d2cc74982e),
            (92.94159265359053, 0xbfeee2e012427557, 0x3fd0bcf1ca5584d6),
            (109.19999999999932, 0x3fe5f250b24c9861, 0xbfe749d4132e0c6b),
            (131.80000000000106, 0xbfc2bc0c4ead191c, 0x3fefa7c76cf07340),
            (138.89159265359206, 0x3fe3a8753087c921, 0x3fe93ffebf7eb64e),
            (141.14159265359214, 0x3fcd30d10229a2eb, 0xbfef2821b92df87a),
        ];
        for &(x, sine, cosine) in angles {
            assert_eq!(sin(x).to_bits(), sine, "sin({x:e})");
            assert_eq!(cos(x).to_bits(), cosine, "cos({x:e})");
        }
    }

    #[test]
    fn no_farther_than_a_unit_in_the_last_place_from_another_implementation() {
        let mut random = crate::java::Random::new(1);
        for _ in 0..100_000 {
            let x = (random.next_double() - 0.5) * 2.0 * LARGEST;
            for (ours, theirs) in [(sin(x), libm::sin(x)), (cos(x), libm::cos(x))] {
                assert!(ours.to_bits().abs_diff(theirs.to_bits()) <= 1, "at {x:e}: {ours:e}, {theirs:e}");
            }
        }
    }

    #[test]
    fn large_and_undefined_arguments() {
        assert!((sin(1e22) - -0.8522008497671888).abs() < 1e-15);
        assert!((cos(-1e22) - 0.5232147853951389).abs() < 1e-15);
        assert!(sin(f64::INFINITY).is_nan() && cos(f64::NEG_INFINITY).is_nan() && sin(f64::NAN).is_nan());
    }
}
