//! The tables of a report.

use super::analysis::{Analysis, Contestant, win_percent};
use super::pairs::LEVEL;
use super::ratings::Rating;
use super::table::{Align, Place, Table};
use crate::paper::{ComparisonLine, Measure};
use crate::plan::GameSet;
use crate::stats::normal_approximation;
use crate::store::Tally;

/// All tables that the results give, the most important first.
pub fn tables(analysis: &Analysis) -> Vec<Table> {
    let mut tables = vec![overall(analysis)];
    tables.extend(ratings(analysis));
    if !analysis.sets().is_empty() {
        tables.push(by_set(analysis, "sets", "Win % by set of games", &WINS));
        tables.push(by_set(analysis, "set-scores", "Score by set of games", &SCORES));
    }
    tables.push(by_game(analysis, "wins", "Win % by game", &WINS));
    tables.push(by_game(analysis, "scores", "Score by game", &SCORES));
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

fn signed(value: f64) -> String {
    let text = decimal(value, 1);
    if value > 0.0 && text != "0.0" { format!("+{text}") } else { text }
}

fn left(head: &str) -> (String, Align) {
    (head.to_owned(), Align::Left)
}

fn right(head: &str) -> (String, Align) {
    (head.to_owned(), Align::Right)
}

/// A column of names and one for each entrant.
fn agent_columns(analysis: &Analysis, first: &str) -> Vec<(String, Align)> {
    let agents = analysis.contestants.iter().enumerate().map(|(place, who)| right(&who.short_label(place)));
    [left(first)].into_iter().chain(agents).collect()
}

fn overall(analysis: &Analysis) -> Table {
    let rows = analysis.contestants.iter().enumerate().map(|(place, contestant)| {
        let total = &contestant.total;
        let wins = contestant.win_percent();
        let half = 100.0 * normal_approximation(total.wins, total.plays).half_width();
        let texts = [
            (place + 1).to_string(),
            contestant.label.clone(),
            contestant.entrant.budget.to_string(),
            total.plays.to_string(),
            format!("{} ± {}", decimal(wins.estimate, 1), decimal(half, 1)),
            format!("{}–{}", decimal(wins.low, 1), decimal(wins.high, 1)),
            score_text(total),
            contestant.total_points().to_string(),
            decimal(total.ticks.mean(), 0),
            decimal(total.fm_per_tick.mean(), 0),
            decimal(total.iterations_per_tick.mean(), 1),
            total.disqualified.to_string(),
        ];
        texts.map(Place::from).to_vec()
    });
    Table {
        name: "overall",
        title: "All games".to_owned(),
        note: "win %: ± half a 95 % interval by the normal approximation, as papers print it; beside it Wilson's \
               interval. score: ± standard error. points: 25, 18, 15, 12, 10, 8, 6, 4, 2, 1 a game, by wins, then \
               score, then time."
            .to_owned(),
        columns: vec![
            right("#"),
            left("agent"),
            left("budget"),
            right("plays"),
            right("win %"),
            right("95 %"),
            right("score"),
            right("points"),
            right("ticks"),
            right("fm/tick"),
            right("it/tick"),
            right("disq."),
        ],
        rows: rows.collect(),
        totals: 0,
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
        totals: 0,
    })
}

/// What a table shows of a tally, and what its best is chosen by.
struct Figure {
    text: fn(&Tally) -> String,
    value: fn(&Tally) -> f64,
    note: &'static str,
}

const WINS: Figure =
    Figure { text: win_text, value: Tally::win_rate, note: "In brackets: Wilson's 95 % interval." };

const SCORES: Figure =
    Figure { text: score_text, value: |tally| tally.score().mean(), note: "Mean ± standard error." };

fn win_text(tally: &Tally) -> String {
    let wins = win_percent(tally);
    format!("{} ({}–{})", decimal(wins.estimate, 1), decimal(wins.low, 0), decimal(wins.high, 0))
}

fn score_text(tally: &Tally) -> String {
    let score = tally.score();
    format!("{} ± {}", decimal(score.mean(), 2), decimal(score.standard_error(), 2))
}

/// A row with a place for each entrant; the best stands out.
fn row(label: &str, tallies: &[Option<&Tally>], figure: &Figure) -> Vec<Place> {
    let values = tallies.iter().flatten().map(|tally| (figure.value)(tally));
    let several = values.clone().count() > 1;
    let best = values.fold(f64::NEG_INFINITY, f64::max);
    let places = tallies.iter().map(|tally| match tally {
        Some(tally) => Place { text: (figure.text)(tally), strong: several && (figure.value)(tally) == best },
        None => Place::from("–"),
    });
    [Place::from(label)].into_iter().chain(places).collect()
}

fn by_game(analysis: &Analysis, name: &'static str, title: &str, figure: &Figure) -> Table {
    let contestants = &analysis.contestants;
    let of_game = |(place, game): (usize, &std::sync::Arc<str>)| {
        let tallies: Vec<_> = contestants.iter().map(|who| who.games[place].as_ref()).collect();
        row(game, &tallies, figure)
    };
    let mut rows: Vec<Vec<Place>> = analysis.games.iter().enumerate().map(of_game).collect();
    let totals: Vec<_> = contestants.iter().map(|who| Some(&who.total)).collect();
    rows.push(row("all games", &totals, figure));
    Table {
        name,
        title: title.to_owned(),
        note: figure.note.to_owned(),
        columns: agent_columns(analysis, "game"),
        rows,
        totals: 1,
    }
}

fn by_set(analysis: &Analysis, name: &'static str, title: &str, figure: &Figure) -> Table {
    let of_set = |set: &GameSet| {
        let tallies: Vec<Option<Tally>> =
            analysis.contestants.iter().map(|who| analysis.in_set(who, set)).collect();
        row(&set.name, &tallies.iter().map(Option::as_ref).collect::<Vec<_>>(), figure)
    };
    Table {
        name,
        title: title.to_owned(),
        note: figure.note.to_owned(),
        columns: agent_columns(analysis, "set"),
        rows: analysis.sets().into_iter().map(of_set).collect(),
        totals: 0,
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
    Table {
        name: "points",
        title: "Points".to_owned(),
        note: "By win rate, then score, then fewer ticks; those equal in all three share the better place."
            .to_owned(),
        columns: agent_columns(analysis, "game"),
        rows,
        totals: 1,
    }
}

fn comparisons(analysis: &Analysis) -> Table {
    let rows = analysis.pairs.iter().map(|pair| {
        let (better, worse) = pair.games_won();
        let texts = [
            analysis.contestants[pair.a].short_label(pair.a),
            analysis.contestants[pair.b].short_label(pair.b),
            signed(pair.win_difference),
            decimal(pair.cohens_h, 2),
            p_value(pair.wins_corrected),
            decimal(pair.rank_biserial, 2),
            p_value(pair.over_games_corrected),
            format!("{better} : {worse}"),
        ];
        let mut places = texts.map(Place::from).to_vec();
        places[4].strong = pair.wins_corrected < LEVEL;
        places[6].strong = pair.over_games_corrected < LEVEL;
        places
    });
    Table {
        name: "pairs",
        title: "Who beats whom".to_owned(),
        note: "win %: difference in points. h: Cohen's h. p (plays): two-proportion test over all plays. r: rank-biserial \
               correlation. p (games): Wilcoxon signed-rank test over the games' win rates. games: games that one of the \
               two wins significantly more often. All p-values are corrected by Holm's method."
            .to_owned(),
        columns: vec![
            left("agent"),
            left("against"),
            right("win %"),
            right("h"),
            right("p (plays)"),
            right("r"),
            right("p (games)"),
            right("games"),
        ],
        rows: rows.collect(),
        totals: 0,
    }
}

/// Games in which two entrants differ for certain; none if there are none.
fn significant_games(analysis: &Analysis) -> Option<Table> {
    let mut rows = Vec::new();
    for pair in &analysis.pairs {
        for game in
            pair.games.iter().filter(|game| game.wins_corrected < LEVEL || game.scores_corrected < LEVEL)
        {
            let texts = [
                analysis.games[game.game].to_string(),
                analysis.contestants[pair.a].short_label(pair.a),
                analysis.contestants[pair.b].short_label(pair.b),
                signed(game.win_difference),
                p_value(game.wins_corrected),
                decimal(game.cliffs_delta, 2),
                p_value(game.scores_corrected),
            ];
            let mut places = texts.map(Place::from).to_vec();
            places[4].strong = game.wins_corrected < LEVEL;
            places[6].strong = game.scores_corrected < LEVEL;
            rows.push((game.game, places));
        }
    }
    rows.sort_by_key(|(game, _)| *game);
    (!rows.is_empty()).then(|| Table {
        name: "games",
        title: "Games in which two agents differ".to_owned(),
        note: "win %: difference in points. p (wins): two-proportion test. δ: Cliff's delta of the scores. p (scores): \
               Mann-Whitney U. All p-values are corrected by Holm's method over all pairs and games."
            .to_owned(),
        columns: vec![
            left("game"),
            left("agent"),
            left("against"),
            right("win %"),
            right("p (wins)"),
            right("δ"),
            right("p (scores)"),
        ],
        rows: rows.into_iter().map(|(_, places)| places).collect(),
        totals: 0,
    })
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
        totals: 0,
    }
}

/// Published figures beside ours.
pub fn comparison(paper: &str, lines: &[ComparisonLine]) -> Table {
    let rows = lines.iter().map(|line| {
        let digits = if line.measure == Measure::Score { 2 } else { 1 };
        let published = match line.published.uncertainty {
            Some(uncertainty) => {
                format!("{} ± {}", decimal(line.published.value, digits), decimal(uncertainty, digits))
            }
            None => decimal(line.published.value, digits),
        };
        let what = match line.measure {
            Measure::Win => "win %",
            Measure::Score | Measure::NormalisedScore => "score",
            Measure::EarlyLoss => "early losses %",
            Measure::Iterations => "iterations a tick",
            Measure::MostUsed | Measure::Setting => "setting",
        };
        let ours = line.ours;
        let texts = [
            line.table.clone(),
            line.games.clone(),
            line.agent.clone(),
            line.budget.clone(),
            what.to_owned(),
            line.plays.to_string(),
            published,
            format!(
                "{} ({} to {})",
                decimal(ours.estimate, digits),
                decimal(ours.low, digits),
                decimal(ours.high, digits)
            ),
            line.position.text().to_owned(),
        ];
        texts.map(Place::from).to_vec()
    });
    Table {
        name: "published",
        title: format!("Beside the figures of {paper}"),
        note: "inside the interval: the published figure lies inside our 95 % interval widened by its own uncertainty. \
               plays: in the game that has fewest."
            .to_owned(),
        columns: vec![
            left("table"),
            left("games"),
            left("agent"),
            left("our budget"),
            left("figure"),
            right("plays"),
            right("published"),
            right("ours (95 %)"),
            left("ours is"),
        ],
        rows: rows.collect(),
        totals: 0,
    }
}
