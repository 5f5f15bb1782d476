//! Reports over results that fake players made.

use crate::common::{MadeUp, Scratch, experiment, plan, play};
use ludex_arena::paper::paper;
use ludex_arena::plan::{Experiment, Plan};
use ludex_arena::report::{Choices, Report, Screen};
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
    assert_eq!(report.lead(), "600 plays of 3 agents in 10 games");
    let text = report.to_text(Screen::default());
    assert!(!text.contains("disq.") && !text.contains("by their places"), "{text}");
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
            "wins.pdf",
            "beats.svg",
            "beats.pdf",
            "scores.svg",
            "scores.pdf",
            "calls.svg",
            "calls.pdf"
        ]
    );
    for form in [
        report.to_text(Screen::default()),
        report.to_markdown(),
        report.to_latex(),
        report.to_csv(),
        report.to_html(),
    ] {
        for name in ["solmcts", "iw(1)", "zelda", "survivezombies"] {
            assert!(form.contains(name), "{name} is missing in {form}");
        }
        assert!(!form.contains("NaN"), "{form}");
    }
    let json = report.to_json();
    assert_eq!((json["agents"].as_array().unwrap().len(), json["pairs"].as_array().unwrap().len()), (3, 3));
    assert_eq!(json["agents"][0]["total"]["plays"], 200);
    let page = report.to_html();
    assert_well_formed(&page);
    assert!(page.contains("Beside the figures of P1") && page.contains("reps = 4"));
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("src="), "the page needs nothing but itself");
    assert!(
        !report.to_text(Screen::default()).contains('\x1b')
            && report.to_text(Screen { styled: true, width: None }).contains('\x1b')
    );
    assert_eq!(report.to_csv().lines().count(), 1 + 3 * 11);
}

#[test]
fn small_and_uneven_results() {
    let scratch = Scratch::new("small");
    let one = make(&scratch.path().join("one"), &["random"], &["zelda"], 1);
    let report = Report::new(&[one], &[], &|text| Some(text.to_owned())).unwrap();
    assert!(report.to_text(Screen::default()).contains("5 plays of 1 agent in 1 game"));
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
    assert!(!report().to_text(Screen::default()).contains("Note"), "there is one clock");
    assert_eq!(record("mcts", "40ms"), 10, "these are other games");
    assert_eq!((record("mcts", "40ms"), record("mcts", "40ms-cpu")), (0, 0), "and these the same");
    let text = report().to_text(Screen::default());
    assert_eq!(report().lead(), "30 plays of 3 agents in 1 game");
    let note = "mcts @ 40ms had wall-clock time, mcts @ 40ms-cpu processor time";
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

/// Agents as a study has them, nine or twenty, with the long names that compositions get.
fn crowd(count: usize) -> Vec<String> {
    let parts = ["bfti", "nst(n=3)", "ph", "tr(0.6)", "la", "nbp", "kbe", "dgd"];
    (0..count).map(|place| format!("mcts(c=0.{place})+{}", parts[..place % 9].join("+"))).collect()
}

/// A program of a TeX installation, or nothing where there is none.
fn latex(folder: &Path, text: &str) -> Option<String> {
    std::fs::write(folder.join("paper.tex"), text).unwrap();
    let run = std::process::Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "paper.tex"])
        .current_dir(folder)
        .output();
    match run {
        Ok(output) => {
            let log = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{log}");
            Some(log)
        }
        Err(_) => {
            ludex_testing::skipped("LaTeX tables were not set: there is no pdflatex");
            None
        }
    }
}

#[test]
fn latex_fits_a_page_of_two_columns() {
    let scratch = Scratch::new("latex");
    for count in [9, 20] {
        let folder = scratch.path().join(count.to_string());
        let agents = crowd(count);
        let agents: Vec<&str> = agents.iter().map(|agent| &**agent).collect();
        let results = make(&folder, &agents, &SET1, 2);
        let report = Report::new(&[results], &[], &|text| Some(text.to_owned())).unwrap();
        assert!(report.to_text(Screen::default()).contains("long names by their places: #"));
        let mut figures = String::new();
        for file in report.write(&folder.join("report")).unwrap() {
            if file.extension().is_some_and(|ext| ext == "pdf") {
                let name = file.file_name().unwrap().to_str().unwrap();
                figures += &format!(
                    "\\begin{{figure*}}\\includegraphics[width=\\textwidth,height=0.8\\textheight,keepaspectratio]{{report/{name}}}\\end{{figure*}}\n\\clearpage\n"
                );
            }
        }
        let text = format!(
            "\\documentclass[twocolumn]{{article}}\n\\usepackage{{booktabs,graphicx,array}}\n\\begin{{document}}\n{}\n{figures}\\end{{document}}\n",
            report
                .to_latex()
                .replace("\\end{table*}\n", "\\end{table*}\n\\clearpage\n")
                .replace("\\end{table}\n", "\\end{table}\n\\clearpage\n")
        );
        let Some(log) = latex(&folder, &text) else { return };
        let wide: Vec<&str> = log
            .lines()
            .filter(|line| line.contains("Overfull") || line.contains("Float too large"))
            .collect();
        assert!(wide.is_empty(), "{count} agents: {wide:#?}");
    }
}

#[test]
fn labels_stay_through_every_form() {
    let scratch = Scratch::new("labels");
    let experiment = Experiment {
        agents: vec!["the long one=mcts(c=1)+bfti+nst".to_owned(), "olets".to_owned()],
        games: vec!["zelda".to_owned()],
        ..experiment(&[], &[], 2)
    };
    let experiment = experiment.canonical().unwrap();
    let plan = Plan::new(&experiment, &[&MadeUp::new(&["zelda"])]).unwrap();
    let mut recorder =
        Recorder::begin(scratch.path(), &RunFacts::here(&experiment.to_toml().unwrap())).unwrap();
    let options = RunOptions { jobs: 1, clock: None, replays: 0 };
    run(&plan.cells, &mut recorder, options, &AtomicBool::new(false), play, |_| {}).unwrap();
    drop(recorder);
    let open = || [Results::open(scratch.path()).unwrap()];
    let as_written = |text: &str| Some(text.to_owned());
    let report = Report::new(&open(), &[], &as_written).unwrap();
    let plots: String =
        report.plots().iter().flat_map(|plot| plot.parts.iter().map(|part| part.to_svg())).collect();
    let forms =
        [report.to_text(Screen::default()), report.to_markdown(), report.to_latex(), report.to_csv(), plots];
    for form in forms {
        assert!(form.contains("the long one"), "{form}");
    }
    let json = report.to_json();
    let named = json["agents"].as_array().unwrap().iter().find(|who| who["label"] == "the long one").unwrap();
    assert_eq!(named["agent"], *experiment.agents[0], "the row keeps the text of the agent");
    assert!(named["agent"].as_str().unwrap().starts_with("mcts("));
    // Another name afterwards, and one agent to compare with, by its name.
    let choices = Choices {
        labels: [(experiment.agents[0].clone(), "renamed".to_owned())].into(),
        control: Some("renamed".to_owned()),
    };
    let report = Report::with(&open(), &[], &as_written, &choices).unwrap();
    assert!(report.to_text(Screen::default()).contains("Against renamed"));
    let wrong = Choices { control: Some("nobody".to_owned()), ..Choices::default() };
    let error = Report::with(&open(), &[], &as_written, &wrong).unwrap_err().to_string();
    assert!(error.contains("the long one") && error.contains("olets"), "{error}");
}

#[test]
fn a_control_corrects_for_its_own_comparisons() {
    let scratch = Scratch::new("control");
    let agents = ["a", "bb", "ccc", "dddd", "eeeee"];
    let results = make(scratch.path(), &agents, &SET1, 3);
    let as_written = |text: &str| Some(text.to_owned());
    let all = Report::new(&[results], &[], &as_written).unwrap();
    let choices = Choices { control: Some("ccc".to_owned()), ..Choices::default() };
    let one = Report::with(&[Results::open(scratch.path()).unwrap()], &[], &as_written, &choices).unwrap();
    assert_eq!((all.analysis.pairs.len(), one.analysis.pairs.len()), (10, 4));
    let label = |report: &Report, place: usize| report.analysis.contestants[place].label.clone();
    for pair in &one.analysis.pairs {
        assert!(pair.paired, "all agents met the same seeds");
        assert_eq!(label(&one, pair.b), "ccc");
        let name = label(&one, pair.a);
        let among_all = all.analysis.pairs.iter().find(|other| {
            [label(&all, other.a), label(&all, other.b)] == [name.clone(), "ccc".to_owned()]
                || [label(&all, other.b), label(&all, other.a)] == [name.clone(), "ccc".to_owned()]
        });
        let among_all = among_all.unwrap();
        assert_eq!(pair.wins.p, among_all.wins.p);
        assert!(pair.wins_corrected <= among_all.wins_corrected);
    }
    assert!(one.to_text(Screen::default()).contains("McNemar"));
    assert_eq!(one.to_json()["control"], "ccc");
}

#[test]
fn scores_of_different_games_are_not_averaged() {
    let scratch = Scratch::new("scales");
    let report = |folder: &str, games: &[&str]| {
        let results = make(&scratch.path().join(folder), &["random", "mcts"], games, 2);
        Report::new(&[results], &[], &|text| Some(text.to_owned())).unwrap()
    };
    let several = report("several", &SET1);
    assert!(several.to_json()["agents"][0]["total"]["score_mean"].is_null());
    assert!(several.to_json()["agents"][0]["games"][0]["score_mean"].is_number());
    let text = several.to_text(Screen::default());
    assert!(text.contains("Rank by score") && !text.contains("Score by set"), "{text}");
    let one = report("one", &["zelda"]);
    assert!(one.to_json()["agents"][0]["total"]["score_mean"].is_number());
}
