//! The games that people have played: rows of a results file like those of any agent, with the actions in their remarks.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludex_agents::GameResult;
use ludex_arena::hash::content_hash;
use ludex_arena::store::{GameRow, PlayFilter, PlayOrder, Recorder, Results, RunFacts};
use ludex_arena::{Cell, Entrant, Outcome, Timing};
use ludex_engine::{State, Winner};
use serde_json::{Value, json};

use crate::board::{Board, letters, read_letters};
use crate::games::{Games, Subject};

/// The text form of an agent that is a person.
const PERSON: &str = "human";
/// People take the time they need.
const BUDGET: &str = "unlimited";
/// Rows of the table of best results.
const BEST: u32 = 20;

/// Where they are kept.
pub(crate) fn file(data: &Path) -> PathBuf {
    data.join("people.sqlite")
}

/// Keeps a game that a person has finished. What the page is told: the row, or why there is none.
pub(crate) fn store(data: &Path, board: &Board, name: &str) -> Value {
    let scenery = board.scenery();
    if scenery.subject.text.is_some() {
        return json!({ "problem": "games that are being written are not stored: save it first" });
    }
    match record(data, board, name) {
        Ok(()) => json!({ "game": scenery.subject.name, "level": scenery.subject.level }),
        Err(problem) => json!({ "problem": format!("this game could not be stored: {problem}") }),
    }
}

fn record(data: &Path, board: &Board, name: &str) -> Result<(), String> {
    let scenery = board.scenery();
    let players = scenery.stage.world().players();
    let path = file(data);
    let mut recorder =
        Recorder::begin(&path, &RunFacts::here("# played in the studio\n")).map_err(|e| e.to_string())?;
    let filter = PlayFilter {
        game: Some(scenery.subject.name.clone()),
        level: Some(scenery.subject.level),
        ..PlayFilter::default()
    };
    let before = Results::open(&path)
        .and_then(|results| results.plays(&filter, PlayOrder::Place, 0, 1))
        .map_or(0, |found| found.0);
    let name: String = name.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).take(24).collect();
    let remarks = format!("name={name} players={players} actions={}", letters(board.actions(), players));
    let cell = Cell {
        entrant: Arc::new(Entrant { lenient: true, ..Entrant::new(PERSON, BUDGET) }),
        game: scenery.subject.name.as_str().into(),
        level: scenery.subject.level,
        content: content_hash(&scenery.texts.0, &scenery.texts.1).into(),
        repetition: u32::try_from(before).unwrap_or(u32::MAX),
        seed: board.seed().cast_unsigned(),
        agent_seed: 0,
        partner: None,
    };
    let outcome = Outcome { remarks: Some(remarks), ..outcome(board.state()) };
    recorder.record(&cell, &outcome, Timing::default()).map_err(|e| e.to_string())
}

/// How a game ended for the first player, by the rules of the competition.
fn outcome(state: &State) -> Outcome {
    let result = GameResult::of(state);
    let (ticks, player) = (result.ticks, result.players.into_iter().next());
    let (win, score) = player.map_or((false, 0.0), |player| (player.winner == Winner::Wins, player.score));
    Outcome { win, score, ticks, ..Outcome::default() }
}

/// The best results of a level, each played again to see whether it still comes out the same.
pub(crate) fn best(data: &Path, games: &Games, game: &str, level: u32) -> Result<Value, String> {
    let path = file(data);
    if !path.is_file() {
        return Ok(json!({ "rows": [] }));
    }
    let filter = PlayFilter { game: Some(game.to_owned()), level: Some(level), ..PlayFilter::default() };
    let results = Results::open(&path).map_err(|problem| problem.to_string())?;
    let (_, rows) =
        results.plays(&filter, PlayOrder::Best, 0, BEST).map_err(|problem| problem.to_string())?;
    let subject = Subject { name: game.to_owned(), level, text: None };
    let scenery = games.open(&subject)?;
    let shown = rows.iter().map(|row| {
        let actions = remark(row, "actions");
        let world = scenery.stage.world();
        let again = read_letters(actions, world.players()).map(|actions| {
            let mut state = State::new(world, row.seed);
            for both in actions {
                state.play(&both[..world.players().min(2)]);
            }
            outcome(&state)
        });
        let same = |again: Outcome| (again.win, again.score, again.ticks) == (row.win, row.score, row.ticks);
        json!({
            "name": remark(row, "name"), "game": row.game, "level": row.level, "seed": row.seed, "win": row.win,
            "score": row.score, "ticks": row.ticks, "actions": actions, "started": row.started,
            "verified": again.is_ok_and(same),
        })
    });
    Ok(json!({ "rows": shown.collect::<Vec<_>>() }))
}

/// A value of a row's remarks.
pub(crate) fn remark<'a>(row: &'a GameRow, key: &str) -> &'a str {
    let remarks = row.remarks.as_deref().unwrap_or_default();
    let pairs = remarks.split(' ').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(known, _)| *known == key).map_or("", |(_, value)| value)
}
