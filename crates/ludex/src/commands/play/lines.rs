//! Playing without a screen: letters in lines of text.

use std::io::BufRead;

use ludex_engine::Action;

use super::session::Session;
use crate::output;
use crate::terminal::plain;
use crate::terminal::playback::Heading;

const KEYS: &str =
    "w up, a left, s down, d right, u use, n nothing, r start again, q quit; several in a line\n";

/// What the second player's letters do, where there are two.
const SECOND: &str = "second player: i up, j left, k down, l right, o use, m nothing; a tick is played when both have chosen\n";

/// Plays until the text ends, the game ends, the user quits or nobody reads any more.
pub fn play(session: &mut Session, heading: &Heading, input: impl BufRead) -> Result<(), String> {
    let print = |text: &str| output::print_on(text).map_err(|error| error.to_string());
    let about = heading.about.as_ref().map_or(String::new(), |about| format!("{about}\n\n"));
    let keys = if session.players() > 1 { format!("{KEYS}{SECOND}") } else { KEYS.to_owned() };
    print(&format!("{}\n{about}{keys}{}", heading.title, plain::picture(session.moment(), &heading.theme)))?;
    for line in input.lines() {
        let line = line.map_err(|error| format!("cannot read what you typed: {error}"))?;
        let mut text = String::new();
        for letter in line.chars().filter(|letter| !letter.is_whitespace()) {
            match meaning(letter) {
                Letter::Act(player, action) if player < session.players() => {
                    session.choose(player, action);
                    if session.tick_if_ready()? {
                        text.push_str(&plain::line(session.moment()));
                    }
                }
                Letter::Restart => session.restart()?,
                Letter::Quit => return print(&text).map(|_| ()),
                Letter::Act(..) | Letter::Unknown => text.push_str(&format!("`{letter}` is no key. {keys}")),
            }
            if session.moment().last {
                break;
            }
        }
        text.push_str(&plain::picture(session.moment(), &heading.theme));
        if !print(&text)? || session.moment().last {
            break;
        }
    }
    Ok(())
}

enum Letter {
    Act(usize, Action),
    Restart,
    Quit,
    Unknown,
}

fn meaning(letter: char) -> Letter {
    match letter.to_ascii_lowercase() {
        'w' => Letter::Act(0, Action::Up),
        'a' => Letter::Act(0, Action::Left),
        's' => Letter::Act(0, Action::Down),
        'd' => Letter::Act(0, Action::Right),
        'u' => Letter::Act(0, Action::Use),
        'n' | '.' => Letter::Act(0, Action::Nil),
        'i' => Letter::Act(1, Action::Up),
        'j' => Letter::Act(1, Action::Left),
        'k' => Letter::Act(1, Action::Down),
        'l' => Letter::Act(1, Action::Right),
        'o' => Letter::Act(1, Action::Use),
        'm' => Letter::Act(1, Action::Nil),
        'r' => Letter::Restart,
        'q' => Letter::Quit,
        _ => Letter::Unknown,
    }
}
