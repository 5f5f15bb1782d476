//! What is different in games of another dialect.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use ludex_engine::ONTOLOGY;
use ludex_vgdl::pyvgdl::rewrite;
use ludex_vgdl::{Severity, check_game};
use serde_json::json;

use crate::output;

/// Says what is different in each file.
pub fn run(files: &[PathBuf], as_json: bool) -> Result<ExitCode, String> {
    let (mut text, mut all, mut open) = (String::new(), Vec::new(), 0);
    for file in files {
        let path = file.display();
        let rewritten = rewrite(&super::read(file)?);
        // What is wrong beyond the dialect shows once it is out of the way.
        let checked = check_game(&rewritten.game, &ONTOLOGY);
        let errors = checked.diagnostics.iter().filter(|found| found.severity() == Severity::Error).count();
        for note in &rewritten.notes {
            let kind = if note.done { "convert" } else { "change" };
            let _ = writeln!(text, "{path}:{}: {kind}: {}", note.line, note.message);
            all.push(json!({"file": file, "line": note.line, "safe": note.done, "message": note.message}));
        }
        let left = rewritten.notes.iter().filter(|note| !note.done).count();
        open += left + errors;
        let done = rewritten.notes.len() - left;
        let _ = writeln!(
            text,
            "{path}: {done} things that `ludex convert` does, {left} to be changed by hand; then `ludex check` finds {errors} errors"
        );
    }
    text += "Speeds, cooldowns and the order of effects differ: a converted game is not the same game.\n";
    output::print(&if as_json { format!("{:#}\n", json!(all)) } else { text })
        .map_err(|error| error.to_string())?;
    Ok(if open > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
