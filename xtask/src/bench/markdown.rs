//! Figures as tables of Markdown.

use std::fmt::Write;

use serde_json::Value;

use super::Measured;

/// A table over all games, and what a second thread adds.
pub fn summary(measured: &[Measured], threads: &Value, machine: &str) -> String {
    format!("Measured on {machine}.\n\n{}{}", overview(measured), second_thread(threads))
}

/// A table for the games of each collection.
pub fn games_one_by_one(measured: &[Measured], machine: &str) -> String {
    let mut text = format!("Measured on {machine}.\n");
    for Measured { collection, workload, figures } in measured {
        text += &format!("\n## {collection}, {workload}\n\n{}", game_by_game(figures));
    }
    text
}

fn overview(measured: &[Measured]) -> String {
    let mut text = String::from(
        "| games | workload | number | advances/s: geometric mean | minimum | quartiles | clones/s: geometric mean \
         | bytes | allocations per advance |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for Measured { collection, workload, figures } in measured {
        let mut games: Vec<(f64, &str)> =
            games(figures).map(|game| (number(&game["advances_per_s"]), name(game))).collect();
        games.sort_by(|a, b| a.0.total_cmp(&b.0));
        let speeds: Vec<f64> = games.iter().map(|(speed, _)| *speed).collect();
        let (minimum, slowest) = games.first().copied().unwrap_or_default();
        let quartiles = [0.25, 0.5, 0.75].map(|share| count(quantile(&speeds, share))).join(" / ");
        let mean = |key: &str| count(number(&figures["geomean"][key]));
        let allocations = self::games(figures).map(|game| number(&game["allocs_per_advance"]));
        line(
            &mut text,
            &[
                collection,
                workload,
                &speeds.len().to_string(),
                &mean("advances_per_s"),
                &format!("{} ({slowest})", count(minimum)),
                &quartiles,
                &mean("clones_per_s"),
                &mean("state_bytes"),
                &fraction(allocations.fold(0.0, f64::max)),
            ],
        );
    }
    text += "\nBytes are a geometric mean, allocations are those of the game with most of them.\n";
    for Measured { collection, workload, figures } in measured {
        if let Some(ratios) = figures.get("ratios") {
            let ratio = |what: &str| {
                let (mean, least) = (&ratios[what]["geomean"], &ratios[what]["minimum"]);
                format!("{:.0} in the geometric mean, at least {:.1}", number(mean), number(least))
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "\nTimes as fast as the reference ({collection}, {workload}): advances {}; copies {}.",
                ratio("advances"),
                ratio("clones")
            );
        }
    }
    text
}

fn second_thread(threads: &Value) -> String {
    let scaling = number(&threads["threads"]["scaling"]);
    format!("\nTwo threads do {scaling:.2} times the work of one.\n")
}

fn game_by_game(figures: &Value) -> String {
    let compared = figures.get("ratios").is_some();
    let mut text =
        String::from("| game | advances/s | rollouts/s | clones/s | bytes | allocations per advance |");
    text += if compared { " advances, times the reference | copies, times the reference |\n" } else { "\n" };
    text += "| --- | ---: | ---: | ---: | ---: | ---: |";
    text += if compared { " ---: | ---: |\n" } else { "\n" };
    for game in games(figures) {
        let mut cells = vec![name(game).to_owned()];
        for key in ["advances_per_s", "rollouts_per_s", "clones_per_s", "state_bytes"] {
            cells.push(count(number(&game[key])));
        }
        cells.push(fraction(number(&game["allocs_per_advance"])));
        if compared {
            let ratio = |key: &str| game[key].as_f64().map(|ratio| format!("{ratio:.1}")).unwrap_or_default();
            cells.extend([ratio("advances_ratio"), ratio("clones_ratio")]);
        }
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        line(&mut text, &cells);
    }
    text
}

fn line(text: &mut String, cells: &[&str]) {
    *text += &format!("| {} |\n", cells.join(" | "));
}

fn games(figures: &Value) -> impl Iterator<Item = &Value> {
    figures["games"].as_array().into_iter().flatten()
}

fn name(game: &Value) -> &str {
    game["game"].as_str().unwrap_or_default()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_default()
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * sorted.len().saturating_sub(1) as f64;
    let at = |place: f64| sorted.get(place as usize).copied().unwrap_or_default();
    let (below, above) = (at(place.floor()), at(place.ceil()));
    below + (above - below) * place.fract()
}

/// Thousands and millions, with three digits that count.
fn count(value: f64) -> String {
    match value {
        1e7.. => format!("{:.1} M", value / 1e6),
        1e6.. => format!("{:.2} M", value / 1e6),
        1e4.. => format!("{:.0} k", value / 1e3),
        _ => format!("{value:.0}"),
    }
}

fn fraction(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:.5}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn from_figures_to_tables() {
        let game = |name: &str, speed: u32| {
            json!({ "game": name, "advances_per_s": speed, "rollouts_per_s": 1, "clones_per_s": 20_400_000,
                    "state_bytes": 700, "allocs_per_advance": 0.0 })
        };
        let geomean = json!({ "advances_per_s": 2_000_000, "clones_per_s": 20_400_000, "state_bytes": 700 });
        let figures = json!({ "games": [game("a", 4_000_000), game("b", 1_000_000)], "geomean": geomean });
        let measured = [Measured { collection: "Ludex", workload: "from the start", figures }];
        let text = summary(&measured, &json!({ "threads": { "scaling": 1.917 } }), "a machine");
        assert!(text.starts_with("Measured on a machine.\n"));
        assert!(text.contains("| 2 | 2.00 M | 1.00 M (b) | 1.75 M / 2.50 M / 3.25 M | 20.4 M | 700 | 0 |\n"));
        assert!(text.contains("Two threads do 1.92 times the work of one."));
        let text = games_one_by_one(&measured, "a machine");
        assert!(text.starts_with("Measured on a machine.\n\n## Ludex, from the start\n\n| game |"));
        assert!(text.contains("| b | 1.00 M | 1 | 20.4 M | 700 | 0 |\n"));
    }
}
