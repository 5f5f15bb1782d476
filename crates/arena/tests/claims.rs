//! What is played for claims, and when they hold.

use crate::common::MadeUp;
use crate::common::study::{add, study, study_with};
use ludex_arena::Entrant;
use ludex_arena::paper::*;
use ludex_arena::plan::{Plan, sets};
use ludex_arena::store::{Tallies, Tally};
use std::sync::Arc;

/// Agents and budget of P2.
const KB_FAST_EVO: &str = "samplemcts(version=v1,ties=last)+evo+kb";
const VANILLA: &str = "samplemcts(version=v1,ties=last)";
const OF_2014: &str = "50-70it+model-2014-05";

#[test]
fn undecided_refuted_and_impossible_claims() {
    let only = |verdicts: &[(&str, f64)], plays: u64, scale: f64, exists: bool| {
        let mut tallies = Tallies::default();
        for (agent, percent) in verdicts {
            let entrant = Entrant::new(*agent, OF_2014);
            add(&mut tallies, &Arc::new(entrant), "chase", *percent, plays);
        }
        let read = |text: &str| exists.then(|| text.to_owned());
        let results = study_with("P2", &tallies, scale, &read).evaluate().into_iter();
        let found: Vec<_> =
            results.filter(|result| result.claim.id == "P2.2").map(|result| result.verdict).collect();
        found[0]
    };
    let pair = |ours: f64, base: f64| [(KB_FAST_EVO, ours), (VANILLA, base)];
    assert_eq!(only(&pair(90.0, 10.0), 20, 1.0, true), Verdict::Holds);
    assert_eq!(only(&pair(90.0, 10.0), 19, 1.0, true), Verdict::NotEnough, "fewer plays than asked for");
    assert_eq!(only(&pair(90.0, 10.0), 5, 0.25, true), Verdict::Holds, "the whole interval says so");
    assert_eq!(only(&pair(56.0, 16.0), 5, 0.25, true), Verdict::Leans(true), "the estimate alone says so");
    assert_eq!(only(&pair(40.0, 15.0), 4, 0.2, true), Verdict::Leans(false), "might still turn out well");
    assert_eq!(only(&pair(40.0, 15.0), 20, 1.0, true), Verdict::Leans(false), "plays alone decide nothing");
    assert_eq!(
        only(&pair(30.0, 15.0), 20, 1.0, true),
        Verdict::Fails,
        "the whole interval is below the bound"
    );
    assert_eq!(only(&pair(5.0, 90.0), 4, 0.2, true), Verdict::Fails, "cannot turn out well");
    assert_eq!(only(&[], 20, 1.0, true), Verdict::NotEnough);
    assert_eq!(only(&[], 20, 1.0, false), Verdict::NotYet);
    assert_eq!(only(&pair(90.0, 10.0), 20, 1.0, false), Verdict::Holds, "results stay results");
}

#[test]
fn a_second_look_needs_its_own_plays_and_is_named() {
    let mut tallies = Tallies::default();
    let played = |tallies: &mut Tallies, per_level: u64| {
        for (agent, percent) in [(KB_FAST_EVO, 30.0), (VANILLA, 40.0)] {
            add(tallies, &Arc::new(Entrant::new(agent, OF_2014)), "frogs", percent, per_level);
        }
    };
    let look = |tallies: &Tallies| {
        let results = study("P2", tallies, 1.0).evaluate();
        let check = &results.iter().find(|result| result.claim.id == "P2.5").unwrap().checks[0];
        (check.plays, check.needed, check.verdict)
    };
    played(&mut tallies, 20);
    assert_eq!(look(&tallies), (100, 2000, Verdict::NotEnough));
    played(&mut tallies, 380);
    assert_eq!(look(&tallies), (2000, 2000, Verdict::Holds));
    let text = section(&found(study("P2", &tallies, 1.0)), None);
    assert!(text.contains("by the first estimate: P2.5 part 1. Whoever"), "{text}");
}

#[test]
fn undecided_claims_say_how_many_plays_would_tell() {
    let mut tallies = Tallies::default();
    for agent in ["samplemcts(version=v1)", "samplemcts(version=v4)"] {
        add(&mut tallies, &Arc::new(Entrant::new(agent, "50-70it")), "aliens", 100.0, 10);
    }
    let results = study("P2", &tallies, 0.5).evaluate();
    let result = results.iter().find(|result| result.claim.id == "P2.6").unwrap();
    let check = &result.checks[1];
    assert_eq!(
        (check.plays, check.verdict),
        (50, Verdict::Leans(true)),
        "92.9 to 100 %, and 95 are asked for"
    );
    assert!(check.would_need.is_some_and(|plays| plays > 50), "{check:?}");
}

#[test]
fn settings_that_agents_report() {
    let nothing = Tallies::default();
    let empty = study("P3", &nothing, 1.0);
    let claim = claims("P3").unwrap().claims.iter().find(|claim| claim.id == "P3.7").unwrap();
    // So many games in which a depth of 1 is most used, by a majority that is clear with many plays.
    let played = |plays: u64, prefer: usize, scale: f64| {
        let mut tallies = Tallies::default();
        for check in &claim.checks {
            for (index, (game, entrant)) in empty.terms(claim, check).unwrap()[0].parts.iter().enumerate() {
                let used = if index < prefer { "k=0.7 d=1" } else { "k=0.7 d=15" };
                let others = plays * 2 / 5;
                let remarks = [(used.to_owned(), plays - others), ("k=1.0 d=4".to_owned(), others)].into();
                tallies.add(entrant, &Arc::from(&**game), 0, Tally { plays, remarks, ..Tally::default() });
            }
        }
        let results = study("P3", &tallies, scale).evaluate();
        let result = results.iter().find(|result| result.claim.id == "P3.7").unwrap();
        (result.verdict, result.checks[0].ours.unwrap())
    };
    let (verdict, all) = played(100, 12, 1.0);
    assert_eq!((verdict, all.estimate), (Verdict::Holds, 12.0));
    assert!(all.low < 12.0 && all.high == 12.0, "{all:?}");
    assert_eq!(played(50, 14, 0.5).0, Verdict::Holds, "the whole interval says so");
    assert_eq!(played(50, 10, 0.5).0, Verdict::Leans(true));
    assert_eq!(played(50, 4, 0.5).0, Verdict::Fails);
}

#[test]
fn what_has_to_be_played() {
    let games: Vec<&str> = sets().iter().flat_map(|set| &set.games).map(|game| &**game).collect();
    let source = MadeUp::new(&games);
    let is_claim = |id: &str| id.ends_with(|c: char| c.is_ascii_digit());
    let mut tallies = Tallies::default();
    let cells = |tallies: &Tallies, id: &str, scale: f64| {
        let blocks = study_with(id, tallies, scale, &|text| (text != "ybcriber").then(|| text.to_owned()))
            .needs(&[&source], is_claim)
            .unwrap();
        Plan::of_blocks(1, blocks).unwrap().cells
    };
    // Four agents in ten games, 100 plays; those of P2.6 play Aliens only; two have a second look at Frogs.
    assert_eq!(cells(&tallies, "P2", 1.0).len(), 4 * 10 * 100 + 2 * 100 + 2 * 1900);
    assert_eq!(cells(&tallies, "P2", 0.05).len(), (4 * 10 + 2) * 5 + 2 * 95);
    let read = |text: &str| Some(text.to_owned());
    let blocks = study_with("P2", &tallies, 1.0, &read).needs(&[&source], |id| id == "P2.A").unwrap();
    assert_eq!(Plan::of_blocks(1, blocks).unwrap().cells.len(), 4 * 6 * 50, "an experiment alone");

    // P1 first settles its budget, and then takes the one that comes nearest to the published 31 %.
    let trials = cells(&tallies, "P1", 1.0);
    let tried = [("300fm", 30.0), ("480fm", 40.0)];
    assert_eq!(trials.len(), tried.len() * 60 * 75);
    for (budget, percent) in tried {
        let entrant = Arc::new(Entrant::new("mcts", budget));
        for game in games_of("sixty") {
            add(&mut tallies, &entrant, &game, percent, 15);
        }
    }
    let one_sided = |text: &str| (text == "samplemcts(version=v1)").then(|| text.to_owned());
    let blocks = study_with("P2", &tallies, 1.0, &one_sided).needs(&[&source], is_claim).unwrap();
    let games: Vec<&str> = blocks.iter().flat_map(|block| &block.games).map(|game| &*game.name).collect();
    assert_eq!(games, ["aliens"], "without an opponent there is nothing to compare");
    let rest = cells(&tallies, "P1", 1.0);
    assert!(rest.iter().all(|cell| &*cell.entrant.budget == "300fm" && &*cell.entrant.agent != "ybcriber"));
}

#[test]
fn results_are_found_under_the_canonical_text() {
    // Version 4 is what the agent is without saying so.
    let read = |text: &str| Some(text.replace("(version=v4)", ""));
    let mut tallies = Tallies::default();
    for (agent, percent) in [("samplemcts(version=v1)", 10.0), ("samplemcts", 100.0)] {
        let entrant = Entrant::new(agent, "50-70it");
        add(&mut tallies, &Arc::new(entrant), "aliens", percent, 20);
    }
    let results = study_with("P2", &tallies, 1.0, &read).evaluate();
    let result = results.iter().find(|result| result.claim.id == "P2.6").unwrap();
    assert_eq!(result.verdict, Verdict::Holds);
}

#[test]
fn games_to_learn_from() {
    let nothing = Tallies::default();
    let study = study("P4", &nothing, 1.0);
    let claim = claims("P4").unwrap().claims.iter().find(|claim| claim.id == "P4.4").unwrap();
    let terms = study.terms(claim, &claim.checks[0]).unwrap();
    let entrants: Vec<&Entrant> = terms.iter().map(|term| &*term.parts[0].1).collect();
    let first = Entrant::new("olmcts", "480fm");
    assert_eq!(entrants, [&Entrant { learning: 4, ..first.clone() }, &first]);
}

#[test]
fn a_strict_bound_is_out_of_bounds() {
    let claim = |paper: &str, id: &str| {
        claims(paper).unwrap().claims.iter().find(|claim| claim.id == id).unwrap().checks.clone()
    };
    let (order, no_help) = (claim("P4", "P4.6"), claim("P2", "P2.5"));
    assert_eq!((&*order[0].bound(), order[0].allows(0.0)), ("≥ 0", true));
    assert_eq!((&*order[1].bound(), order[1].allows(0.0), order[1].allows(0.1)), ("> 0", false, true));
    assert_eq!((&*no_help[0].bound(), no_help[0].allows(-15.0)), ("inside ±15", false));
    assert!(no_help[0].allows(-14.9));
}

#[test]
fn what_it_took() {
    let mut tallies = Tallies::default();
    let nothing = Tallies::default();
    let empty = study("P3", &nothing, 1.0);
    let claim = claims("P3").unwrap().claims.iter().find(|claim| claim.id == "P3.1").unwrap();
    for check in &claim.checks {
        let (game, entrant) = &empty.terms(claim, check).unwrap()[0].parts[0];
        add(&mut tallies, entrant, game, 50.0, 2);
        // Three plays of four with the same k, and a count that is another one in each of twelve.
        let remark = |n| (format!("k={} d=1 seen={n}", if n < 9 { 0.7 } else { 0.6 }), 1);
        let remarks = (0..12).map(remark).collect();
        tallies.add(entrant, &Arc::from(&**game), 0, Tally { remarks, ..Tally::default() });
    }
    // A game that was played more often than others counts as much as they.
    let (game, entrant) = &empty.terms(claim, &claim.checks[0]).unwrap()[0].parts[0];
    add(&mut tallies, entrant, game, 100.0, 2);
    let study = study("P3", &tallies, 1.0);
    let efforts = study.efforts();
    let [effort] = &efforts[..] else { panic!("one agent has played: {efforts:?}") };
    assert_eq!((&*effort.agent, &*effort.budget, effort.games), ("sampleMCTS", "iterations", 10));
    assert_eq!(effort.remarks, [("d=1".to_owned(), 1.0), ("k=0.7".to_owned(), 0.75)]);
    let text = section(&found(study), None);
    let line = "| iterations | 10 | 110 | 52.5 | 20.0 | – | `d=1` 100 %, `k=0.7` 75 % |";
    assert!(text.contains(line), "{text}");
}

fn found(study: Study<'_>) -> Vec<Findings<'_>> {
    vec![Findings { edition: Edition::OfToday, study, results: study.evaluate(), runs: Vec::new() }]
}

#[test]
fn games_of_the_time_decide_and_those_of_today_are_beside_them() {
    let tallies = |chase: f64| {
        let mut tallies = Tallies::default();
        for (agent, percent) in [(KB_FAST_EVO, chase), (VANILLA, 10.0)] {
            add(&mut tallies, &Arc::new(Entrant::new(agent, OF_2014)), "chase", percent, 20);
        }
        tallies
    };
    let (then, today, nothing) = (tallies(90.0), tallies(12.0), Tallies::default());
    let of = |edition, tallies| {
        let study = study("P2", tallies, 1.0);
        Findings { edition, study, results: study.evaluate(), runs: Vec::new() }
    };
    let both = section(&[of(Edition::OfTheTime, &then), of(Edition::OfToday, &today)], None);
    assert!(
        both.contains("| games of the time (95 % interval) | games of today | plays a game | verdict |"),
        "{both}"
    );
    assert!(both.contains("+80.0 (") && both.contains("| +2.0 ("), "{both}");
    assert!(
        both.lines().any(|line| line.starts_with("| **P2.2**") && line.ends_with("**holds** |")),
        "{both}"
    );
    let only = section(&[of(Edition::OfTheTime, &nothing), of(Edition::OfToday, &today)], None);
    assert!(
        only.contains("**Played with the games of today**, not with those of the time (2014-05-08)"),
        "{only}"
    );
    assert!(
        only.lines().any(|line| line.starts_with("| **P2.2**") && line.ends_with("**fails** |")),
        "{only}"
    );
}

#[test]
fn experiments_are_tables_with_what_others_found() {
    let mut tallies = Tallies::default();
    let claims = claims("P2").unwrap();
    let experiment = claims.experiments.iter().find(|experiment| experiment.id == "P2.A").unwrap();
    let nothing = Tallies::default();
    let empty = study("P2", &nothing, 1.0);
    assert_eq!(empty.experiment_table(experiment), None);
    let vanilla = |agent, budget| Arc::new(Entrant::new(agent, budget));
    let v1 = "samplemcts(version=v1)";
    for game in ["aliens", "butterflies", "chase", "missilecommand", "sokoban", "zelda"] {
        for (agent, budget, percent) in [
            (v1, "50-70it", 100.0),
            (VANILLA, "50-70it", 75.0),
            (v1, OF_2014, 50.0),
            (VANILLA, OF_2014, 25.0),
        ] {
            add(&mut tallies, &vanilla(agent, budget), game, percent, 4);
        }
    }
    let table = study("P2", &tallies, 1.0).experiment_table(experiment).unwrap();
    assert!(table.contains("| aliens | 100 [100] | 75 [100] | 50 [15] | 25 [0] | 25 [8] |"), "{table}");
    assert!(table.contains("| **all** | **100.0**"), "{table}");
}

#[test]
fn pictures_show_published_figures_against_ours() {
    let mut tallies = Tallies::default();
    add(&mut tallies, &Arc::new(Entrant::new(VANILLA, OF_2014)), "aliens", 25.0, 4);
    let picture = plot(&study("P2", &tallies, 1.0)).unwrap();
    assert!(picture.contains("Vanilla in aliens: published 8.0 %, ours 25.0 %"), "{picture}");
    assert_eq!(plot(&study("P2", &Tallies::default(), 1.0)), None);
    // With another budget in every game.
    let mut tallies = Tallies::default();
    for (game, budget) in [("aliens", "35it"), ("butterflies", "27it"), ("bait", "999it")] {
        add(&mut tallies, &Arc::new(Entrant::new("samplemcts(version=v4,c=1.4)", budget)), game, 50.0, 4);
    }
    let picture = plot(&study("P3", &tallies, 1.0)).unwrap();
    assert!(picture.contains("sampleMCTS in aliens: published 100.0 %, ours 50.0 %"), "{picture}");
    assert!(!picture.contains("in bait"), "with a budget that no claim asks for: {picture}");
}

#[test]
fn sections_replace_themselves() {
    let nothing = Tallies::default();
    let two = |text: &str| ["mcts", "solmcts"].contains(&text).then(|| text.to_owned());
    let study = study_with("P1", &nothing, 1.0, &two);
    let text = section(&found(study), None);
    assert!(
        text.contains(
            "0 fail and 0 are undecided (0 lean towards, 0 against); 1 need more plays; 10 need agents"
        ),
        "{text}"
    );
    assert!(section(&found(study), Some("images/p1.svg")).contains("(images/p1.svg)"));
    assert!(text.contains("| **P1.10** |") && text.contains("missing: `soemers-all`, `ybcriber`"), "{text}");
    let once = replace_section("# Reproduction\n", "P1", &text);
    let twice = replace_section(&format!("{once}\nThe end.\n"), "P1", &text);
    assert_eq!(twice, format!("{once}\nThe end.\n"));
    let both = replace_section(&replace_section("# Reproduction\n", "P2", "two\n"), "P1", "one\n");
    let sections =
        "<!-- begin P1 -->\n\none\n\n<!-- end P1 -->\n\n<!-- begin P2 -->\n\ntwo\n\n<!-- end P2 -->\n";
    assert_eq!(both, format!("# Reproduction\n\n{sections}"));
}

#[test]
fn the_document_begins_with_a_summary() {
    let document = "# Reproduction\n\n<!-- begin summary -->\nold\n<!-- end summary -->\n";
    let line = |id: &str, verdict: &str| format!("| **{id}** | a \\| b | 3 | | | **{verdict}** |\n");
    let two =
        line("P2.1", "holds") + &line("P2.2", "fails") + "| | P2.2: ≥ +3 | +4 | +1 | 9 of 9 | fails |\n";
    let document = replace_section(document, "P2", &two);
    let document = replace_section(
        &document,
        "P1",
        &(line("P1.1", "not enough plays") + &line("P1.2", "undecided, leans against")),
    );
    let summary = "| paper | holds | leans towards | leans against | fails | not played enough |\n\
        | --- | --- | --- | --- | --- | --- |\n\
        | P1 |  |  | P1.2 |  | P1.1 |\n| P2 | P2.1 |  |  | P2.2 |  |\n\n<!-- end summary -->";
    assert!(document.contains(summary), "{document}");
}
