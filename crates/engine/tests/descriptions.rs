//! A description that speaks of what it does not have is refused: nobody can reach beyond the engine's lists with one that was
//! put together or changed by hand.

use ludex_engine::{ONTOLOGY, State, World, WorldError};
use ludex_vgdl::{ClassRef, Game, Level, Partners};

const GAME: &str = "BasicGame
  SpriteSet
    box > Passive
    goal > Immovable
    avatar > MovingAvatar
  LevelMapping
    A > avatar
    b > box
    g > goal
  InteractionSet
    box avatar > bounceForward
    box goal > transformIfCount stype=goal stypeCount=box
    avatar EOS > stepBack
    box TIME > killSprite timer=30
  TerminationSet
    SpriteCounter stype=box win=True
";

/// A name for a change of a description, and the change.
type Change = (&'static str, fn(&mut Game));

fn game() -> Game {
    ludex_vgdl::parse(GAME, &ONTOLOGY).expect("a game").game
}

fn play(game: &Game) -> Result<(), WorldError> {
    let world = World::new(game, &Level::parse("Abg"))?;
    let mut state = State::new(&world, 0);
    (0..50).for_each(|_| state.advance(&[ludex_engine::Action::Right]));
    Ok(())
}

#[test]
fn what_the_parser_makes_is_played() {
    assert_eq!(play(&game()), Ok(()));
}

#[test]
fn numbers_of_what_there_is_not_are_refused() {
    let changes: &[Change] = &[
        ("no types", |game| game.types.clear()),
        ("fewer types", |game| drop(game.types.pop())),
        ("relatives", |game| game.types[2].subtypes.push(63)),
        ("chain", |game| game.types[2].chain.push(u16::MAX)),
        ("class", |game| game.types[2].class = ClassRef::Known(1000)),
        ("order", |game| game.order.push(40)),
        ("mapping", |game| game.mapping[0].sprites.push(Ok(40))),
        ("effect", |game| game.rules[0].effect = usize::MAX),
        ("first of a pair", |game| game.rules[0].on.push(Partners::Pair(40, 1))),
        ("second of a pair", |game| game.rules[0].on.push(Partners::Pair(1, 40))),
        ("edge", |game| game.rules[0].on.push(Partners::Edge(40))),
        ("clock", |game| game.rules[0].on.push(Partners::Time(Some(40)))),
        ("termination", |game| game.terminations[0].kind = 1000),
        ("obstacles", |game| game.obstacles = Some(vec![40])),
        ("no players", |game| game.players = 0),
        ("many players", |game| game.players = 3),
        ("counters", |game| game.counters = usize::MAX),
    ];
    for (name, change) in changes {
        let mut game = game();
        change(&mut game);
        let refused = matches!(play(&game), Err(WorldError::BadDescription { .. }));
        assert!(refused, "{name}: {:?}", play(&game));
    }
}

/// Whatever else is changed may make a strange game, but a game.
#[test]
fn strange_descriptions_are_played() {
    let changes: &[Change] = &[
        ("no relatives", |game| game.types.iter_mut().for_each(|t| t.subtypes.clear())),
        ("relatives twice", |game| game.types.iter_mut().for_each(|t| t.subtypes.extend(t.subtypes.clone()))),
        ("everything is related", |game| game.types.iter_mut().for_each(|t| t.subtypes = vec![0, 1, 2, 3])),
        ("no order", |game| game.order.clear()),
        ("order twice", |game| game.order.extend(game.order.clone())),
        ("no mapping", |game| game.mapping.clear()),
        ("same names", |game| game.types.iter_mut().for_each(|t| t.name = "box".to_owned())),
        ("names that rules do not know", |game| game.types.iter_mut().for_each(|t| t.name.push('x'))),
        ("messages", |game| game.messages = u32::MAX / 2),
    ];
    for (name, change) in changes {
        let mut game = game();
        change(&mut game);
        assert_eq!(play(&game), Ok(()), "{name}");
    }
}
