//! What is called the same means the same in all commands.

use std::collections::BTreeMap;

use clap::{Arg, Command, CommandFactory, Parser};
use ludex_agents::DEFAULT_SEED;
use ludex_arena::plan::Experiment;

use crate::Cli;

/// Every flag of every command, with the words that lead to it.
fn flags() -> Vec<(String, Arg)> {
    fn collect(command: &Command, path: &str, found: &mut Vec<(String, Arg)>) {
        let path = format!("{path}{} ", command.get_name());
        let flags = command.get_arguments().filter(|flag| !flag.is_positional());
        found.extend(flags.map(|flag| (format!("{path}--{}", flag.get_id()), flag.clone())));
        for below in command.get_subcommands() {
            collect(below, &path, found);
        }
    }
    let mut found = Vec::new();
    collect(&Cli::command(), "", &mut found);
    found
}

#[test]
fn all_commands_have_the_same_default_seed() {
    let experiment = Experiment::default();
    assert_eq!(experiment.seed, u64::from(DEFAULT_SEED));
    let seeds: Vec<_> = flags()
        .into_iter()
        .filter(|(_, flag)| flag.get_long().is_some_and(|name| name.ends_with("seed")))
        .collect();
    assert!(seeds.len() >= 10, "{}", seeds.len());
    for (place, flag) in seeds {
        assert!(!flag.is_required_set(), "{place} has no default");
        // Flags that change an experiment's file have the file's value, which is the one above if it has none.
        if place.starts_with("ludex arena ") || place.starts_with("ludex cluster ") {
            continue;
        }
        assert_eq!(flag.get_default_values(), [DEFAULT_SEED.to_string().as_str()], "{place}");
    }
}

#[test]
fn a_letter_means_the_same_in_all_commands() {
    let mut meanings: BTreeMap<char, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for (place, flag) in flags() {
        let Some((letter, name)) = flag.get_short().zip(flag.get_long()) else { continue };
        // One level or several: what a command can take.
        let meaning = if name == "levels" { "level" } else { name };
        meanings.entry(letter).or_default().entry(meaning.to_owned()).or_default().push(place);
    }
    assert!(meanings.contains_key(&'l') && meanings.contains_key(&'o') && meanings.contains_key(&'j'));
    for (letter, meanings) in meanings {
        assert_eq!(meanings.len(), 1, "-{letter} is {meanings:?}");
    }
}

#[test]
fn what_has_a_letter_has_it_in_all_commands() {
    let all = flags();
    let long = |flag: &Arg| flag.get_long().map(str::to_owned);
    let lettered: BTreeMap<String, char> =
        all.iter().filter_map(|(_, flag)| long(flag).zip(flag.get_short())).collect();
    for (place, flag) in &all {
        let usual = long(flag).and_then(|name| lettered.get(&name).copied());
        assert_eq!(flag.get_short(), usual, "{place}");
    }
}

#[test]
fn what_is_no_number_is_answered_with_what_to_write() {
    let mut numbers = 0;
    for (place, flag) in flags() {
        let (Some(name), true) = (flag.get_long(), flag.get_action().takes_values()) else { continue };
        let mut words: Vec<String> = place.split(' ').map(str::to_owned).collect();
        words.pop();
        words.push(format!("--{name}=1.x"));
        let Err(answer) = Cli::try_parse_from(words) else { continue };
        let answer = answer.to_string();
        assert!(!answer.contains("invalid digit") && !answer.contains("invalid float"), "{place}: {answer}");
        numbers += usize::from(answer.contains("write a whole number"));
    }
    assert!(numbers > 40, "{numbers}");
}
