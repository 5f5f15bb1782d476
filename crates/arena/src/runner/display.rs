//! Watching a run: a few lines that renew themselves on a terminal, a line now and then elsewhere.

use super::Progress;
use std::io::Write;
use std::time::{Duration, Instant};

/// How often a terminal is renewed.
const TERMINAL: Duration = Duration::from_millis(200);
/// How often a line goes to a file.
const FILE: Duration = Duration::from_secs(30);
/// Agents shown at most.
const AGENTS: usize = 12;

/// Shows the progress of a run.
#[derive(Debug)]
pub struct Display<W> {
    out: W,
    terminal: bool,
    last: Option<Instant>,
    /// Lines on the terminal that the next update replaces.
    shown: usize,
}

impl<W: Write> Display<W> {
    /// Shows progress on `out`, which is a terminal or not.
    pub fn new(out: W, terminal: bool) -> Self {
        Self { out, terminal, last: None, shown: 0 }
    }

    /// To be called after every game; writes only when it is time to.
    pub fn update(&mut self, progress: &Progress) {
        let pause = if self.terminal { TERMINAL } else { FILE };
        // The first line in a file comes after a while, so that short runs stay quiet.
        let due = self.last.map_or(self.terminal, |last| last.elapsed() >= pause);
        if due {
            self.write(progress);
        }
        if due || self.last.is_none() {
            self.last = Some(Instant::now());
        }
    }

    /// To be called at the end: clears the terminal for the results.
    pub fn finish(&mut self) {
        self.clear();
        // Showing progress is a courtesy: where it cannot be written, the run goes on.
        let _ = self.out.flush();
    }

    fn write(&mut self, progress: &Progress) {
        self.clear();
        let text = if self.terminal { block(progress) } else { format!("{}\n", line(progress)) };
        if self.terminal {
            self.shown = text.lines().count();
            // Lines that are too long for a narrow terminal are cut off there: wrapped, they would not be cleared.
            let _ = write!(self.out, "\x1b[?7l{text}\x1b[?7h");
        } else {
            let _ = self.out.write_all(text.as_bytes());
        }
        let _ = self.out.flush();
    }

    fn clear(&mut self) {
        if self.shown > 0 {
            let _ = write!(self.out, "\x1b[{}F\x1b[J", self.shown);
            self.shown = 0;
        }
    }
}

/// `120 of 600 games, 20 %, 3.4 a second, 2 min 21 s left`
fn line(progress: &Progress) -> String {
    let percent = 100.0 * progress.done() as f64 / progress.planned.max(1) as f64;
    let left = progress.remaining().map_or_else(String::new, |left| format!(", {} left", duration(left)));
    let rate = progress.rate();
    let rate = if rate >= 10.0 { format!("{rate:.0}") } else { format!("{rate:.1}") };
    format!("{} of {} games, {percent:.0} %, {rate} a second{left}", progress.done(), progress.planned)
}

/// A bar, the line, and how often each agent has won.
fn block(progress: &Progress) -> String {
    const WIDTH: usize = 40;
    let filled = WIDTH * progress.done() / progress.planned.max(1);
    let mut text =
        format!("{}{} {}\n", "█".repeat(filled), "░".repeat(WIDTH.saturating_sub(filled)), line(progress));
    let widest = progress.agents.keys().take(AGENTS).map(|agent| agent.chars().count()).max().unwrap_or(0);
    for (agent, score) in progress.agents.iter().take(AGENTS) {
        let percent = 100.0 * score.wins as f64 / score.plays.max(1) as f64;
        text.push_str(&format!("  {agent:<widest$}  {percent:5.1} % of {} won\n", score.plays));
    }
    if progress.agents.len() > AGENTS {
        text.push_str(&format!("  and {} more\n", progress.agents.len() - AGENTS));
    }
    text
}

/// A time as people say it, such as `2 min 21 s`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Score;
    use super::*;

    fn progress(played: usize) -> Progress {
        let mut progress = Progress::new(200, 50);
        progress.played = played;
        progress.agents.insert("mcts".into(), Score { plays: 40, wins: 10 });
        progress.agents.insert("random".into(), Score { plays: 10, wins: 1 });
        progress
    }

    #[test]
    fn a_terminal_is_renewed_and_cleared() {
        let mut out = Vec::new();
        let mut display = Display::new(&mut out, true);
        display.update(&progress(50));
        display.update(&progress(51));
        display.finish();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.starts_with("\x1b[?7l████████████████████░░░░░░░░░░░░░░░░░░░░ 100 of 200 games, 50 %, "),
            "{text}"
        );
        assert!(text.contains("  mcts     25.0 % of 40 won\n  random   10.0 % of 10 won\n"), "{text}");
        assert!(text.ends_with("\x1b[3F\x1b[J"), "the three lines are cleared: {text}");
        assert!(!text.contains("101 of 200"), "not twice within a moment: {text}");
    }

    #[test]
    fn a_file_stays_quiet_in_short_runs() {
        let mut out = Vec::new();
        let mut display = Display::new(&mut out, false);
        for played in 0..50 {
            display.update(&progress(played));
        }
        display.finish();
        assert!(out.is_empty());
    }

    #[test]
    fn times() {
        assert_eq!(duration(Duration::from_secs(59)), "59 s");
        assert_eq!(duration(Duration::from_secs(141)), "2 min 21 s");
        assert_eq!(duration(Duration::from_secs(7300)), "2 h 1 min");
    }
}
