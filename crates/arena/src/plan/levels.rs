//! Which levels: `all`, `0-4`, `0,2`, `3`.

use serde::{Deserialize, Serialize};

/// No game has more levels than this; keeps a slip such as `0-40000000` from filling the memory.
const MOST: u32 = 999;

/// A sorted list of level numbers, written as in `0-4` or `0,2-3`, or `all`, whatever a game has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Levels(Option<Vec<u32>>);

impl Levels {
    /// All levels that a game has.
    pub const ALL: Levels = Levels(None);

    /// The levels that these are of a game with the given ones, rising. Some may be levels that it does not have.
    pub fn of<'a>(&'a self, levels: impl Iterator<Item = &'a u32>) -> Vec<u32> {
        self.0.clone().unwrap_or_else(|| levels.copied().collect())
    }

    /// One level alone.
    pub fn only(level: u32) -> Self {
        Self(Some(vec![level]))
    }

    /// The first `count` levels.
    pub fn first(count: u32) -> Self {
        Self(Some((0..count.min(MOST)).collect()))
    }
}

impl std::str::FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is no list of levels: write it as in 0-4 or 0,2,3 (at most {MOST}), or all");
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&n| n <= MOST).ok_or_else(wrong);
        if text.trim().eq_ignore_ascii_case("all") {
            return Ok(Self::ALL);
        }
        let mut levels = Vec::new();
        for part in text.split(',') {
            match part.split_once('-') {
                Some((from, to)) => {
                    let (from, to) = (number(from)?, number(to)?);
                    if from > to {
                        return Err(wrong());
                    }
                    levels.extend(from..=to);
                }
                None => levels.push(number(part)?),
            }
        }
        levels.sort_unstable();
        levels.dedup();
        Ok(Self(Some(levels)))
    }
}

impl TryFrom<String> for Levels {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Levels> for String {
    fn from(levels: Levels) -> String {
        let Some(levels) = levels.0 else { return "all".to_owned() };
        let runs = levels.chunk_by(|a, b| a + 1 == *b);
        let texts: Vec<String> = runs
            .map(|run| match run {
                [one] => one.to_string(),
                [first, .., last] => format!("{first}-{last}"),
                [] => String::new(),
            })
            .collect();
        texts.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_written() {
        for (text, numbers, back) in
            [("0-4", vec![0, 1, 2, 3, 4], "0-4"), ("3", vec![3], "3"), ("4, 0-1,1", vec![0, 1, 4], "0-1,4")]
        {
            let levels: Levels = text.parse().unwrap();
            assert_eq!(levels.of([7].iter()), numbers);
            assert_eq!(String::from(levels), back);
        }
        let all: Levels = "all".parse().unwrap();
        assert_eq!((all.of([0, 7].iter()), String::from(all)), (vec![0, 7], "all".to_owned()));
        for text in ["", "4-0", "x", "0-", "-1", "0-4000000000"] {
            assert!(text.parse::<Levels>().is_err(), "{text}");
        }
    }
}
