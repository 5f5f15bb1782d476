//! The section of a paper in `docs/reproduction.md`.

use super::{BudgetDefinition, CheckResult, ClaimResult, Edition, Study, Verdict};
use crate::store::Run;
use std::fmt::Write;

/// What came of all claims with some games.
pub struct Findings<'a> {
    /// With which games.
    pub edition: Edition,
    /// The claims in the light of the results.
    pub study: Study<'a>,
    /// What came of each.
    pub results: Vec<ClaimResult<'a>>,
    /// The runs that played.
    pub runs: Vec<Run>,
}

impl Findings<'_> {
    fn played(&self) -> bool {
        self.results.iter().flat_map(|result| &result.checks).any(|check| check.plays > 0)
    }
}

/// The section: a summary, a table with a line for every part of every claim, and what the agents spent on it in the
/// runs that played. Of several findings the first that has results decides, and the others are shown beside it.
pub fn section(findings: &[Findings<'_>]) -> String {
    let Some(first) = deciding(findings) else { return String::new() };
    let others: Vec<&Findings<'_>> =
        findings.iter().filter(|other| other.edition != first.edition && other.played()).collect();
    let Findings { study, results, runs, .. } = first;
    let (paper, mut out) = (study.paper, String::new());
    let count = |verdict| results.iter().filter(|result| result.verdict == verdict).count();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "## {}: {}\n", paper.id, paper.title);
    let _ = writeln!(out, "{}, {}. Published with: {}.\n", paper.authors, paper.venue, paper.protocol);
    let _ = writeln!(
        out,
        "Of {} claims {} hold, {} fail, {} are undecided ({} lean towards it, {} against it), {} need more plays and {} need agents or budgets that do not exist yet.\n",
        results.len(),
        count(Verdict::Holds),
        count(Verdict::Fails),
        count(Verdict::Leans(true)) + count(Verdict::Leans(false)),
        count(Verdict::Leans(true)),
        count(Verdict::Leans(false)),
        count(Verdict::NotEnough),
        count(Verdict::NotYet),
    );
    let _ = writeln!(out, "{}\n", games(first, &others));
    for line in calibrations(study).into_iter().chain(by_chance(results)).chain(pairing(results)) {
        let _ = writeln!(out, "{line}\n");
    }
    let heads: String = others.iter().map(|other| format!(" {} |", other.edition.text())).collect();
    let _ = writeln!(
        out,
        "| claim | what must be true | published | {} (95 % interval) |{heads} plays a game | verdict |",
        first.edition.text()
    );
    let _ = writeln!(out, "| --- | --- | ---: | ---: |{} ---: | --- |", " ---: |".repeat(others.len()));
    let empty = " |".repeat(others.len());
    for (place, result) in results.iter().enumerate() {
        let _ = writeln!(
            out,
            "| **{}** | {} | {} | {} |{empty} | **{}** |",
            result.claim.id,
            escape(&result.claim.text),
            escape(&result.claim.published),
            result.decided_by.map(|part| format!("decided by part {}", part + 1)).unwrap_or_default(),
            result.verdict.text()
        );
        let impossible = result.verdict == Verdict::NotYet;
        if impossible {
            let list: Vec<String> = result.missing.iter().map(|text| code(text)).collect();
            let _ = writeln!(out, "| | missing: {} | | |{empty} | |", list.join(", "));
        }
        for (part, check) in result.checks.iter().enumerate() {
            if impossible && check.ours.is_none() {
                continue;
            }
            let beside: String = others
                .iter()
                .map(|other| format!(" {} |", ours(&other.results[place].checks[part])))
                .collect();
            let _ = writeln!(
                out,
                "| | {}: {} | {} | {} |{beside} {} of {} | {} |",
                escape(&check.text),
                check.bound,
                check.published.map(|value| signed(value, check)).unwrap_or_default(),
                ours(check),
                check.plays,
                check.needed,
                verdict(check)
            );
        }
    }
    write_efforts(&mut out, study, runs);
    out
}

/// The findings that decide: the first that have results, or the first of all.
pub fn deciding<'f, 'a>(findings: &'f [Findings<'a>]) -> Option<&'f Findings<'a>> {
    findings.iter().find(|found| found.played()).or(findings.first())
}

/// Which games were played, in a sentence.
fn games(first: &Findings<'_>, others: &[&Findings<'_>]) -> String {
    let dates = first.study.claims.dates().join(" and ");
    match (first.edition, others.is_empty()) {
        _ if !first.played() => format!("The paper's games are those of {dates}."),
        (Edition::OfTheTime, true) => format!("Played with GVGAI's games of the time ({dates})."),
        (Edition::OfTheTime, false) => {
            format!("Verdicts are by GVGAI's games of the time ({dates}); those of today are beside them.")
        }
        (Edition::OfToday, _) => {
            format!(
                "**Played with the games of today**, not with those of the time ({dates}), which may differ."
            )
        }
    }
}

/// The verdict on a part, with the plays that would settle it.
pub fn verdict(check: &CheckResult) -> String {
    let plays = check.would_need.map(|plays| format!("; about {plays} plays a game would tell"));
    format!("{}{}", check.verdict.text(), plays.unwrap_or_default())
}

/// How many verdicts would be wrong by chance alone.
fn by_chance(results: &[ClaimResult<'_>]) -> Option<String> {
    let decided = |check: &&CheckResult| matches!(check.verdict, Verdict::Holds | Verdict::Fails);
    let (mut count, mut wrong) = (0, 0.0);
    for check in results.iter().flat_map(|result| &result.checks).filter(decided) {
        count += 1;
        wrong += if check.bound.contains('±') { 0.05 } else { 0.025 };
    }
    (count > 0).then(|| {
        format!(
            "{count} parts of claims are decided, each at 2.5 % in either direction (equivalences at 5 %): if the truth lay \
             exactly at every bound, {wrong:.1} of them would be decided wrongly by chance."
        )
    })
}

/// What it helps that agents play the same seeds.
fn pairing(results: &[ClaimResult<'_>]) -> Option<String> {
    let mut gains: Vec<f64> =
        results.iter().flat_map(|result| &result.checks).filter_map(|check| check.pairing).collect();
    gains.sort_by(f64::total_cmp);
    let (median, most) = (gains.get(gains.len() / 2)?, gains.last()?);
    Some(format!(
        "Agents that are compared played the same seeds. Taken as pairs, intervals of differences are {:.0} % shorter in the median, \
         {:.0} % at most.",
        100.0 * median,
        100.0 * most
    ))
}

fn write_efforts(out: &mut String, study: &Study<'_>, runs: &[Run]) {
    let efforts = study.efforts();
    if efforts.is_empty() {
        return;
    }
    out.push_str(
        "\n| agent | played by | budget | games | plays | win % | iterations a tick | calls a tick | reports |\n",
    );
    out.push_str("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
    for effort in efforts {
        let total = &effort.total;
        let reports =
            effort.remarks.iter().map(|(remark, share)| format!("{} {:.0} %", code(remark), 100.0 * share));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            escape(&effort.agent),
            effort.plays_as.as_ref().map_or("another one in every game".to_owned(), |text| code(text)),
            effort.budget,
            effort.games,
            total.plays,
            decimal(100.0 * effort.win_rate),
            decimal(total.iterations_per_tick.mean()),
            decimal(total.fm_per_tick.mean()),
            reports.collect::<Vec<_>>().join(", "),
        );
    }
    let mut builds: Vec<String> =
        runs.iter().map(|run| format!("{} ({})", run.facts.version, run.facts.git)).collect();
    builds.dedup();
    let _ = writeln!(out, "\nPlayed with Ludex {}.", builds.join(", "));
}

/// How the budgets that results decide were settled, a sentence each.
pub fn calibrations(study: &Study<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, definition) in &study.claims.budgets {
        let BudgetDefinition::Calibrated { agent, target, .. } = definition else { continue };
        let tried = study.tried(definition);
        let taken = study.calibrated(definition).unwrap_or_default();
        let list: Vec<String> =
            tried.iter().map(|(budget, win)| format!("{win:.1} % with {budget}")).collect();
        lines.push(if list.is_empty() {
            format!("The budget `{name}` is {taken} until it has been calibrated.")
        } else {
            format!(
                "The budget `{name}` is {taken}: {agent} wins {}, and {target:.1} % were published.",
                list.join(", ")
            )
        });
    }
    lines
}

/// Our figure with its interval, as `+4.1 (2.0 to 6.2)`.
pub fn ours(check: &CheckResult) -> String {
    match check.ours {
        None => "–".to_owned(),
        Some(ours) if ours.low == ours.high => signed(ours.estimate, check),
        Some(ours) => {
            format!("{} ({} to {})", signed(ours.estimate, check), decimal(ours.low), decimal(ours.high))
        }
    }
}

/// Differences carry their sign; a minus sign is one.
fn signed(value: f64, check: &CheckResult) -> String {
    let plus = if value > 0.0 && check.text.contains('−') { "+" } else { "" };
    format!("{plus}{}", decimal(value))
}

fn decimal(value: f64) -> String {
    crate::report::decimal(value, 1)
}

fn code(text: &str) -> String {
    format!("`{}`", escape(text))
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}
