//! Beside the level: how the game stands, what the agent thinks, what happened.

use ludex_agents::{ActionInsight, Insight, Spent};
use ludex_engine::Action;
use ludex_pictures::{Piece, Scene};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};

use super::board::heat;
use super::moment::{Mind, Moment};
use super::theme::Theme;

/// The columns that a panel needs.
pub const WIDTH: u16 = 52;
/// The columns of a bar.
const BAR: usize = 9;
/// The columns of a table that its first column gets at most before the second gives way.
const FIRST_COLUMN: usize = 30;
/// How many of the last events are kept in view.
const EVENTS: usize = 6;

/// What agents think and what happened, line by line.
pub fn lines(moment: &Moment, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (player, mind) in moment.minds.iter().enumerate() {
        if player > 0 {
            lines.push(Line::default());
        }
        lines.extend(thoughts(mind, moment.actions.get(player).copied()));
        lines.extend(plan(moment.plan(player)));
        lines.extend(tables(&mind.insight, moment, theme));
    }
    let events: Vec<(i32, String)> = moment.events().take(EVENTS).collect();
    if !events.is_empty() {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push("events".bold().into());
        lines.extend(events.into_iter().map(|(tick, text)| {
            Line::from(vec![Span::from(format!("{tick:>5}  ")).dim(), Span::from(text)])
        }));
    }
    lines
}

/// How the game stands, line by line.
pub fn standing(moment: &Moment) -> Vec<Line<'static>> {
    let field = |name: &str, value: String| {
        Line::from(vec![Span::from(format!("{name:<8}")).dim(), Span::from(value).bold()])
    };
    let standing = moment.standing();
    let color = match standing.as_str() {
        "won" => Color::Green,
        "lost" => Color::Red,
        "playing" => Color::Reset,
        _ => Color::Yellow,
    };
    let mut lines = vec![
        field("tick", moment.state.tick().to_string()),
        field("score", moment.scores()),
        field("state", standing).style(Style::new().fg(color)),
        field("action", moment.deeds()),
    ];
    for player in 0..moment.state.world().players() {
        let belongings = moment.belongings(player);
        if !belongings.is_empty() {
            lines.push(field("holds", belongings));
        }
    }
    if let Some(note) = &moment.note {
        lines.push(Line::from(Span::from(note.clone()).yellow()));
    }
    lines
}

/// What else an agent has in mind, and what its marks on the level mean.
fn tables(insight: &Insight, moment: &Moment, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for panel in &insight.panels {
        lines.push(Line::from(moment.with_names(&panel.title).bold()));
        let rows: Vec<(String, String)> =
            panel.rows.iter().map(|(what, how)| (moment.with_names(what), moment.with_names(how))).collect();
        let width = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0).min(FIRST_COLUMN);
        lines.extend(rows.into_iter().map(|(what, how)| {
            Line::from(vec![Span::from(format!("  {what:<width$}  ")).dim(), Span::from(how)])
        }));
    }
    if let Some(overlay) = &insight.overlay {
        let mark = Span::from("  ").bg(theme.color(heat(1.0)));
        lines.push(Line::from(vec![mark, Span::from(format!(" {}", moment.with_names(&overlay.title)))]));
    }
    lines
}

/// What an agent thought at its last decision.
fn thoughts(mind: &Mind, chosen: Option<Action>) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(mind.name.clone().bold()), spending(mind)];
    let actions = &mind.insight.actions;
    if actions.is_empty() {
        return lines;
    }
    let finite = |value: &f64| value.is_finite();
    let (low, high) = actions
        .iter()
        .map(|action| action.value)
        .filter(finite)
        // Bars begin at zero, so that nearly equal values look so.
        .fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
    let most = actions.iter().map(|action| action.visits).filter(finite).fold(0.0, f64::max);
    let scale = |name: &str, low: f64, high: f64| format!("{name} {} to {}", short(low), short(high));
    let (values, visits) = (scale("value", low, high), scale("visits", 0.0, most));
    lines.push(Line::from(format!("  {:<7}{values:<19} {visits}", "").dim()));
    lines.extend(actions.iter().map(|action| {
        let value = if high > low { (action.value - low) / (high - low) } else { 0.0 };
        let visits = if most > 0.0 { action.visits / most } else { 0.0 };
        thought(action, value, visits, chosen == Some(action.action))
    }));
    lines
}

/// What an agent means to do next, as arrows; the dots on the level are where that leads.
fn plan(actions: &[Action]) -> Option<Line<'static>> {
    let sign = |action: &Action| match action {
        Action::Up => '↑',
        Action::Down => '↓',
        Action::Left => '←',
        Action::Right => '→',
        Action::Use => 'x',
        _ => '·',
    };
    let room = usize::from(WIDTH) - 12;
    let mut text: String = actions.iter().take(room).map(sign).collect();
    if actions.len() > room {
        text.push('…');
    }
    let name = Span::from("  plan   ").dim();
    (!actions.is_empty()).then(|| Line::from(vec![name, Span::from(text).cyan()]))
}

fn thought(action: &ActionInsight, value: f64, visits: f64, chosen: bool) -> Line<'static> {
    let mark = if chosen { "> " } else { "  " };
    let weight = if chosen { Modifier::BOLD } else { Modifier::empty() };
    let number = |value: f64| Span::from(format!(" {:<9}", short(value)));
    Line::from(vec![
        Span::from(format!("{mark}{:<7}", action.action)),
        Span::from(bar(value)).cyan(),
        number(action.value),
        Span::from(bar(visits)).yellow(),
        number(action.visits),
    ])
    .style(Style::new().add_modifier(weight))
}

fn spending(mind: &Mind) -> Line<'static> {
    let Spent { calls, iterations } = mind.spent;
    let mut parts = vec![format!("{iterations} iterations"), format!("{calls} fm calls")];
    parts.extend(mind.insight.depth.map(|depth| format!("depth {depth}")));
    parts.extend(mind.insight.nodes.map(|nodes| format!("{nodes} nodes")));
    Line::from(parts.join(", "))
}

/// A bar for a share from 0 to 1, drawn in eighths of a column.
fn bar(share: f64) -> String {
    const PARTS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let eighths = (share.clamp(0.0, 1.0) * BAR as f64 * 8.0).round() as usize;
    let mut bar: String = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(PARTS[eighths % 8]);
    }
    format!("{bar:<BAR$}")
}

/// A number in at most nine columns.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 100_000.0 => format!("{value:.2e}"),
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        _ => format!("{value:.3}"),
    }
}

/// What the signs mean, or the pictures, of the types that are there, in lines of so many columns.
pub fn legend(moment: &Moment, theme: &Theme, pictures: bool, room: u16) -> Vec<Line<'static>> {
    let there = |t: &u16| moment.state.sprites_of_type(*t).next().is_some();
    let entries = moment.state.world().order().iter().filter(|t| there(t)).filter_map(|t| {
        let kind = usize::from(*t);
        let glyph = theme.glyph(kind)?;
        let sign = match pictures {
            true => tile(theme, kind),
            false => vec![Span::from(glyph.symbol.to_string()).fg(theme.color(glyph.color))],
        };
        Some((sign, theme.name(kind).to_owned()))
    });
    let mut lines = Vec::new();
    let (mut line, mut width) = (Vec::new(), 0);
    for (sign, name) in entries {
        let columns = name.chars().count() + 3 + sign.len();
        if width + columns > usize::from(room) && width > 0 {
            lines.push(Line::from(std::mem::take(&mut line)));
            width = 0;
        }
        width += columns;
        line.extend(sign);
        line.push(Span::from(format!(" {name}  ")).dim());
    }
    lines.push(Line::from(line));
    lines
}

/// A type as a picture of two by two pixels.
fn tile(theme: &Theme, kind: usize) -> Vec<Span<'static>> {
    let scene = Scene { columns: 1, rows: 1, pieces: vec![Piece::at(kind, 0.0, 0.0)] };
    let image = theme.picture(&scene, 2);
    let pixel = |x: usize, y: usize| {
        let rgb = image.rgba().get((2 * y + x) * 4..).and_then(|rest| rest.first_chunk::<3>());
        theme.color(rgb.map_or((0, 0, 0), |[r, g, b]| (*r, *g, *b)))
    };
    (0..2).map(|x| Span::from("▀").fg(pixel(x, 0)).bg(pixel(x, 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_their_length() {
        assert_eq!(bar(0.0), " ".repeat(BAR));
        assert_eq!(bar(1.0), "█".repeat(BAR));
        assert_eq!(bar(0.5), "████▌    ");
        assert_eq!(bar(f64::NAN), " ".repeat(BAR));
        assert_eq!(bar(7.0), bar(1.0));
    }

    #[test]
    fn numbers_stay_short() {
        for (value, text) in
            [(0.25, "0.250"), (-3.0, "-3"), (1234.5, "1234"), (-1e7, "-1.00e7"), (f64::NAN, "NaN")]
        {
            assert_eq!(short(value), text);
        }
    }
}
