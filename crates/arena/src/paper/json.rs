//! Claims and what came of them, for programs.

use super::{CheckResult, ClaimResult, Edition, Study, calibrations};
use serde_json::{Value, json};

/// The claims, each with its parts, as these games show them.
pub fn to_json<'a>(
    study: &Study<'_>,
    edition: Edition,
    results: impl IntoIterator<Item = &'a ClaimResult<'a>>,
) -> Value {
    json!({
        "paper": study.paper.id,
        "games": edition.text(),
        "scale": study.scale,
        "budgets": calibrations(study),
        "claims": results.into_iter().map(claim).collect::<Vec<_>>(),
    })
}

fn claim(result: &ClaimResult<'_>) -> Value {
    json!({
        "id": result.claim.id,
        "claim": result.claim.text,
        "published": result.claim.published,
        "verdict": result.verdict.text(),
        "decided_by": result.decided_by,
        "missing": result.missing,
        "checks": result.checks.iter().map(check).collect::<Vec<_>>(),
    })
}

fn check(check: &CheckResult) -> Value {
    let ours = check.ours.map(|ours| json!({ "value": ours.estimate, "low": ours.low, "high": ours.high }));
    json!({
        "what": check.text,
        "bound": check.bound,
        "published": check.published,
        "ours": ours,
        "plays": check.plays,
        "needed": check.needed,
        "pairing": check.pairing,
        "would_need": check.would_need,
        "verdict": check.verdict.text(),
    })
}
