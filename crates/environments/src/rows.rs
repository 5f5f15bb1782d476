//! The memory that a batch writes to: a row for each environment.

/// Observations of all environments, one after the other, of the type that the [view](crate::View) has.
#[derive(Debug, Default)]
pub enum Observations<'a> {
    /// None are wanted.
    #[default]
    None,
    /// Planes and pixels.
    Bytes(&'a mut [u8]),
    /// Ids.
    Shorts(&'a mut [i16]),
    /// Entities.
    Floats(&'a mut [f32]),
}

impl<'a> Observations<'a> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Observations::None => 0,
            Observations::Bytes(all) => all.len(),
            Observations::Shorts(all) => all.len(),
            Observations::Floats(all) => all.len(),
        }
    }

    fn split_at(self, middle: usize) -> (Observations<'a>, Observations<'a>) {
        fn halves<'a, T, O>(all: &'a mut [T], middle: usize, kind: fn(&'a mut [T]) -> O) -> (O, O) {
            let (first, second) = all.split_at_mut(middle);
            (kind(first), kind(second))
        }
        match self {
            Observations::None => (Observations::None, Observations::None),
            Observations::Bytes(all) => halves(all, middle, Observations::Bytes),
            Observations::Shorts(all) => halves(all, middle, Observations::Shorts),
            Observations::Floats(all) => halves(all, middle, Observations::Floats),
        }
    }

    /// The observation of one environment.
    pub(crate) fn row(&mut self, row: usize, length: usize) -> Observations<'_> {
        let range = row * length..(row + 1) * length;
        match self {
            Observations::None => Observations::None,
            Observations::Bytes(all) => Observations::Bytes(&mut all[range]),
            Observations::Shorts(all) => Observations::Shorts(&mut all[range]),
            Observations::Floats(all) => Observations::Floats(&mut all[range]),
        }
    }
}

/// What is shown of games: a row for each environment, and in what players have a place for each player.
#[derive(Debug)]
pub struct Shown<'a> {
    /// What is seen.
    pub observations: Observations<'a>,
    /// The score of each player.
    pub scores: &'a mut [f64],
    /// For each player -1 while nothing is decided, 0 for a loss, 1 for a win.
    pub winners: &'a mut [i64],
    /// The ticks played.
    pub ticks: &'a mut [i64],
    /// Which actions the avatar of each player has: 1 for those that it has.
    pub masks: &'a mut [i8],
    /// The level, by its place in the list of the environment's stages.
    pub levels: &'a mut [i64],
}

/// Where a batch writes: memory of the caller.
#[derive(Debug)]
pub struct Rows<'a> {
    /// The games after the step; those that were started again in it from their beginning.
    pub now: Shown<'a>,
    /// The last moment of games that ended and were started again in the same step. Other rows are left alone.
    pub last: Option<Shown<'a>>,
    /// The reward of each player.
    pub rewards: &'a mut [f64],
    /// Has the game ended with a decision?
    pub terminated: &'a mut [bool],
    /// Has the game been broken off, because its time was up?
    pub truncated: &'a mut [bool],
}

impl<'a> Shown<'a> {
    fn split_at(self, middle: usize, shape: RowShape) -> (Shown<'a>, Shown<'a>) {
        let seats = middle * shape.players;
        let (o, p) = self.observations.split_at(middle * shape.observation);
        let (s, t) = self.scores.split_at_mut(seats);
        let (w, x) = self.winners.split_at_mut(seats);
        let (k, l) = self.ticks.split_at_mut(middle);
        let (m, n) = self.masks.split_at_mut(seats * shape.actions);
        let (e, f) = self.levels.split_at_mut(middle);
        (
            Shown { observations: o, scores: s, winners: w, ticks: k, masks: m, levels: e },
            Shown { observations: p, scores: t, winners: x, ticks: l, masks: n, levels: f },
        )
    }
}

impl<'a> Rows<'a> {
    /// The rows before and from this one on.
    pub(crate) fn split_at(self, middle: usize, shape: RowShape) -> (Rows<'a>, Rows<'a>) {
        let (n, o) = self.now.split_at(middle, shape);
        let (k, l) = self.last.map(|last| last.split_at(middle, shape)).unzip();
        let (r, s) = self.rewards.split_at_mut(middle * shape.players);
        let (t, u) = self.terminated.split_at_mut(middle);
        let (x, y) = self.truncated.split_at_mut(middle);
        (
            Rows { now: n, last: k, rewards: r, terminated: t, truncated: x },
            Rows { now: o, last: l, rewards: s, terminated: u, truncated: y },
        )
    }
}

/// How much belongs to one environment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowShape {
    pub observation: usize,
    pub players: usize,
    pub actions: usize,
}

/// Memory for the rows of a batch, for those who have none.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "the fields are those of `Rows` and `Shown`")]
pub struct Memory {
    pub bytes: Vec<u8>,
    pub shorts: Vec<i16>,
    pub floats: Vec<f32>,
    pub rewards: Vec<f64>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    pub scores: Vec<f64>,
    pub winners: Vec<i64>,
    pub ticks: Vec<i64>,
    pub masks: Vec<i8>,
    pub levels: Vec<i64>,
}

impl Memory {
    /// The rows, without the last moments of games that ended.
    pub fn rows(&mut self) -> Rows<'_> {
        let observations = if !self.bytes.is_empty() {
            Observations::Bytes(&mut self.bytes)
        } else if !self.shorts.is_empty() {
            Observations::Shorts(&mut self.shorts)
        } else if !self.floats.is_empty() {
            Observations::Floats(&mut self.floats)
        } else {
            Observations::None
        };
        Rows {
            now: Shown {
                observations,
                scores: &mut self.scores,
                winners: &mut self.winners,
                ticks: &mut self.ticks,
                masks: &mut self.masks,
                levels: &mut self.levels,
            },
            last: None,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}
