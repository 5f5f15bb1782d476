//! Work that takes a while: looking for a win of a level, and letting the ladder of agents play a game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludex_agents::{Budget, DEFAULT_SEED};
use ludex_arena::judge::{Question, judge};
use ludex_arena::store::cores;
use ludex_engine::State;
use ludex_solver::{Limits, Search, solve};
use ludex_vgdl::Level;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use crate::board::letters;
use crate::games::{Scenery, Subject};
use crate::server::Shared;

/// How often progress is told.
const OFTEN: Duration = Duration::from_millis(200);
/// The most ticks that a search for a win plays.
const TICKS: u64 = 20_000_000;

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Solve,
    Judge,
}

/// Starts it in a thread of its own. Progress and the result go to the page; it ends early when the flag is set.
pub(crate) fn start(
    shared: &Arc<Shared>,
    kind: Kind,
    subject: Subject,
    replies: mpsc::Sender<String>,
    stop: Arc<AtomicBool>,
) -> Result<(), String> {
    let place = Arc::clone(&shared.jobs).try_acquire_owned();
    let place =
        place.map_err(|_| "other searches are still running: wait for them, or stop them".to_owned())?;
    let games = Arc::clone(&shared.games);
    let work = move || {
        let job = Job { replies, stop, kind, last: Instant::now(), _place: place };
        match games.open(&subject) {
            Err(problem) => job.end(json!({ "problem": problem })),
            Ok(scenery) if kind == Kind::Solve => job.solve(&scenery),
            Ok(scenery) => job.judge(&scenery),
        }
    };
    let started = std::thread::Builder::new().name("studio-job".to_owned()).spawn(work);
    started.map(|_| ()).map_err(|error| format!("cannot start: {error}"))
}

struct Job {
    replies: mpsc::Sender<String>,
    stop: Arc<AtomicBool>,
    kind: Kind,
    last: Instant,
    _place: OwnedSemaphorePermit,
}

impl Job {
    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed) && !self.replies.is_closed()
    }

    fn name(&self) -> &'static str {
        if self.kind == Kind::Solve { "solve" } else { "judge" }
    }

    fn end(&self, value: Value) {
        let value = if self.goes_on() { value } else { json!({ "stopped": true }) };
        let _ =
            self.replies.blocking_send(json!({ "is": "job", "job": self.name(), "done": value }).to_string());
    }

    fn solve(mut self, scenery: &Scenery) {
        let world = scenery.stage.world();
        if world.players() > 1 {
            return self.end(json!({ "problem": "the solver plays for one, and this is a game for two" }));
        }
        let mut report = |progress: &ludex_solver::Progress| {
            if self.last.elapsed() > OFTEN {
                self.last = Instant::now();
                let told = json!({ "is": "job", "job": "solve", "ticks": progress.ticks, "depth": progress.depth, "open": progress.open, "of": TICKS });
                // Who does not read progress misses it.
                let _ = self.replies.try_send(told.to_string());
            }
            self.goes_on()
        };
        let limits = Limits { ticks: TICKS };
        let found =
            solve(scenery.stage.game(), world, DEFAULT_SEED.into(), Search::Auto, limits, &mut report);
        match found {
            Err(gave_up) => self.end(json!({ "won": false, "text": gave_up.to_string() })),
            Ok(win) => {
                let both: Vec<_> =
                    win.actions.iter().map(|action| [*action, ludex_engine::Action::Nil]).collect();
                let score = win.replay(world).as_ref().map_or(0.0, |end: &State| end.score(0));
                self.end(json!({ "won": true, "ticks": win.actions.len(), "score": score, "seed": win.seed, "actions": letters(&both, 1) }));
            }
        }
    }

    fn judge(self, scenery: &Scenery) {
        let question = Question {
            game: scenery.stage.game(),
            levels: vec![(scenery.subject.level as usize, Level::parse(&scenery.texts.1), None)],
            plays: 4,
            budget: Budget::calls(480),
            jobs: cores().saturating_sub(1).max(1),
            seed: DEFAULT_SEED.into(),
        };
        // The stop flag is the page's own; a page that has gone is noticed when the game at hand is over.
        let report = |done: usize, of: usize| {
            let told = json!({ "is": "job", "job": "judge", "done_plays": done, "of": of });
            if self.replies.try_send(told.to_string()).is_err() && self.replies.is_closed() {
                self.stop.store(true, Ordering::Relaxed);
            }
        };
        match judge(&question, &self.stop, report) {
            Ok(judgement) => self.end(judgement.to_json()),
            Err(problem) => self.end(json!({ "problem": problem.to_string() })),
        }
    }
}
