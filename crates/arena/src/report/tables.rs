//! The tables of a report.

use super::analysis::{Analysis, Contestant, win_percent};
use super::compared::{comparisons, significant_games};
use super::figures::{FIGURES, Figure, figures};
use super::ratings::Rating;
use super::table::{Align, Place, Table};
use crate::plan::GameSet;
use crate::stats::{Moments, normal_approximation};
use crate::store::Tally;

/// All tables that the results give, the most important first.
pub fn tables(analysis: &Analysis) -> Vec<Table> {
    let mut tables = vec![overall(analysis)];
    tables.extend(ratings(analysis));
    if !analysis.sets().is_empty() {
        tables.push(by_set(analysis));
    }
    tables.push(by_game(analysis, "wins", "Win % by game", &WINS));
    tables.push(by_game(analysis, "scores", "Score by game", &SCORES));
    if analysis.contestants.len() > 1 && analysis.games.len() > 1 {
        tables.push(score_ranks(analysis));
    }
    if analysis.contestants.len() > 1 {
        tables.push(points_by_game(analysis));
        tables.push(comparisons(analysis));
        tables.extend(significant_games(analysis));
    }
    tables.push(runs(analysis));
    tables
}

/// A number with a real minus sign.
pub fn decimal(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "–".to_owned();
    }
    let text = format!("{value:.digits$}");
    let zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    if zero { text.trim_start_matches('-').to_owned() } else { text.replace('-', "−") }
}

/// A p-value, short.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

pub(super) fn left(head: &str) -> (String, Align) {
    (head.to_owned(), Align::Left)
}

pub(super) fn right(head: &str) -> (String, Align) {
    (head.to_owned(), Align::Right)
}

/// A column of names and one for each agent.
fn agent_columns(analysis: &Analysis, first: &str) -> Vec<(String, Align)> {
    let agents = analysis.contestants.iter().enumerate().map(|(place, who)| right(&who.short_label(place)));
    [left(first)].into_iter().chain(agents).collect()
}

/// The columns of [`agent_columns`] with the agents' numbers in the first table.
fn numbered_columns(analysis: &Analysis, first: &str) -> Vec<(String, Align)> {
    let agents = (1..=analysis.contestants.len()).map(|place| right(&format!("#{place}")));
    [left(first)].into_iter().chain(agents).collect()
}

fn overall(analysis: &Analysis) -> Table {
    let one_game = analysis.games.len() == 1;
    // Remarks name those who were, and a column of zeros takes the room of another.
    let nobody_disqualified = analysis.contestants.iter().all(|who| who.total.disqualified.is_empty());
    let shown = |figure: &Figure| {
        !figure.head.is_empty()
            && (figure.over_games || one_game)
            && !(figure.name == "disqualified" && nobody_disqualified)
    };
    let rows = analysis.contestants.iter().enumerate().map(|(place, contestant)| {
        let total = &contestant.total;
        let wins = contestant.win_percent();
        let half = 100.0 * normal_approximation(total.wins, total.plays).half_width();
        let mut texts = vec![
            (place + 1).to_string(),
            contestant.label.clone(),
            contestant.entrant.budget.to_string(),
            format!("{} ± {}", decimal(wins.estimate, 1), decimal(half, 1)),
            format!("{}–{}", decimal(wins.low, 1), decimal(wins.high, 1)),
            contestant.total_points().to_string(),
        ];
        let figures = figures(total, contestant.games_played()).filter(|(figure, _)| shown(figure));
        texts.extend(figures.map(|(figure, value)| decimal(value, figure.digits)));
        texts.into_iter().map(Place::from).collect()
    });
    let mut columns =
        vec![right("#"), left("agent"), left("budget"), right("win %"), right("95 %"), right("points")];
    columns.extend(FIGURES.iter().filter(|figure| shown(figure)).map(|figure| right(figure.head)));
    let mut shortened = analysis.contestants.iter().enumerate().map(|(place, who)| who.short_label(place));
    let by_place = match shortened.find(|label| label.starts_with('#')) {
        Some(example) => format!(" Other tables call agents with long names by their places: {example}."),
        None => String::new(),
    };
    Table {
        name: "overall",
        title: "All games".to_owned(),
        note: "#: place by points, then by win rate. win %: ± half a 95 % interval by the normal approximation, as papers print \
               it; beside it Wilson's interval. points: 25, 18, 15, 12, 10, 8, 6, 4, 2, 1 a game, by wins, then score, then time. \
               fm/tick, it/tick: forward-model calls and iterations in all ticks over the number of ticks, without the warm-up \
               before the first tick, whose calls a game are in the column warm-up."
            .to_owned()
            + &by_place,
        columns,
        rows: rows.collect(),
        more_keys: 1,
        ..Table::default()
    }
}

/// Who is how strong against the others; none if nobody met anybody.
fn ratings(analysis: &Analysis) -> Option<Table> {
    let mut rated: Vec<(&Contestant, &Rating)> =
        analysis.contestants.iter().filter_map(|who| Some((who, who.rating.as_ref()?))).collect();
    rated.sort_by(|(_, a), (_, b)| b.elo.estimate.total_cmp(&a.elo.estimate));
    let seat = |(games, wins): (u64, u64)| decimal(100.0 * wins as f64 / games as f64, 1);
    let row = |(who, rating): &(&Contestant, &Rating)| {
        let Rating { elo, results: [won, drawn, lost], seats } = rating;
        let texts = [
            who.label.clone(),
            decimal(elo.estimate, 0),
            format!("{}–{}", decimal(elo.low, 0), decimal(elo.high, 0)),
            who.total_points().to_string(),
            (won + drawn + lost).to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            seat(seats[0]),
            seat(seats[1]),
        ];
        texts.map(Place::from).to_vec()
    };
    (!rated.is_empty()).then(|| Table {
        name: "ratings",
        title: "Against each other".to_owned(),
        note: "Elo: ratings by the model of Bradley and Terry, 1500 in the mean; 400 points more are ten wins to one loss. 95 %: by \
               resampling the games. A game that both won or neither won is a draw; games in which the two never ended \
               differently are left out, since they are played together. seats: games won in each, in per cent."
            .to_owned(),
        columns: vec![
            left("agent"),
            right("Elo"),
            right("95 %"),
            right("points"),
            right("games"),
            right("won"),
            right("drawn"),
            right("lost"),
            right("first seat"),
            right("second seat"),
        ],
        rows: rated.iter().map(row).collect(),
        ..Table::default()
    })
}

/// What a table shows of a tally, and what its best is chosen by.
struct Shown {
    text: fn(&Tally) -> String,
    /// Where there is little room.
    brief: fn(&Tally) -> String,
    value: fn(&Tally) -> f64,
    note: &'static str,
    /// Has it a meaning over several games?
    over_games: bool,
}

const WINS: Shown = Shown {
    text: win_text,
    brief: |tally| decimal(win_percent(tally).estimate, 1),
    value: Tally::win_rate,
    note: "In brackets: Wilson's 95 % interval.",
    over_games: true,
};

const SCORES: Shown = Shown {
    text: score_text,
    brief: |tally| decimal(tally.score().mean(), 1),
    value: |tally| tally.score().mean(),
    note: "Mean ± standard error. There is no mean over games, whose scores are on different scales.",
    over_games: false,
};

/// What is said below a table for which there is little room.
const BRIEF: &str = "Agents by their numbers in the first table. The CSV form has the intervals.";

fn win_text(tally: &Tally) -> String {
    let wins = win_percent(tally);
    format!("{} ({}–{})", decimal(wins.estimate, 1), decimal(wins.low, 0), decimal(wins.high, 0))
}

fn score_text(tally: &Tally) -> String {
    let score = tally.score();
    format!("{} ± {}", decimal(score.mean(), 2), decimal(score.standard_error(), 2))
}

/// A row with a place for each agent; the best stands out, unless all are equal.
fn row(label: &str, tallies: &[Option<&Tally>], figure: &Shown, brief: bool) -> Vec<Place> {
    let text = if brief { figure.brief } else { figure.text };
    let values = tallies.iter().flatten().map(|tally| (figure.value)(tally));
    let worst = values.clone().fold(f64::INFINITY, f64::min);
    let best = values.fold(f64::NEG_INFINITY, f64::max);
    let places = tallies.iter().map(|tally| match tally {
        Some(tally) => Place { text: text(tally), strong: worst < best && (figure.value)(tally) == best },
        None => Place::from("–"),
    });
    [Place::from(label)].into_iter().chain(places).collect()
}

fn by_game(analysis: &Analysis, name: &'static str, title: &str, figure: &Shown) -> Table {
    let contestants = &analysis.contestants;
    let rows = |brief: bool| {
        let of_game = |(place, game): (usize, &std::sync::Arc<str>)| {
            let tallies: Vec<_> = contestants.iter().map(|who| who.games[place].as_ref()).collect();
            row(game, &tallies, figure, brief)
        };
        let mut rows: Vec<Vec<Place>> = analysis.games.iter().enumerate().map(of_game).collect();
        if figure.over_games {
            let totals: Vec<_> = contestants.iter().map(|who| Some(&who.total)).collect();
            rows.push(row("all games", &totals, figure, brief));
        }
        rows
    };
    let totals = usize::from(figure.over_games);
    let table = Table {
        name,
        title: title.to_owned(),
        note: figure.note.to_owned(),
        columns: agent_columns(analysis, "game"),
        rows: rows(false),
        totals,
        ..Table::default()
    };
    with_brief(table, analysis, rows(true))
}

/// A table with a column for each agent, and the same with other rows for where there is little room.
fn with_brief(table: Table, analysis: &Analysis, rows: Vec<Vec<Place>>) -> Table {
    let columns = numbered_columns(analysis, &table.columns[0].0);
    let brief = Table { note: BRIEF.to_owned(), columns, rows, ..table.clone() };
    Table { brief: Some(Box::new(brief)), ..table }
}

fn by_set(analysis: &Analysis) -> Table {
    let rows = |brief: bool| {
        let of_set = |set: &GameSet| {
            let tallies: Vec<Option<Tally>> =
                analysis.contestants.iter().map(|who| analysis.in_set(who, set)).collect();
            row(&set.name, &tallies.iter().map(Option::as_ref).collect::<Vec<_>>(), &WINS, brief)
        };
        analysis.sets().into_iter().map(of_set).collect()
    };
    let table = Table {
        name: "sets",
        title: "Win % by set of games".to_owned(),
        note: WINS.note.to_owned(),
        columns: agent_columns(analysis, "set"),
        rows: rows(false),
        ..Table::default()
    };
    with_brief(table, analysis, rows(true))
}

/// Scores over several games: who is how far ahead in each, which can be averaged where scores cannot.
fn score_ranks(analysis: &Analysis) -> Table {
    let contestants = &analysis.contestants;
    let mut ranks: Vec<Vec<f64>> = vec![Vec::new(); contestants.len()];
    let mut firsts = vec![0; contestants.len()];
    for game in 0..analysis.games.len() {
        let scores: Vec<Option<f64>> =
            contestants.iter().map(|who| Some(who.games[game].as_ref()?.score().mean())).collect();
        for ((ranks, firsts), own) in ranks.iter_mut().zip(&mut firsts).zip(&scores) {
            let Some(own) = own else { continue };
            let better = scores.iter().flatten().filter(|other| *other > own).count() as f64;
            let equal = scores.iter().flatten().filter(|other| *other == own).count() as f64;
            ranks.push(better + (equal + 1.0) / 2.0);
            *firsts += usize::from(better == 0.0);
        }
    }
    let means: Vec<f64> = ranks.iter().map(|ranks| Moments::of(ranks.iter().copied()).mean()).collect();
    let best = means.iter().copied().filter(|mean| !mean.is_nan()).fold(f64::INFINITY, f64::min);
    let rows = contestants.iter().zip(ranks).zip(&means).enumerate().map(|(place, ((who, ranks), mean))| {
        let mut places = [
            (place + 1).to_string(),
            who.label.clone(),
            decimal(*mean, 2),
            firsts[place].to_string(),
            ranks.len().to_string(),
        ]
        .map(Place::from)
        .to_vec();
        places[2].strong = *mean == best;
        places
    });
    Table {
        name: "score-ranks",
        title: "Rank by score".to_owned(),
        note: "mean rank: 1 for the highest mean score in a game; those equal share the mean of their ranks. first: games in \
               which nobody scores more."
            .to_owned(),
        columns: vec![right("#"), left("agent"), right("mean rank"), right("first"), right("games")],
        rows: rows.collect(),
        more_keys: 1,
        ..Table::default()
    }
}

fn points_by_game(analysis: &Analysis) -> Table {
    let text = |points: Option<u32>| points.map_or("–".to_owned(), |points| points.to_string());
    let row = |label: &str, points: Vec<Option<u32>>| {
        let best = points.iter().flatten().max().copied();
        let places =
            points.iter().map(|one| Place { text: text(*one), strong: one.is_some() && *one == best });
        [Place::from(label)].into_iter().chain(places).collect::<Vec<Place>>()
    };
    let mut rows: Vec<Vec<Place>> = (analysis.games.iter().enumerate())
        .map(|(place, game)| row(game, analysis.contestants.iter().map(|who| who.points[place]).collect()))
        .collect();
    let total = |who: &Contestant| Some(who.total_points());
    rows.push(row("total", analysis.contestants.iter().map(total).collect()));
    let table = Table {
        name: "points",
        title: "Points".to_owned(),
        note: "By win rate, then score, then fewer ticks; those equal in all three share the better place."
            .to_owned(),
        columns: agent_columns(analysis, "game"),
        rows,
        totals: 1,
        ..Table::default()
    };
    let rows = table.rows.clone();
    with_brief(table, analysis, rows)
}

fn runs(analysis: &Analysis) -> Table {
    let rows = analysis.runs.iter().map(|run| {
        let facts = &run.facts;
        let texts = [
            run.started.clone(),
            run.games.to_string(),
            format!("{} ({})", facts.version, facts.git),
            format!("{}, {} cores", facts.cpu, facts.cores),
            facts.os.clone(),
        ];
        texts.map(Place::from).to_vec()
    });
    Table {
        name: "runs",
        title: "Runs".to_owned(),
        note: String::new(),
        columns: vec![left("began (UTC)"), right("games"), left("Ludex"), left("machine"), left("system")],
        rows: rows.collect(),
        ..Table::default()
    }
}
