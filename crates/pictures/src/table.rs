//! The table of words: `data/pictures.txt`, read once.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The shortest word that is looked for inside a longer one.
const SHORTEST_PART: usize = 4;

/// Words and classes to pictures.
#[derive(Debug, Default)]
pub(crate) struct Table {
    words: HashMap<&'static str, &'static str>,
    classes: HashMap<&'static str, &'static str>,
    vague: Vec<&'static str>,
}

impl Table {
    /// The table of this crate.
    pub(crate) fn get() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| Table::read(include_str!("../data/pictures.txt")))
    }

    fn read(text: &'static str) -> Table {
        let mut table = Table::default();
        let mut section = "";
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            if line.starts_with('[') {
                section = line;
                continue;
            }
            if section == "[vague]" {
                table.vague.extend(line.split_whitespace());
                continue;
            }
            let (head, words) = line.split_once(':').unwrap_or((line, ""));
            if section == "[classes]" {
                table.classes.insert(head.trim(), words.trim());
                continue;
            }
            let picture = head.split('=').next().unwrap_or(head).trim();
            for word in words.split_whitespace().chain([picture]) {
                table.words.insert(word, picture);
            }
        }
        table
    }

    /// The picture of a word.
    pub(crate) fn word(&self, word: &str) -> Option<&'static str> {
        self.words.get(word).copied()
    }

    /// The picture of the longest known word that a longer one begins or ends with.
    pub(crate) fn part(&self, word: &str) -> Option<&'static str> {
        let cuts = word.char_indices().map(|(i, _)| i).filter(|i| *i > 0);
        let parts = cuts.flat_map(|i| [&word[..i], &word[i..]]);
        parts
            .filter(|part| part.len() >= SHORTEST_PART)
            .filter_map(|part| Some((part.len(), self.word(part)?)))
            .max_by_key(|(length, _)| *length)
            .map(|(_, picture)| picture)
    }

    /// Does this word of an image name say nothing about what it shows?
    pub(crate) fn is_vague(&self, word: &str) -> bool {
        self.vague.contains(&word)
    }

    /// The picture of a class.
    pub(crate) fn class(&self, class: &str) -> Option<&'static str> {
        self.classes.get(class).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded::{ICONS, TILES};
    use std::collections::HashSet;

    fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
        let mut section = "";
        include_str!("../data/pictures.txt").lines().filter_map(move |line| {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.starts_with('[') {
                section = line;
                return None;
            }
            (!line.is_empty()).then_some((section, line))
        })
    }

    #[test]
    fn every_picture_of_the_table_is_embedded_and_the_other_way_round() {
        let names = |wanted: &str| -> HashSet<&str> {
            lines()
                .filter(|(section, _)| *section == wanted)
                .map(|(_, line)| line.split([':', '=']).next().unwrap_or("").trim())
                .collect()
        };
        assert_eq!(names("[icons]"), ICONS.iter().map(|(n, _)| *n).collect());
        assert_eq!(names("[tiles]"), TILES.iter().map(|(n, _)| *n).collect());
    }

    #[test]
    fn a_word_stands_in_one_line_only() {
        let mut seen = HashSet::new();
        for (section, line) in lines().filter(|(section, _)| matches!(*section, "[icons]" | "[tiles]")) {
            let (head, words) = line.split_once(':').unwrap_or((line, ""));
            let picture = head.split('=').next().unwrap_or(head).trim();
            for word in words.split_whitespace().chain([picture]).collect::<HashSet<_>>() {
                assert!(seen.insert(word), "`{word}` stands twice, the second time in {section} {picture}");
            }
        }
    }

    #[test]
    fn classes_name_known_pictures() {
        for (_, line) in lines().filter(|(section, _)| *section == "[classes]") {
            let picture = line.split(':').nth(1).unwrap_or("").trim();
            assert_eq!(Table::get().word(picture), Some(picture), "{line}");
        }
    }

    #[test]
    fn parts_of_words() {
        assert_eq!(Table::get().part("rtruck"), Some("truck"));
        assert_eq!(Table::get().part("potatoeyes"), Some("potato"));
        assert_eq!(Table::get().part("xyz"), None);
        assert_eq!(Table::get().part("äöü"), None);
    }
}
