//! Does an agent play as strongly as the one it is modelled on? A check on correctness: a defect in a search that
//! breaks no test still costs games.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use ludex_agents::{AgentSpec, Budget, Rules, play};
use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::Level;

const SET_1: [&str; 10] = [
    "aliens",
    "boulderdash",
    "butterflies",
    "chase",
    "frogs",
    "missilecommand",
    "portals",
    "sokoban",
    "survivezombies",
    "zelda",
];
const LEVELS: usize = 5;

/// Wins and plays, by game and level.
type Tally = BTreeMap<(String, usize), (f64, f64)>;

struct Options {
    /// The first one is compared with the reference.
    agents: Vec<AgentSpec>,
    budget: Budget,
    reps: usize,
    reference: Option<PathBuf>,
    write: bool,
}

pub fn run(arguments: &[&str]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    let folder = env::var_os("LUDEX_GVGAI").ok_or("set LUDEX_GVGAI to the folder of GVGAI's games")?;
    let reference = options.reference.as_deref().map(read_reference).transpose()?;
    let play = |agent| play_all(Path::new(&folder), agent, &options);
    let played: Vec<Tally> = options.agents.iter().map(play).collect::<Result<_, _>>()?;
    let table = table(&options, &played, reference.as_ref());
    println!("{table}");
    if options.write { write(&options, &table) } else { Ok(()) }
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Options, String> {
        let mut options = Options {
            agents: Vec::new(),
            budget: Budget::iterations(50),
            reps: 20,
            reference: None,
            write: false,
        };
        let mut rest = arguments.iter();
        while let Some(&option) = rest.next() {
            let mut value = || rest.next().copied().ok_or_else(|| format!("{option} needs a value"));
            match option {
                "--agent" => options.agents.push(value()?.parse().map_err(|e| format!("{e}"))?),
                "--budget" => options.budget = value()?.parse().map_err(|e| format!("{e}"))?,
                "--reps" => options.reps = value()?.parse().map_err(|e| format!("--reps: {e}"))?,
                "--reference" => options.reference = Some(value()?.into()),
                "--write" => options.write = true,
                _ => return Err(format!("unknown option {option}")),
            }
        }
        if options.agents.is_empty() {
            return Err("say which agents: --agent SPEC, once or several times".to_owned());
        }
        Ok(options)
    }
}

/// Plays all levels, as many games at once as there are cores.
fn play_all(folder: &Path, agent: &AgentSpec, options: &Options) -> Result<Tally, String> {
    let mut cells = Vec::new();
    for game in SET_1 {
        let files = ludex_library::find(game, Some(folder)).map_err(|e| e.to_string())?;
        let parsed = ludex_vgdl::parse(&files.text, &ONTOLOGY).map_err(|e| e.to_string())?;
        for level in 0..LEVELS {
            let text = &files.level(level).map_err(|e| e.to_string())?.text;
            let world = World::new(&parsed.game, &Level::parse(text)).map_err(|e| e.to_string())?;
            cells.extend((0..options.reps).map(|rep| (game, level, rep, world.clone())));
        }
    }
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::new());
    let rules = Rules::new(options.budget);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((game, level, rep, world)) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let seed = (level * 1000 + rep) as u64;
                    let result = play(world, seed as i64, (agent, seed ^ 0x5EED), rules);
                    eprint!("\r{agent}: {game} {level} {rep}    ");
                    let mut tally = tally.lock().unwrap_or_else(|e| e.into_inner());
                    let cell = tally.entry(((*game).to_owned(), *level)).or_default();
                    cell.0 += f64::from(u8::from(result.players[0].won()));
                    cell.1 += 1.0;
                }
            });
        }
    });
    eprintln!();
    Ok(tally.into_inner().unwrap_or_else(|e| e.into_inner()))
}

fn read_reference(path: &Path) -> Result<Tally, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut tally = Tally::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let row = match fields.as_slice() {
            [game, level, _, win, ..] => {
                level.parse().ok().zip(win.parse::<f64>().ok()).map(|(l, w)| (*game, l, w))
            }
            _ => None,
        };
        let (game, level, win) =
            row.ok_or_else(|| format!("{}:{}: expected game,level,rep,win", path.display(), number + 1))?;
        let cell = tally.entry((game.to_owned(), level)).or_default();
        cell.0 += win;
        cell.1 += 1.0;
    }
    Ok(tally)
}

/// Win rate and plays over some cells; the rates of cells are weighted as the reference was played, so that an uneven
/// number of plays there does not pass for a difference.
fn rate(tally: &Tally, weights: &Tally, wanted: impl Fn(&str) -> bool) -> (f64, f64) {
    let (mut wins, mut weight, mut plays) = (0.0, 0.0, 0.0);
    for (cell, &(won, played)) in tally.iter().filter(|((game, _), _)| wanted(game)) {
        let w = weights.get(cell).map_or(0.0, |&(_, n)| n);
        wins += w * won / played;
        weight += w;
        plays += played;
    }
    (wins / weight, plays)
}

/// The two-sided p-value of a difference between two proportions.
fn p_value((p, n): (f64, f64), (q, m): (f64, f64)) -> f64 {
    let pooled = (p * n + q * m) / (n + m);
    let deviation = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
    if deviation == 0.0 { 1.0 } else { erfc(((p - q) / deviation).abs() / std::f64::consts::SQRT_2) }
}

/// The complementary error function of a number that is not negative, to seven digits (Abramowitz & Stegun 7.1.26).
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    poly.iter().fold(0.0, |sum, a| sum * t + a) * t * (-x * x).exp()
}

fn table(options: &Options, played: &[Tally], reference: Option<&Tally>) -> String {
    let mut heads: Vec<String> = options.agents.iter().map(|agent| format!("`{agent}`")).collect();
    if reference.is_some() {
        heads.extend(["reference".to_owned(), "p".to_owned()]);
    }
    let mut table = format!(
        "Won games in percent, with the number of plays; budget `{}`, {} plays a level.\n\n| game | {} |\n| --- |{}\n",
        options.budget,
        options.reps,
        heads.join(" | "),
        " ---: |".repeat(heads.len())
    );
    let percent = |(rate, plays): (f64, f64)| format!("{:.1} ({plays})", 100.0 * rate);
    for name in SET_1.into_iter().chain(["total"]) {
        let wanted = |game: &str| name == "total" || game == name;
        let rates: Vec<_> =
            played.iter().map(|tally| rate(tally, reference.unwrap_or(tally), wanted)).collect();
        let mut cells: Vec<String> = rates.iter().copied().map(percent).collect();
        if let Some(reference) = reference {
            let theirs = rate(reference, reference, wanted);
            let p = p_value(rates[0], theirs);
            cells.extend([percent(theirs), format!("{p:.3}{}", mark(p))]);
        }
        table += &format!("| {name} | {} |\n", cells.join(" | "));
    }
    table
}

fn mark(p: f64) -> &'static str {
    if p < 0.05 { " *" } else { "" }
}

/// Replaces the table of these agents and this budget in docs/agents.md, or adds it.
fn write(options: &Options, table: &str) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent folder")?;
    let path = root.join("docs/agents.md");
    let fail = |e: std::io::Error| format!("{}: {e}", path.display());
    let text = fs::read_to_string(&path).map_err(fail)?;
    let agents: Vec<String> = options.agents.iter().map(AgentSpec::to_string).collect();
    let begin = format!("<!-- strength {} {} -->\n", agents.join(" "), options.budget);
    let end = "<!-- end -->\n";
    let block = format!("{begin}{table}{end}");
    let text = match text.split_once(&begin) {
        Some((before, rest)) => {
            let after = rest.split_once(end).map_or("", |(_, after)| after);
            format!("{before}{block}{after}")
        }
        None => format!("{text}\n{block}"),
    };
    fs::write(&path, text).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_proportions() {
        assert!((p_value((0.5, 100.0), (0.6, 100.0)) - 0.1555).abs() < 1e-3);
        assert!((p_value((0.3, 50.0), (0.3, 80.0)) - 1.0).abs() < 1e-6);
        assert_eq!(p_value((0.0, 50.0), (0.0, 80.0)), 1.0);
    }
}
