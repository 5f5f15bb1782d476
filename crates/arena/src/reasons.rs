//! Why agents were disqualified, counted.

use std::collections::BTreeMap;
use std::fmt;

/// Reasons for disqualifications with how often they occurred. Those that differ only in their numbers, such as the tick or the time
/// that an answer took, count as one and are told by the first of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reasons {
    /// The first reason of each kind and how often the kind occurred, by the text without its numbers.
    kinds: BTreeMap<String, (String, u64)>,
}

/// How many reasons are told at most; the rest is counted.
const TOLD: usize = 3;

impl Reasons {
    /// Counts a disqualification.
    pub fn add(&mut self, reason: &str) {
        self.kind(reason).1 += 1;
    }

    /// Adds what others counted.
    pub fn merge(&mut self, other: &Reasons) {
        for (reason, count) in other.kinds.values() {
            self.kind(reason).1 += count;
        }
    }

    /// How many disqualifications there were.
    pub fn count(&self) -> u64 {
        self.kinds.values().map(|(_, count)| count).sum()
    }

    /// Was nobody disqualified?
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Reasons with how often they occurred, the most frequent first.
    pub fn by_count(&self) -> Vec<(&str, u64)> {
        let mut reasons: Vec<(&str, u64)> =
            self.kinds.values().map(|(reason, count)| (&**reason, *count)).collect();
        reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        reasons
    }

    fn kind(&mut self, reason: &str) -> &mut (String, u64) {
        let key = reason.chars().filter(|letter| !letter.is_ascii_digit() && *letter != '.').collect();
        self.kinds.entry(key).or_insert_with(|| (reason.to_owned(), 0))
    }
}

impl fmt::Display for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons = self.by_count();
        let (told, rest) = reasons.split_at(TOLD.min(reasons.len()));
        for (place, (reason, count)) in told.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{count} × \"{reason}\"")?;
        }
        match rest.iter().map(|(_, count)| count).sum::<u64>() {
            0 => Ok(()),
            others => write!(f, ", {others} × something else"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reasons;

    #[test]
    fn reasons_that_differ_in_numbers_count_as_one() {
        let mut reasons = Reasons::default();
        assert!(reasons.is_empty());
        reasons.add("panicked at tick 3: too much");
        let mut others = Reasons::default();
        for tick in 5..8 {
            others.add(&format!("took 61.{tick}ms at tick {tick}, up to 50ms is forgiven"));
        }
        reasons.merge(&others);
        assert_eq!(reasons.count(), 4);
        assert_eq!(
            reasons.to_string(),
            "3 × \"took 61.5ms at tick 5, up to 50ms is forgiven\", 1 × \"panicked at tick 3: too much\""
        );
        for message in ["one", "two", "three"] {
            reasons.add(message);
        }
        assert!(reasons.to_string().ends_with(", 2 × something else"), "{reasons}");
    }
}
