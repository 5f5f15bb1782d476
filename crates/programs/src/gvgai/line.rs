//! Numbered messages, one a line.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// The longest line that a client may send.
const LONGEST: u64 = 1 << 16;

/// A connection to a client.
pub struct Lines {
    input: BufReader<TcpStream>,
    output: TcpStream,
    /// The number of the next message.
    next: u64,
}

/// What a client answered: its text, and the form in which it wants states from now on, if it says so.
pub struct Answer {
    pub text: String,
    pub form: Option<String>,
}

impl Lines {
    pub fn new(stream: TcpStream) -> std::io::Result<Lines> {
        stream.set_nodelay(true)?;
        Ok(Lines { input: BufReader::new(stream.try_clone()?), output: stream, next: 0 })
    }

    /// Sends a message.
    pub fn send(&mut self, text: &str) -> std::io::Result<()> {
        self.output.write_all(format!("{}#{text}\n", self.next).as_bytes())?;
        self.next += 1;
        Ok(())
    }

    /// The answer to the last message. Lines that answer an earlier one are passed over; `None` for what is no answer.
    pub fn receive(&mut self) -> std::io::Result<Option<Answer>> {
        loop {
            let mut line = Vec::new();
            self.input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
            if line.last() != Some(&b'\n') {
                let problem =
                    if line.is_empty() { "the client has gone" } else { "the client broke off in a line" };
                return Err(std::io::Error::new(std::io::ErrorKind::UnexpectedEof, problem));
            }
            let line = String::from_utf8_lossy(&line);
            let mut parts = line.trim_end().split('#');
            let id = parts.next().and_then(|id| id.trim().parse::<u64>().ok());
            let text = parts.next().map(str::trim);
            match (id, text) {
                (Some(id), Some(_)) if id + 1 < self.next => {}
                (Some(id), Some(text)) if id + 1 == self.next => {
                    let form = parts.next().map(|form| form.trim().to_ascii_uppercase());
                    return Ok(Some(Answer { text: text.to_owned(), form }));
                }
                _ => return Ok(None),
            }
        }
    }
}
