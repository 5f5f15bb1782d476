//! Names that may have been meant.

use ludex_vgdl::slips;

/// How many names are suggested at most.
const MOST: usize = 3;
/// Longer names are not compared: nobody types them by accident.
const LONGEST: usize = 64;

/// The names most like this one, nearest first: few slips of the finger, or one the beginning of the other.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<String> {
    let typed = simple(name);
    let length = typed.chars().count();
    if length == 0 || length > LONGEST {
        return Vec::new();
    }
    let allowed = (length / 3).clamp(1, 3);
    let mut near: Vec<(usize, &str)> = candidates
        .filter_map(|candidate| {
            let other = simple(candidate);
            let begins = length >= 3 && (other.starts_with(&typed) || typed.starts_with(&other));
            let slips = slips(&typed, &other);
            (slips <= allowed || begins)
                .then_some((if begins { slips.min(allowed) } else { slips }, candidate))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(MOST).map(|(_, candidate)| candidate.to_owned()).collect()
}

/// Lower-case letters and digits alone: `Missile-Command` and `missilecommand` are the same.
fn simple(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["zelda", "aliens", "missilecommand", "survivezombies", "sokoban"];

    #[test]
    fn slips_of_the_finger() {
        assert_eq!(nearest("zedla", NAMES.into_iter()), ["zelda"]);
        assert_eq!(nearest("Missile-Command", NAMES.into_iter()), ["missilecommand"]);
        assert_eq!(nearest("survive", NAMES.into_iter()), ["survivezombies"]);
        assert_eq!(nearest("alien", NAMES.into_iter()), ["aliens"]);
    }

    #[test]
    fn nothing_near() {
        assert!(nearest("tetris", NAMES.into_iter()).is_empty());
        assert!(nearest("", NAMES.into_iter()).is_empty());
        assert!(nearest("--", NAMES.into_iter()).is_empty());
        assert!(nearest(&"x".repeat(1000), NAMES.into_iter()).is_empty());
    }
}
