//! How much win rates vary from experiment to experiment: level by level, and with common seeds as pairs.

use crate::store::Tally;

/// The results of one agent, with the factor that its win rate has in a comparison: a list of levels for each game.
pub type Weighted<'a> = (f64, &'a [Vec<Tally>]);

/// The variance of a combination of win rates, each a mean over games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variance {
    /// With plays of the same seed as pairs.
    pub paired: f64,
    /// As if no two plays had a seed in common.
    pub unpaired: f64,
}

/// The variance of the sum of `factor` times win rate over all samples, which are about the same games.
///
/// Levels differ more than plays of a level do, and every level is played as often as planned: so only what varies within
/// levels counts.
pub fn variance(samples: &[Weighted<'_>]) -> Variance {
    let games = samples.iter().map(|(_, games)| games.len()).max().unwrap_or(0);
    let (mut own, mut shared) = (0.0, 0.0);
    for game in 0..games {
        let of_game: Vec<(f64, &[Tally])> = samples
            .iter()
            .filter_map(|(factor, games)| Some((*factor, games.get(game)?.as_slice())))
            .collect();
        for (place, (factor, levels)) in of_game.iter().enumerate() {
            own += factor * factor * within_levels(levels);
            for (other_factor, other) in &of_game[place + 1..] {
                shared += 2.0 * factor * other_factor * covariance(levels, other);
            }
        }
    }
    let squared = (games * games) as f64;
    // What few pairs say of their covariance may be more than there is variance.
    Variance { paired: (own + shared).max(0.1 * own) / squared, unpaired: own / squared }
}

/// The variance of the win rate in one game.
fn within_levels(levels: &[Tally]) -> f64 {
    let all = Tally::sum(levels);
    let plays = all.plays as f64;
    if levels.iter().any(|level| level.plays < 2) {
        // A single play tells nothing of how its level varies: the game as a whole does, and rather too much.
        return (unbiased(&all) / plays).max(least(plays, 1.0));
    }
    let within: f64 = levels.iter().map(|level| level.plays as f64 * unbiased(level)).sum();
    (within / plays.powi(2)).max(least(plays, levels.len() as f64))
}

/// The variance of single plays, without bias.
fn unbiased(tally: &Tally) -> f64 {
    let (rate, plays) = (tally.win_rate(), tally.plays as f64);
    rate * (1.0 - rate) * plays / (plays - 1.0).max(1.0)
}

/// Where all plays of each level ended alike, some could still have ended otherwise: as if half a play of one level had.
fn least(plays: f64, levels: f64) -> f64 {
    let on_level = plays / levels;
    let rate = 0.5 / (on_level + 1.0);
    rate * (1.0 - rate) / on_level / levels.powi(2)
}

/// The covariance of the win rates of two agents in one game, by the plays that had the same seed.
fn covariance(one: &[Tally], other: &[Tally]) -> f64 {
    let plays = |levels: &[Tally]| levels.iter().map(|level| level.plays as f64).sum::<f64>();
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| pairs(&a.outcomes, &b.outcomes)));
    let sum: f64 =
        pairs.filter(|pairs| pairs.len() > 1).map(|pairs| of_pairs(&pairs) * pairs.len() as f64).sum();
    sum / (plays(one) * plays(other))
}

/// The outcomes of plays with the same seed. Both lists are in the order of seeds.
fn pairs(one: &[(i64, bool)], other: &[(i64, bool)]) -> Vec<(bool, bool)> {
    let mut rest = other.iter().peekable();
    let mut pairs = Vec::new();
    for (seed, won) in one {
        while rest.next_if(|(candidate, _)| candidate < seed).is_some() {}
        if let Some((_, other_won)) = rest.next_if(|(candidate, _)| candidate == seed) {
            pairs.push((*won, *other_won));
        }
    }
    pairs
}

/// The covariance of two outcomes, without bias.
fn of_pairs(pairs: &[(bool, bool)]) -> f64 {
    let count = pairs.len() as f64;
    let share = |of: fn(&(bool, bool)) -> bool| pairs.iter().filter(|pair| of(pair)).count() as f64 / count;
    (share(|pair| pair.0 && pair.1) - share(|pair| pair.0) * share(|pair| pair.1)) * count / (count - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level with a win for each true.
    fn level(first_seed: i64, wins: &[bool]) -> Tally {
        Tally {
            plays: wins.len() as u64,
            wins: wins.iter().filter(|won| **won).count() as u64,
            outcomes: (first_seed..).zip(wins.iter().copied()).collect(),
            ..Tally::default()
        }
    }

    #[test]
    fn levels_that_decide_leave_little_to_chance() {
        // Two levels always won, three always lost: only half a play's worth of doubt is left.
        let sure = [true; 15];
        let never = [false; 15];
        let games = vec![vec![
            level(0, &sure),
            level(20, &sure),
            level(40, &never),
            level(60, &never),
            level(80, &never),
        ]];
        let stratified = variance(&[(1.0, &games)]).unpaired;
        // The same wins without a look at levels.
        let pooled = 0.4 * 0.6 / 75.0;
        assert!(stratified < 0.1 * pooled, "{stratified} {pooled}");
        // By hand: two levels of four plays, one with two wins, one with none: 4 * (1/4 * 4/3) / 64.
        let games = vec![vec![level(0, &[true, true, false, false]), level(9, &[false; 4])]];
        let found = variance(&[(1.0, &games)]).unpaired;
        assert!((found - 4.0 / 3.0 / 64.0).abs() < 1e-12, "{found}");
    }

    #[test]
    fn one_play_a_level_is_no_certainty() {
        let games = vec![[true, false, false, true, false].map(|won| level(0, &[won])).to_vec()];
        let found = variance(&[(1.0, &games)]).unpaired;
        assert!((found - 0.4 * 0.6 / 4.0).abs() < 1e-12, "{found}");
    }

    #[test]
    fn equal_luck_makes_differences_certain() {
        let luck = [true, false, true, true, false, false, true, false];
        let (one, same) = (vec![vec![level(0, &luck)]], vec![vec![level(0, &luck)]]);
        let found = variance(&[(1.0, &one), (-1.0, &same)]);
        assert!(found.paired < 0.11 * found.unpaired, "{found:?}");
        // Other seeds are no pairs.
        let strangers = vec![vec![level(100, &luck)]];
        let found = variance(&[(1.0, &one), (-1.0, &strangers)]);
        assert_eq!(found.paired, found.unpaired);
        // Opposite luck makes differences vary more.
        let opposite = vec![vec![level(0, &luck.map(|won| !won))]];
        let found = variance(&[(1.0, &one), (-1.0, &opposite)]);
        assert!((found.paired / found.unpaired - 2.0).abs() < 1e-9, "{found:?}");
    }
}
