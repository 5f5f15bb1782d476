//! The statistics against values that SciPy and statsmodels computed.

use ludex_arena::stats::*;
use serde_json::Value;

fn data() -> Value {
    serde_json::from_str(include_str!("data/statistics.json")).unwrap()
}

fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn rows<'a>(data: &'a Value, name: &str) -> &'a [Value] {
    data[name].as_array().unwrap()
}

#[track_caller]
fn close(ours: f64, theirs: f64, tolerance: f64, what: &Value) {
    let scale = theirs.abs().max(1e-300);
    assert!(
        (ours - theirs).abs() <= tolerance * scale || (ours - theirs).abs() < 1e-14 && tolerance > 1e-12,
        "{ours} is not {theirs}: {what}"
    );
}

#[test]
fn normal_distribution() {
    for row in rows(&data(), "normal") {
        let x = number(&row["x"]);
        close(normal::erfc(x), number(&row["erfc"]), 1e-12, row);
        close(normal::cdf(x), number(&row["cdf"]), 1e-12, row);
    }
    assert!((normal::two_sided(normal::Z95) - 0.05).abs() < 1e-15);
    assert!((1.0 - normal::cdf(normal::Z95_ONE_SIDED) - 0.05).abs() < 1e-15);
}

#[test]
fn intervals_of_proportions() {
    for row in rows(&data(), "proportion") {
        let (k, n) = (row["k"].as_u64().unwrap(), row["n"].as_u64().unwrap());
        for (ours, theirs) in [(wilson(k, n), &row["wilson"]), (normal_approximation(k, n), &row["normal"])] {
            close(ours.low, number(&theirs[0]), 1e-11, row);
            close(ours.high, number(&theirs[1]), 1e-11, row);
        }
    }
}

#[test]
fn means_and_standard_errors() {
    for row in rows(&data(), "mean") {
        let values = list(&row["values"]);
        let all = Moments::of(values.iter().copied());
        close(all.mean(), number(&row["mean"]), 1e-12, row);
        close(all.standard_error(), number(&row["sem"]), 1e-12, row);
        let (left, right) = values.split_at(values.len() / 2);
        let mut merged = Moments::of(left.iter().copied());
        merged.merge(&Moments::of(right.iter().copied()));
        close(merged.standard_error(), number(&row["sem"]), 1e-12, row);
    }
}

#[test]
fn two_proportion_test() {
    for row in rows(&data(), "two_proportions") {
        let count = |who: &str, index: usize| row[who][index].as_u64().unwrap();
        let test = two_proportions(count("a", 0), count("a", 1), count("b", 0), count("b", 1));
        close(test.statistic, number(&row["z"]), 1e-11, row);
        close(test.p, number(&row["p"]), 1e-9, row);
    }
}

#[test]
fn mann_whitney_u() {
    for row in rows(&data(), "mann_whitney") {
        let (a, b) = (Distribution::of(list(&row["a"])), Distribution::of(list(&row["b"])));
        let test = mann_whitney(&a, &b);
        close(test.statistic, number(&row["u"]), 1e-12, row);
        close(test.p, number(&row["p"]), 1e-9, row);
        close(cliffs_delta(&a, &b), number(&row["cliff"]), 1e-9, row);
    }
}

#[test]
fn wilcoxon_signed_rank() {
    for row in rows(&data(), "wilcoxon") {
        let differences = list(&row["d"]);
        let test = wilcoxon(&differences);
        close(test.statistic, number(&row["w"]), 1e-12, row);
        close(test.p, number(&row["p"]), 1e-9, row);
    }
}

#[test]
fn holm_correction() {
    for row in rows(&data(), "holm") {
        for (ours, theirs) in holm(&list(&row["p"])).iter().zip(list(&row["corrected"])) {
            close(*ours, theirs, 1e-12, row);
        }
    }
}

#[test]
fn quantiles() {
    let data = data();
    let row = &data["quantile"];
    let sample = Distribution::of(list(&row["values"]));
    for (q, theirs) in list(&row["q"]).iter().zip(list(&row["quantiles"])) {
        close(sample.quantile(*q).unwrap(), theirs, 1e-12, row);
    }
}

#[test]
fn nothing_to_compare_is_no_difference() {
    let empty = Distribution::default();
    assert_eq!(mann_whitney(&empty, &Distribution::of([1.0])).p, 1.0);
    assert_eq!(mann_whitney(&Distribution::of([1.0; 9]), &Distribution::of([1.0; 9])).p, 1.0);
    assert_eq!(wilcoxon(&[0.0, 0.0]).p, 1.0);
    assert_eq!(two_proportions(0, 10, 0, 10).p, 1.0);
    assert_eq!(two_proportions(0, 0, 5, 10).p, 1.0);
    assert!(wilson(0, 0).contains(0.5));
    assert!(Moments::default().mean().is_nan());
    assert_eq!(cliffs_delta(&empty, &empty), 0.0);
    assert_eq!(rank_biserial(rank_sums(&[])), 0.0);
    assert!(holm(&[]).is_empty());
}

#[test]
fn effect_sizes() {
    assert!((cohens_h(0.5, 0.25) - std::f64::consts::FRAC_PI_6).abs() < 1e-12);
    assert_eq!(rank_biserial(rank_sums(&[1.0, 2.0, 3.0])), 1.0);
    assert_eq!(rank_biserial(rank_sums(&[3.0, -1.0, -2.0])), 0.0);
}

#[test]
fn points_by_wins_then_score_then_time() {
    let standing = |win_rate, score, ticks| Standing { win_rate, score, ticks };
    let race = [
        standing(0.5, 10.0, 900.0),
        standing(0.5, 12.0, 900.0),
        standing(0.5, 10.0, 800.0),
        standing(0.9, 1.0, 2000.0),
        standing(0.5, 10.0, 900.0),
        standing(0.0, 99.0, 10.0),
    ];
    assert_eq!(points(&race), [12, 18, 15, 25, 12, 8], "a dead heat shares the better place");
    let crowd = vec![standing(0.0, 0.0, 0.0); 12];
    assert_eq!(points(&crowd), vec![25; 12]);
    let field: Vec<Standing> = (0..12).map(|place| standing(1.0, -f64::from(place), 0.0)).collect();
    assert_eq!(points(&field), [25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0, 0]);
}

#[test]
fn ratings_of_known_strength() {
    use ludex_arena::stats::{Encounter, MEAN_RATING, ratings};
    // Strengths 1, 2 and 4: exactly as many wins as the model expects, so that the added draws hardly count.
    let strengths = [1.0_f64, 2.0, 4.0];
    let mut encounters = Vec::new();
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        let expected = strengths[a] / (strengths[a] + strengths[b]);
        let wins = (3000.0 * expected).round() as usize;
        encounters.extend((0..3000).map(|game| {
            // Seats change from game to game, wins do not go with the seat.
            let result = if game < wins { 1.0 } else { 0.0 };
            match game % 2 {
                0 => Encounter { players: [a, b], result },
                _ => Encounter { players: [b, a], result: 1.0 - result },
            }
        }));
    }
    let found: Vec<_> = ratings(4, &encounters);
    assert!(found[3].is_none(), "who has met nobody has no rating");
    let found: Vec<_> = found.into_iter().flatten().collect();
    let step = 400.0 * 2.0_f64.log10();
    for (place, interval) in found.iter().enumerate() {
        // The one without games does not count for the mean.
        let known = MEAN_RATING + (place as f64 - 1.0) * step;
        assert!((interval.estimate - known).abs() < 1.0, "{place}: {} for {known}", interval.estimate);
        assert!(interval.contains(known) && interval.half_width() < 15.0, "{interval:?}");
    }
    let few = ratings(2, &[Encounter { players: [0, 1], result: 1.0 }; 2]);
    let difference = few[0].unwrap().estimate - few[1].unwrap().estimate;
    assert!(
        (difference - 400.0 * (2.5_f64 / 0.5).log10()).abs() < 1e-6,
        "always winning is no infinity: {difference}"
    );
    let equal = ratings(2, &[Encounter { players: [0, 1], result: 0.5 }; 9]);
    assert_eq!(equal[0].unwrap().estimate.round(), MEAN_RATING);
    assert!(ratings(2, &[]).iter().all(Option::is_none));
}
