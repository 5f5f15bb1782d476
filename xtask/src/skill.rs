//! Who wins the games that ship with Ludex, and does skill pay in them? `ludex judge` for all of them, as a table.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use ludex_agents::Budget;
use ludex_arena::hash::StableHash;
use ludex_arena::judge::{LADDER, Question, judge};
use ludex_engine::ONTOLOGY;
use ludex_library::{Bundled, bundled};
use ludex_vgdl::Level;
use serde_json::Value;

use crate::root;

const BEGIN: &str = "<!-- skill -->\n";
const END: &str = "<!-- end -->\n";
/// The sets in the order of the page.
const SETS: [&str; 8] = [
    "bundled1",
    "bundled2",
    "bundled3",
    "bundled4",
    "bundled5",
    "bundled6",
    "bundled-coop",
    "bundled-versus",
];

/// What to do.
struct Options {
    plays: u32,
    budget: Budget,
    jobs: usize,
    write: bool,
}

impl Options {
    fn read(arguments: &[&str]) -> Result<Options, String> {
        let budget = |text: &str| text.parse().map_err(|error| format!("--budget: {error}"));
        let mut options = Options { plays: 2, budget: budget("480fm")?, jobs: cores(), write: false };
        let number =
            |what: &str, text: &str| text.parse().map_err(|_| format!("{what} takes a number, not `{text}`"));
        let mut rest = arguments;
        loop {
            rest = match rest {
                [] => return Ok(options),
                ["--write", rest @ ..] => {
                    options.write = true;
                    rest
                }
                ["--plays", text, rest @ ..] => {
                    options.plays = number("--plays", text)?;
                    rest
                }
                ["--jobs", text, rest @ ..] => {
                    options.jobs = number("--jobs", text)? as usize;
                    rest
                }
                ["--budget", text, rest @ ..] => {
                    options.budget = budget(text)?;
                    rest
                }
                _ => return Err("skill takes --plays N, --budget B, --jobs N and --write".to_owned()),
            };
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub fn run(arguments: &[&str]) -> Result<(), String> {
    let options = Options::read(arguments)?;
    let games = bundled();
    let mut rows = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let row = Row { game, judgement: judged(game, &options)? };
        eprintln!("{:>2} of {}  {}", number + 1, games.len(), row.text().trim_end());
        rows.push(row);
    }
    let tables = tables(&rows, &options);
    if options.write {
        write(&tables)?;
    } else {
        println!("{tables}");
    }
    let lotteries: Vec<&str> = rows.iter().filter(|row| row.is_lottery()).map(|row| row.game.name).collect();
    match lotteries.as_slice() {
        [] => Ok(()),
        names => Err(format!("no skill shows in {}", names.join(", "))),
    }
}

/// What `ludex judge --json` would say of a game. It is kept in the build folder, so that a chore that was stopped goes on, and
/// only games that have changed are played again.
fn judged(game: &Bundled, options: &Options) -> Result<Value, String> {
    let wrong = |problem: String| format!("{}: {problem}", game.name);
    let description = ludex_vgdl::parse(game.game, &ONTOLOGY).map_err(|e| wrong(e.to_string()))?.game;
    let levels =
        game.levels.iter().enumerate().map(|(number, level)| (number, Level::parse(level.text), None));
    let question = Question {
        game: &description,
        levels: levels.collect(),
        plays: options.plays,
        budget: options.budget,
        jobs: options.jobs,
        seed: 1,
    };
    let kept = kept(game, options);
    if let Some(value) = fs::read_to_string(&kept).ok().and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(value);
    }
    let judgement = judge(&question, &AtomicBool::new(false), |_, _| {}).map_err(|e| wrong(e.to_string()))?;
    let value = judgement.to_json();
    let folder = kept.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&kept, value.to_string()))
        .map_err(|e| wrong(e.to_string()))?;
    Ok(value)
}

/// The file for a judgement: its name depends on everything that it depends on, the agents' programs aside.
fn kept(game: &Bundled, options: &Options) -> PathBuf {
    let texts =
        game.levels.iter().fold(StableHash::default().text(game.game), |hash, level| hash.text(level.text));
    let asked = format!("{} {} {}", LADDER.join(" "), options.plays, options.budget);
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("skill").join(format!("{}-{:016x}.json", game.name, texts.text(&asked).finish()))
}

struct Row {
    game: &'static Bundled,
    judgement: Value,
}

impl Row {
    /// Games won by each agent, and games played.
    fn won(&self) -> Vec<(u64, u64)> {
        won(&self.judgement)
    }

    /// The same, level by level.
    fn won_by_level(&self) -> Vec<Vec<(u64, u64)>> {
        self.judgement["levels"].as_array().into_iter().flatten().map(won).collect()
    }

    fn skill(&self) -> Option<f64> {
        self.judgement["skill"].as_f64()
    }

    /// Games that nobody wins, or only the strongest, tell nothing about luck, and neither do games of rivals, who win as often
    /// as they lose.
    fn is_lottery(&self) -> bool {
        let won = self.won();
        let weaker = won.split_last().map_or(&won[..], |(_, weaker)| weaker);
        weaker.iter().any(|(wins, _)| *wins > 0) && self.skill().is_some_and(|skill| skill < 0.1)
    }

    fn title(&self) -> &str {
        self.game.about.lines().next().map_or(self.game.name, |line| line.trim_start_matches('#').trim())
    }

    fn text(&self) -> String {
        let levels = self.won_by_level();
        let cell = |(place, (wins, _)): (usize, &(u64, u64))| {
            let by_level: Vec<String> =
                levels.iter().filter_map(|level| Some(level.get(place)?.0.to_string())).collect();
            if *wins == 0 { "0".to_owned() } else { format!("{wins} ({})", by_level.join(" ")) }
        };
        let won: Vec<String> = self.won().iter().enumerate().map(cell).collect();
        let skill = self.skill().map_or("–".to_owned(), |skill| format!("{skill:.2}").replace('-', "−"));
        let (title, name, tags) = (self.title(), self.game.name, self.game.tags.join(", "));
        format!("| [{title}](../games/{name}/about.md) | {tags} | {} | {skill} |\n", won.join(" | "))
    }
}

/// Games won by each agent, and games played, of a game or a level.
fn won(judged: &Value) -> Vec<(u64, u64)> {
    let agents = judged["agents"].as_array().into_iter().flatten();
    agents.map(|agent| (agent["wins"].as_u64().unwrap_or(0), agent["plays"].as_u64().unwrap_or(0))).collect()
}

/// A table for each set, and what they come to.
fn tables(rows: &[Row], options: &Options) -> String {
    let agents = LADDER.join(" | ");
    let line = "---: | ".repeat(LADDER.len());
    let plays = rows.iter().flat_map(Row::won).map(|(_, plays)| plays).max().unwrap_or(0);
    let mut out = format!(
        "Games won of {plays}: all levels, {} plays each, with `{}` for each tick; in brackets, level by level. The last column is `ludex judge`'s figure for \
         skill: the rank correlation of an agent's place in this order with how its games ended, from −1 to 1.\n",
        options.plays, options.budget
    );
    for set in SETS {
        let _ =
            write!(out, "\n### `{set}`\n\n| game | kind | {agents} | skill |\n| --- | --- | {line}---: |\n");
        rows.iter().filter(|row| row.game.set == set).for_each(|row| out += &row.text());
    }
    let single: Vec<&Row> = rows.iter().filter(|row| !row.game.set.contains('-')).collect();
    let means = |won: &dyn Fn(&Row) -> Vec<(u64, u64)>| {
        let mean = |place: usize| {
            let share =
                |row: &&Row| won(row).get(place).map_or(0.0, |(wins, plays)| *wins as f64 / *plays as f64);
            format!("{:.1}", 100.0 * single.iter().map(share).sum::<f64>() / single.len() as f64)
        };
        (0..LADDER.len()).map(mean).collect::<Vec<String>>().join(" | ")
    };
    let _ = write!(
        out,
        "\n### All {} for one player\n\n| | {agents} |\n| --- | {}\n",
        single.len(),
        line.trim_end()
    );
    let _ = writeln!(out, "| games won, % | {} |", means(&Row::won));
    let levels = single.iter().map(|row| row.won_by_level().len()).max().unwrap_or(0);
    for level in 0..levels {
        let on_level = |row: &Row| row.won_by_level().into_iter().nth(level).unwrap_or_default();
        let _ = writeln!(out, "| level {level} | {} |", means(&on_level));
    }
    out.push('\n');
    let names = |wanted: &dyn Fn(&Row) -> bool| {
        let names: Vec<&str> = single.iter().filter(|row| wanted(row)).map(|row| row.title()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let lost = names(&|row| row.won().iter().all(|(wins, _)| *wins == 0));
    // Whoever does nothing wins nowhere.
    let won = names(&|row| row.won().iter().skip(1).all(|(wins, plays)| wins == plays));
    let _ = writeln!(
        out,
        "Games that nobody won: {lost}. Games that everybody but who does nothing always won: {won}."
    );
    out
}

/// Puts the tables into the page on games, in place of those there.
fn write(tables: &str) -> Result<(), String> {
    let path = root().join("docs/games.md");
    let fail = |e: std::io::Error| format!("{}: {e}", path.display());
    let text = fs::read_to_string(&path).map_err(fail)?;
    let marked = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = marked.ok_or_else(|| format!("{}: no place for the tables", path.display()))?;
    fs::write(&path, format!("{before}{BEGIN}{tables}{END}{after}")).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_game() {
        let page = fs::read_to_string(root().join("docs/games.md")).expect("the page");
        for game in bundled() {
            assert!(
                page.contains(&format!("](../games/{}/about.md) | ", game.name)),
                "{} is missing",
                game.name
            );
            assert!(SETS.contains(&game.set), "{} has no table", game.name);
        }
    }

    #[test]
    fn lotteries() {
        let row = |wins: [u64; 2], skill: f64| Row {
            game: &bundled()[0],
            judgement: serde_json::json!({
                "agents": wins.map(|wins| serde_json::json!({ "wins": wins, "plays": 10 })),
                "skill": skill,
            }),
        };
        assert!(row([3, 3], 0.0).is_lottery());
        assert!(!row([0, 0], 0.0).is_lottery() && !row([0, 9], 0.7).is_lottery());
        assert!(!row([0, 2], 0.05).is_lottery(), "only the strongest wins it");
    }
}
