//! Numbers on the command line, with answers that say what to write instead.

/// How many games at once, repetitions and the like: one or more.
pub fn count(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "write a whole number from 1 on".to_owned())
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
        assert_eq!((count("3"), jobs("2"), seed("0"), game_seed("-7")), (Ok(3), Ok(2), Ok(0), Ok(-7)));
        for wrong in ["0", "-3", "abc", "", "1.5"] {
            assert!(count(wrong).is_err() && jobs(wrong).is_err(), "{wrong}");
        }
        assert!(seed("-1").is_err() && seed("abc").is_err() && game_seed("1e3").is_err());
    }
}
