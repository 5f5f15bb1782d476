//! The report's figures for programs.

use super::analysis::{Analysis, Contestant, win_percent};
use super::pairs::Pair;
use super::ratings::Rating;
use crate::store::Tally;
use serde_json::{Value, json};

/// Everything that the tables show.
pub fn json(analysis: &Analysis) -> Value {
    let pairs: Vec<Value> = analysis.pairs.iter().map(|pair| pair_json(analysis, pair)).collect();
    json!({
        "games": analysis.games.iter().map(|game| &**game).collect::<Vec<&str>>(),
        "entrants": analysis.contestants.iter().map(|who| contestant_json(analysis, who)).collect::<Vec<_>>(),
        "pairs": pairs,
        "warnings": analysis.warnings(),
        "runs": analysis.runs,
    })
}

fn contestant_json(analysis: &Analysis, contestant: &Contestant) -> Value {
    let games: Vec<Value> = (analysis.games.iter().zip(&contestant.games).zip(&contestant.points))
        .filter_map(|((game, tally), points)| {
            Some(tally_json(Some(game), tally.as_ref()?, points.unwrap_or(0)))
        })
        .collect();
    json!({
        "agent": &*contestant.entrant.agent,
        "budget": &*contestant.entrant.budget,
        "lenient": contestant.entrant.lenient,
        "learning": contestant.entrant.learning,
        "rating": contestant.rating.as_ref().map(rating_json),
        "total": tally_json(None, &contestant.total, contestant.total_points()),
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

fn tally_json(game: Option<&str>, tally: &Tally, points: u32) -> Value {
    let wins = win_percent(tally);
    let score = tally.score();
    json!({
        "game": game,
        "plays": tally.plays,
        "wins": tally.wins,
        "win_percent": wins.estimate,
        "wilson": [wins.low, wins.high],
        "score": { "mean": score.mean(), "standard_error": score.standard_error() },
        "ticks": tally.ticks.mean(),
        "fm_calls_per_tick": tally.fm_per_tick.mean(),
        "iterations_per_tick": tally.iterations_per_tick.mean(),
        "early_losses": tally.early_losses,
        "disqualified": tally.disqualified,
        "overspends": tally.overspends,
        "points": points,
    })
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
        "wins_p": pair.wins.p,
        "wins_p_holm": pair.wins_corrected,
        "rank_biserial": pair.rank_biserial,
        "over_games_p": pair.over_games.p,
        "over_games_p_holm": pair.over_games_corrected,
        "games": games.collect::<Vec<_>>(),
    })
}
