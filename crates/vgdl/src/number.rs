//! Numbers as Java reads them.

/// Java's `Integer.parseInt`: an optional sign and decimal digits.
pub(crate) fn parse_int(text: &str) -> Option<i32> {
    text.parse().ok()
}

/// Java's `Double.parseDouble`: decimal or hexadecimal, with an optional `f` or `d` at the end.
pub(crate) fn parse_double(text: &str) -> Option<f64> {
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match magnitude {
        "NaN" => f64::NAN,
        "Infinity" => f64::INFINITY,
        _ => {
            let digits = magnitude.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(magnitude);
            match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
                Some(hexadecimal) => parse_hexadecimal(hexadecimal)?,
                None => parse_decimal(digits)?,
            }
        }
    };
    Some(sign * value)
}

/// Rust's syntax, minus the spellings of infinity and NaN that only Rust knows.
fn parse_decimal(digits: &str) -> Option<f64> {
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    digits.parse().ok()
}

/// What follows `0x`: hexadecimal digits with a point among them or not, `p`, and a decimal power of two.
fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (digits, power) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // The bits of the number from the first that is set, and whether any is set beyond them.
    let (mut bits, mut lost) = (0_u64, false);
    let mut exponent = parse_power(power)?.saturating_sub(4 * fraction.len() as i64);
    for digit in whole.chars().chain(fraction.chars()) {
        let digit = u64::from(digit.to_digit(16)?);
        if bits >> 60 == 0 {
            bits = bits << 4 | digit;
        } else {
            lost |= digit != 0;
            exponent = exponent.saturating_add(4);
        }
    }
    Some(rounded(bits, lost, exponent))
}

/// An optional sign and decimal digits; powers beyond all numbers are as good as one another.
fn parse_power(text: &str) -> Option<i64> {
    const BEYOND: i64 = 1 << 40;
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(sign * digits.parse().unwrap_or(BEYOND).min(BEYOND))
}

/// The double nearest to `bits` times two to the power of `exponent`; `lost` says that it is a little more. Of two that
/// are equally near, the even one.
fn rounded(bits: u64, lost: bool, exponent: i64) -> f64 {
    /// The power of two of the last bit of the smallest numbers.
    const LEAST: i64 = -1074;
    const PRECISION: i64 = 53;
    let length = i64::from(u64::BITS - bits.leading_zeros());
    if length == 0 || length + exponent < LEAST {
        return 0.0;
    }
    if length + exponent > 1024 {
        return f64::INFINITY;
    }
    // How many bits at the end a double has no room for: at least those below the least power.
    let excess = (length - PRECISION).max(LEAST - exponent);
    if excess <= 0 {
        return scaled(bits as f64, exponent);
    }
    let kept = bits.checked_shr(excess as u32).unwrap_or(0);
    let half = 1_u64 << (excess - 1);
    let rest = bits & (half << 1).wrapping_sub(1);
    let up = rest > half || rest == half && (lost || kept & 1 == 1);
    scaled((kept + u64::from(up)) as f64, exponent + excess)
}

/// Times a power of two, in steps that lose nothing of what a double can hold.
fn scaled(mut value: f64, mut exponent: i64) -> f64 {
    while exponent > 0 {
        let step = exponent.min(1000);
        value *= 2_f64.powi(step as i32);
        exponent -= step;
    }
    while exponent < 0 {
        let step = exponent.max(-1000);
        value *= 2_f64.powi(step as i32);
        exponent -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_doubles() {
        for (text, value) in
            [("1e3", 1000.0), ("2f", 2.0), (".5d", 0.5), ("-1.", -1.0), ("-Infinity", f64::NEG_INFINITY)]
        {
            assert_eq!(parse_double(text), Some(value), "{text}");
        }
        assert!(parse_double("+NaN").is_some_and(f64::is_nan));
        for text in ["inf", "nan", "1_0", "--1", "e3", ".", "1,2", "f", ""] {
            assert_eq!(parse_double(text), None, "{text}");
        }
    }

    #[test]
    fn hexadecimal_doubles() {
        let values = [
            ("0x1.8p1", 3.0),
            ("0X.8P0", 0.5),
            ("-0xA.p-1d", -5.0),
            ("0x1p+4F", 16.0),
            ("0x0p9", 0.0),
            // The largest, one beyond it, the smallest of full precision, the smallest of all, and less than half of it.
            ("0x1.fffffffffffffp1023", f64::MAX),
            ("0x1p1024", f64::INFINITY),
            ("0x1p99999999999999999999", f64::INFINITY),
            ("0x1p-1022", f64::MIN_POSITIVE),
            ("0x1p-1074", 5e-324),
            ("0x1p-1076", 0.0),
            ("0x1p-99999999999999999999", 0.0),
            // Half of the last bit rounds to the even neighbour, and anything more rounds up.
            ("0x1.00000000000008p0", 1.0),
            ("0x1.00000000000018p0", 1.0 + 2.0 * f64::EPSILON),
            ("0x1.0000000000000800000000000001p0", 1.0 + f64::EPSILON),
            ("0x0.8p-1074", 0.0),
            ("0x0.8000000000000001p-1074", 5e-324),
        ];
        for (text, value) in values {
            assert_eq!(parse_double(text), Some(value), "{text}");
        }
        // The power must be there.
        for text in ["0x1", "0x1.8", "0xp1", "0x.p1", "0x1p", "0x1p+", "0x1pA", "0x1.1.1p0", "0xGp1", "0x1d"]
        {
            assert_eq!(parse_double(text), None, "{text}");
        }
    }
}
