//! What is known of the types of sprites: who blocks, who kills, who is worth something.

use ludex_engine::{Action, Category, Observation, Seen, TypeId, Winner};

use crate::interface::Simulator;

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
pub(super) struct Mean {
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
pub(super) struct Relation {
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
pub(super) struct Model {
    types: usize,
    relations: Vec<Relation>,
    habits: Vec<Habits>,
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
        Model {
            types,
            relations: vec![Relation::default(); types * types],
            habits: vec![Habits::default(); types],
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
        let target = intended(&was, player, action);
        let stayed = was.avatar_position(player) == is.avatar_position(player);
        let change = after.score() - before.score() + f64::from(u8::from(after.winner() == Winner::Wins));
        let lost = f64::from(u8::from(after.winner() == Winner::Loses));
        let goal = was.cell_at((f64::from(target.0), f64::from(target.1)));
        let at = was.avatar_position(player);
        let moving = direction(action) != (0, 0);
        let standing = goal.into_iter().flat_map(|goal| is.fixtures_at(goal));
        let mut standing = standing.peekable();
        for kind in is.types_made() {
            if self.is_well_known(&was, avatar, kind) {
                while standing.next_if(|sprite| sprite.type_id == kind).is_some() {}
                continue;
            }
            let mut in_the_way = |step: Option<(i32, i32)>| {
                let relation = &mut self.relations[usize::from(avatar) * self.types + usize::from(kind)];
                relation.kills.add(lost);
                relation.score.add(change);
                relation.moved.add(f64::from(u8::from(step.is_some_and(|step| step != (0, 0)))));
                if moving && !after.is_over() {
                    relation.blocks.add(f64::from(u8::from(step == Some((0, 0)) && stayed)));
                }
            };
            let habits = &mut self.habits[usize::from(kind)];
            // Not a loop: the library goes through both kinds of sprites much faster by itself.
            is.since(&was, kind).for_each(|(earlier, now)| {
                match earlier.filter(|sprite| sprite.category != Category::Avatar) {
                    Some(sprite) => {
                        let step = now.map(|now| (now.x - sprite.x, now.y - sprite.y));
                        if let Some(step) = step.filter(|&step| step != (0, 0)) {
                            habits.learn_move((at.0 as i32, at.1 as i32), &sprite, step);
                        }
                        if goal.is_some() && was.cell_of(&sprite) == goal {
                            in_the_way(step);
                        }
                    }
                    // Avatars count as if they had just come.
                    None => habits.spawned |= now.is_some(),
                }
            });
            while standing.next_if(|sprite| sprite.type_id == kind).is_some() {
                in_the_way(Some((0, 0)));
            }
        }
    }

    /// Is there nothing more to learn of a type? There is not of floors and walls, after a while.
    fn is_well_known(&self, seen: &Observation<'_>, avatar: TypeId, kind: TypeId) -> bool {
        self.relation(avatar, kind).kills.count >= WELL_KNOWN
            && seen.sprites_of(kind).next().is_none_or(|sprite| sprite.category == Category::Static)
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
    /// A sprite has moved by a step, with the avatar at this pixel.
    fn learn_move(&mut self, (x, y): (i32, i32), sprite: &Seen, step: (i32, i32)) {
        if self.moves.len() < MOST_MOVES && !self.moves.contains(&step) {
            self.moves.push(step);
        }
        let distance = |sx: i32, sy: i32| (sx - x).abs() + (sy - y).abs();
        let (was, is) = (distance(sprite.x, sprite.y), distance(sprite.x + step.0, sprite.y + step.1));
        if was != is {
            self.chases.add(f64::from(u8::from(is < was)));
        }
    }
}
