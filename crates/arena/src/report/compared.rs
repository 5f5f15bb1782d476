//! Tables of comparisons: agents with each other, and with published figures.

use super::analysis::Analysis;
use super::pairs::LEVEL;
use super::table::{Place, Table};
use super::tables::{decimal, left, p_value, right};
use crate::paper::{ComparisonLine, Measure};

/// Everybody against everybody, or against the control.
pub fn comparisons(analysis: &Analysis) -> Table {
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
    let (title, family) = match analysis.control {
        Some(control) => {
            let label = &analysis.contestants[control].label;
            (format!("Against {label}"), "the comparisons with the control, and no others")
        }
        None => ("Who beats whom".to_owned(), "all pairs"),
    };
    Table {
        name: "pairs",
        title,
        note: format!(
            "win %: difference in points. h: Cohen's h. p (plays): {}. r: rank-biserial correlation. p (games): Wilcoxon \
             signed-rank test over the games' win rates. games: games that one of the two wins significantly more often. \
             All p-values are corrected by Holm's method over {family}.",
            test_of_plays(analysis)
        ),
        more_keys: 1,
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
        ..Table::default()
    }
}

/// The test that wins were compared with.
fn test_of_plays(analysis: &Analysis) -> &'static str {
    let paired = analysis.pairs.iter().filter(|pair| pair.paired).count();
    match paired {
        0 => "two-proportion test over all plays, since seeds are not shared",
        all if all == analysis.pairs.len() => "McNemar's exact test, play by play with the same seed",
        _ => {
            "McNemar's exact test, play by play with the same seed, or two-proportion test for agents that share no seeds"
        }
    }
}

/// Games in which two agents differ for certain; none if there are none.
pub fn significant_games(analysis: &Analysis) -> Option<Table> {
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
        note: format!(
            "win %: difference in points. p (wins): {}. δ: Cliff's delta of the scores. p (scores): Mann-Whitney U. All \
             p-values are corrected by Holm's method over all of these comparisons and games.",
            test_of_plays(analysis)
        ),
        more_keys: 2,
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
        ..Table::default()
    })
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
        ..Table::default()
    }
}

fn signed(value: f64) -> String {
    let text = decimal(value, 1);
    if value > 0.0 && text != "0.0" { format!("+{text}") } else { text }
}
