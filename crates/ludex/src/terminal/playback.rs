//! Games that go on by themselves while somebody looks.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::help::{self, WATCHING};
use super::moment::Moment;
use super::pace::Pace;
use super::plain;
use super::screen::Screen;
use super::theme::Theme;
use super::view::View;
use crate::commands::TextOutput;
use crate::output;

/// How long to wait for a key while a tick is being thought about.
const GLANCE: Duration = Duration::from_millis(2);
/// How long to wait for a key when nothing else will happen.
const REST: Duration = Duration::from_millis(250);

/// A game that goes on by itself.
pub trait Playback {
    /// Begins, or begins again: the game before its first tick.
    fn start(&mut self) -> Result<Moment, String>;

    /// Asks for the next tick.
    fn ask(&mut self);

    /// The tick that was asked for, if it is there within this time.
    fn answer(&mut self, patience: Duration) -> Result<Option<Moment>, String>;
}

/// What a game is called, how it looks and what it is about.
pub struct Heading {
    /// Name and level.
    pub title: String,
    /// How the types look.
    pub theme: Theme,
    /// What it is about.
    pub about: Option<String>,
}

/// Shows a game on the screen until the user has seen enough; returns the last moment shown.
pub fn show(playback: &mut dyn Playback, heading: &Heading, speed: f64) -> Result<Moment, String> {
    let mut screen = Screen::take()?;
    let mut control = Control { pace: Pace::new(speed, Instant::now()), step: false, help: false };
    let mut moment = playback.start()?;
    let mut asked = false;
    let mut stale = true;
    loop {
        if asked && let Some(next) = playback.answer(Duration::ZERO)? {
            (moment, asked, stale) = (next, false, true);
        }
        if !asked && !moment.last && control.wants_tick(Instant::now()) {
            playback.ask();
            asked = true;
        }
        if stale {
            screen.draw(control.view(heading, &moment))?;
            stale = false;
        }
        let patience = if asked { GLANCE } else { control.rest(moment.last, Instant::now()) };
        let Some(event) = screen.next_event(patience)? else { continue };
        stale = true;
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match control.key(key) {
                Wish::Nothing => {}
                Wish::Restart => (moment, asked) = (playback.start()?, false),
                Wish::Quit => return Ok(moment),
            },
            _ => {}
        }
    }
}

/// Does this key end everything, whatever is on the screen?
pub fn quits(key: &KeyEvent) -> bool {
    let interrupt = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
    interrupt || key.code == KeyCode::Char('q')
}

/// Writes a game as text: a line for each tick, and the level at the start, at the end and every so many ticks. It
/// stops when nobody reads any more.
pub fn write(playback: &mut dyn Playback, heading: &Heading, options: &TextOutput) -> Result<Moment, String> {
    let print = |text: &str| output::print_on(text).map_err(|error| error.to_string());
    let mut moment = playback.start()?;
    let mut read = print(&format!("{}\n{}", heading.title, plain::picture(&moment, &heading.theme)))?;
    let mut played = 0_u32;
    let goes_on =
        |moment: &Moment, played: u32| !moment.last && options.ticks.is_none_or(|ticks| played < ticks);
    while read && goes_on(&moment, played) {
        playback.ask();
        moment = loop {
            if let Some(next) = playback.answer(REST)? {
                break next;
            }
        };
        played += 1;
        let mut text = plain::line(&moment);
        let due = options.every.is_some_and(|every| played.is_multiple_of(every));
        if due || !goes_on(&moment, played) {
            text.push_str(&plain::picture(&moment, &heading.theme));
        }
        read = print(&text)?;
    }
    Ok(moment)
}

/// What the user wants to see.
struct Control {
    pace: Pace,
    /// One tick, although the game is paused.
    step: bool,
    /// The page that explains the keys.
    help: bool,
}

/// What a key asks of the game.
#[derive(Debug, PartialEq, Eq)]
enum Wish {
    Nothing,
    Restart,
    Quit,
}

impl Control {
    fn key(&mut self, key: KeyEvent) -> Wish {
        if quits(&key) {
            return Wish::Quit;
        }
        if self.help {
            self.help = false;
            return Wish::Nothing;
        }
        match key.code {
            KeyCode::Char(' ') => self.pace.paused = !self.pace.paused,
            KeyCode::Char('s') | KeyCode::Right => (self.pace.paused, self.step) = (true, true),
            KeyCode::Char('+' | '=') => self.pace.faster(),
            KeyCode::Char('-') => self.pace.slower(),
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('r') => return Wish::Restart,
            KeyCode::Esc => return Wish::Quit,
            _ => {}
        }
        Wish::Nothing
    }

    /// Is it time for a tick? Then it counts as begun.
    fn wants_tick(&mut self, now: Instant) -> bool {
        let due = !self.help && self.pace.wait(now).is_some_and(|wait| wait.is_zero());
        if due || self.step {
            self.step = false;
            self.pace.tick(now);
            return true;
        }
        false
    }

    fn rest(&self, over: bool, now: Instant) -> Duration {
        let next = self.pace.wait(now).filter(|_| !over && !self.help);
        next.map_or(REST, |wait| wait.min(REST))
    }

    fn view<'a>(&self, heading: &'a Heading, moment: &'a Moment) -> View<'a> {
        View {
            title: &heading.title,
            theme: &heading.theme,
            moment,
            footer: self.footer(moment.last),
            page: self.help.then(|| help::page(WATCHING, heading.about.as_deref())),
        }
    }

    fn footer(&self, over: bool) -> String {
        let what = match (over, self.pace.paused) {
            (true, _) => "over".to_owned(),
            (false, true) => "paused".to_owned(),
            (false, false) => format!("{} ticks/s", self.pace.per_second()),
        };
        format!(" {what}   space pause  s step  +/- speed  r restart  ? help  q quit")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(control: &mut Control, code: KeyCode) -> Wish {
        control.key(KeyEvent::from(code))
    }

    #[test]
    fn keys() {
        let now = Instant::now();
        let mut control = Control { pace: Pace::new(10.0, now), step: false, help: false };
        assert_eq!(press(&mut control, KeyCode::Char(' ')), Wish::Nothing);
        assert!(!control.wants_tick(now + REST), "paused");
        press(&mut control, KeyCode::Right);
        assert!(control.wants_tick(now) && !control.wants_tick(now), "one step");
        press(&mut control, KeyCode::Char(' '));
        assert!(control.wants_tick(now + REST));
        press(&mut control, KeyCode::Char('?'));
        assert!(control.help && !control.wants_tick(now + 2 * REST), "nothing is missed while reading");
        assert_eq!(press(&mut control, KeyCode::Char('r')), Wish::Nothing);
        assert!(!control.help);
        assert_eq!(press(&mut control, KeyCode::Char('r')), Wish::Restart);
        assert_eq!(press(&mut control, KeyCode::Char('q')), Wish::Quit);
        assert_eq!(control.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Wish::Quit);
    }
}
