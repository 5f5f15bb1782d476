//! The level: a sign or a picture for each cell.

use ludex_agents::Overlay;
use ludex_pictures::{Glyph, Piece, Rgb, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::moment::Moment;
use super::pixels;
use super::scale::Scale;
use super::theme::Theme;
use crate::scene;

/// Signs that fill both columns of their cell; all others stand in the first.
const FILLING: &str = "█▓▒≈■=";

/// The colour of the way that an agent has planned.
const PLANNED: Rgb = (80, 220, 255);

/// What is to be seen of a level.
pub struct Board {
    columns: usize,
    rows: usize,
    cells: Vec<Option<Cell>>,
    /// How strongly agents have marked each cell, from 0 to 1.
    marks: Vec<f64>,
    /// Is it on the way that an agent has planned?
    way: Vec<bool>,
    /// The cell that must be in view, as column and row.
    focus: (usize, usize),
    scene: Scene,
}

#[derive(Clone, Copy)]
struct Cell {
    glyph: Glyph,
    /// Where an avatar looks.
    arrow: Option<char>,
}

impl Board {
    /// What a moment looks like. In each cell the sprite that is drawn last is to be seen, on what agents marked.
    pub fn new(moment: &Moment, theme: &Theme) -> Board {
        let scene = scene::scene(&moment.state);
        let (columns, rows) = (scene.columns as usize, scene.rows as usize);
        let (cells, marks) = (vec![None; columns * rows], vec![0.0; columns * rows]);
        let way = vec![false; columns * rows];
        let mut board = Board { columns, rows, cells, marks, way, focus: (0, 0), scene };
        moment.overlays().for_each(|overlay| board.mark(overlay));
        for (x, y) in moment.way().into_iter().filter(|(x, y)| *x < columns && *y < rows) {
            board.way[y * columns + x] = true;
        }
        board.focus = board.avatar(theme).unwrap_or((columns / 2, rows / 2));
        for place in 0..board.scene.pieces.len() {
            let piece = board.scene.pieces[place];
            let Some(glyph) = theme.glyph(piece.kind) else { continue };
            let arrow = theme.is_avatar(piece.kind).then(|| arrow(piece.facing)).flatten();
            for (x, y) in board.covered(&piece) {
                board.cells[y * columns + x] = Some(Cell { glyph, arrow });
            }
        }
        board
    }

    fn mark(&mut self, overlay: &Overlay) {
        for &((x, y), strength) in &overlay.cells {
            let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { continue };
            if x < self.columns && y < self.rows {
                let mark = &mut self.marks[y * self.columns + x];
                // The greater one; not a number counts as none.
                *mark = mark.max(strength).min(1.0);
            }
        }
    }

    /// Columns and rows of the level.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// The level as lines of text; marks are digits from 1 to 9, where the second column of a cell is free.
    pub fn text(&self) -> String {
        let width = self.columns.max(1);
        let rows = self.cells.chunks(width).zip(self.marks.chunks(width));
        let line = |(row, marks): (&[Option<Cell>], &[f64])| {
            let signs = |(cell, mark): (&Option<Cell>, &f64)| {
                let [first, second] = cell.map_or([' ', ' '], Cell::signs);
                let digit = char::from_digit((mark * 9.0).ceil() as u32, 10).filter(|_| second == ' ');
                [first, digit.filter(|digit| *digit != '0').unwrap_or(second)]
            };
            let text: String = row.iter().zip(marks).flat_map(signs).collect();
            format!("{}\n", text.trim_end())
        };
        rows.map(line).collect()
    }

    /// How the board looks in a theme's colours.
    pub fn in_colors<'a>(&'a self, theme: &'a Theme, scale: Scale) -> Colored<'a> {
        Colored { board: self, theme, scale }
    }

    fn avatar(&self, theme: &Theme) -> Option<(usize, usize)> {
        let piece = self.scene.pieces.iter().find(|piece| theme.is_avatar(piece.kind))?;
        self.covered(piece).next()
    }

    /// The cells that a sprite fills, or the one that most of it is in.
    fn covered(&self, piece: &Piece) -> impl Iterator<Item = (usize, usize)> + use<> {
        let span = |start: f64, length: f64, cells: usize| {
            let half = length.clamp(0.0, 1.0) / 2.0;
            let (first, last) = ((start + half).floor(), (start + length - half).floor());
            // The conversions saturate: a sprite outside of the level covers nothing.
            first.max(0.0) as usize..((last + 1.0).max(0.0) as usize).min(cells)
        };
        let (xs, ys) = (span(piece.x, piece.width, self.columns), span(piece.y, piece.height, self.rows));
        ys.flat_map(move |y| xs.clone().map(move |x| (x, y)))
    }
}

impl Cell {
    fn signs(self) -> [char; 2] {
        let symbol = self.glyph.symbol;
        let second = if FILLING.contains(symbol) { symbol } else { self.arrow.unwrap_or(' ') };
        [symbol, second]
    }
}

fn arrow(facing: (f64, f64)) -> Option<char> {
    match facing {
        (x, y) if x.abs() >= y.abs() && x > 0.0 => Some('>'),
        (x, y) if x.abs() >= y.abs() && x < 0.0 => Some('<'),
        (_, y) if y > 0.0 => Some('v'),
        (_, y) if y < 0.0 => Some('^'),
        _ => None,
    }
}

/// The colour of a mark: from nearly black to a dark red on which all signs can be read.
pub fn heat(strength: f64) -> Rgb {
    let part = |least: f64, most: f64| (least + strength.clamp(0.0, 1.0) * (most - least)) as u8;
    (part(48.0, 160.0), part(24.0, 40.0), part(48.0, 40.0))
}

/// A board to be drawn. What does not fit is left out around the avatar.
pub struct Colored<'a> {
    board: &'a Board,
    theme: &'a Theme,
    scale: Scale,
}

impl Widget for Colored<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        match self.scale {
            Scale::Picture(cell) => self.pictures(cell, area, buffer),
            Scale::Sign(wide) => self.signs(wide, area, buffer),
        }
    }
}

impl Colored<'_> {
    fn pictures(&self, cell: u16, area: Rect, buffer: &mut Buffer) {
        let image = self.theme.picture(&self.board.scene, cell);
        let tint = |x: u32, y: u32, color: Rgb| {
            let place = (y / u32::from(cell)) as usize * self.board.columns + (x / u32::from(cell)) as usize;
            let mark = self.board.marks.get(place).copied().unwrap_or(0.0);
            let color = if mark > 0.0 { pixels::mixed(color, heat(1.0), 0.25 + 0.4 * mark) } else { color };
            // A dot in the middle of a cell on the way.
            let (x, y) = (x % u32::from(cell), y % u32::from(cell));
            let half = u32::from(cell) / 2;
            let middle = half - half / 4..=half + half / 4;
            let on_way = self.board.way.get(place).is_some_and(|way| *way);
            let dot = on_way && middle.contains(&x) && middle.contains(&y);
            if dot { pixels::mixed(color, PLANNED, 0.7) } else { color }
        };
        pixels::draw(&image, tint, self.theme, area, buffer);
    }

    fn signs(&self, wide: u16, area: Rect, buffer: &mut Buffer) {
        let Board { columns, rows, cells, marks, way, focus, .. } = self.board;
        let left = first_visible(*columns, usize::from(area.width / wide), focus.0);
        let top = first_visible(*rows, usize::from(area.height), focus.1);
        for (y, row) in (area.top()..area.bottom()).zip(top..*rows) {
            for (x, column) in (area.left()..(area.right() + 1).saturating_sub(wide))
                .step_by(usize::from(wide))
                .zip(left..*columns)
            {
                let mark = marks[row * columns + column];
                if mark > 0.0 {
                    let style = Style::new().bg(self.theme.color(heat(mark)));
                    buffer.set_style(Rect { x, y, width: wide, height: 1 }, style);
                }
                if way[row * columns + column] {
                    let sign = &mut buffer[(x + wide - 1, y)];
                    sign.set_char('•').set_fg(self.theme.color(PLANNED));
                }
                let Some(cell) = cells[row * columns + column] else { continue };
                let mut style = Style::new().fg(self.theme.color(cell.glyph.color));
                if cell.arrow.is_some() {
                    style = style.add_modifier(Modifier::BOLD);
                }
                for (x, sign) in (x..x + wide).zip(cell.signs()) {
                    // The way shows on whatever does not fill its cell.
                    if sign == ' ' {
                        continue;
                    }
                    buffer[(x, y)].set_char(sign).set_style(style);
                }
            }
        }
    }
}

/// Where a window of so many cells begins, so that the focus is as near to its middle as the ends allow.
fn first_visible(cells: usize, visible: usize, focus: usize) -> usize {
    focus.saturating_sub(visible / 2).min(cells.saturating_sub(visible))
}
