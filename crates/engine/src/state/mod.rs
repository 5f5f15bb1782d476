//! A game in progress: everything that changes while it is played.

mod check;
pub(crate) mod data;
pub(crate) mod digest;
pub(crate) mod history;
pub(crate) mod inventory;
pub(crate) mod sprite;

use std::sync::Arc;

use ludex_vgdl::TypeId;

use self::data::{Data, Player, Scratch};
use self::history::{Event, History};
use self::sprite::flag;
use crate::action::{Action, Winner};
use crate::index::Slot;
use crate::java::Random;
use crate::observe::observation::Observation;
use crate::tick::phase::Phase;
use crate::tick::{Live, Tick};
use crate::world::{Compiled, World};

/// A game in progress.
///
/// A state is a value: cloning it gives an independent game, and [`Clone::clone_from`] into a state that is
/// no longer needed copies without allocating.
#[derive(Debug)]
pub struct State {
    pub(crate) world: Arc<World>,
    pub(crate) live: Live,
}

impl State {
    /// The beginning of a game. The seed decides everything that happens by chance.
    pub fn new(world: &Arc<World>, seed: i64) -> State {
        let mut data = Data::copy_of(&world.start);
        data.rng = Random::new(seed);
        State { world: Arc::clone(world), live: Live { d: data, s: Scratch::new(&world.compiled) } }
    }

    /// The world this game is played in.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// What of the world ticks read.
    pub(crate) fn compiled(&self) -> &Compiled {
        &self.world.compiled
    }

    /// Plays one tick with an action for each player; players without one stand still. After the end of the
    /// game nothing happens.
    ///
    /// This is the tick of the reference's forward model, for those who plan: any action is taken (see [`State::legal`] for
    /// what a real game makes of actions that the avatar does not have), and an OngoingTurningAvatar leaves walls, whatever
    /// trail its `spawnBehind` names.
    pub fn advance(&mut self, actions: &[Action]) {
        Tick { w: &self.world.compiled, live: &mut self.live }.advance(actions, false);
    }

    /// Plays one tick of a real game. ESCAPE leaves it: the tick is played, but no termination counts any more, so nobody
    /// wins. An OngoingTurningAvatar leaves its own trail. In all else it is [`State::advance`].
    pub fn play(&mut self, actions: &[Action]) {
        let data = &self.live.d;
        // A dead avatar is not asked.
        let asked =
            |player: &Player| player.avatar.is_some_and(|slot| !data.sprites[slot].is(flag::DISABLED));
        let escapes = |(action, player): (&Action, &Player)| *action == Action::Escape && asked(player);
        let leaves = actions.iter().zip(&data.players).any(escapes);
        self.live.s.is_game = true;
        Tick { w: &self.world.compiled, live: &mut self.live }.advance(actions, leaves);
        self.live.s.is_game = false;
    }

    /// What a real game makes of an action: those that the avatar does not have become NIL, ESCAPE stays.
    pub fn legal(&self, player: usize, action: Action) -> Action {
        let known = action == Action::Escape || self.actions(player).contains(&action);
        if known { action } else { Action::Nil }
    }

    /// Leaves the game: it ends with nobody winning.
    pub fn escape(&mut self) {
        self.live.d.ended = true;
    }

    /// The actions of a player's avatar in the reference's order, without NIL.
    pub fn actions(&self, player: usize) -> &'static [Action] {
        self.avatar(player).map_or(&[], |slot| self.compiled().types[self.live.d.sprites[slot].kind].actions)
    }

    pub(crate) fn avatar(&self, player: usize) -> Option<Slot> {
        self.live.d.players.get(player)?.avatar
    }

    /// Starts the generator of this state anew. The copy an agent plans with should not know the game's own.
    pub fn reseed(&mut self, seed: i64) {
        self.live.d.rng = Random::new(seed);
    }

    /// The number of ticks played.
    pub fn tick(&self) -> i32 {
        self.live.d.tick
    }

    /// A player's score.
    pub fn score(&self, player: usize) -> f64 {
        self.live.d.players.get(player).map_or(0.0, |p| p.score)
    }

    /// Whether a player has won or lost.
    pub fn winner(&self, player: usize) -> Winner {
        self.live.d.players.get(player).map_or(Winner::None, |p| p.winner)
    }

    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        self.live.d.ended
    }

    /// The internal state of the generator.
    pub fn rng_state(&self) -> u64 {
        self.live.d.rng.state()
    }

    /// The game's counters.
    pub fn counters(&self) -> &[i32] {
        &self.live.d.counters
    }

    /// Everything that touched an avatar or something that an avatar made, in order.
    pub fn events(&self) -> &[Event] {
        self.live.d.history.events()
    }

    /// Forgets [all events](State::events) so far. Nothing depends on them but what is shown: searches that do not look at
    /// events copy less without them, the more the longer the game has lasted.
    pub fn forget_events(&mut self) {
        // A copy of nothing: the list keeps its memory.
        self.live.d.history.copy_from(&History::default());
    }

    /// What an agent may see.
    pub fn observe(&self) -> Observation<'_> {
        Observation::new(self)
    }

    /// What a player holds: every type ever held with its amount, by ascending type.
    pub fn inventory(&self, player: usize) -> impl Iterator<Item = (TypeId, i32)> {
        self.avatar(player).into_iter().flat_map(|slot| self.live.d.inventory(self.compiled(), slot))
    }

    /// The size of this state in bytes, all that a copy copies.
    pub fn bytes(&self) -> usize {
        let d = &self.live.d;
        size_of::<State>()
            + size_of_val(d.sprites.as_slice())
            + size_of_val(d.groups.as_slice())
            + size_of_val(&d.standing[..])
            + if d.has_grid { size_of_val(d.cells.as_slice()) } else { 0 }
            + size_of_val(&d.avatars[..])
            + size_of_val(&d.active[..])
            + size_of_val(&d.timers[..])
            + size_of_val(d.switches.as_slice())
            + size_of_val(&d.inventories[..])
            + size_of_val(d.history.events())
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        let data = Data::copy_of(&self.live.d);
        State {
            world: Arc::clone(&self.world),
            live: Live { d: data, s: Scratch::new(&self.world.compiled) },
        }
    }

    fn clone_from(&mut self, source: &State) {
        // Comparing first keeps threads that copy states of one world from writing to its reference count.
        if !Arc::ptr_eq(&self.world, &source.world) {
            self.world = Arc::clone(&source.world);
            self.live.s = Scratch::new(&self.world.compiled);
        } else if self.live.d.phase != Phase::Between {
            self.live.recover(&self.world.compiled);
        }
        self.live.d.copy_from(&source.live.d);
    }
}
