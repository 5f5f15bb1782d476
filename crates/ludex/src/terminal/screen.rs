//! The terminal as a screen, and how it is given back.

use std::io::{self, IsTerminal, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::view::View;
use crate::interrupt;

/// Is the screen taken, so that nothing else may be written on it?
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Can games be drawn here? Not in a pipe, and not where the terminal says that it can do nothing.
pub fn is_there() -> bool {
    let able = std::env::var("TERM").map_or(cfg!(windows), |term| !term.is_empty() && term != "dumb");
    able && io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// The whole terminal, until this is dropped.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Set when somebody wants the command to stop.
    stop: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal. Its keys come one by one from now on, Ctrl-C among them.
    pub fn take() -> Result<Screen, String> {
        Screen::try_take().map_err(|error| format!("cannot draw on this terminal: {error}"))
    }

    fn try_take() -> io::Result<Screen> {
        let stop = interrupt::stop_flag()?;
        give_back_on_panic();
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let entered = execute!(io::stdout(), EnterAlternateScreen)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        // From here on dropping the screen gives the terminal back; without one it has to be done here.
        entered.map(|terminal| Screen { terminal, stop }).inspect_err(|_| give_back())
    }

    /// Draws.
    pub fn draw(&mut self, view: View<'_>) -> Result<(), String> {
        let drawn = self.terminal.draw(|frame| view.draw(frame));
        drawn.map(|_| ()).map_err(|error| format!("cannot draw: {error}"))
    }

    /// What the user did, if anything within this time. A signal to stop is like Ctrl-C.
    pub fn next_event(&self, patience: Duration) -> Result<Option<Event>, String> {
        if self.stop.load(Ordering::SeqCst) {
            return Ok(Some(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))));
        }
        let read = || if event::poll(patience)? { event::read().map(Some) } else { Ok(None) };
        read().map_err(|error: io::Error| format!("cannot read keys: {error}"))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // A terminal that is gone needs nothing back.
        let _ = disable_raw_mode();
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    }
}

/// What a panic says must be readable. An agent that panics in a thread of its own only loses its game: it must not
/// write over the screen.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let drawing = thread::current().id();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == drawing {
                give_back();
            }
            if !TAKEN.load(Ordering::SeqCst) {
                before(info);
            }
        }));
    });
}
