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

/// The section: how many claims hold, a table with a line for every claim, a picture, the parts of the claims, experiments that
/// explain them, and what the agents spent in the runs that played. Of several findings the first that has results decides, and
/// the others are shown beside it. The heading is the document's.
pub fn section(findings: &[Findings<'_>], picture: Option<&str>) -> String {
    let Some(first) = deciding(findings) else { return String::new() };
    let others: Vec<&Findings<'_>> =
        findings.iter().filter(|other| other.edition != first.edition && other.played()).collect();
    let Findings { study, results, runs, .. } = first;
    let (paper, mut out) = (study.paper, String::new());
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}, {}. Published with: {}.\n", paper.authors, paper.venue, paper.protocol);
    let _ = writeln!(out, "{}\n\n{}\n", counts(results), games(first, &others));
    write_claims(&mut out, first, &others);
    if let Some(picture) = picture {
        let _ = writeln!(out, "\n![{}: published win rates against ours]({picture})", paper.id);
    }
    out.push_str("\n### Part by part\n\n");
    let notes = by_chance(results).into_iter().chain(pairing(results)).chain(second_looks(results));
    for line in calibrations(study).into_iter().chain(notes) {
        let _ = writeln!(out, "{line}\n");
    }
    write_parts(&mut out, first, &others);
    for table in study.claims.experiments.iter().filter_map(|experiment| study.experiment_table(experiment)) {
        let _ = write!(out, "\n{table}");
    }
    write_efforts(&mut out, study, runs);
    out
}

/// How many claims hold, in a sentence.
fn counts(results: &[ClaimResult<'_>]) -> String {
    let count = |verdict| results.iter().filter(|result| result.verdict == verdict).count();
    let (towards, against) = (count(Verdict::Leans(true)), count(Verdict::Leans(false)));
    let mut text = format!(
        "Of {} claims {} hold, {} fail and {} are undecided ({towards} lean towards, {against} against)",
        results.len(),
        count(Verdict::Holds),
        count(Verdict::Fails),
        towards + against,
    );
    for (number, what) in [
        (count(Verdict::NotEnough), "need more plays"),
        (count(Verdict::NotYet), "need agents or budgets that do not exist yet"),
    ] {
        if number > 0 {
            let _ = write!(text, "; {number} {what}");
        }
    }
    text + "."
}

/// Which parts were played more than planned, in a sentence.
fn second_looks(results: &[ClaimResult<'_>]) -> Option<String> {
    let again = results.iter().flat_map(|result| {
        let looks = result.claim.checks.iter().enumerate().filter(|(_, check)| check.second_look.is_some());
        looks.map(|(part, _)| format!("{} part {}", result.claim.id, part + 1))
    });
    let again: Vec<String> = again.collect();
    (!again.is_empty()).then(|| {
        format!(
            "With the plays that were planned these parts were undecided, and got a second look, with about one and a half times the plays \
             that would tell by the first estimate: {}. Whoever looks twice is wrong a little more often than the level says.",
            again.join(", ")
        )
    })
}

/// The head of a table with a column for each of the findings.
fn write_head(out: &mut String, before: &str, first: &Findings<'_>, others: &[&Findings<'_>], after: &str) {
    let columns: String = others.iter().map(|other| format!(" {} |", other.edition.text())).collect();
    let _ = writeln!(out, "| {before} | {} (95 % interval) |{columns} {after} |", first.edition.text());
    let text = |count: usize| " --- |".repeat(count);
    let count = |names: &str| names.split('|').count();
    let _ =
        writeln!(out, "|{}{}{}", text(count(before)), " ---: |".repeat(1 + others.len()), text(count(after)));
}

/// A line for each claim, with the figure of the part that decides it.
fn write_claims(out: &mut String, first: &Findings<'_>, others: &[&Findings<'_>]) {
    write_head(out, "claim | what must be true | published", first, others, "verdict");
    for (place, result) in first.results.iter().enumerate() {
        let part = result.decided_by.unwrap_or(0);
        let figure = |found: &Findings<'_>| {
            let check = &found.results[place].checks[part];
            let which = if result.checks.len() > 1 { format!("part {}: ", part + 1) } else { String::new() };
            if check.ours.is_none() { "–".to_owned() } else { format!("{which}{}", ours(check)) }
        };
        let beside: String = others.iter().map(|other| format!(" {} |", figure(other))).collect();
        let _ = writeln!(
            out,
            "| **{}** | {} | {} | {} |{beside} **{}** |",
            result.claim.id,
            escape(&result.claim.text),
            escape(&result.claim.published),
            figure(first),
            result.verdict.text()
        );
    }
}

/// A line for each part of each claim.
fn write_parts(out: &mut String, first: &Findings<'_>, others: &[&Findings<'_>]) {
    write_head(out, "claim | part | published", first, others, "plays a game | verdict");
    for (place, result) in first.results.iter().enumerate() {
        let impossible = result.verdict == Verdict::NotYet;
        if impossible {
            let list: Vec<String> = result.missing.iter().map(|text| code(text)).collect();
            let empty = " |".repeat(3 + others.len());
            let _ = writeln!(out, "| {} | missing: {} |{empty} |", result.claim.id, list.join(", "));
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
                "| {} | {}. {}: {} | {} | {} |{beside} {} of {} | {} |",
                result.claim.id,
                part + 1,
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
    let change = |gain: f64| format!("{:+.0}", -100.0 * gain).replace('-', "−");
    Some(format!(
        "Agents that are compared played the same seeds. Taken as pairs, the lengths of intervals of differences change by {} % in the \
         median, by {} % at best.",
        change(*median),
        change(*most)
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
