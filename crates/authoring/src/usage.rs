//! Which bundled games use which words.

use std::collections::BTreeSet;

use ludex_engine::ONTOLOGY;
use ludex_vgdl::ClassRef;

use crate::article::Topic;

/// The words of each bundled game.
pub struct Usage {
    games: Vec<(&'static str, Words)>,
}

#[derive(Default)]
struct Words {
    classes: BTreeSet<&'static str>,
    effects: BTreeSet<&'static str>,
    terminations: BTreeSet<&'static str>,
    parameters: BTreeSet<String>,
    pictures: BTreeSet<String>,
}

impl Usage {
    pub fn of_bundled_games() -> Usage {
        let words = |game: &ludex_library::Bundled| Some((game.name, Words::of(game.game)?));
        Usage { games: ludex_library::bundled().iter().filter_map(words).collect() }
    }

    pub fn games_with(&self, topic: Topic, word: &str) -> Vec<&'static str> {
        self.those(|words| match topic {
            Topic::Classes => words.classes.contains(word),
            Topic::Effects => words.effects.contains(word),
            Topic::Terminations => words.terminations.contains(word),
            Topic::Parameters => words.parameters.contains(word),
            Topic::Pictures => words.pictures.contains(word),
            Topic::Codes => false,
        })
    }

    fn those(&self, is_meant: impl Fn(&Words) -> bool) -> Vec<&'static str> {
        self.games.iter().filter(|(_, words)| is_meant(words)).map(|(name, _)| *name).collect()
    }
}

impl Words {
    fn of(text: &str) -> Option<Words> {
        let game = ludex_vgdl::parse(text, &ONTOLOGY).ok()?.game;
        let mut words = Words::default();
        let first_line = text.lines().find(|line| line.starts_with("BasicGame")).unwrap_or_default();
        let settings = first_line.split_whitespace().filter_map(|word| word.split_once('='));
        words.parameters.extend(settings.map(|(key, _)| key.to_owned()));
        for kind in &game.types {
            if let ClassRef::Known(class) = kind.class {
                words.classes.insert(ONTOLOGY.classes[class].name);
            }
            words.pictures.extend(kind.params.raw("img").map(str::to_owned));
            words.parameters.extend(kind.params.iter().map(|(key, _)| key.to_owned()));
        }
        for rule in &game.rules {
            words.effects.insert(ONTOLOGY.effects[rule.effect].name);
            words.parameters.extend(rule.params.iter().map(|(key, _)| key.to_owned()));
        }
        for termination in &game.terminations {
            words.terminations.insert(ONTOLOGY.terminations[termination.kind].name);
            words.parameters.extend(termination.params.iter().map(|(key, _)| key.to_owned()));
        }
        Some(words)
    }
}
