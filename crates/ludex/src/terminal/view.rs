//! A moment of a game on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Wrap};

use super::board::Board;
use super::moment::Moment;
use super::panel;
use super::scale::{Scale, arrange};
use super::theme::Theme;

/// From this many columns on, the two parts of a panel stand beside each other.
const BESIDE: u16 = panel::WIDTH + 24;
/// Rows of a panel that are not given up for the legend.
const ROWS: u16 = 6;

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
        let (level, side, scale) = arrange(main, board.size(), self.theme.has_pictures());
        let block = Block::bordered().title(format!(" {} ", self.title)).border_style(Style::new().dim());
        let inner = block.inner(level);
        frame.render_widget(block, level);
        frame.render_widget(board.in_colors(self.theme, scale), inner);
        let pictures = matches!(scale, Scale::Picture(_));
        let legend = panel::legend(self.moment, self.theme, pictures, side.width.saturating_sub(2));
        // Whatever agents have to say, the signs stay explained.
        let rows = u16::try_from(legend.len()).unwrap_or(u16::MAX).min(side.height.saturating_sub(ROWS));
        let [side, bottom_of_side] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(side);
        let padded = || Block::new().padding(Padding::horizontal(1));
        let standing = panel::standing(self.moment);
        // Below the level there is little height: how the game stands goes beside what agents think.
        let room = u16::try_from(standing.len() + 1).unwrap_or(u16::MAX);
        let [first, second] = if side.width >= BESIDE {
            Layout::horizontal([Constraint::Length(BESIDE - panel::WIDTH), Constraint::Fill(1)]).areas(side)
        } else {
            Layout::vertical([Constraint::Length(room), Constraint::Fill(1)]).areas(side)
        };
        let thoughts = Paragraph::new(panel::lines(self.moment, self.theme)).wrap(Wrap { trim: false });
        frame.render_widget(Paragraph::new(standing).wrap(Wrap { trim: false }).block(padded()), first);
        frame.render_widget(thoughts.block(padded()), second);
        frame.render_widget(Paragraph::new(legend).block(padded()), bottom_of_side);
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

/// Most of an area, in its middle.
fn middle(area: Rect) -> Rect {
    let width = area.width.saturating_sub(4).min(76);
    let height = area.height.saturating_sub(2).min(30);
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

#[cfg(test)]
mod tests;
