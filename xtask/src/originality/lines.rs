//! Lines of game descriptions that two games share.

use std::collections::{BTreeSet, HashMap};

/// A line that stands in at least this many games of the corpus is an idiom of the language, not a text of
/// any one of them: `avatar wall > stepBack`.
const IDIOM: usize = 8;

/// The lines of all games of the corpus.
#[derive(Default)]
pub struct Corpus {
    games: Vec<(String, BTreeSet<String>)>,
    games_with: HashMap<String, usize>,
}

/// What a game shares with the most similar game of the corpus.
pub struct Shared {
    /// That game.
    pub with: String,
    /// The shared lines.
    pub lines: Vec<String>,
    /// How many lines the game has that are no idiom.
    pub of: usize,
}

impl Shared {
    /// The finding in words, with the shared lines.
    pub fn summary(&self) -> String {
        if self.lines.is_empty() {
            return format!("none of {} lines in any game of the corpus", self.of);
        }
        let (shared, percent) = (self.lines.len(), 100.0 * self.part());
        let lines: String = self.lines.iter().map(|line| format!("\n{:19}{line}", "")).collect();
        format!("{shared} of {} lines ({percent:.0} %) also in {}{lines}", self.of, self.with)
    }

    /// The shared part of the game.
    pub fn part(&self) -> f64 {
        self.lines.len() as f64 / self.of.max(1) as f64
    }
}

impl Corpus {
    /// Adds a game.
    pub fn add(&mut self, name: &str, text: &str) {
        let lines = normalised(text);
        for line in &lines {
            *self.games_with.entry(line.clone()).or_default() += 1;
        }
        self.games.push((name.to_owned(), lines));
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Finds the game of the corpus that shares most with this one.
    pub fn compare(&self, text: &str) -> Shared {
        let idiom = |line: &String| self.games_with.get(line).is_some_and(|n| *n >= IDIOM);
        let own: BTreeSet<String> = normalised(text).into_iter().filter(|line| !idiom(line)).collect();
        let shared = |lines: &BTreeSet<String>| own.intersection(lines).cloned().collect::<Vec<_>>();
        let best = self.games.iter().map(|(name, lines)| (name, shared(lines))).max_by_key(|(_, s)| s.len());
        let (with, lines) = best.map_or_else(Default::default, |(name, lines)| (name.clone(), lines));
        Shared { with, lines, of: own.len() }
    }
}

/// The lines that say something: without comments, spacing, images and colours, in lower case, with parameters
/// in a fixed order, so that a reshuffled line is still the same line.
fn normalised(text: &str) -> BTreeSet<String> {
    let sections = ["spriteset", "levelmapping", "interactionset", "terminationset"];
    text.lines()
        .filter_map(|line| {
            let line = line.split('#').next().unwrap_or("").to_lowercase();
            let (mut parameters, words): (Vec<&str>, Vec<&str>) =
                line.split_whitespace().partition(|word| word.contains('='));
            parameters.retain(|p| !p.starts_with("img=") && !p.starts_with("color=") && *p != "limit=0");
            parameters.sort_unstable();
            let says = words.len() > 1 || !parameters.is_empty();
            let known = words.first().is_some_and(|w| sections.contains(w) || *w == "basicgame");
            (says && !known).then(|| [words, parameters].concat().join(" "))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reshuffled_lines_are_the_same() {
        let a = normalised("  cat > Chaser stype=mouse speed=0.5 img=cat # hunts");
        let b = normalised("cat  >  chaser color=RED speed=0.5 stype=mouse");
        assert_eq!(a, b);
        assert!(normalised("BasicGame square_size=3\nSpriteSet\n").is_empty());
    }

    #[test]
    fn shared_lines_are_counted_without_idioms() {
        let mut corpus = Corpus::default();
        for i in 0..IDIOM {
            corpus.add(&format!("game{i}"), "avatar wall > stepBack");
        }
        corpus.add("cats", "cat > Chaser stype=mouse\navatar wall > stepBack");
        let shared =
            corpus.compare("avatar wall > stepBack\ncat > Chaser stype=mouse\ndog > Chaser stype=cat");
        assert_eq!((shared.with.as_str(), shared.lines.len(), shared.of), ("cats", 1, 2));
    }
}
