//! Every recording of the reference that is at hand is replayed exactly.
//!
//! `LUDEX_ORACLE` names a folder of recordings and `LUDEX_GVGAI` the folder of the games they speak of. Without them the tests are
//! ignored, and cargo says so; those on the recordings that ship with Ludex always run.

use ludex_trace::games::Games;
use ludex_trace::many;
use ludex_trace::read::Trace;
use ludex_trace::record::Tick;
use ludex_trace::seen::Look;
use ludex_trace::verify::Verdict;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::PathBuf;

/// All recordings of a folder.
fn recordings(folder: PathBuf) -> Vec<PathBuf> {
    let files = many::find(std::slice::from_ref(&folder)).expect("the folder can be read");
    assert!(!files.is_empty(), "{} holds recordings", folder.display());
    files
}

fn assert_exact(files: &[PathBuf], games: &Games) {
    let mut failures = Vec::new();
    many::verify_all(files, games, |file, verdict| match verdict {
        Verdict::Exact { .. } => {}
        Verdict::Divergent(divergence) => failures.push(format!("{}: {divergence}", file.display())),
        Verdict::Broken(why) => failures.push(format!("{}: {why}", file.display())),
    });
    let shown = failures.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {} recordings are not exact:\n{shown}", failures.len(), files.len());
}

ludex_testing::needs_oracle!(all_recordings_are_exact, what_is_read_can_be_written_and_read_again);

fn all_recordings_are_exact() {
    assert_exact(&recordings(ludex_testing::oracle()), &Games::new(ludex_testing::gvgai()));
}

/// They were made by Ludex itself, so they say that it plays as it did when they were made.
#[test]
fn recordings_that_ship_are_exact() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../recordings");
    assert_exact(&recordings(folder.into()), &Games::bundled());
}

fn what_is_read_can_be_written_and_read_again() {
    fn round_trip<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> bool {
        let text = serde_json::to_string(value).expect("can be written");
        serde_json::from_str::<T>(&text).expect("can be read again") == *value
    }
    let files = recordings(ludex_testing::oracle());
    for file in files.iter().step_by(8) {
        let same = match Trace::open(file).expect("opens") {
            Trace::Recording(mut ticks) => ticks.all(|tick| round_trip::<Tick>(&tick.expect("a tick"))),
            Trace::Seen(mut looks) => looks.all(|look| round_trip::<Look>(&look.expect("a look"))),
        };
        assert!(same, "{}", file.display());
    }
}
