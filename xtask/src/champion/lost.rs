//! The levels that the champion loses, and whether a solver wins them: one that sees the rules and knows what chance will bring.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use ludex_agents::DEFAULT_SEED;
use ludex_arena::plan::GameSource;
use ludex_engine::{ONTOLOGY, World};
use ludex_solver::{GaveUp, Limits, Search, Win, solve};
use ludex_vgdl::{Level, parse};

use super::sources::Source;
use super::tables::Played;
use crate::root;

/// What the solver found is kept with the documents.
const FILE: &str = "docs/evidence/champion-solver.tsv";
/// Whose losses it looks at, with the titles of their columns.
const PARTS: [(&str, &str); 2] = [("5000", "5000fm"), ("40ms", "40ms-cpu")];
/// When the solver gives up: ticks of play for each level.
const TICKS: u64 = 20_000_000;

/// A level: the game's name and a number.
type Place = (String, u32);

/// In how many ticks the solver wins levels; none if it gave up.
pub struct Solved(BTreeMap<Place, Option<usize>>);

impl Solved {
    pub fn read() -> Result<Solved, String> {
        let path = root().join(FILE);
        if !path.exists() {
            return Ok(Solved(BTreeMap::new()));
        }
        let text = fs::read_to_string(&path).map_err(|e| format!("{FILE}: {e}"))?;
        let read = |line: &str| {
            let mut fields = line.split('\t');
            let place = (fields.next()?.to_owned(), fields.next()?.parse().ok()?);
            let ticks = match fields.next()? {
                "-" => None,
                ticks => Some(ticks.parse().ok()?),
            };
            Some((place, ticks))
        };
        let lines = text.lines().enumerate().skip(1);
        let known = lines
            .map(|(number, line)| read(line).ok_or_else(|| format!("{FILE}:{}: cannot be read", number + 1)));
        known.collect::<Result<_, _>>().map(Solved)
    }

    fn write(&self) -> Result<(), String> {
        let mut text = "game\tlevel\tticks\n".to_owned();
        for ((game, level), ticks) in &self.0 {
            let ticks = ticks.map_or_else(|| "-".to_owned(), |ticks| ticks.to_string());
            let _ = writeln!(text, "{game}\t{level}\t{ticks}");
        }
        fs::write(root().join(FILE), text).map_err(|e| format!("{FILE}: {e}"))
    }

    /// Tries the lost levels that have not been tried yet.
    pub fn try_lost(&mut self, played: &Played) -> Result<(), String> {
        let games = Source::Gvgai.open()?;
        let lost: BTreeSet<Place> = all_lost(played)?.into_values().flatten().collect();
        for place in lost {
            if self.0.contains_key(&place) {
                continue;
            }
            let ticks = win(&*games, &place)?.map(|win| win.actions.len());
            eprintln!("{} level {}: {ticks:?}", place.0, place.1);
            self.0.insert(place, ticks);
            self.write()?;
        }
        Ok(())
    }

    /// The lost levels, by game; those in brackets the solver does not win either, and those with a question mark it has not tried yet.
    pub fn table(&self, played: &Played) -> Result<String, String> {
        let lost = all_lost(played)?;
        let games: BTreeSet<&String> = lost.values().flatten().map(|(game, _)| game).collect();
        let titles = PARTS.map(|(_, title)| format!(" {title} |")).concat();
        let mut table = format!("| game |{titles}\n| --- |{}\n", " --- |".repeat(PARTS.len()));
        for game in games {
            let cells = PARTS.map(|(part, _)| {
                let here = lost[part].iter().filter(|(name, _)| name == game);
                let levels = here.map(|place| match self.0.get(place) {
                    None => format!("{}?", place.1),
                    Some(None) => format!("({})", place.1),
                    Some(Some(_)) => place.1.to_string(),
                });
                format!(" {} |", levels.collect::<Vec<_>>().join(", "))
            });
            let _ = writeln!(table, "| {game} |{}", cells.concat());
        }
        Ok(table)
    }
}

fn all_lost(played: &Played) -> Result<BTreeMap<&'static str, Vec<Place>>, String> {
    PARTS.iter().map(|(part, _)| Ok((*part, played.lost(part, "champion")?))).collect()
}

fn win(games: &dyn GameSource, (game, level): &Place) -> Result<Option<Win>, String> {
    let files = games.load(game).map_err(|e| e.to_string())?.ok_or_else(|| format!("there is no {game}"))?;
    let level = files.levels.get(level).ok_or_else(|| format!("{game} has no level {level}"))?;
    let description = parse(&files.game, &ONTOLOGY).map_err(|e| format!("{game}: {e}"))?.game;
    let world = World::new(&description, &Level::parse(level)).map_err(|e| format!("{game}: {e}"))?;
    let limits = Limits { ticks: TICKS };
    let won: Result<Win, GaveUp> =
        solve(&description, &world, DEFAULT_SEED.into(), Search::Auto, limits, &mut |_| true);
    Ok(won.ok())
}
