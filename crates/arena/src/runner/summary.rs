//! What a run did, in words.

use super::Progress;
use super::display::duration;
use crate::report::times;
use ludex_agents::Clock;
use std::path::Path;

/// What a run did.
#[derive(Debug, Clone)]
pub struct RunSummary {
    /// The last state of the run.
    pub progress: Progress,
    /// How long it took.
    pub took: std::time::Duration,
    /// Whether it was stopped before the end.
    pub stopped: bool,
    /// The clock that decided results, if one did.
    pub clock: Option<Clock>,
    /// Whether every worker was pinned to a core of its own.
    pub pinned: bool,
    /// Whether games with a wall-clock budget had to share their cores: their results depend on what else was running.
    pub loaded: bool,
}

impl RunSummary {
    /// What to tell the user at the end: what was played, what to beware of, where the results are.
    pub fn remarks(&self, out: &Path) -> String {
        format!("{}\nResults: {1} (`ludex report {1}` says more)", self.facts(), out.display())
    }

    /// What was played and what to beware of.
    pub fn facts(&self) -> String {
        let Progress { played, kept, planned, .. } = self.progress;
        let earlier = if kept > 0 { format!("; {kept} were there already") } else { String::new() };
        let games = if played == 1 { "game" } else { "games" };
        let mut lines = vec![format!("{played} {games} played in {}{earlier}.", duration(self.took))];
        if self.stopped {
            let left = planned - self.progress.done();
            let are = if left == 1 { "game is" } else { "games are" };
            lines.push(format!("Stopped: {left} {are} left. The same command goes on with the rest."));
        }
        if self.clock == Some(Clock::Processor) {
            lines.push("Time was processor time of the agents' threads, as GVGAI takes it.".to_owned());
        }
        if self.loaded {
            lines.push(format!(
                "The machine was busy: games had a processor for only {:.0} % of their time, which costs agents thinking time.",
                100.0 * self.progress.time.cpu_share()
            ));
        }
        if self.progress.replayed > 0 {
            lines.push(format!(
                "Games were played again {} because something else took their core.",
                times(self.progress.replayed)
            ));
        }
        if self.clock.is_some() && !self.pinned {
            lines.push(
                "Games could not be pinned to cores of their own: this system does not allow it.".to_owned(),
            );
        }
        lines.join("\n")
    }
}
