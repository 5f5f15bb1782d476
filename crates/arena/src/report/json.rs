//! The report's figures for programs.

use super::analysis::{Analysis, Contestant};
use super::figures::figures;
use super::pairs::Pair;
use super::ratings::Rating;
use crate::store::Tally;
use serde_json::{Value, json};

/// Everything that the tables show.
pub fn json(analysis: &Analysis) -> Value {
    let pairs: Vec<Value> = analysis.pairs.iter().map(|pair| pair_json(analysis, pair)).collect();
    json!({
        "games": analysis.games.iter().map(|game| &**game).collect::<Vec<&str>>(),
        "agents": analysis.contestants.iter().map(|who| contestant_json(analysis, who)).collect::<Vec<_>>(),
        "control": analysis.control.map(|place| &*analysis.contestants[place].label),
        "pairs": pairs,
        "warnings": analysis.warnings(),
        "runs": analysis.runs,
    })
}

fn contestant_json(analysis: &Analysis, contestant: &Contestant) -> Value {
    let games: Vec<Value> = (analysis.games.iter().zip(&contestant.games).zip(&contestant.points))
        .filter_map(|((game, tally), points)| {
            Some(tally_json(Some(game), tally.as_ref()?, 1, points.unwrap_or(0)))
        })
        .collect();
    json!({
        "label": contestant.label,
        "agent": &*contestant.entrant.agent,
        "budget": &*contestant.entrant.budget,
        "lenient": contestant.entrant.lenient,
        "learning": contestant.entrant.learning,
        "rating": contestant.rating.as_ref().map(rating_json),
        "total": tally_json(None, &contestant.total, contestant.games_played(), contestant.total_points()),
        "games": games,
    })
}

fn rating_json(rating: &Rating) -> Value {
    let [won, drawn, lost] = rating.results;
    let seats = rating.seats.map(|(games, wins)| json!({ "games": games, "wins": wins }));
    json!({
        "elo": rating.elo.estimate,
        "interval": [rating.elo.low, rating.elo.high],
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "seats": seats,
    })
}

/// All figures by name. Numbers that count something are whole.
fn tally_json(game: Option<&str>, tally: &Tally, games: usize, points: u32) -> Value {
    let mut object = serde_json::Map::new();
    object.insert("game".to_owned(), game.into());
    for (figure, value) in figures(tally, games) {
        let whole = value.fract() == 0.0 && value.abs() < 1e15 && figure.digits == 0;
        let value = if whole { (value as i64).into() } else { value.into() };
        object.insert(figure.name.to_owned(), value);
    }
    object.insert("points".to_owned(), points.into());
    object.into()
}

fn pair_json(analysis: &Analysis, pair: &Pair) -> Value {
    let games = pair.games.iter().map(|game| {
        json!({
            "game": &*analysis.games[game.game],
            "win_difference": game.win_difference,
            "wins_p": game.wins.p,
            "wins_p_holm": game.wins_corrected,
            "cliffs_delta": game.cliffs_delta,
            "scores_p": game.scores.p,
            "scores_p_holm": game.scores_corrected,
        })
    });
    json!({
        "a": analysis.contestants[pair.a].label,
        "b": analysis.contestants[pair.b].label,
        "win_difference": pair.win_difference,
        "cohens_h": pair.cohens_h,
        "paired": pair.paired,
        "wins_p": pair.wins.p,
        "wins_p_holm": pair.wins_corrected,
        "rank_biserial": pair.rank_biserial,
        "over_games_p": pair.over_games.p,
        "over_games_p_holm": pair.over_games_corrected,
        "games": games.collect::<Vec<_>>(),
    })
}
