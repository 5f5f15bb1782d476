//! Playing on a screen, key by key.

use std::time::{Duration, Instant};

use ludex_engine::Action;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};

use super::session::Session;
use crate::terminal::help::{self, PLAYING};
use crate::terminal::playback::{Heading, quits};
use crate::terminal::screen::Screen;
use crate::terminal::view::View;

/// How long to wait for a key where no clock runs.
const REST: Duration = Duration::from_millis(250);

/// What a key means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Act(Action),
    Restart,
    Help,
    Quit,
}

/// Plays until the user quits. With a clock there is a tick each time it strikes, else one for each key.
pub fn play(session: &mut Session, heading: &Heading, clock: Option<Duration>) -> Result<(), String> {
    let mut screen = Screen::take()?;
    // The game explains itself first.
    let mut help = true;
    let mut pressed = None;
    let mut struck = Instant::now();
    loop {
        screen.draw(view(session, heading, help))?;
        let running = clock.filter(|_| !help && !session.moment().last);
        let patience = running.map_or(REST, |clock| clock.saturating_sub(struck.elapsed()));
        if let Some(Event::Key(key)) = screen.next_event(patience)?
            && key.kind != KeyEventKind::Release
        {
            match meaning(&key) {
                Some(Key::Quit) => return Ok(()),
                _ if help => (help, struck) = (false, Instant::now()),
                Some(Key::Help) => help = true,
                Some(Key::Restart) => session.restart()?,
                Some(Key::Act(action)) if clock.is_some() => pressed = Some(action),
                Some(Key::Act(action)) => session.act(action)?,
                None => {}
            }
        }
        if running.is_some_and(|clock| struck.elapsed() >= clock) && !help {
            struck = Instant::now();
            session.act(pressed.take().unwrap_or(Action::Nil))?;
        }
    }
}

fn meaning(key: &KeyEvent) -> Option<Key> {
    if quits(key) {
        return Some(Key::Quit);
    }
    Some(match key.code {
        KeyCode::Up => Key::Act(Action::Up),
        KeyCode::Left => Key::Act(Action::Left),
        KeyCode::Down => Key::Act(Action::Down),
        KeyCode::Right => Key::Act(Action::Right),
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'w' => Key::Act(Action::Up),
            'a' => Key::Act(Action::Left),
            's' => Key::Act(Action::Down),
            'd' => Key::Act(Action::Right),
            ' ' => Key::Act(Action::Use),
            'n' | '.' => Key::Act(Action::Nil),
            'r' => Key::Restart,
            '?' => Key::Help,
            _ => return None,
        },
        KeyCode::Esc => Key::Quit,
        _ => return None,
    })
}

fn view<'a>(session: &'a Session, heading: &'a Heading, help: bool) -> View<'a> {
    let moment = session.moment();
    let footer = match moment.last {
        true => format!(" {}   r again  ? help  q quit", moment.standing()),
        false => " arrows/WASD move  space use  n nothing  r restart  ? help  q quit".to_owned(),
    };
    View {
        title: &heading.title,
        theme: &heading.theme,
        moment,
        footer,
        page: help.then(|| help::page(PLAYING, heading.about.as_deref())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    #[test]
    fn keys() {
        let of = |code: KeyCode| meaning(&KeyEvent::from(code));
        assert_eq!(of(KeyCode::Up), Some(Key::Act(Action::Up)));
        assert_eq!(of(KeyCode::Char('A')), Some(Key::Act(Action::Left)));
        assert_eq!(of(KeyCode::Char(' ')), Some(Key::Act(Action::Use)));
        assert_eq!(of(KeyCode::Char('.')), Some(Key::Act(Action::Nil)));
        assert_eq!(of(KeyCode::Char('q')), Some(Key::Quit));
        assert_eq!(of(KeyCode::F(5)), None);
        assert_eq!(meaning(&KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Some(Key::Quit));
    }
}
