//! Named sets of games, read from `data/sets.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A named set of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSet {
    /// The name that the command line takes.
    pub name: String,
    /// Where the set comes from.
    pub title: String,
    /// Canonical names of its games, in the source's order.
    pub games: Vec<String>,
    /// Is it a set of the games that ship with Ludex, and not of those of the same names that come with GVGAI?
    pub bundled: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    title: String,
    #[serde(default)]
    games: Vec<String>,
    #[serde(default)]
    sets: Vec<String>,
    #[serde(default)]
    bundled: bool,
}

static SETS: LazyLock<Vec<GameSet>> = LazyLock::new(|| {
    let entries: BTreeMap<String, Entry> =
        toml::from_str(include_str!("../../data/sets.toml")).expect("data/sets.toml is read by the tests");
    entries
        .iter()
        .map(|(name, entry)| {
            let members = entry.sets.iter().flat_map(|member| &entries[member].games);
            let games = entry.games.iter().chain(members).cloned().collect();
            GameSet { name: name.clone(), title: entry.title.clone(), games, bundled: entry.bundled }
        })
        .collect()
});

/// All sets, by name.
pub fn sets() -> &'static [GameSet] {
    &SETS
}

/// The set of a name.
pub fn set(name: &str) -> Option<&'static GameSet> {
    SETS.iter().find(|set| set.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::canonical;
    use std::collections::BTreeSet;

    #[test]
    fn sizes_are_those_of_the_papers() {
        let sizes: Vec<(&str, usize)> = sets().iter().map(|set| (&*set.name, set.games.len())).collect();
        assert_eq!(
            sizes,
            [
                ("bundled", 60),
                ("bundled-coop", 5),
                ("bundled-duo", 10),
                ("bundled-versus", 5),
                ("bundled1", 10),
                ("bundled2", 10),
                ("bundled3", 10),
                ("bundled4", 10),
                ("bundled5", 10),
                ("bundled6", 10),
                ("omcts28", 28),
                ("samcts20", 20),
                ("set1", 10),
                ("set2", 10),
                ("set3", 10),
                ("set4", 10),
                ("set5", 10),
                ("set6", 10),
                ("sixty", 60)
            ]
        );
        for set in sets() {
            let distinct: BTreeSet<_> = set.games.iter().collect();
            assert_eq!(distinct.len(), set.games.len(), "{}", set.name);
            assert!(set.games.iter().all(|game| canonical(game) == *game));
        }
        for game in ludex_library::bundled() {
            let part = set(game.set).unwrap();
            assert!(part.games.contains(&canonical(game.name)), "{} is not in its part", game.name);
        }
        let first_four: Vec<_> = (1..=4).flat_map(|n| &set(&format!("set{n}")).unwrap().games).collect();
        assert!(set("omcts28").unwrap().games.iter().all(|game| first_four.contains(&game)));
    }
}
