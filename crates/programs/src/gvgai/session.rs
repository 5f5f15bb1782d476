//! What is played with a client, from START to FINISH.

use std::fmt;
use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use ludex_agents::Rng;
use ludex_engine::{Action, State, Winner, World};

use super::line::{Answer, Lines};
use super::state::{Message, Phase};

/// The levels, and how they are played.
pub struct Course<'a> {
    /// The game's levels, with cells of [`BLOCK`](super::BLOCK) pixels.
    pub levels: &'a [Arc<World>],
    /// How many of them the client learns on: the first ones. The others are for validation.
    pub training: usize,
    /// How often each level of the validation is played.
    pub validation_rounds: u32,
    /// What all seeds are derived from.
    pub seed: u64,
    /// Draws a state, as a PNG file.
    pub picture: &'a mut dyn FnMut(&State) -> Vec<u8>,
    /// Is told of every level that has been played.
    pub report: &'a mut dyn FnMut(&Played),
}

/// A level that has been played.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Was it one of the validation?
    pub validation: bool,
    /// The level.
    pub level: usize,
    /// How it ended.
    pub winner: Winner,
    /// The score.
    pub score: f64,
    /// The last tick.
    pub ticks: i32,
}

impl fmt::Display for Played {
    /// As GVGAI's server writes it, because other programs read that.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase = if self.validation { "VALIDATION" } else { "TRAINING" };
        let (level, win) = (self.level, self.winner.key());
        let (score, ticks) = (self.score, self.ticks);
        write!(
            f,
            "[{phase}] Result (1->win; 0->lose): level:{level}, Player0:{win}, Player0-Score:{score:?}, timesteps:{ticks}"
        )
    }
}

/// Why a client was not served to the end.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The client could not start its agent, or took too long by its own clock.
    Disqualified(&'static str),
    /// The connection broke off or was silent for too long.
    Connection(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Disqualified(why) => write!(f, "the client is disqualified: {why}"),
            ServeError::Connection(problem) if problem.kind() == io::ErrorKind::WouldBlock => {
                write!(f, "the client did not answer in time")
            }
            ServeError::Connection(problem) => write!(f, "{problem}"),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<io::Error> for ServeError {
    fn from(problem: io::Error) -> ServeError {
        ServeError::Connection(problem)
    }
}

/// What a client wants after a level.
enum Next {
    Level(usize),
    /// Enough of this round.
    Enough,
}

/// Plays with a client as GVGAI's learning track does: every level of the training once, then those that the client asks for,
/// then the validation.
pub fn serve(stream: TcpStream, course: Course<'_>) -> Result<(), ServeError> {
    let rng = Rng::new(course.seed);
    let mut session = Session { lines: Lines::new(stream)?, course, rng, details: true, image: false };
    session.run()
}

struct Session<'a> {
    lines: Lines,
    course: Course<'a>,
    rng: Rng,
    /// What the client wants to see of a state while it plays.
    details: bool,
    image: bool,
}

impl Session<'_> {
    fn run(&mut self) -> Result<(), ServeError> {
        self.lines.send("START")?;
        match self.receive()? {
            Some(answer) if answer.text == "START_DONE" => {}
            _ => return Err(ServeError::Disqualified("its agent did not start")),
        }
        let mut next = Next::Level(0);
        for level in 0..self.course.training {
            next = self.play(level, false)?;
            if matches!(next, Next::Enough) {
                break;
            }
        }
        while let Next::Level(level) = next {
            next = self.play(level, false)?;
        }
        for _ in 0..self.course.validation_rounds {
            for level in self.course.training..self.course.levels.len() {
                self.play(level, true)?;
            }
        }
        Ok(self.lines.send("FINISH")?)
    }

    /// The answer to the last message. What it says about the form of states holds until it says something else.
    fn receive(&mut self) -> Result<Option<Answer>, ServeError> {
        let answer = self.lines.receive()?;
        if let Some(form) = answer.as_ref().and_then(|answer| answer.form.as_deref()) {
            (self.details, self.image) = match form {
                "JSON" => (true, false),
                "IMAGE" => (false, true),
                "BOTH" => (true, true),
                _ => (self.details, self.image),
            };
        }
        Ok(answer)
    }

    /// Sends a state; its whole in all phases but one.
    fn show(&mut self, state: &State, phase: Phase, validation: bool) -> Result<(), ServeError> {
        let is_turn = phase == Phase::Act;
        let image = (is_turn && self.image).then(|| (self.course.picture)(state));
        let message = Message::new(state, phase, validation, self.details || !is_turn, image);
        let text = serde_json::to_string(&message).map_err(io::Error::from)?;
        Ok(self.lines.send(&text)?)
    }

    /// Plays a level to its end.
    fn play(&mut self, level: usize, validation: bool) -> Result<Next, ServeError> {
        let Some(world) = self.course.levels.get(level) else {
            return Err(ServeError::Disqualified("it asked for a level that there is not"));
        };
        let mut state = State::new(world, self.rng.bits().cast_signed());
        state.refresh();
        self.show(&state, Phase::Init, validation)?;
        if self.receive()?.is_some_and(|answer| answer.text == "INIT_FAILED") {
            return Err(ServeError::Disqualified("it could not begin the level"));
        }
        let mut left = false;
        while !state.is_over() {
            state.refresh();
            let mut action = Action::Nil;
            if state.observe().is_avatar_alive(0) {
                self.show(&state, Phase::Act, validation)?;
                action = self.receive()?.map_or(Action::Nil, |answer| action_of(&answer.text));
            }
            left = action == Action::Escape;
            state.play(&[state.legal(0, action)]);
            if left {
                state.escape();
            }
        }
        (self.course.report)(&Played {
            validation,
            level,
            winner: state.winner(0),
            score: state.score(0),
            ticks: state.tick() - 1,
        });
        state.refresh();
        self.show(&state, if left { Phase::Abort } else { Phase::End }, validation)?;
        let answer = self.receive()?;
        self.next(answer.as_ref().map_or("", |answer| &answer.text))
    }

    /// What the answer to the end of a level means.
    fn next(&mut self, text: &str) -> Result<Next, ServeError> {
        match text {
            "END_TRAINING" | "END_VALIDATION" => Ok(Next::Enough),
            "" | "END_OVERSPENT" => Err(ServeError::Disqualified("it took too long by its own clock")),
            // As in GVGAI the level after the last of the training can be asked for, too.
            _ => match text.parse::<usize>() {
                Ok(level) if text.len() == 1 && level <= self.course.training => Ok(Next::Level(level)),
                _ => Ok(Next::Level(self.rng.below(self.course.training))),
            },
        }
    }
}

/// What an answer to a turn does: nothing, unless it names an action.
fn action_of(text: &str) -> Action {
    match text {
        "END_OVERSPENT" | "ABORT" => Action::Escape,
        _ => text.parse().unwrap_or(Action::Nil),
    }
}
