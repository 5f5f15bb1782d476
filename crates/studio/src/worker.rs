//! The thread behind a page: it owns the games that are looked at, plays them by the clock, and does what the page asks for.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use ludex_agents::{AgentSpec, Budget, DEFAULT_SEED};
use ludex_engine::Action;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use crate::board::{Board, Control, Frame, Players, read_letters};
use crate::games::{Games, Scenery, Subject};
use crate::limits::affordable;

/// What a page asks for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Order {
    /// Begins a game, or goes on with one that a link describes.
    Open(Box<Open>),
    /// Goes on by the clock.
    Play,
    /// Stops the clock.
    Pause,
    /// Plays one tick, or some.
    Step {
        #[serde(default = "one")]
        ticks: u32,
    },
    /// Sets the clock.
    Speed { ticks: f64 },
    /// Looks at a tick of the line.
    Goto { tick: u32 },
    /// A person moves.
    Act {
        #[serde(default)]
        board: usize,
        #[serde(default)]
        player: usize,
        action: String,
    },
    /// Who moves for a player from now on.
    Control {
        #[serde(default)]
        board: usize,
        #[serde(default)]
        player: usize,
        person: bool,
    },
    /// Does the clock tick while a person plays?
    Realtime { on: bool },
    /// Looks at another line of play.
    Line {
        #[serde(default)]
        board: usize,
        line: u32,
    },
    /// Lets the agents go on from here on a line of their own.
    Branch {
        #[serde(default)]
        board: usize,
    },
    /// Values and scores from a tick on.
    Points {
        #[serde(default)]
        board: usize,
        from: u32,
    },
    /// What would this agent do here?
    Ask {
        #[serde(default)]
        board: usize,
        #[serde(default)]
        player: usize,
        agent: String,
        budget: String,
    },
    /// The actions up to here, for a link.
    Link {
        #[serde(default)]
        board: usize,
    },
    /// The state in words.
    Words {
        #[serde(default)]
        board: usize,
    },
    /// What the person who plays is called.
    Name { name: String },
    /// Looks for a win of a level.
    Solve { game: Subject },
    /// Lets agents of all strengths play a level.
    Judge { game: Subject },
    /// Ends the search or the games of agents.
    Stop,
    /// Closes the games.
    Close,
}

/// A game to begin.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    game: Subject,
    #[serde(default = "default_seed")]
    seed: i64,
    /// The agents of each board: one for each player.
    boards: Vec<Vec<String>>,
    #[serde(default = "default_budget")]
    budget: String,
    #[serde(default)]
    strict: bool,
    #[serde(default = "default_agent_seeds")]
    agent_seeds: [u64; 2],
    /// What was played before, as letters.
    #[serde(default)]
    actions: String,
    /// The tick to look at.
    #[serde(default)]
    tick: Option<u32>,
    /// Do agents play up to that tick?
    #[serde(default)]
    think: bool,
    /// The players that are people.
    #[serde(default)]
    people: [bool; 2],
    #[serde(default = "default_speed")]
    speed: f64,
    #[serde(default)]
    realtime: bool,
    #[serde(default)]
    paused: bool,
    /// What the person who plays is called.
    #[serde(default)]
    person: String,
}

fn one() -> u32 {
    1
}

fn default_seed() -> i64 {
    DEFAULT_SEED.into()
}

/// As on the command line, the second player's seed is the one after.
fn default_agent_seeds() -> [u64; 2] {
    [DEFAULT_SEED.into(), u64::from(DEFAULT_SEED) + 1]
}

fn default_budget() -> String {
    "480fm".to_owned()
}

fn default_speed() -> f64 {
    15.0
}

/// Boards side by side, at most.
const BOARDS: usize = 2;
/// Ticks that are played in one go, at most.
const STEPS: u32 = 200;
/// How often progress is shown while many ticks are played in a row.
const GLIMPSE: Duration = Duration::from_millis(120);

/// The frames of all boards, the last ones only.
pub(crate) type Frames = Vec<Arc<Frame>>;

/// What a worker talks to.
pub(crate) struct Lines {
    pub orders: Receiver<Order>,
    pub frames: watch::Sender<Frames>,
    pub replies: mpsc::Sender<String>,
    /// Told of every game that people have finished.
    pub finished: Finished,
    /// The programs that may play.
    pub programs: Arc<[AgentSpec]>,
}

/// What is done with a game that a person, of this name, has finished.
pub(crate) type Finished = Box<dyn Fn(&Board, &str) -> Value + Send>;

pub(crate) struct Worker {
    games: Arc<Games>,
    lines: Lines,
    boards: Vec<Board>,
    playing: bool,
    realtime: bool,
    speed: f64,
    due: Instant,
    /// Has it been told that this game is finished?
    told: bool,
    busy: bool,
    person: String,
    /// How many games were opened: frames of an earlier one can be told from those of this one.
    opened: u64,
    /// What came up while many ticks were played.
    pending: Option<Order>,
}

impl Worker {
    pub fn new(games: Arc<Games>, lines: Lines) -> Worker {
        let due = Instant::now();
        Worker {
            games,
            lines,
            boards: Vec::new(),
            playing: false,
            realtime: false,
            speed: 15.0,
            due,
            told: false,
            busy: false,
            person: String::new(),
            opened: 0,
            pending: None,
        }
    }

    /// Works until the page is gone.
    pub fn run(mut self) {
        loop {
            let order = match self.patience() {
                _ if self.pending.is_some() => self.pending.take().ok_or(RecvTimeoutError::Timeout),
                None => self.lines.orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(patience) => self.lines.orders.recv_timeout(patience),
            };
            let done = match order {
                Ok(order) => self.obey(order),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    self.tick();
                    Ok(())
                }
            };
            let told = done
                .map_or_else(|problem| self.reply(&json!({ "is": "problem", "text": problem })), |()| true);
            if !told {
                return;
            }
        }
    }

    /// How long until the next tick; none if the clock stands still.
    fn patience(&self) -> Option<Duration> {
        let runs = self.playing && !self.boards.iter().all(Board::is_at_end) && !self.waits_for_people();
        runs.then(|| self.due.saturating_duration_since(Instant::now()))
    }

    /// People take their time, unless the clock runs for them, too. What was played before is shown by the clock.
    fn waits_for_people(&self) -> bool {
        !self.realtime
            && self.boards.iter().any(|board| board.is_person() && board.at() >= board.actions().len())
    }

    fn tick(&mut self) {
        let now = Instant::now();
        // A late tick is not made up for: an agent that takes its time plays more slowly.
        self.due = (self.due + Duration::from_secs_f64(1.0 / self.speed)).max(now);
        self.step();
        self.show();
    }

    /// Plays a tick on all boards.
    fn step(&mut self) {
        for board in &mut self.boards {
            board.step();
        }
        if self.boards.iter().all(Board::is_at_end) {
            self.playing = false;
        }
        self.tell();
    }

    /// A game that a person has finished is stored, once.
    fn tell(&mut self) {
        let Some(board) =
            self.boards.first().filter(|board| !self.told && board.is_at_end() && board.is_by_person())
        else {
            return;
        };
        self.told = true;
        let reply = json!({ "is": "stored", "row": (self.lines.finished)(board, &self.person) });
        self.reply(&reply);
    }

    fn show(&self) {
        let extra = json!({ "playing": self.playing, "speed": self.speed, "realtime": self.realtime, "busy": self.busy, "opened": self.opened });
        let frames = self.boards.iter().enumerate().map(|(place, board)| {
            let mut extra = extra.clone();
            extra["board"] = json!(place);
            extra["boards"] = json!(self.boards.len());
            Arc::new(board.frame(&extra))
        });
        self.lines.frames.send_replace(frames.collect());
    }

    /// False if nobody listens any more.
    fn reply(&self, value: &Value) -> bool {
        self.lines.replies.blocking_send(value.to_string()).is_ok()
    }

    fn board(&mut self, place: usize) -> Result<&mut Board, String> {
        self.boards.get_mut(place).ok_or_else(|| "there is no such game: open one first".to_owned())
    }

    fn obey(&mut self, order: Order) -> Result<(), String> {
        match order {
            Order::Open(open) => self.open(*open)?,
            Order::Close => self.boards.clear(),
            Order::Name { name } => self.person = name.chars().take(40).collect(),
            // The client has seen to these.
            Order::Solve { .. } | Order::Judge { .. } | Order::Stop => {}
            Order::Play => (self.playing, self.due) = (true, Instant::now()),
            Order::Pause => self.playing = false,
            Order::Step { ticks } => {
                self.playing = false;
                self.run_on(|played, _| played >= ticks.min(STEPS));
            }
            Order::Speed { ticks } if ticks.is_finite() => self.speed = ticks.clamp(0.5, 200.0),
            Order::Speed { .. } => return Err("a speed is a number from 0.5 to 200".to_owned()),
            Order::Goto { tick } => {
                self.playing = false;
                self.boards.iter_mut().for_each(|board| board.go_to(tick as usize));
            }
            Order::Act { board, player, action } => {
                let action = Action::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(&action));
                let action = action.ok_or("there is no such action: UP, LEFT, DOWN, RIGHT, USE and NIL")?;
                let realtime = self.realtime && self.playing;
                let board = self.board(board)?;
                if board.is_at_end() {
                    return Ok(());
                }
                board.choose(player, action);
                if !realtime && board.is_ready() {
                    board.step();
                    self.tell();
                }
            }
            Order::Control { board, player, person } => {
                let control = if person { Control::Person } else { Control::Agent };
                self.board(board)?.set_control(player, control);
            }
            Order::Realtime { on } => (self.realtime, self.due) = (on, Instant::now()),
            Order::Line { board, line } => {
                self.playing = false;
                self.board(board)?.look_at_line(line);
            }
            Order::Branch { board } => {
                self.board(board)?.branch();
                (self.playing, self.due) = (true, Instant::now());
            }
            Order::Points { board: place, from } => {
                self.tell_points(place, from);
                return Ok(());
            }
            Order::Ask { board: place, player, agent, budget } => {
                let agent = read_agent(&agent, &self.lines.programs)?;
                let budget = read_budget(&budget)?;
                let board = self.board(place)?;
                let mind = board.ask(&agent, budget, player.min(1))?;
                let tick = board.at();
                self.reply(&json!({ "is": "asked", "board": place, "tick": tick, "mind": mind }));
                return Ok(());
            }
            Order::Link { board: place } => {
                let board = self.board(place)?;
                let link =
                    json!({ "is": "link", "board": place, "tick": board.at(), "actions": board.letters() });
                self.reply(&link);
                return Ok(());
            }
            Order::Words { board: place } => {
                let board = self.board(place)?;
                let text = ludex_environments::describe(&board.scenery().stage, board.state(), 0);
                self.reply(&json!({ "is": "words", "board": place, "text": text }));
                return Ok(());
            }
        }
        self.show();
        Ok(())
    }

    /// Values and scores; of a game that is gone there are none.
    fn tell_points(&self, place: usize, from: u32) {
        if let Some(board) = self.boards.get(place) {
            let mut points = board.points(from as usize);
            (points["is"], points["board"], points["opened"]) =
                (json!("points"), json!(place), json!(self.opened));
            self.reply(&points);
        }
    }

    /// Plays ticks until enough are played or nothing follows, and shows now and then how far it is.
    fn run_on(&mut self, enough: impl Fn(u32, usize) -> bool) {
        let (mut played, mut shown) = (0, Instant::now());
        self.busy = true;
        while !enough(played, self.boards.first().map_or(0, Board::at))
            && !self.boards.iter().all(Board::is_at_end)
        {
            self.step();
            played += 1;
            if shown.elapsed() > GLIMPSE {
                shown = Instant::now();
                self.show();
            }
            match self.lines.orders.try_recv() {
                Ok(Order::Points { board, from }) => self.tell_points(board, from),
                Ok(order) => self.pending = Some(order),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => break,
            }
            if self.pending.is_some() {
                break;
            }
        }
        self.busy = false;
    }

    fn open(&mut self, open: Open) -> Result<(), String> {
        if open.boards.is_empty() || open.boards.len() > BOARDS {
            return Err(format!("one board, or {BOARDS} side by side"));
        }
        let scenery = Arc::new(self.games.open(&open.game)?);
        let players = scenery.stage.world().players().min(2);
        let actions = read_letters(&open.actions, players)?;
        let budget = read_budget(&open.budget)?;
        let boards: Vec<Board> = (open.boards.iter())
            .map(|agents| {
                let read = agents.iter().take(players).map(|agent| read_agent(agent, &self.lines.programs));
                Ok(board(&scenery, &open, read.collect::<Result<_, String>>()?, budget, &actions))
            })
            .collect::<Result<_, String>>()?;
        self.games.publish(&scenery);
        self.boards = boards;
        self.told = !open.actions.is_empty();
        self.person = open.person.chars().take(40).collect();
        self.speed = if open.speed.is_finite() { open.speed.clamp(0.5, 200.0) } else { 15.0 };
        (self.playing, self.realtime, self.due) = (!open.paused, open.realtime, Instant::now());
        self.opened += 1;
        let reply = json!({ "is": "opened", "opened": self.opened, "stage": scenery.describe(), "boards": self.boards.len(), "seed": open.seed });
        self.reply(&reply);
        if let Some(tick) = open.tick {
            let tick = tick as usize;
            self.boards.iter_mut().for_each(|board| board.go_to(tick));
            if open.think {
                self.run_on(|_, at| at >= tick);
            }
            self.playing = false;
        }
        Ok(())
    }
}

fn board(
    scenery: &Arc<Scenery>,
    open: &Open,
    agents: Vec<AgentSpec>,
    budget: Budget,
    actions: &[[Action; 2]],
) -> Board {
    let players = Players { agents, budget, lenient: !open.strict, agent_seeds: open.agent_seeds };
    let mut board = Board::new(Arc::clone(scenery), open.seed, players);
    board.replay(actions);
    for (player, person) in open.people.iter().enumerate() {
        board.set_control(player, if *person { Control::Person } else { Control::Agent });
    }
    if !actions.is_empty() && open.tick.is_none() {
        board.go_to(0);
    }
    board
}

/// Reads an agent. One that starts a program does so only if whoever started the studio has said so: a link to this page must
/// not run commands.
fn read_agent(text: &str, programs: &[AgentSpec]) -> Result<AgentSpec, String> {
    let agent: AgentSpec = text.parse().map_err(|problem: ludex_agents::SpecError| problem.to_string())?;
    if agent.entry().ready.is_some() && !programs.contains(&agent) {
        return Err(format!(
            "the studio starts no programs that it was not started with: ludex studio --agent '{agent}'"
        ));
    }
    Ok(agent)
}

fn read_budget(text: &str) -> Result<Budget, String> {
    let budget = text.parse().map_err(|problem: ludex_agents::BudgetError| problem.to_string())?;
    affordable(budget)
}
