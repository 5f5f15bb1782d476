//! Games as text, where there is no screen to draw on.

use super::board::Board;
use super::moment::Moment;
use super::theme::Theme;

/// A tick in one line.
pub fn line(moment: &Moment) -> String {
    let mut line = format!("{:>5}  {:<6} score {}", moment.state.tick(), moment.deeds(), moment.scores());
    let news = moment.news();
    if !news.is_empty() {
        line = format!("{line}  {}", news.join(", "));
    }
    if moment.state.is_over() {
        line = format!("{line}  {}", moment.standing());
    }
    if let Some(note) = &moment.note {
        line = format!("{line}  {note}");
    }
    line.push('\n');
    line
}

/// The level as it is now, and the tables of what agents have in mind.
pub fn picture(moment: &Moment, theme: &Theme) -> String {
    let mut text = Board::new(moment, theme).text();
    for panel in moment.minds.iter().flat_map(|mind| &mind.insight.panels) {
        text.push_str(&format!("{}\n", moment.with_names(&panel.title)));
        for (what, how) in &panel.rows {
            text.push_str(&format!("  {}  {}\n", moment.with_names(what), moment.with_names(how)));
        }
    }
    for overlay in moment.overlays() {
        text.push_str(&format!("1 to 9: {}\n", moment.with_names(&overlay.title)));
    }
    text
}
