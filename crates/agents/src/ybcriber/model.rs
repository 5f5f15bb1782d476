//! What is known of the types of sprites: who blocks, who kills, who is worth something.

use ludex_engine::{Action, Category, Observation, Seen, SlotView, TypeId, Winner};

use crate::interface::Simulator;
use crate::kit::place;

/// Sprites that kill at least this often are dangerous.
pub(super) const DEADLY: f64 = 0.15;
/// Sprites that stop the avatar more often than this are in the way.
const BLOCKING: f64 = 0.8;
/// As many observations are enough to trust what is known of a killer.
const TRUSTED: f64 = 10.0;
/// A chaser comes closer more often than this, in more observations than that.
const CHASING: (f64, f64) = (0.68, 20.0);
/// As many observations are enough for something that never moves.
const WELL_KNOWN: f64 = 300.0;
/// How many different ways to move are remembered of a type.
const MOST_MOVES: usize = 16;

/// A mean that grows.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }

    /// The mean, or 0 if nothing is known.
    pub fn value(&self) -> f64 {
        if self.count == 0.0 { 0.0 } else { self.sum / self.count }
    }
}

/// What is known of a type of sprite for an avatar of some type.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Relation {
    /// It stopped the avatar.
    blocks: Mean,
    /// The avatar died with it in its way.
    kills: Mean,
    /// What the score changed by; a win is worth a point.
    pub score: Mean,
    /// It was pushed out of the way.
    moved: Mean,
}

/// What is known of a type whoever the avatar is.
#[derive(Debug, Clone, Default)]
struct Habits {
    chases: Mean,
    moves: Vec<(i32, i32)>,
    /// It moves by chance.
    random: bool,
    /// It has been seen to appear.
    spawned: bool,
}

/// All that is known.
#[derive(Debug)]
pub(crate) struct Model {
    types: usize,
    relations: Vec<Relation>,
    habits: Vec<Habits>,
    /// Ticks that it has learnt from.
    ticks: u64,
    /// Per type: a tick, and whether the type was well known when it began.
    known: Vec<(u64, bool)>,
    /// Types that have been seen to be [static](Category::Static), which a type is always or never.
    fixed: Vec<bool>,
    /// The fixtures of the level with their bits, by cell, and where those of each cell begin.
    fixtures: Vec<(u32, TypeId)>,
    first_in: Vec<u32>,
}

/// What is the same for all sprites of a tick.
struct Lesson {
    /// The avatar's type.
    avatar: TypeId,
    /// The avatar's pixel.
    at: (i32, i32),
    /// Where the avatar wanted to go.
    goal: Goal,
    lost: f64,
    change: f64,
    /// Has the avatar stayed where it was?
    stayed: bool,
    /// Could something be in its way?
    tells_of_blocks: bool,
}

/// A cell of the level, or no cell.
struct Goal {
    cell: Option<usize>,
    /// Its first pixel and its size.
    corner: (i32, i32),
    block: u32,
}

impl Goal {
    /// The cell of a pixel, if it is inside the level.
    fn new(seen: &Observation<'_>, (x, y): (i32, i32)) -> Goal {
        let block = seen.block();
        match place::cell(seen, x, y) {
            Some((column, row)) => {
                let corner = (column as i32 * block, row as i32 * block);
                Goal { cell: Some(place::number(seen, (column, row))), corner, block: block as u32 }
            }
            // Nothing is in a cell without a size.
            None => Goal { cell: None, corner: (0, 0), block: 0 },
        }
    }

    #[inline]
    fn contains(&self, (x, y): (i32, i32)) -> bool {
        // Taken as unsigned, what is before the corner is larger than any cell.
        let inside = |at: i32, corner: i32| (at.wrapping_sub(corner) as u32) < self.block;
        inside(x, self.corner.0) && inside(y, self.corner.1)
    }
}

/// The pixel that an action takes the avatar to, if nothing is in the way.
pub(super) fn intended(seen: &Observation<'_>, player: usize, action: Action) -> (i32, i32) {
    let (x, y) = seen.avatar_position(player);
    let step = seen.block();
    let (dx, dy) = direction(action);
    (x as i32 + dx * step, y as i32 + dy * step)
}

pub(super) fn direction(action: Action) -> (i32, i32) {
    match action {
        Action::Up => (0, -1),
        Action::Down => (0, 1),
        Action::Left => (-1, 0),
        Action::Right => (1, 0),
        Action::Nil | Action::Use | Action::Escape => (0, 0),
    }
}

impl Model {
    pub fn new(seen: &Observation<'_>) -> Model {
        let types = seen.type_count();
        let of_level = (0..64 * seen.standing().len()).filter_map(|bit| Some((bit, seen.fixture(bit)?)));
        let mut fixtures: Vec<(usize, u32, TypeId)> =
            of_level.filter_map(|(bit, f)| Some((seen.cell_of(&f)?, bit as u32, f.type_id))).collect();
        fixtures.sort_unstable();
        let first_in = (0..=place::cells(seen))
            .map(|cell| fixtures.partition_point(|&(other, ..)| other < cell) as u32)
            .collect();
        Model {
            types,
            relations: vec![Relation::default(); types * types],
            habits: vec![Habits::default(); types],
            ticks: 0,
            known: vec![(0, false); types],
            fixed: vec![false; types],
            fixtures: fixtures.into_iter().map(|(_, bit, kind)| (bit, kind)).collect(),
            first_in,
        }
    }

    /// What is known of a type for this avatar.
    pub fn relation(&self, avatar: TypeId, kind: TypeId) -> Relation {
        self.relations.get(usize::from(avatar) * self.types + usize::from(kind)).copied().unwrap_or_default()
    }

    pub fn is_random(&self, kind: TypeId) -> bool {
        self.habits.get(usize::from(kind)).is_some_and(|habits| habits.random)
    }

    pub fn has_spawned(&self, kind: TypeId) -> bool {
        self.habits.get(usize::from(kind)).is_some_and(|habits| habits.spawned)
    }

    /// The ways that a type has been seen to move in a tick.
    pub fn moves(&self, kind: TypeId) -> &[(i32, i32)] {
        self.habits.get(usize::from(kind)).map_or(&[], |habits| &habits.moves)
    }

    /// Does somebody deadly come after the avatar?
    pub fn is_chased(&self, avatar: TypeId) -> bool {
        (0..self.types as TypeId).any(|kind| {
            let chases = self.habits[usize::from(kind)].chases;
            chases.count > CHASING.1 && chases.value() > CHASING.0 && self.relation(avatar, kind).is_deadly()
        })
    }

    /// Learns from a tick that was simulated.
    pub fn learn(&mut self, before: &Simulator, action: Action, after: &Simulator) {
        let player = before.player();
        let (was, is) = (before.observation(), after.observation());
        let Some(avatar) = was.avatar_type(player) else { return };
        self.ticks += 1;
        let (x, y) = was.avatar_position(player);
        let lesson = Lesson {
            avatar,
            at: (x as i32, y as i32),
            goal: Goal::new(&was, intended(&was, player, action)),
            lost: f64::from(u8::from(after.winner() == Winner::Loses)),
            change: after.score() - before.score() + f64::from(u8::from(after.winner() == Winner::Wins)),
            stayed: (x, y) == is.avatar_position(player),
            tells_of_blocks: direction(action) != (0, 0) && !after.is_over(),
        };
        let mut now = is.slots();
        for slot in was.slots() {
            self.compare_slot(&was, &lesson, slot, now.next().flatten());
        }
        // Beyond the slots that there were, all sprites are new.
        for slot in now.flatten() {
            self.note_birth(&was, avatar, slot.type_id());
        }
        let Some(cell) = lesson.goal.cell else { return };
        for (word, (before, after)) in was.standing().iter().zip(is.standing()).enumerate() {
            let mut vanished = before & !after;
            while vanished != 0 {
                let bit = 64 * word + vanished.trailing_zeros() as usize;
                vanished &= vanished - 1;
                if let Some(fixture) = was.fixture(bit).filter(|f| lesson.goal.contains((f.x, f.y))) {
                    self.note_in_the_way(&was, &lesson, fixture.type_id, None);
                }
            }
        }
        for i in self.first_in[cell] as usize..self.first_in[cell + 1] as usize {
            let (bit, kind) = self.fixtures[i];
            if is.standing()[bit as usize >> 6] >> (bit & 63) & 1 != 0 {
                self.note_in_the_way(&was, &lesson, kind, Some((0, 0)));
            }
        }
    }

    /// Learns from what has become of the sprite in a slot. Mostly it is where it was, and not in the way.
    #[inline]
    fn compare_slot(
        &mut self,
        seen: &Observation<'_>,
        lesson: &Lesson,
        was: Option<SlotView<'_>>,
        is: Option<SlotView<'_>>,
    ) {
        let (was, is) = match (was, is) {
            (Some(was), Some(is)) => (was, is),
            (None, None) => return,
            _ => return self.note_exchange(seen, lesson, was, is),
        };
        if was.id() != is.id() || was.is_avatar() {
            // An avatar that has been seen to come and is still there is nothing new.
            let again = was.is_avatar() && self.habits[usize::from(is.type_id())].spawned;
            if !again {
                self.note_exchange(seen, lesson, Some(was), Some(is));
            }
            return;
        }
        let ((x, y), (to_x, to_y)) = (was.position(), is.position());
        let step = (to_x - x, to_y - y);
        let in_the_way = lesson.goal.contains((x, y));
        if (step != (0, 0) || in_the_way) && !self.knows_well(seen, lesson.avatar, was.type_id()) {
            if step != (0, 0) {
                self.habits[usize::from(was.type_id())].learn_move(lesson.at, (x, y), step);
            }
            if in_the_way {
                self.note_in_the_way(seen, lesson, was.type_id(), Some(step));
            }
        }
    }

    /// A sprite has gone from a slot, another has come, or it is an avatar's: those count as if they had just come.
    #[inline(never)]
    fn note_exchange(
        &mut self,
        seen: &Observation<'_>,
        lesson: &Lesson,
        was: Option<SlotView<'_>>,
        is: Option<SlotView<'_>>,
    ) {
        if let Some(is) = is {
            self.note_birth(seen, lesson.avatar, is.type_id());
        }
        if let Some(was) = was.filter(|was| !was.is_avatar() && lesson.goal.contains(was.position())) {
            self.note_in_the_way(seen, lesson, was.type_id(), None);
        }
    }

    /// Another sprite of a type has come.
    fn note_birth(&mut self, seen: &Observation<'_>, avatar: TypeId, kind: TypeId) {
        if !self.habits[usize::from(kind)].spawned && !self.knows_well(seen, avatar, kind) {
            self.habits[usize::from(kind)].spawned = true;
        }
    }

    /// A sprite was in the way, and went so far; `None` if it is gone.
    fn note_in_the_way(
        &mut self,
        seen: &Observation<'_>,
        lesson: &Lesson,
        kind: TypeId,
        step: Option<(i32, i32)>,
    ) {
        if self.knows_well(seen, lesson.avatar, kind) {
            return;
        }
        let relation = &mut self.relations[usize::from(lesson.avatar) * self.types + usize::from(kind)];
        if relation.kills.count < WELL_KNOWN {
            self.known[usize::from(kind)] = (self.ticks, false);
        }
        relation.kills.add(lesson.lost);
        relation.score.add(lesson.change);
        relation.moved.add(f64::from(u8::from(step.is_some_and(|step| step != (0, 0)))));
        if lesson.tells_of_blocks {
            relation.blocks.add(f64::from(u8::from(step == Some((0, 0)) && lesson.stayed)));
        }
    }

    /// [Was](Model::ask_if_known) a type well known when this tick began? Most never are.
    #[inline(always)]
    fn knows_well(&mut self, seen: &Observation<'_>, avatar: TypeId, kind: TypeId) -> bool {
        let relation = &self.relations[usize::from(avatar) * self.types + usize::from(kind)];
        if relation.kills.count < WELL_KNOWN {
            return false;
        }
        let (tick, known) = self.known[usize::from(kind)];
        if tick == self.ticks {
            known
        } else {
            self.fixed[usize::from(kind)] || self.ask_if_known(seen, kind)
        }
    }

    /// Is there nothing more to learn of a type with so many observations? There is not of floors and walls.
    #[inline(never)]
    fn ask_if_known(&mut self, seen: &Observation<'_>, kind: TypeId) -> bool {
        let one = seen.sprites_of(kind).next();
        self.fixed[usize::from(kind)] = one.is_some_and(|sprite| sprite.category == Category::Static);
        let known = one.is_none() || self.fixed[usize::from(kind)];
        self.known[usize::from(kind)] = (self.ticks, known);
        known
    }

    /// Compares what the same action led to twice: types that end in different places move by chance. Was there one?
    pub fn compare(&mut self, one: &Observation<'_>, other: &Observation<'_>) -> bool {
        let mut differ = false;
        for kind in 0..self.types as TypeId {
            let places = |sprite: Seen| (sprite.id, sprite.x, sprite.y);
            if !one.sprites_of(kind).map(places).eq(other.sprites_of(kind).map(places)) {
                self.habits[usize::from(kind)].random = true;
                differ = true;
            }
        }
        differ
    }
}

impl Relation {
    /// Has the avatar never had it in its way?
    pub fn is_unknown(&self) -> bool {
        self.kills.count == 0.0
    }

    pub fn is_deadly(&self) -> bool {
        self.kills.value() >= DEADLY
    }

    /// Is it deadly, or not known well enough to say that it is not?
    pub fn may_kill(&self) -> bool {
        self.kills.count < TRUSTED || self.kills.value() > DEADLY
    }

    pub fn is_blocking(&self) -> bool {
        self.blocks.value() > BLOCKING
    }

    pub fn may_move(&self) -> bool {
        self.is_unknown() || self.moved.value() > 0.0
    }
}

impl Habits {
    /// A sprite has moved by a step from a pixel, with the avatar at another.
    fn learn_move(&mut self, (x, y): (i32, i32), from: (i32, i32), step: (i32, i32)) {
        if self.moves.len() < MOST_MOVES && !self.moves.contains(&step) {
            self.moves.push(step);
        }
        let distance = |sx: i32, sy: i32| (sx - x).abs() + (sy - y).abs();
        let (was, is) = (distance(from.0, from.1), distance(from.0 + step.0, from.1 + step.1));
        if was != is {
            self.chases.add(f64::from(u8::from(is < was)));
        }
    }
}
