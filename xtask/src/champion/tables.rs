//! The tables and the curve, of whatever has been played so far.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use ludex_agents::AgentSpec;
use ludex_arena::Entrant;
use ludex_arena::plan::{GameSet, set};
use ludex_arena::report::{Curve, CurvePoint, scaling};
use ludex_arena::stats::wilson;
use ludex_arena::store::{Results, Tallies, Tally, results_file};

use super::lost::Solved;
use super::parts::{ALL_AGENTS, Agents, Games, PARTS, Part, TWO_AGENTS};
use super::sources::Source;

/// Results by source.
pub struct Played(BTreeMap<&'static str, Tallies>);

impl Played {
    pub fn read(out: &Path) -> Result<Played, String> {
        let mut by_source = BTreeMap::new();
        for source in Source::ALL {
            let folder = out.join(source.folder());
            if results_file(&folder).exists() {
                let results = Results::open(&folder).map_err(|e| e.to_string())?;
                by_source.insert(source.folder(), results.tallies().map_err(|e| e.to_string())?);
            }
        }
        Ok(Played(by_source))
    }

    /// What an agent has played of a part, level by level.
    fn levels(&self, part: &Part, agent: &str) -> Result<Vec<(String, u32, &Tally)>, String> {
        let agent = agent.parse::<AgentSpec>().map_err(|e| e.to_string())?.to_string();
        let entrant = Arc::new(Entrant::new(agent, part.budget));
        let Some(tallies) = self.0.get(part.source.folder()) else { return Ok(Vec::new()) };
        let games = part.games.names()?;
        let played = games.iter().filter_map(|game| Some((game, tallies.levels(&entrant, game)?)));
        let levels = played.flat_map(|(game, by_level)| by_level.iter().map(move |level| (game, level)));
        Ok(levels.map(|(game, (level, tally))| (game.clone(), *level, tally)).collect())
    }

    /// What an agent has played of a part, on some of its levels.
    fn of(&self, part: &Part, agent: &str, levels: u32) -> Result<Tally, String> {
        let played = self.levels(part, agent)?;
        Ok(Tally::sum(played.into_iter().filter(|(_, level, _)| *level < levels).map(|(.., tally)| tally)))
    }

    /// The levels of a part that an agent has lost.
    pub fn lost(&self, name: &str, agent: &str) -> Result<Vec<(String, u32)>, String> {
        let lost =
            self.levels(part(name)?, agent)?.into_iter().filter(|(.., tally)| tally.wins < tally.plays);
        Ok(lost.map(|(game, level, _)| (game, level)).collect())
    }

    /// A cell of a table: games won of those played, in percent, with Wilson's interval; and what is missing.
    fn cell(&self, part: &Part, agent: &str) -> Result<String, String> {
        let tally = self.of(part, agent, part.levels)?;
        let all = u64::from(part.levels) * part.games.names()?.len() as u64;
        if tally.plays == 0 {
            return Ok("not played yet".to_owned());
        }
        let interval = wilson(tally.wins, tally.plays).scaled(100.0);
        let mut cell = format!(
            "{} of {}, {:.1} % ({:.0}–{:.0})",
            tally.wins, tally.plays, interval.estimate, interval.low, interval.high
        );
        if tally.plays < all {
            let _ = write!(cell, ", {} not played yet", all - tally.plays);
        }
        let disqualified = tally.disqualified.count();
        if disqualified > 0 {
            let _ = write!(cell, ", {disqualified} disqualified");
        }
        Ok(cell)
    }

    /// A table with a line for each agent and a column for each part.
    fn table(&self, columns: &[(&str, &str)], agents: &[String]) -> Result<String, String> {
        let titles: Vec<&str> = columns.iter().map(|(_, title)| *title).collect();
        let mut table =
            format!("| agent | {} |\n| --- |{}\n", titles.join(" | "), " ---: |".repeat(columns.len()));
        for agent in agents {
            let mut cells = Vec::new();
            for (name, _) in columns {
                let part = part(name)?;
                let plays = part.agents.names().contains(agent);
                cells.push(if plays { self.cell(part, agent)? } else { String::new() });
            }
            let _ = writeln!(table, "| `{agent}` | {} |", cells.join(" | "));
        }
        Ok(table)
    }

    /// Which agent of the ablation wins most of five sets, and what it wins of the sixth; nothing before all have been played.
    fn left_out(&self) -> Result<String, String> {
        let part = part("ablation")?;
        let agents = part.agents.names();
        let mut played = Vec::new();
        for agent in &agents {
            played.push(self.levels(part, agent)?);
        }
        let total = |agent: usize, counts: &dyn Fn(&String) -> bool| {
            let levels = played[agent].iter().filter(|(game, ..)| counts(game));
            Tally::sum(levels.map(|(.., tally)| *tally))
        };
        let all = u64::from(part.levels) * part.games.names()?.len() as u64;
        if (0..agents.len()).any(|agent| total(agent, &|_| true).plays < all) {
            return Ok(String::new());
        }
        let mut table = "| set left out | most wins on the other five | wins on the set | all parts |\n| --- | --- | ---: | ---: |\n"
            .to_owned();
        let mut sum = (0, 0, 0);
        for GameSet { name, games, .. } in SETS.iter().filter_map(|name| set(name)) {
            // Of equals the one that comes first, which has all parts.
            let others = |agent: &usize| total(*agent, &|game| !games.contains(game)).wins;
            let best = (0..agents.len()).rev().max_by_key(others).unwrap_or(0);
            let here = |agent| total(agent, &|game| games.contains(game));
            let (chosen, whole) = (here(best), here(0));
            sum = (sum.0 + chosen.wins, sum.1 + whole.wins, sum.2 + whole.plays);
            let _ = writeln!(
                table,
                "| {name} | `{}` | {} of {} | {} |",
                agents[best], chosen.wins, chosen.plays, whole.wins
            );
        }
        let _ = writeln!(table, "| all | | {} of {} | {} |", sum.0, sum.2, sum.1);
        Ok(table)
    }

    /// The curves over the first levels, which all budgets have been played on.
    fn curves(&self) -> Result<Vec<Curve>, String> {
        let mut curves = Vec::new();
        for agent in ALL_AGENTS {
            let mut points = Vec::new();
            for part in PARTS.iter().filter(|part| {
                part.source == Source::Gvgai
                    && part.games == Games::Sixty
                    && part.agents != Agents::Ablation
                    && part.agents.names().iter().any(|name| name == agent)
            }) {
                let Tally { wins, plays, calls: per_tick, .. } = self.of(part, agent, 1)?;
                if plays > 0 {
                    let calls = part.budget.strip_suffix("fm").and_then(|calls| calls.parse().ok());
                    let calls = calls.unwrap_or_else(|| per_tick.mean());
                    points.push(CurvePoint { calls, wins, plays, budget: part.budget.to_owned() });
                }
            }
            points.sort_by(|a, b| a.calls.total_cmp(&b.calls));
            curves.push(Curve { label: agent.to_owned(), points });
        }
        Ok(curves)
    }
}

fn part(name: &str) -> Result<&'static Part, String> {
    PARTS.iter().find(|part| part.name == name).ok_or_else(|| format!("there is no part `{name}`"))
}

/// The six sets that the sixty games are.
const SETS: [&str; 6] = ["set1", "set2", "set3", "set4", "set5", "set6"];
const CURVE: &str = "docs/images/scaling.svg";

/// The files of the book with what belongs between the marks in them, and the curve.
pub fn pages(played: &Played, solved: &Solved) -> Result<[(&'static str, String); 3], String> {
    let columns =
        [("480", "480fm"), ("5000", "5000fm"), ("50000", "50000fm, first levels"), ("40ms", "40ms-cpu")];
    let agents = played.table(&columns, &ALL_AGENTS.map(str::to_owned))?;
    let agents = format!(
        "Games won of GVGAI's sixty, five levels each, one play a level, competition rules; Wilson's intervals at 95 %. Made by `cargo xtask champion --write`.\n\n\
         {agents}\n![Games won on the first levels by calls a tick](images/scaling.svg)\n"
    );
    let ablation = played.table(&[("ablation", "480fm")], &Agents::Ablation.names())?;
    let two = TWO_AGENTS.map(str::to_owned);
    let general = |source: &str, title: &str| {
        let columns = [(format!("{source}-480"), "480fm"), (format!("{source}-5000"), "5000fm")];
        let columns = [(columns[0].0.as_str(), columns[0].1), (columns[1].0.as_str(), columns[1].1)];
        Ok::<_, String>(format!("{title}\n\n{}\n", played.table(&columns, &two)?))
    };
    let left_out = match played.left_out()? {
        table if table.is_empty() => table,
        table => format!(
            "Which parts are in use, chosen on five of the six sets and played on the sixth (480 calls a tick):\n\n{table}\n"
        ),
    };
    let champion = format!(
        "What the parts are worth: the sixty games without each of them, five levels.\n\n{ablation}\n{left_out}{}{}{}\
         The levels of the sixty that the champion lost; in brackets those that the solver, which sees the rules, does not win in 20 million ticks of play either, with a question mark those that it has not tried yet:\n\n{}\n",
        general(
            "outside",
            "The 58 grid games of GVGAI outside of the sixty, five levels, which nothing was tuned on:"
        )?,
        general("mirrored", "The sixty games with all levels mirrored, left for right:")?,
        general("bundled", "The games that ship with Ludex, five levels:")?,
        solved.table(played)?,
    );
    Ok([
        ("docs/agents.md", agents),
        ("docs/champion.md", champion),
        (CURVE, scaling(&played.curves()?).to_svg()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_played_is_shown_as_such() {
        let played = Played(BTreeMap::new());
        let table = played.table(&[("480", "480fm")], &["champion".to_owned(), "random".to_owned()]);
        let table = table.expect("a table");
        assert!(table.contains("| `champion` | not played yet |"), "{table}");
        assert!(table.contains("| `random` |  |"), "{table}");
    }
}
