//! Who beats whom.

use super::analysis::Contestant;
use crate::stats::{
    Test, cliffs_delta, cohens_h, holm, mann_whitney, rank_biserial, rank_sums, two_proportions, wilcoxon,
};
use crate::store::Tally;

/// A difference counts as shown below this p-value, after correction.
pub const LEVEL: f64 = 0.05;

/// Two entrants compared in one game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameComparison {
    /// The game's place in the analysis.
    pub game: usize,
    /// Difference of win rates, in points.
    pub win_difference: f64,
    /// Two-proportion test on wins.
    pub wins: Test,
    /// Its p-value after Holm's correction over all pairs and games.
    pub wins_corrected: f64,
    /// Mann-Whitney test on scores.
    pub scores: Test,
    /// Its p-value after Holm's correction over all pairs and games.
    pub scores_corrected: f64,
    /// Cliff's delta of the scores.
    pub cliffs_delta: f64,
}

/// Two entrants compared over the games that both played.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Place of the first.
    pub a: usize,
    /// Place of the second.
    pub b: usize,
    /// Game by game.
    pub games: Vec<GameComparison>,
    /// Difference of win rates over all plays, in points.
    pub win_difference: f64,
    /// Cohen's h of the two win rates.
    pub cohens_h: f64,
    /// Two-proportion test over all plays.
    pub wins: Test,
    /// Its p-value after Holm's correction over all pairs.
    pub wins_corrected: f64,
    /// Wilcoxon signed-rank test over the games' win rates.
    pub over_games: Test,
    /// Its p-value after Holm's correction over all pairs.
    pub over_games_corrected: f64,
    /// Rank-biserial correlation of that test.
    pub rank_biserial: f64,
}

impl Pair {
    /// Games in which the first wins significantly more often, and games in which the second does.
    pub fn games_won(&self) -> (usize, usize) {
        let shown = |sign: f64| {
            self.games
                .iter()
                .filter(|game| game.wins_corrected < LEVEL && game.win_difference * sign > 0.0)
                .count()
        };
        (shown(1.0), shown(-1.0))
    }
}

/// Compares every entrant with every later one.
pub fn pairs(contestants: &[Contestant]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for a in 0..contestants.len() {
        for b in a + 1..contestants.len() {
            pairs.extend(pair(contestants, a, b));
        }
    }
    correct(&mut pairs);
    pairs
}

fn pair(contestants: &[Contestant], a: usize, b: usize) -> Option<Pair> {
    let both: Vec<(usize, &Tally, &Tally)> =
        (contestants[a].games.iter().zip(&contestants[b].games).enumerate())
            .filter_map(|(game, (left, right))| Some((game, left.as_ref()?, right.as_ref()?)))
            .collect();
    if both.is_empty() {
        return None;
    }
    let games: Vec<GameComparison> =
        both.iter().map(|&(game, left, right)| in_game(game, left, right)).collect();
    let left = Tally::sum(both.iter().map(|(_, left, _)| *left));
    let right = Tally::sum(both.iter().map(|(_, _, right)| *right));
    let differences: Vec<f64> = games.iter().map(|game| game.win_difference).collect();
    Some(Pair {
        a,
        b,
        win_difference: 100.0 * (left.win_rate() - right.win_rate()),
        cohens_h: cohens_h(left.win_rate(), right.win_rate()),
        wins: two_proportions(left.wins, left.plays, right.wins, right.plays),
        wins_corrected: 1.0,
        over_games: wilcoxon(&differences),
        over_games_corrected: 1.0,
        rank_biserial: rank_biserial(rank_sums(&differences)),
        games,
    })
}

fn in_game(game: usize, left: &Tally, right: &Tally) -> GameComparison {
    GameComparison {
        game,
        win_difference: 100.0 * (left.win_rate() - right.win_rate()),
        wins: two_proportions(left.wins, left.plays, right.wins, right.plays),
        wins_corrected: 1.0,
        scores: mann_whitney(&left.scores, &right.scores),
        scores_corrected: 1.0,
        cliffs_delta: cliffs_delta(&left.scores, &right.scores),
    }
}

/// Each kind of test is a family of its own.
fn correct(pairs: &mut [Pair]) {
    let overall: Vec<f64> = pairs.iter().map(|pair| pair.wins.p).collect();
    let over_games: Vec<f64> = pairs.iter().map(|pair| pair.over_games.p).collect();
    let wins: Vec<f64> = pairs.iter().flat_map(|pair| &pair.games).map(|game| game.wins.p).collect();
    let scores: Vec<f64> = pairs.iter().flat_map(|pair| &pair.games).map(|game| game.scores.p).collect();
    for ((pair, overall), over_games) in pairs.iter_mut().zip(holm(&overall)).zip(holm(&over_games)) {
        pair.wins_corrected = overall;
        pair.over_games_corrected = over_games;
    }
    let games = pairs.iter_mut().flat_map(|pair| &mut pair.games);
    for ((game, wins), scores) in games.zip(holm(&wins)).zip(holm(&scores)) {
        game.wins_corrected = wins;
        game.scores_corrected = scores;
    }
}
