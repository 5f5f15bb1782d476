//! Every recording of the reference that is at hand is replayed exactly.
//!
//! `LUDEX_ORACLE` names a folder of recordings and `LUDEX_GVGAI` the folder of the games they speak of.

use ludex_trace::games::Games;
use ludex_trace::many;
use ludex_trace::read::Trace;
use ludex_trace::record::Tick;
use ludex_trace::seen::Look;
use ludex_trace::verify::Verdict;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::env;
use std::path::PathBuf;

/// The folder that a variable names; says what is skipped without it.
#[expect(clippy::print_stderr, reason = "says what is skipped")]
fn folder(variable: &str, holds: &str) -> Option<PathBuf> {
    let folder = env::var_os(variable).map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: {variable} is not set; it names a folder of {holds}");
    }
    folder
}

/// All recordings at hand.
fn recordings() -> Option<Vec<PathBuf>> {
    let folder = folder("LUDEX_ORACLE", "recordings of GVGAI")?;
    let files = many::find(&[folder]).expect("LUDEX_ORACLE can be read");
    assert!(!files.is_empty(), "LUDEX_ORACLE holds recordings");
    Some(files)
}

#[test]
fn all_recordings_are_exact() {
    let Some(files) = recordings() else { return };
    let Some(games) = folder("LUDEX_GVGAI", "GVGAI's games") else { return };
    let mut failures = Vec::new();
    many::verify_all(&files, &Games::new(games), |file, verdict| match verdict {
        Verdict::Exact { .. } => {}
        Verdict::Divergent(divergence) => failures.push(format!("{}: {divergence}", file.display())),
        Verdict::Broken(why) => failures.push(format!("{}: {why}", file.display())),
    });
    let shown = failures.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {} recordings are not exact:\n{shown}", failures.len(), files.len());
}

#[test]
fn what_is_read_can_be_written_and_read_again() {
    fn round_trip<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> bool {
        let text = serde_json::to_string(value).expect("can be written");
        serde_json::from_str::<T>(&text).expect("can be read again") == *value
    }
    let Some(files) = recordings() else { return };
    for file in files.iter().step_by(8) {
        let same = match Trace::open(file).expect("opens") {
            Trace::Recording(mut ticks) => ticks.all(|tick| round_trip::<Tick>(&tick.expect("a tick"))),
            Trace::Seen(mut looks) => looks.all(|look| round_trip::<Look>(&look.expect("a look"))),
        };
        assert!(same, "{}", file.display());
    }
}
