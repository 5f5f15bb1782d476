//! A search with little room for nodes.

use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::Level;

use super::nodes::MOST_NODES;
use super::*;
use crate::interface::{Agent, Budget, Match, Rules};

struct Idle;

impl Agent for Idle {
    fn act(&mut self, _: Turn<'_>) -> Action {
        Action::Nil
    }
}

/// Boxes to be pushed into a hole far away.
const GAME: &str = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    hole > Immovable\n    box > Passive\n    \
    avatar > MovingAvatar\n  \
    InteractionSet\n    avatar wall > stepBack\n    box avatar > bounceForward\n    box wall box > undoAll\n    \
    box hole > killSprite\n  \
    TerminationSet\n    SpriteCounter stype=box limit=0 win=True\n  \
    LevelMapping\n    . > floor\n    w > wall\n    o > hole\n    b > box\n    A > avatar\n";

#[test]
fn a_search_that_has_to_forget_nodes_still_finds_its_way() {
    let game = ludex_vgdl::parse(GAME, &ONTOLOGY).unwrap().game;
    let level = "wwwwwwwwww\nwA.......w\nw.b..b...w\nw....w...w\nw..b....ow\nwwwwwwwwww";
    let world = World::new(&game, &Level::parse(level)).unwrap();
    let builder = |turn: Turn<'_>, seed: u64| -> Box<dyn Agent> {
        let mut rng = Rng::new(seed);
        let start = turn.simulator(&mut rng);
        let mut search = Search::new();
        search.begin(&start, Mode::Still, Value::points(&start));
        let mut forgot = 0;
        while search.win.is_none() && !search.is_exhausted && turn.calls_left() > Some(0) {
            search.go_on(turn, 1.0, &mut rng);
            if search.nodes.is_full() {
                // As at the beginning of the next tick.
                search.compact();
                forgot += 1;
            }
            assert!(search.len() <= MOST_NODES);
        }
        assert!(forgot > 2, "{} nodes were enough", search.len());
        let win = search.win.expect("there is a way to win");
        let (mut way, mut trial) = (VecDeque::new(), start);
        search.way(win, &mut way);
        assert_eq!(way.len(), win.depth);
        assert!(way.into_iter().all(|action| trial.advance(turn, action)));
        assert_eq!(trial.winner(), Winner::Wins);
        Box::new(Idle)
    };
    Match::new(&world, 1, &[(&builder, 1)], Rules::new(Budget::calls(100_000)));
}
