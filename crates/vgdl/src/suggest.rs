//! The nearest known name to one that is not known.

/// The candidate most like `name`, if one is so near that it was probably meant: the same letters in another
/// case, or few slips of the finger for its length.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Nobody mistypes a name this long by accident, and the distance would be slow.
    const LONGEST: usize = 64;
    let length = name.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let allowed = (length / 3).clamp(1, 4);
    let lower = name.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.len() > 4 * LONGEST || candidate == name {
            continue;
        }
        let other = candidate.to_lowercase();
        if other.chars().count().abs_diff(length) > allowed {
            continue;
        }
        // A difference in case is the smallest slip of all, so it counts less than a letter.
        let weight = 2 * slips(&lower, &other) + usize::from(!candidate.starts_with(name));
        if weight / 2 <= allowed && best.is_none_or(|(least, _)| weight < least) {
            best = Some((weight, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other: how many slips of
/// the finger lie between them.
pub fn slips(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name() {
        let names = ["RandomNPC", "RandomMissile", "Missile", "sword", "wall"];
        assert_eq!(nearest("RandomNpc", names), Some("RandomNPC"));
        assert_eq!(nearest("Misile", names), Some("Missile"));
        assert_eq!(nearest("swrod", names), Some("sword"));
        assert_eq!(nearest("zelda", names), None);
        assert_eq!(nearest("", names), None);
    }

    #[test]
    fn swaps_count_once() {
        assert_eq!(slips("swrod", "sword"), 1);
        assert_eq!(slips("", "abc"), 3);
        assert_eq!(slips("kitten", "sitting"), 3);
    }
}
