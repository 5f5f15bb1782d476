//! Results kept as one compact file, and made results again.

use ludex_arena::contest;
use ludex_arena::plan::{Experiment, Levels, Plan, source};
use ludex_arena::runner::RunOptions;
use ludex_arena::store::{Evidence, EvidenceError, GameRow, Results, StoreError};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ludex-evidence-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn play(out: &Path, seed: u64) -> Results {
    let experiment = Experiment {
        agents: vec!["random".into(), "samplemcts(depth=2)".into()],
        games: vec!["aliens".into(), "frogs".into()],
        levels: Levels::first(2),
        reps: 2,
        budget: "10fm".into(),
        seed,
        ..Experiment::default()
    };
    let games = source(None).unwrap();
    let plan = Plan::new(&experiment.canonical().unwrap(), &[&*games]).unwrap();
    let stop = AtomicBool::new(false);
    contest(&plan, out, "a = \"b\"\n", RunOptions::new(Some(1), None), &stop, |_| {}).unwrap();
    Results::open(out).unwrap()
}

fn rows(results: &Results) -> Vec<GameRow> {
    let mut rows = Vec::new();
    let each = |row: GameRow| {
        // Evidence keeps neither times nor what was spent on the warm-up.
        rows.push(GameRow { wall_s: 0.0, cpu_s: 0.0, warm_up_calls: None, warm_up_iterations: None, ..row });
        Ok::<(), StoreError>(())
    };
    results.for_each(each).unwrap();
    rows
}

#[test]
fn evidence_becomes_the_same_results() {
    let folder = Folder::new("same");
    let results = play(&folder.0.join("played"), 7);
    let file = folder.0.join("P9.tsv.gz");
    Evidence::of(&[("2014-05-08", &results)], 7).unwrap().write(&file).unwrap();
    let evidence = Evidence::read(&file, 7).unwrap();
    assert_eq!(evidence.parts().collect::<Vec<_>>(), ["2014-05-08"]);
    let again = evidence.results("2014-05-08").unwrap().unwrap();
    assert_eq!(rows(&again), rows(&results));
    assert_eq!(rows(&again).len(), 16);
    assert_eq!(again.runs().unwrap(), results.runs().unwrap());
    assert!(evidence.results("today").unwrap().is_none());

    let restored = folder.0.join("restored");
    assert!(evidence.restore("2014-05-08", &restored).unwrap());
    assert!(!evidence.restore("2014-05-08", &restored).unwrap(), "what is there stays");
    assert_eq!(rows(&Results::open(&restored).unwrap()), rows(&results));

    let second = folder.0.join("second.tsv.gz");
    Evidence::of(&[("2014-05-08", &again)], 7).unwrap().write(&second).unwrap();
    assert_eq!(
        std::fs::read(&file).unwrap(),
        std::fs::read(&second).unwrap(),
        "the same rows, the same bytes"
    );
}

#[test]
fn what_is_no_evidence() {
    let folder = Folder::new("none");
    let results = play(&folder.0, 7);
    assert!(matches!(Evidence::of(&[("today", &results)], 1), Err(EvidenceError::Seed { .. })));
    assert!(matches!(Evidence::read(&folder.0.join("missing"), 1), Err(EvidenceError::Io { .. })));
    assert!(matches!(Evidence::read(results.path(), 1), Err(EvidenceError::Io { .. })), "not compressed");
}
