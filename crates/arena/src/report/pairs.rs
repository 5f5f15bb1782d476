//! Who beats whom.

use super::analysis::Contestant;
use crate::stats::{
    Test, cliffs_delta, cohens_h, holm, mann_whitney, mcnemar, rank_biserial, rank_sums, two_proportions,
    wilcoxon,
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
    /// Test on wins: see [`Pair::paired`].
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
    /// Did both play the same seeds? Then wins are compared play by play, by McNemar's exact test, and otherwise by a
    /// two-proportion test.
    pub paired: bool,
    /// Test over all plays.
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

/// Compares every agent with every later one, or with the control alone. Corrections are over these comparisons and no others.
pub fn pairs(contestants: &[Contestant], control: Option<usize>) -> Vec<Pair> {
    let places = 0..contestants.len();
    let mut pairs: Vec<Pair> = match control {
        Some(control) => {
            let others = places.filter(|who| *who != control);
            others.filter_map(|who| pair(contestants, who, control)).collect()
        }
        None => {
            let later = |a: usize| (a + 1..contestants.len()).map(move |b| (a, b));
            places.flat_map(later).filter_map(|(a, b)| pair(contestants, a, b)).collect()
        }
    };
    correct(&mut pairs);
    pairs
}

/// Of the plays of the same seeds, how many only the first won and how many only the second. None if the one with fewer plays
/// has seeds that the other has not, or one that it played more than once, as in games of two.
fn discordant(left: &Tally, right: &Tally) -> Option<(u64, u64)> {
    let (fewer, more) = if left.plays <= right.plays { (left, right) } else { (right, left) };
    let distinct = |tally: &Tally| {
        tally.plays == tally.outcomes.len() as u64
            && tally.outcomes.windows(2).all(|two| two[0].0 != two[1].0)
    };
    if fewer.plays == 0 || !distinct(fewer) || !distinct(more) {
        return None;
    }
    let mut counts = (0, 0);
    for (seed, win) in &fewer.outcomes {
        let place = more.outcomes.binary_search_by_key(seed, |(seed, _)| *seed).ok()?;
        match (*win, more.outcomes[place].1) {
            (true, false) => counts.0 += 1,
            (false, true) => counts.1 += 1,
            _ => {}
        }
    }
    Some(if left.plays <= right.plays { counts } else { (counts.1, counts.0) })
}

fn test_wins(left: &Tally, right: &Tally, discordant: Option<(u64, u64)>) -> Test {
    match discordant {
        Some((first, second)) => mcnemar(first, second),
        None => two_proportions(left.wins, left.plays, right.wins, right.plays),
    }
}

fn pair(contestants: &[Contestant], a: usize, b: usize) -> Option<Pair> {
    let both: Vec<(usize, &Tally, &Tally)> =
        (contestants[a].games.iter().zip(&contestants[b].games).enumerate())
            .filter_map(|(game, (left, right))| Some((game, left.as_ref()?, right.as_ref()?)))
            .collect();
    if both.is_empty() {
        return None;
    }
    let seeds: Option<Vec<(u64, u64)>> =
        both.iter().map(|&(_, left, right)| discordant(left, right)).collect();
    let in_game = |(place, &(game, left, right)): (usize, &(usize, &Tally, &Tally))| {
        in_game(game, left, right, seeds.as_ref().map(|seeds| seeds[place]))
    };
    let games: Vec<GameComparison> = both.iter().enumerate().map(in_game).collect();
    let in_all =
        seeds.as_ref().map(|seeds| seeds.iter().fold((0, 0), |sum, game| (sum.0 + game.0, sum.1 + game.1)));
    let left = Tally::sum(both.iter().map(|(_, left, _)| *left));
    let right = Tally::sum(both.iter().map(|(_, _, right)| *right));
    let differences: Vec<f64> = games.iter().map(|game| game.win_difference).collect();
    Some(Pair {
        a,
        b,
        win_difference: 100.0 * (left.win_rate() - right.win_rate()),
        cohens_h: cohens_h(left.win_rate(), right.win_rate()),
        paired: in_all.is_some(),
        wins: test_wins(&left, &right, in_all),
        wins_corrected: 1.0,
        over_games: wilcoxon(&differences),
        over_games_corrected: 1.0,
        rank_biserial: rank_biserial(rank_sums(&differences)),
        games,
    })
}

fn in_game(game: usize, left: &Tally, right: &Tally, seeds: Option<(u64, u64)>) -> GameComparison {
    GameComparison {
        game,
        win_difference: 100.0 * (left.win_rate() - right.win_rate()),
        wins: test_wins(left, right, seeds),
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
