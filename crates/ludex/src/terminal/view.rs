//! A moment of a game on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Wrap};

use super::board::Board;
use super::moment::Moment;
use super::panel;
use super::theme::Theme;

/// Below this many columns the panel goes under the level.
const NARROW: u16 = panel::WIDTH + 24;

/// What to draw.
pub struct View<'a> {
    /// The game's name and level.
    pub title: &'a str,
    /// How the types look.
    pub theme: &'a Theme,
    /// The game.
    pub moment: &'a Moment,
    /// The line at the bottom.
    pub footer: String,
    /// The page to lay over everything.
    pub page: Option<Vec<Line<'a>>>,
}

impl View<'_> {
    /// Draws it on the whole frame.
    pub fn draw(self, frame: &mut Frame<'_>) {
        let [main, bottom] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(frame.area());
        let board = Board::new(self.moment, self.theme);
        let (level, side) = split(main, board.size());
        let block = Block::bordered().title(format!(" {} ", self.title)).border_style(Style::new().dim());
        let inner = block.inner(level);
        frame.render_widget(block, level);
        frame.render_widget(board.in_colors(self.theme), inner);
        let panel = Paragraph::new(panel::lines(self.moment, self.theme))
            .wrap(Wrap { trim: false })
            .block(Block::new().padding(Padding::horizontal(1)));
        frame.render_widget(panel, side);
        frame.render_widget(Line::from(self.footer).dim(), bottom);
        if let Some(lines) = self.page {
            let area = middle(frame.area());
            let block = Block::bordered()
                .title(format!(" {} ", self.title))
                .title_bottom(" any key closes this page ")
                .padding(Padding::horizontal(1));
            frame.render_widget(Clear, area);
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), area);
        }
    }
}

/// Where the level goes and where the panel: side by side if there is room, the level no larger than it needs.
fn split(area: Rect, (columns, rows): (u16, u16)) -> (Rect, Rect) {
    let (columns, rows) = (columns.saturating_add(2), rows.saturating_add(2));
    if area.width >= NARROW {
        let width = columns.min(area.width - panel::WIDTH);
        let [level, side] = Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]).areas(area);
        (Rect { height: level.height.min(rows), ..level }, side)
    } else {
        let height = rows.min(area.height.saturating_mul(2) / 3);
        let [level, side] = Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(area);
        (Rect { width: level.width.min(columns), ..level }, side)
    }
}

/// Most of an area, in its middle.
fn middle(area: Rect) -> Rect {
    let width = area.width.saturating_sub(4).min(76);
    let height = area.height.saturating_sub(2).min(30);
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

#[cfg(test)]
mod tests;
