//! Numbers on the command line, with answers that say what to write instead.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// A whole number of a range such as `1..` or `1..=512`.
pub fn whole<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let from = match range.start_bound() {
                Bound::Included(first) => format!(" from {first}"),
                _ => String::new(),
            };
            match range.end_bound() {
                Bound::Included(last) => format!("write a whole number{from} to {last}"),
                _ => format!("write a whole number{from} on"),
            }
        })
    }
}

/// How many games are played at once.
pub fn jobs(text: &str) -> Result<usize, String> {
    let wrong =
        || "write how many games are played at once, 1 or more, or leave it out for one a core".to_owned();
    text.parse().ok().filter(|number| *number > 0).ok_or_else(wrong)
}

/// The seed of an experiment or of an agent.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number that is not negative, such as 1".to_owned())
}

/// The seed of a game: as in GVGAI, it may be negative.
pub fn game_seed(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "write a whole number, such as 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_told_so() {
        let (some, few) = (whole::<u32>(1..), whole::<u8>(1..=2));
        assert_eq!((some("3"), few("2"), jobs("2")), (Ok(3), Ok(2), Ok(2)));
        assert_eq!((seed("0"), game_seed("-7")), (Ok(0), Ok(-7)));
        for wrong in ["0", "-3", "abc", "", "1.5", "99999999999999999999"] {
            assert_eq!(some(wrong), Err("write a whole number from 1 on".to_owned()), "{wrong}");
            assert_eq!(few(wrong), Err("write a whole number from 1 to 2".to_owned()), "{wrong}");
            assert!(jobs(wrong).is_err(), "{wrong}");
        }
        assert!(seed("-1").is_err() && seed("abc").is_err() && game_seed("1e3").is_err());
    }
}
