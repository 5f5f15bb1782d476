//! Writing for people and for programs.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use ludex_arena::report::Screen;

/// The exit code of a usage error.
pub const USAGE_ERROR: u8 = 2;

/// May standard output be coloured? Only on a terminal, and not where `NO_COLOR` is set.
pub fn colored() -> bool {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !forbidden && io::stdout().is_terminal()
}

/// What standard output shows: colours or none, and how wide a terminal is. In a file or pipe lines may be as long as they like.
pub fn screen() -> Screen {
    let width = || {
        ratatui::crossterm::terminal::size()
            .ok()
            .map(|(columns, _)| usize::from(columns))
            .filter(|width| *width > 0)
    };
    Screen { styled: colored(), width: if io::stdout().is_terminal() { width() } else { None } }
}

/// A line of a list: what stands first, and a text beside it that goes on below itself where the terminal is too narrow.
pub fn hanging(head: &str, text: &str, width: Option<usize>) -> String {
    let indent = head.chars().count();
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(indent).max(16));
    let (mut out, mut used) = (head.to_owned(), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > room {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            used = 0;
        }
        if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += length;
    }
    out + "\n"
}

/// Prints to standard output. A reader that has seen enough and closed the pipe is no fault.
pub fn print(text: &str) -> io::Result<()> {
    print_on(text).map(|_| ())
}

/// Prints a part of what there is to print. Does anybody want to read on?
pub fn print_on(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
    }
}

/// Says on standard error what the user did wrong and what to do instead.
pub fn usage_error(message: impl Display) -> ExitCode {
    complain(message);
    ExitCode::from(USAGE_ERROR)
}

/// Says what is wrong.
pub fn complain(message: impl Display) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "error: {}", printable(&message.to_string()));
}

/// A text without what a terminal would take for commands: messages quote files, which may be of any kind.
fn printable(text: &str) -> String {
    let safe = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c };
    text.chars().map(safe).collect()
}

/// A line on standard error that says how far a long command has come. Only on a terminal.
pub struct Progress {
    shown: bool,
}

impl Progress {
    pub fn new() -> Progress {
        Progress { shown: io::stderr().is_terminal() }
    }

    /// Shows this in place of what was shown before.
    pub fn show(&self, text: impl Display) {
        if self.shown {
            // A courtesy: if it cannot be written, the work goes on.
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
        }
    }

    /// Takes the line away, so that something else can be printed.
    pub fn clear(&self) {
        self.show("");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_a_narrow_terminal() {
        let line = |width| hanging("olets  ", "an open-loop tree search of 2014", width);
        assert_eq!(line(None), "olets  an open-loop tree search of 2014\n");
        assert_eq!(line(Some(30)), "olets  an open-loop tree\n       search of 2014\n");
    }

    #[test]
    fn what_is_quoted_does_not_command_the_terminal() {
        assert_eq!(printable("a\x1b[31mb\u{9b}c\nd\te"), "a\u{fffd}[31mb\u{fffd}c\nd\te");
    }
}
