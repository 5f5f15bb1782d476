//! `ludex watch`: shows an agent at play, live.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use ludex_agents::Match;
use ludex_engine::{Action, State, World};

use crate::contest::Contest;
use crate::output;
use crate::terminal::help;
use crate::terminal::moment::{Mind, Moment};
use crate::terminal::playback::{self, Heading, Playback};
use crate::terminal::screen;
use crate::terminal::theme::Theme;

/// Shows an agent at play, live in the terminal.
///
/// The level is drawn in colour; beside it stand score, tick and state, what the agent thinks of each action (value
/// and visits), what else it has in mind (such as its options and what it has learnt; places it thinks of are marked on
/// the level), what the search has cost, and the last events. With a budget in forward-model calls or iterations the
/// game is the same that `ludex run` plays with the same arguments. Late answers are taken: nobody is disqualified while
/// being watched.
///
/// Keys: space pauses, s or right plays one tick, + and - change the speed, r starts again, ? explains, q quits.
///
/// Where the output is no terminal, or TERM is dumb, the game is written as text, a line for each tick.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex watch pacman --agent mcts --budget 480fm
  ludex watch boulderdash --agent 'samplemcts(depth=20)' --level 3 --budget 1000fm
  ludex watch aliens --agent iw --ticks 50 --every 10 | less")]
pub struct Args {
    #[command(flatten)]
    contest: Contest,

    /// Ticks in a second, at first.
    #[arg(long, value_name = "N", default_value_t = 15.0, value_parser = super::ticks_per_second)]
    speed: f64,

    #[command(flatten)]
    text: super::TextOutput,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = args.watch().and_then(|text| output::print(&text).map_err(|error| error.to_string()));
    done.map_or_else(output::usage_error, |()| ExitCode::SUCCESS)
}

impl Args {
    fn watch(&self) -> Result<String, String> {
        let contest = &self.contest;
        let game = contest.games_dir.load(&contest.game)?;
        let world = contest.world(&game)?;
        let heading = Heading {
            title: format!("{} level {}", game.files.name, contest.level),
            theme: Theme::new(&game.game),
            about: help::about(&game),
        };
        let mut live = Live { contest: contest.clone(), world, worker: None };
        let last = if screen::is_there() && !self.text.plain {
            playback::show(&mut live, &heading, self.speed)?
        } else {
            playback::write(&mut live, &heading, &self.text)?
        };
        let agents: Vec<String> = (0..contest.agent.len()).map(|player| contest.name(player)).collect();
        let (title, agents, standing) = (heading.title, agents.join(" and "), last.standing());
        Ok(format!("{title}, {agents}: {standing}, score {}, tick {}\n", last.scores(), last.state.tick()))
    }
}

/// A game that agents play in a thread of their own: however long they think, the keys work.
struct Live {
    contest: Contest,
    world: Arc<World>,
    worker: Option<Worker>,
}

/// The thread ends when the other ends of its channels are dropped, after the thought it is in.
struct Worker {
    orders: Sender<()>,
    moments: Receiver<Moment>,
}

impl Playback for Live {
    fn start(&mut self) -> Result<Moment, String> {
        let (orders, inbox) = mpsc::channel();
        let (outbox, moments) = mpsc::channel();
        let (contest, world) = (self.contest.clone(), Arc::clone(&self.world));
        thread::spawn(move || {
            let mut game = contest.begin(&world, true);
            for () in inbox {
                let actions = game.step().to_vec();
                if outbox.send(moment(&game, actions, &contest)).is_err() {
                    break;
                }
            }
        });
        self.worker = Some(Worker { orders, moments });
        let state = State::new(&self.world, self.contest.seed);
        let note = Some("the agent prepares itself".to_owned());
        Ok(Moment { note, ..Moment::new(state, Vec::new()) })
    }

    fn ask(&mut self) {
        if let Some(worker) = &self.worker {
            // A thread that is gone is noticed when its answer does not come.
            let _ = worker.orders.send(());
        }
    }

    fn answer(&mut self, patience: Duration) -> Result<Option<Moment>, String> {
        let Some(worker) = &self.worker else { return Ok(None) };
        match worker.moments.recv_timeout(patience) {
            Ok(moment) => Ok(Some(moment)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err("the engine broke down: this is a defect of Ludex, please report it".to_owned())
            }
        }
    }
}

/// The game after a tick, with what its agents thought.
fn moment(game: &Match<'_>, actions: Vec<Action>, contest: &Contest) -> Moment {
    let minds = (0..contest.agent.len()).map(|player| Mind {
        name: contest.name(player),
        insight: game.insight(player),
        spent: game.last_spent(player),
    });
    let out = game.result().players.into_iter().find_map(|player| player.disqualified);
    let note = out.map(|reason| format!("disqualified: {reason}"));
    Moment { minds: minds.collect(), note, ..Moment::new(game.state().clone(), actions) }
}
