//! The mechanics of the enhancements, on small games made for the purpose.

mod bfti;
mod determinism;
mod knowledge;
mod loss_avoidance;
mod novelty;
mod reuse;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use ludex_engine::{Action, ONTOLOGY, World};
use ludex_vgdl::Level;

use super::search::Search;
use crate::interface::{Agent, Budget, Match, Rules, Turn};
use crate::mcts::tree::NodeId;
use crate::registry::AgentSpec;

/// A game about an avatar: coins are worth a point, lava kills, the door wins. `sprites` and `rules` are added to it.
fn game(avatar: &str, sprites: &str, rules: &str, level: &str) -> Arc<World> {
    let text = format!(
        "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    coin > Resource\n    lava > Immovable\n    \
         door > Door\n    {sprites}\n    avatar > {avatar}\n  \
         InteractionSet\n    coin avatar > killSprite scoreChange=1\n    avatar lava > killSprite\n    \
         door avatar > killSprite\n    avatar wall > stepBack\n    avatar EOS > stepBack\n    {rules}\n  \
         TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n    {}\n  \
         LevelMapping\n    . > floor\n    c > coin\n    l > lava\n    d > door\n    A > floor avatar\n    w > wall\n    x > extra\n",
        if level.contains('d') { "SpriteCounter stype=door limit=0 win=True" } else { "" },
    );
    let game = ludex_vgdl::parse(&text, &ONTOLOGY).unwrap_or_else(|error| panic!("{error:?}")).game;
    World::new(&game, &Level::parse(level)).expect("the test's level is right")
}

/// A room with an avatar that can go in four directions.
fn room(level: &str) -> Arc<World> {
    game("MovingAvatar", "extra > Immovable", "", level)
}

/// A room nine cells wide and high, with the avatar in its middle.
fn empty_room() -> Arc<World> {
    room(EMPTY)
}

const EMPTY: &str =
    ".........\n.........\n.........\n.........\n....A....\n.........\n.........\n.........\n.........";

struct Probe<F> {
    search: Search,
    each: Rc<RefCell<F>>,
    /// How many ticks have been shown; `None` in the first one, whose tree is that of the preparation.
    shown: Option<usize>,
}

impl<F: FnMut(&mut Search, Turn<'_>, usize) -> Action> Agent for Probe<F> {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        let Some(shown) = self.shown else {
            self.search.act(turn);
            self.shown = Some(0);
            return Action::Nil;
        };
        self.shown = Some(shown + 1);
        (self.each.borrow_mut())(&mut self.search, turn, shown)
    }
}

/// Makes a search for a game and, after a tick without an action, shows it to a function in each of so many ticks; what the
/// function says is played. Returns what these ticks have cost in calls.
fn probe<F>(world: &Arc<World>, spec: &str, budget: Budget, ticks: usize, each: F) -> Vec<u64>
where
    F: FnMut(&mut Search, Turn<'_>, usize) -> Action + 'static,
{
    let spec: AgentSpec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
    let each = Rc::new(RefCell::new(each));
    let builder = |turn: Turn<'_>, seed: u64| -> Box<dyn Agent> {
        let search = Search::new(&spec, turn, seed);
        Box::new(Probe { search, each: Rc::clone(&each), shown: None })
    };
    let mut game = Match::new(world, 1, &[(&builder, 1)], Rules::new(budget));
    let mut calls = Vec::new();
    game.step();
    for _ in 0..ticks {
        game.step();
        // Panics of agents are caught by the game: what the function asserts must fail the test.
        assert_eq!(game.result().players[0].disqualified, None);
        calls.push(game.last_spent(0).calls);
    }
    calls
}

/// The mean of a child of the root.
fn mean(search: &Search, action: Action) -> f64 {
    let child = search.tree.child(NodeId::ROOT, action as usize);
    search.tree.get(child.expect("it has been tried")).mean()
}
