//! Reports over results that fake players made.

mod common;

use common::{MadeUp, Scratch, experiment, plan, play};
use ludex_arena::paper::paper;
use ludex_arena::plan::{Experiment, Plan};
use ludex_arena::report::Report;
use ludex_arena::runner::{RunOptions, run};
use ludex_arena::store::{ExportFormat, Recorder, Results, RunFacts, export};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const SET1: [&str; 10] = [
    "aliens",
    "boulderdash",
    "butterflies",
    "chase",
    "frogs",
    "missilecommand",
    "portals",
    "sokoban",
    "survivezombies",
    "zelda",
];

fn make(folder: &Path, agents: &[&str], games: &[&str], reps: u32) -> Results {
    let plan = plan(agents, games, reps);
    let mut recorder = Recorder::begin(folder, &RunFacts::here("reps = 4\n")).unwrap();
    let options = RunOptions { jobs: 2, clock: None, replays: 0 };
    run(&plan.cells, &mut recorder, options, &AtomicBool::new(false), play, |_| {}).unwrap();
    Results::open(folder).unwrap()
}

/// Every opened element is closed, in order.
fn assert_well_formed(page: &str) {
    let mut open = Vec::new();
    for piece in page.split('<').skip(1) {
        let tag = piece.split_once('>').expect("every tag ends").0;
        let name = tag.split([' ', '\n']).next().unwrap();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta", "wbr"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn every_form_has_every_agent_and_game() {
    let scratch = Scratch::new("forms");
    let results = make(scratch.path(), &["solmcts", "mcts", "iw(1)"], &SET1, 4);
    let report = Report::new(&[results], &[paper("p1").unwrap()], &|text| Some(text.to_owned())).unwrap();
    assert_eq!(report.lead(), "600 plays of 3 entrants in 10 games");
    let files = report.write(&scratch.path().join("report")).unwrap();
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    assert_eq!(
        names,
        [
            "report.html",
            "report.md",
            "report.tex",
            "report.csv",
            "wins.svg",
            "beats.svg",
            "scores.svg",
            "calls.svg"
        ]
    );
    for form in
        [report.to_text(false), report.to_markdown(), report.to_latex(), report.to_csv(), report.to_html()]
    {
        for name in ["solmcts", "iw(1)", "zelda", "survivezombies"] {
            assert!(form.contains(name), "{name} is missing in {form}");
        }
        assert!(!form.contains("NaN"), "{form}");
    }
    let json = report.to_json();
    assert_eq!((json["entrants"].as_array().unwrap().len(), json["pairs"].as_array().unwrap().len()), (3, 3));
    assert_eq!(json["entrants"][0]["total"]["plays"], 200);
    let page = report.to_html();
    assert_well_formed(&page);
    assert!(page.contains("Beside the figures of P1") && page.contains("reps = 4"));
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("src="), "the page needs nothing but itself");
    assert!(!report.to_text(false).contains('\x1b') && report.to_text(true).contains('\x1b'));
    assert_eq!(report.to_csv().lines().count(), 1 + 3 * 11);
}

#[test]
fn small_and_uneven_results() {
    let scratch = Scratch::new("small");
    let one = make(&scratch.path().join("one"), &["random"], &["zelda"], 1);
    let report = Report::new(&[one], &[], &|text| Some(text.to_owned())).unwrap();
    assert!(report.to_text(false).contains("5 plays of 1 entrant in 1 game"));
    assert_well_formed(&report.to_html());

    // Two files that share an agent and not a game.
    let first = make(&scratch.path().join("first"), &["random", "mcts"], &["zelda"], 2);
    let second = make(&scratch.path().join("second"), &["mcts", "<b>&\"x\""], &["aliens"], 2);
    let report = Report::new(&[first, second], &[], &|text| Some(text.to_owned())).unwrap();
    assert_eq!((report.plays(), report.analysis.contestants.len()), (40, 3));
    assert!(report.analysis.warnings().iter().any(|text| text.contains("played 1 of the 2 games")));
    assert_well_formed(&report.to_html());

    let empty = scratch.path().join("empty");
    drop(Recorder::begin(&empty, &RunFacts::here("")).unwrap());
    let report = Report::new(&[Results::open(&empty).unwrap()], &[], &|text| Some(text.to_owned())).unwrap();
    assert_eq!(report.plays(), 0);
    assert_well_formed(&report.to_html());
    assert!(!report.to_html().contains("NaN"));
}

#[test]
fn versions_of_a_game_are_not_added_up() {
    let scratch = Scratch::new("versions");
    let first = make(&scratch.path().join("first"), &["random"], &["zelda"], 1);
    let folder = scratch.path().join("second");
    {
        let mut source = MadeUp::new(&["zelda"]);
        source.version = "second";
        let plan = Plan::new(&experiment(&["random"], &["zelda"], 1), &[&source]).unwrap();
        let mut recorder = Recorder::begin(&folder, &RunFacts::here("")).unwrap();
        let options = RunOptions { jobs: 1, clock: None, replays: 0 };
        run(&plan.cells, &mut recorder, options, &AtomicBool::new(false), play, |_| {}).unwrap();
    }
    let second = Results::open(&folder).unwrap();
    let error = Report::new(&[first, second], &[], &|text| Some(text.to_owned())).unwrap_err().to_string();
    assert!(error.contains("different versions of zelda (level 0)"), "{error}");
}

#[test]
fn the_same_game_does_not_count_twice() {
    let scratch = Scratch::new("twice");
    let part = |name: &str, agents: &[&str]| make(&scratch.path().join(name), agents, &["zelda"], 1);
    let report = |files: &[Results]| Report::new(files, &[], &|text| Some(text.to_owned()));
    let files = [part("one", &["random"]), part("two", &["mcts"])];
    assert_eq!(report(&files).unwrap().plays(), 10, "nothing in common");
    let [one, two] = files;
    let error = report(&[two, one, part("three", &["iw", "random"])]).unwrap_err().to_string();
    let names = ["one", "three", "zelda level 0 played by random", "--seed"];
    assert!(names.iter().all(|name| error.contains(name)), "{error}");
}

#[test]
fn processor_time_and_time_on_the_wall_are_kept_apart() {
    let scratch = Scratch::new("clocks");
    let mut recorder = Recorder::begin(scratch.path(), &RunFacts::here("")).unwrap();
    let mut record = |agent: &str, budget: &str| {
        let experiment = Experiment { budget: budget.to_owned(), ..experiment(&[agent], &["zelda"], 2) };
        let plan = Plan::new(&experiment, &[&MadeUp::new(&["zelda"])]).unwrap();
        let options = RunOptions { jobs: 1, clock: None, replays: 0 };
        let stop = AtomicBool::new(false);
        run(&plan.cells, &mut recorder, options, &stop, play, |_| {}).unwrap().progress.played
    };
    let report = || {
        let results = Results::open(scratch.path()).unwrap();
        Report::new(&[results], &[], &|text| Some(text.to_owned())).unwrap()
    };
    assert_eq!((record("mcts", "40ms-cpu"), record("mcts", "480fm")), (10, 10));
    assert!(!report().to_text(false).contains("Note"), "there is one clock");
    assert_eq!(record("mcts", "40ms"), 10, "these are other games");
    assert_eq!((record("mcts", "40ms"), record("mcts", "40ms-cpu")), (0, 0), "and these the same");
    let text = report().to_text(false);
    assert_eq!(report().lead(), "30 plays of 3 entrants in 1 game");
    let note = "mcts @ 40ms had time by the clock on the wall, mcts @ 40ms-cpu processor time";
    assert!(text.contains(note), "{text}");
}

#[test]
fn exports_have_a_line_a_game() {
    let scratch = Scratch::new("export");
    let results = make(scratch.path(), &["random", "mcts(c=1,\"x\")"], &["zelda"], 3);
    let mut csv = Vec::new();
    export(&results, ExportFormat::Csv, &mut csv).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    assert_eq!(csv.lines().count(), 31);
    assert!(csv.starts_with("agent,budget,lenient,learning,game,level,content,repetition,seed,"));
    assert!(csv.contains("\"mcts(c=1,\"\"x\"\")\",200fm,0,0,zelda,0,"), "{csv}");
    let mut lines = Vec::new();
    export(&results, ExportFormat::JsonLines, &mut lines).unwrap();
    let rows: Vec<serde_json::Value> =
        String::from_utf8(lines).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 30);
    let names = |row: &serde_json::Value| row.as_object().unwrap().len();
    assert!(rows.iter().all(|row| names(row) == csv.lines().next().unwrap().split(',').count()));
    assert!(rows.iter().all(|row| row["ticks"].as_u64() >= Some(100) && row["disqualified"].is_null()));
}
