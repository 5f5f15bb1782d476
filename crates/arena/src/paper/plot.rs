//! Published win rates against ours, as a picture.

use super::{ComparisonLine, Measure, Study, compare};
use crate::cell::Entrant;
use crate::report::plots::{Anchor, Axis, Drawing, Font, Ink, Legend, mark};
use std::sync::Arc;

const WIDTH: f64 = 640.0;
/// The square that win rates from 0 to 100 fill.
const LEFT: f64 = 64.0;
const TOP: f64 = 20.0;
const SIDE: f64 = 500.0;

/// A mark for each published win rate of a game, or of a set where the paper prints no games: published to the right, ours
/// upwards with its 95 % interval. None if there is nothing to compare.
pub fn plot(study: &Study<'_>) -> Option<String> {
    let lines = lines(study);
    let mut agents: Vec<&str> = Vec::new();
    for line in &lines {
        if !agents.contains(&&*line.agent) {
            agents.push(&line.agent);
        }
    }
    if agents.is_empty() {
        return None;
    }
    let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
    let across = Axis::exact((0.0, 100.0), (LEFT, right), 5);
    let up = Axis::exact((0.0, 100.0), (bottom, TOP), 5);
    let legend = Legend::new(&agents, LEFT, WIDTH - 20.0);
    let label = format!("{}: published win rates against ours", study.paper.id);
    let mut drawing = Drawing::new(WIDTH, bottom + 56.0 + legend.height, &label);
    across.draw(&mut drawing, TOP, bottom);
    for percent in [0.0, 20.0, 40.0, 60.0, 80.0, 100.0] {
        let y = up.place(percent);
        drawing.line((LEFT, y), (right, y), Ink::Grid, 1.0);
        drawing.text((LEFT - 8.0, y), Anchor::End, Font::small(), &percent.to_string());
    }
    drawing.line((LEFT, bottom), (right, TOP), Ink::Axis, 1.0);
    for line in &lines {
        let place = agents.iter().position(|agent| *agent == line.agent).unwrap_or_default();
        let x = across.place(line.published.value);
        let hint = format!(
            "{} in {}: published {:.1} %, ours {:.1} % ({:.1} to {:.1})",
            line.agent, line.games, line.published.value, line.ours.estimate, line.ours.low, line.ours.high
        );
        drawing.with_hint(&hint, |drawing| {
            let (low, high) = (up.place(line.ours.low), up.place(line.ours.high));
            drawing.line((x, low), (x, high), mark(place).colour, 0.8);
            drawing.mark((x, up.place(line.ours.estimate)), 4.0, mark(place));
        });
    }
    drawing.text((LEFT, TOP - 10.0), Anchor::Start, Font::small(), "ours, % won, with 95 % intervals");
    drawing.text((right, bottom + 28.0), Anchor::End, Font::small(), "published, % won");
    legend.draw(&mut drawing, bottom + 44.0);
    Some(drawing.to_svg())
}

/// What is compared: win rates in games, or in sets of games if the paper prints nothing else, under the budget that has most
/// of them.
fn lines(study: &Study<'_>) -> Vec<ComparisonLine> {
    let mut lines = compare(study.paper, study.tallies, study.agents);
    lines.retain(|line| line.measure == Measure::Win);
    let is_game = |line: &ComparisonLine| crate::plan::set(&line.games).is_none();
    if lines.iter().any(is_game) {
        lines.retain(is_game);
    }
    // An agent that played under several budgets is shown under the one that claims have it play, which may be another in every game.
    let played = study.played_by_agent();
    lines.retain(|line| {
        let mut own = played.iter().filter(|((agent, _), _)| *agent == line.agent).peekable();
        let fits = |(game, entrant): &(String, Arc<Entrant>)| {
            *entrant.budget == *line.budget && (!is_game(line) || *game == line.games)
        };
        own.peek().is_none() || line.budget == "by game" || own.any(|(_, parts)| parts.iter().any(fits))
    });
    lines
}
