//! Playing on a screen, key by key.

use std::time::{Duration, Instant};

use ludex_engine::Action;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};

use super::session::Session;
use crate::terminal::help::{self, PLAYING, PLAYING_TWO};
use crate::terminal::playback::{Heading, quits};
use crate::terminal::screen::Screen;
use crate::terminal::view::View;

/// How long to wait for a key where no clock runs.
const REST: Duration = Duration::from_millis(250);

/// What a key means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    /// What a player wants to do.
    Act(usize, Action),
    Restart,
    Help,
    Quit,
}

/// Plays until the user quits. With a clock there is a tick each time it strikes, else one for each key, and in a game of two
/// one when both have pressed a key.
pub fn play(session: &mut Session, heading: &Heading, clock: Option<Duration>) -> Result<(), String> {
    let mut screen = Screen::take()?;
    // The game explains itself first.
    let mut help = true;
    let mut struck = Instant::now();
    loop {
        screen.draw(view(session, heading, help))?;
        let running = clock.filter(|_| !help && !session.moment().last);
        let patience = running.map_or(REST, |clock| clock.saturating_sub(struck.elapsed()));
        if let Some(Event::Key(key)) = screen.next_event(patience)?
            && key.kind != KeyEventKind::Release
        {
            match meaning(&key, session.players() > 1) {
                Some(Key::Quit) => return Ok(()),
                _ if help => (help, struck) = (false, Instant::now()),
                Some(Key::Help) => help = true,
                Some(Key::Restart) => session.restart()?,
                Some(Key::Act(player, action)) => {
                    session.choose(player, action);
                    if clock.is_none() {
                        session.tick_if_ready()?;
                    }
                }
                None => {}
            }
        }
        if running.is_some_and(|clock| struck.elapsed() >= clock) && !help {
            struck = Instant::now();
            session.tick()?;
        }
    }
}

/// Alone one has both hands: arrows and letters are the same. Two share the keyboard: letters for the first, arrows for the
/// second.
fn meaning(key: &KeyEvent, two: bool) -> Option<Key> {
    if quits(key) {
        return Some(Key::Quit);
    }
    let second = usize::from(two);
    Some(match key.code {
        KeyCode::Up => Key::Act(second, Action::Up),
        KeyCode::Left => Key::Act(second, Action::Left),
        KeyCode::Down => Key::Act(second, Action::Down),
        KeyCode::Right => Key::Act(second, Action::Right),
        KeyCode::Enter => Key::Act(second, Action::Use),
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'w' => Key::Act(0, Action::Up),
            'a' => Key::Act(0, Action::Left),
            's' => Key::Act(0, Action::Down),
            'd' => Key::Act(0, Action::Right),
            ' ' => Key::Act(0, Action::Use),
            'n' => Key::Act(0, Action::Nil),
            '.' => Key::Act(second, Action::Nil),
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
    let two = session.players() > 1;
    let footer = match (moment.last, session.waits_for()) {
        (true, _) => format!(" {}   r again  ? help  q quit", moment.standing()),
        (false, Some(player)) => format!(" player {} to move   r restart  ? help  q quit", player + 1),
        (false, None) if two => " WASD space n / arrows enter .   r restart  ? help  q quit".to_owned(),
        (false, None) => " arrows/WASD move  space use  n nothing  r restart  ? help  q quit".to_owned(),
    };
    View {
        title: &heading.title,
        theme: &heading.theme,
        moment,
        footer,
        page: help.then(|| help::page(if two { PLAYING_TWO } else { PLAYING }, heading.about.as_deref())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    #[test]
    fn keys() {
        let of = |code: KeyCode| meaning(&KeyEvent::from(code), false);
        assert_eq!(of(KeyCode::Up), Some(Key::Act(0, Action::Up)));
        assert_eq!(of(KeyCode::Char('A')), Some(Key::Act(0, Action::Left)));
        assert_eq!(of(KeyCode::Char(' ')), Some(Key::Act(0, Action::Use)));
        assert_eq!(of(KeyCode::Char('.')), Some(Key::Act(0, Action::Nil)));
        assert_eq!(of(KeyCode::Char('q')), Some(Key::Quit));
        assert_eq!(of(KeyCode::F(5)), None);
        let quit = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(meaning(&quit, false), Some(Key::Quit));
    }

    #[test]
    fn keys_of_two() {
        let of = |code: KeyCode| meaning(&KeyEvent::from(code), true);
        assert_eq!(of(KeyCode::Char('w')), Some(Key::Act(0, Action::Up)));
        assert_eq!(of(KeyCode::Up), Some(Key::Act(1, Action::Up)));
        assert_eq!(of(KeyCode::Char(' ')), Some(Key::Act(0, Action::Use)));
        assert_eq!(of(KeyCode::Enter), Some(Key::Act(1, Action::Use)));
        assert_eq!(of(KeyCode::Char('n')), Some(Key::Act(0, Action::Nil)));
        assert_eq!(of(KeyCode::Char('.')), Some(Key::Act(1, Action::Nil)));
    }
}
