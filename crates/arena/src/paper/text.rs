//! Claims and what came of them, for a terminal.

use super::markdown::verdict;
use super::{ClaimResult, Verdict, ours};
use std::fmt::Write;

/// The claims, each with its parts: the bound, the published figure, ours with its interval, plays and verdict.
pub fn to_text<'a>(results: impl IntoIterator<Item = &'a ClaimResult<'a>>, styled: bool) -> String {
    let mut out = String::new();
    for result in results {
        let claim = result.claim;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{}  {}: {}",
            claim.id,
            claim.text,
            styled_verdict(result.verdict, result.verdict.text(), styled)
        );
        let _ = writeln!(out, "      published: {}", claim.published);
        if !result.missing.is_empty() {
            let _ = writeln!(out, "      does not exist yet: {}", result.missing.join(", "));
        }
        let known = result.checks.iter().filter(|check| result.missing.is_empty() || check.ours.is_some());
        for check in known {
            let _ = writeln!(
                out,
                "      {} {}: ours {}, {} of {} plays a game, {}",
                check.text,
                check.bound,
                ours(check),
                check.plays,
                check.needed,
                styled_verdict(check.verdict, &verdict(check), styled)
            );
        }
        out.push('\n');
    }
    out
}

/// Green, red, or as it is.
fn styled_verdict(verdict: Verdict, text: &str, styled: bool) -> String {
    match verdict {
        Verdict::Holds if styled => format!("\x1b[32m{text}\x1b[0m"),
        Verdict::Fails if styled => format!("\x1b[31m{text}\x1b[0m"),
        _ => text.to_owned(),
    }
}
