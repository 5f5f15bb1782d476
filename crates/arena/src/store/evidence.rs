//! Evidence: the rows behind published findings in one compact file that can be kept with the text.
//!
//! It is gzipped text with a line a game, separated by tabs and sorted, which any tool for tables reads. Lines before it that
//! begin with `#` say which runs played, on which machines, and with which levels. Seeds follow from the number that all of them
//! come from, and times on a processor mean nothing elsewhere, so neither is kept, nor what was spent on the warm-up.

use super::{GameRow, Results, Run, RunFacts, StoreError, open, results_file};
use crate::plan::{agent_seed, game_seed};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rusqlite::{Connection, params};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// The first line.
const TITLE: &str = "# evidence of Ludex, version 1";

const COLUMNS: &str = "part\tagent\tbudget\tlenient\tlearning\tgame\tlevel\trepetition\twin\tscore\tticks\tfm_calls\titerations\toverspends\trun\tdisqualified\tremarks";

/// Why evidence could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvidenceError {
    /// Results could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file system said no.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line is not as it should be.
    #[error("{path}:{line}: {problem}", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// Games that were played with other seeds.
    #[error(
        "{agent} in {game}, level {level}: played with other seeds than those of number {seed}, so it is no evidence"
    )]
    Seed {
        /// Who played.
        agent: String,
        /// What.
        game: String,
        /// Which level.
        level: u32,
        /// The number that seeds should come from.
        seed: u64,
    },
}

/// Results in several parts, such as one for each day of games.
#[derive(Debug)]
pub struct Evidence {
    parts: BTreeMap<String, Part>,
}

/// What one part consists of.
#[derive(Debug, Default)]
struct Part {
    runs: Vec<Run>,
    contents: BTreeMap<(String, u32), String>,
    rows: Vec<GameRow>,
}

impl Evidence {
    /// Collects the games of several results, each with the name of its part. All seeds must come from one number.
    pub fn of(results: &[(&str, &Results)], seed: u64) -> Result<Evidence, EvidenceError> {
        let mut parts = BTreeMap::new();
        for (name, results) in results {
            let mut part = Part { runs: results.runs()?, contents: results.contents()?, ..Part::default() };
            part.runs.retain(|run| run.games > 0);
            results.for_each(|row| {
                let GameRow { agent, game, level, repetition, .. } = &row;
                let seeds = (
                    game_seed(seed, game, *level, *repetition).cast_signed(),
                    agent_seed(seed, game, *level, *repetition, agent).cast_signed(),
                );
                if seeds == (row.seed, row.agent_seed) && row.partner.is_none() {
                    part.rows.push(row);
                    Ok(())
                } else {
                    let (agent, game) = (agent.clone(), game.clone());
                    Err(EvidenceError::Seed { agent, game, level: row.level, seed })
                }
            })?;
            parts.insert((*name).to_owned(), part);
        }
        Ok(Evidence { parts })
    }

    /// Reads a file that [`Evidence::write`] wrote; seeds come from this number.
    pub fn read(path: &Path, seed: u64) -> Result<Evidence, EvidenceError> {
        let io = |source| EvidenceError::Io { path: path.to_owned(), source };
        let lines = BufReader::new(GzDecoder::new(File::open(path).map_err(io)?)).lines();
        let mut evidence = Evidence { parts: BTreeMap::new() };
        for (index, line) in lines.enumerate() {
            let line = line.map_err(io)?;
            let read = match (index, &*line) {
                (0, TITLE) => Some(()),
                (0, _) => None,
                (_, COLUMNS) => Some(()),
                _ => evidence.add(&line, seed),
            };
            let problem = || match index {
                0 => "this is no evidence of Ludex, or that of a newer one".to_owned(),
                _ => format!("`{line}` is no game"),
            };
            read.ok_or_else(|| EvidenceError::Line {
                path: path.to_owned(),
                line: index + 1,
                problem: problem(),
            })?;
        }
        Ok(evidence)
    }

    /// Takes over a line; none if it cannot be read.
    fn add(&mut self, line: &str, seed: u64) -> Option<()> {
        let (kind, fields) = match line.strip_prefix("# ") {
            Some(rest) => rest.split_once('\t')?,
            None => ("game", line),
        };
        let mut fields = fields.split('\t');
        let part = self.parts.entry(fields.next()?.to_owned()).or_default();
        match kind {
            "run" => part.runs.push(read_run(fields)?),
            "level" => {
                let (game, level, content) = (fields.next()?, fields.next()?, fields.next()?);
                part.contents.insert((game.to_owned(), level.parse().ok()?), content.to_owned());
            }
            "game" => part.rows.push(read_row(fields, seed)?),
            _ => return None,
        }
        Some(())
    }

    /// Writes it, whole or not at all. The same rows give the same bytes.
    pub fn write(&self, path: &Path) -> Result<(), EvidenceError> {
        let io = |source| EvidenceError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let unfinished = path.with_extension("unfinished");
        let write = || {
            let mut out = GzEncoder::new(io::BufWriter::new(File::create(&unfinished)?), Compression::best());
            self.write_lines(&mut out)?;
            out.finish()?.flush()?;
            std::fs::rename(&unfinished, path)
        };
        write().map_err(io)
    }

    fn write_lines(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{TITLE}")?;
        for (name, part) in &self.parts {
            for Run { id, started, facts, .. } in &part.runs {
                let RunFacts { configuration, version, git, cpu, cores, os } = facts;
                let configuration = serde_json::to_string(configuration)?;
                writeln!(
                    out,
                    "# run\t{name}\t{id}\t{started}\t{version}\t{git}\t{cpu}\t{cores}\t{os}\t{configuration}"
                )?;
            }
            for ((game, level), content) in &part.contents {
                writeln!(out, "# level\t{name}\t{game}\t{level}\t{content}")?;
            }
        }
        writeln!(out, "{COLUMNS}")?;
        for (name, part) in &self.parts {
            for row in &part.rows {
                write_row(out, name, row)?;
            }
        }
        Ok(())
    }

    /// The names of its parts.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// A part as results, in memory; none if there is no such part.
    pub fn results(&self, part: &str) -> Result<Option<Results>, StoreError> {
        let Some(found) = self.parts.get(part) else { return Ok(None) };
        let path = PathBuf::from(format!("evidence {part}"));
        let mut connection = open::in_memory(&path)?;
        found.fill(&mut connection).map_err(|source| StoreError::Sqlite { path: path.clone(), source })?;
        Ok(Some(Results::in_memory(connection, path)))
    }

    /// Makes a results file of a part where there is none yet, so that a run can add to it. True if it was made.
    pub fn restore(&self, part: &str, folder: &Path) -> Result<bool, StoreError> {
        let path = results_file(folder);
        let Some(found) = self.parts.get(part).filter(|_| !path.exists()) else { return Ok(false) };
        std::fs::create_dir_all(folder)
            .map_err(|source| StoreError::Io { path: folder.to_owned(), source })?;
        let mut connection = open::for_writing(&path)?;
        found.fill(&mut connection).map_err(|source| StoreError::Sqlite { path, source })?;
        Ok(true)
    }
}

impl Part {
    /// Puts the rows into an empty results file.
    fn fill(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        let transaction = connection.transaction()?;
        for Run { id, started, facts, .. } in &self.runs {
            let RunFacts { configuration, version, git, cpu, cores, os } = facts;
            transaction.execute(
                "INSERT INTO run (id, started, configuration, version, git, cpu, cores, os) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![id, started, configuration, version, git, cpu, cores, os],
            )?;
        }
        let mut levels = HashMap::new();
        for ((game, level), content) in &self.contents {
            transaction.execute(
                "INSERT INTO level (game, level, content) VALUES (?1, ?2, ?3)",
                params![game, level, content],
            )?;
            levels.insert((game.as_str(), *level), transaction.last_insert_rowid());
        }
        let mut entrants = HashMap::new();
        for row in &self.rows {
            let who = (&*row.agent, &*row.budget, row.lenient, row.learning);
            let entrant = match entrants.get(&who) {
                Some(&id) => id,
                None => {
                    transaction.execute(
                        "INSERT INTO entrant (agent, budget, lenient, learning) VALUES (?1, ?2, ?3, ?4)",
                        params![who.0, who.1, who.2, who.3],
                    )?;
                    let id = transaction.last_insert_rowid();
                    entrants.insert(who, id);
                    id
                }
            };
            // Of a level that is not listed SQLite says that it must not be null.
            let level = levels.get(&(row.game.as_str(), row.level)).copied();
            transaction
                .prepare_cached(
                    "INSERT INTO play (entrant, level, repetition, seed, agent_seed, win, score, ticks, fm_calls, iterations,
                     overspends, disqualified, remarks, wall_us, cpu_us, run)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 0, 0, ?14)",
                )?
                .execute(params![
                    entrant,
                    level,
                    row.repetition,
                    row.seed,
                    row.agent_seed,
                    row.win,
                    row.score,
                    row.ticks,
                    row.fm_calls,
                    row.iterations,
                    row.overspends,
                    row.disqualified,
                    row.remarks,
                    row.run,
                ])?;
        }
        transaction.commit()
    }
}

fn write_row(out: &mut impl Write, part: &str, row: &GameRow) -> io::Result<()> {
    let GameRow { agent, budget, learning, game, level, repetition, score, ticks, .. } = row;
    let GameRow { fm_calls, iterations, overspends, run, .. } = row;
    let (lenient, win) = (u8::from(row.lenient), u8::from(row.win));
    let plain = |text: &Option<String>| text.as_deref().unwrap_or_default().replace(char::is_control, " ");
    let (disqualified, remarks) = (plain(&row.disqualified), plain(&row.remarks));
    writeln!(
        out,
        "{part}\t{agent}\t{budget}\t{lenient}\t{learning}\t{game}\t{level}\t{repetition}\t{win}\t{score}\t{ticks}\t{fm_calls}\t\
         {iterations}\t{overspends}\t{run}\t{disqualified}\t{remarks}"
    )
}

fn read_row<'a>(mut fields: impl Iterator<Item = &'a str>, seed: u64) -> Option<GameRow> {
    let mut next = || fields.next();
    let flag = |text: &str| match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let mut row = GameRow {
        agent: next()?.to_owned(),
        budget: next()?.to_owned(),
        lenient: flag(next()?)?,
        learning: next()?.parse().ok()?,
        game: next()?.to_owned(),
        level: next()?.parse().ok()?,
        repetition: next()?.parse().ok()?,
        win: flag(next()?)?,
        score: next()?.parse().ok()?,
        ticks: next()?.parse().ok()?,
        fm_calls: next()?.parse().ok()?,
        iterations: next()?.parse().ok()?,
        overspends: next()?.parse().ok()?,
        run: next()?.parse().ok()?,
        disqualified: said(next()?),
        remarks: said(next()?),
        ..GameRow::default()
    };
    row.seed = game_seed(seed, &row.game, row.level, row.repetition).cast_signed();
    row.agent_seed = agent_seed(seed, &row.game, row.level, row.repetition, &row.agent).cast_signed();
    next().is_none().then_some(row)
}

fn read_run<'a>(mut fields: impl Iterator<Item = &'a str>) -> Option<Run> {
    let mut next = || fields.next();
    let (id, started) = (next()?.parse().ok()?, next()?.to_owned());
    let facts = RunFacts {
        version: next()?.to_owned(),
        git: next()?.to_owned(),
        cpu: next()?.to_owned(),
        cores: next()?.parse().ok()?,
        os: next()?.to_owned(),
        configuration: serde_json::from_str(next()?).ok()?,
    };
    Some(Run { id, started, facts, games: 0 })
}
