//! No game makes the engine panic, hang or eat memory.

use std::fmt::Write;
use std::time::{Duration, Instant};

use ludex_engine::{Action, ONTOLOGY, Shortcuts, State, World, WorldError};
use ludex_vgdl::Level;

/// Plays a game for some ticks in reasonable time.
fn play(game: &str, level: &str, ticks: usize) -> Result<State, WorldError> {
    let start = Instant::now();
    let parsed = ludex_vgdl::parse(game, &ONTOLOGY).expect("the game can be read");
    let world = World::new(&parsed.game, &Level::parse(level))?;
    let mut state = State::new(&world, 7);
    for t in 0..ticks {
        state.advance(&[Action::ALL[t % 7], Action::ALL[t % 5]]);
        let seen = state.observe();
        let _ = (seen.avatar_position(0), seen.sprites().count());
    }
    assert!(start.elapsed() < limit(), "{:?}", start.elapsed());
    Ok(state)
}

/// Far more than a game needs, because machines are slow and busy. A sanitizer needs more still, and says so.
fn limit() -> Duration {
    let seconds = std::env::var("LUDEX_TEST_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(90))
}

/// A game of these sprites and rules, in which letters stand for themselves.
fn game(header: &str, sprites: &str, rules: &str) -> String {
    let mut text = format!("BasicGame {header}\n SpriteSet\n");
    let block = |text: &mut String, lines: &str| {
        for line in lines.lines() {
            let _ = writeln!(text, "  {line}");
        }
    };
    block(&mut text, sprites);
    text += " LevelMapping\n  A > avatar\n";
    for name in sprites.lines().filter_map(|line| line.split_whitespace().next()).filter(|n| n.len() == 1) {
        let _ = writeln!(text, "  {name} > {name}");
    }
    text += " InteractionSet\n";
    block(&mut text, rules);
    text
}

#[test]
fn absurd_numbers() {
    let numbers = [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e308",
        "-1e308",
        "2147483647",
        "-2147483648",
        "0",
        "-0.0",
        "1e-320",
    ];
    let keys = [
        "speed",
        "mass",
        "friction",
        "gravity",
        "max_speed",
        "jump_strength",
        "rotation",
        "cooldown",
        "prob",
        "spreadprob",
        "angle_diff",
        "facing",
        "cons",
        "limit",
        "total",
        "timeToLive",
        "healthPoints",
        "lastmove",
        "age",
        "value",
        "maxDistance",
        "ground_speedup_factor",
        "air_slowdown_factor",
        "wMult",
        "hMult",
        "last_block_time",
    ];
    let classes: Vec<_> = ONTOLOGY.classes.iter().map(|class| class.name).collect();
    let effects = [
        "wallBounce",
        "wallStop",
        "bounceDirection",
        "bounceForward",
        "wrapAround",
        "pullWithIt",
        "turnAround",
        "halfSpeed",
    ];
    for (i, number) in numbers.iter().enumerate() {
        for (j, class) in classes.iter().enumerate() {
            let avatar = class.ends_with("Avatar");
            let mut sprites = format!(
                "x > Immovable solid=True\nt > {class} stype=x stype1=x stypes=x,x stypeMissile=x resource_name=x orientation=RIGHT physicstype={}",
                ["GRID", "CONT", "PHYSICS_NONE"][(i + j) % 3]
            );
            for key in keys.iter().skip((i + j) % 2).step_by(2) {
                let _ = write!(sprites, " {key}={number}");
            }
            sprites += "\navatar > MovingAvatar";
            let effect = effects[(i + j) % effects.len()];
            let rules = format!(
                "t x > {effect} offset={number} maxBounceAngleDeg={number}\nx t > {effect}\nt EOS > wrapAround offset={number}"
            );
            let level = if avatar { "x t x\n  x  " } else { "xAt x\n  x  " };
            for header in ["square_size=10", "square_size=1"] {
                let state = play(&game(header, &sprites, &rules), level, 8).expect("a world");
                assert_eq!(state.check(), Ok(()), "{class} {number}");
            }
        }
    }
}

#[test]
fn absurd_headers_are_refused_or_played() {
    let start = |header: &str| play(&game(header, "avatar > MovingAvatar", ""), "A ", 2).map(|_| ());
    for size in ["0", "-2", "-2147483648", "2147483647", "1073741824"] {
        let refused = start(&format!("square_size={size}"));
        assert!(matches!(refused, Err(WorldError::BadBlockSize(_))), "{size}: {refused:?}");
    }
    assert_eq!(start("square_size=1000000"), Ok(()));
    assert_eq!(play(&game("", "", ""), "", 1).map(|_| ()), Err(WorldError::EmptyLevel));
    assert_eq!(play(&game("", "", ""), "A", 3).map(|_| ()), Ok(()));
}

#[test]
fn a_level_of_a_million_cells() {
    let crowded = ("A m g   x".repeat(112) + "\n").repeat(1000);
    let sprites = "m > Missile orientation=RIGHT\ng > Immovable\nx > RandomNPC\nb > Immovable wMult=5000 hMult=5000\navatar > MovingAvatar";
    let rules = "m g > killSprite\nx m > killBoth\nx EOS > wrapAround\nb g m x > stepBack";
    let refused = play(&game("", sprites, rules), &crowded, 20).map(|_| ());
    assert_eq!(refused, Err(WorldError::TooManySprites { sprites: 448_000 }));
    // Sparse, so that the limit of sprites is not reached and the game goes on; with giants in it.
    let mut sparse = (" ".repeat(1000) + "\n").repeat(1000);
    sparse.replace_range(0..9, "Amgxbbbbx");
    play(&game("obs=g", sprites, rules), &sparse, 20).expect("a world");
    let too_large = format!("{}\n{}", " ".repeat(3000), "\n".repeat(3000));
    assert!(matches!(play(&game("", sprites, ""), &too_large, 1), Err(WorldError::TooLarge { .. })));
}

/// GVGAI makes 10,001 sprites and complains of each that comes after them. More than 25 complaints end a game in its first
/// tick.
#[test]
fn more_sprites_than_there_is_room_for() {
    let text = game("", "g > Immovable\navatar > MovingAvatar", "");
    // Nine rows of 1111, and some more.
    let level = |more: usize| {
        let row = "g".repeat(1110);
        format!("A{row}\n{}{}", format!("g{row}\n").repeat(8), "g".repeat(more))
    };
    for (more, left_out) in [(2, 0), (3, 1), (27, 25)] {
        let state = play(&text, &level(more), 3).expect("a world");
        assert_eq!((state.world().left_out(), state.sprites().count()), (left_out, 10_001));
        assert!(!state.is_over());
    }
    let refused = play(&text, &level(28), 3).map(|_| ());
    assert_eq!(refused, Err(WorldError::TooManySprites { sprites: 10_027 }));
    // Of singletons there is one, however many the level has: they are no reason to refuse it.
    let text = game("", "g > Immovable singleton=True\navatar > MovingAvatar", "");
    assert_eq!(play(&text, &level(28), 3).expect("a world").sprites().count(), 2);
}

#[test]
fn thousands_of_types() {
    let flat: String = (0..15_000).fold(String::new(), |mut text, i| {
        let _ = writeln!(text, "t{i} > Missile orientation=RIGHT");
        text
    });
    let rules: String = (0..3_000).fold(String::new(), |mut text, i| {
        let _ = writeln!(text, "t{i} t{} wall avatar EOS > killSprite", i + 1);
        text
    });
    play(&game("", &(flat + "avatar > MovingAvatar"), &rules), "Aw", 5).expect("a world");
    // One family: every rule speaks of all of them.
    let family: String = (0..10_000).fold("p > Missile stype=avatar,wall\n".to_owned(), |mut text, i| {
        let _ = writeln!(text, "  t{i} > Missile orientation=RIGHT");
        text
    });
    play(&game("", &(family.clone() + "avatar > MovingAvatar"), "p p > killSprite"), "Ap", 5)
        .expect("a world");
    let many = "p p avatar wall > killSprite\n".repeat(1_000);
    let refused = play(&game("", &(family + "avatar > MovingAvatar"), &many), "Ap", 5).map(|_| ());
    assert_eq!(refused, Err(WorldError::TooManyRules));
}

#[test]
fn rules_without_end() {
    let sprites = "x > Immovable\nm > Missile orientation=LEFT\navatar > MovingAvatar";
    let refused =
        |rules: &str| play(&game("", sprites, rules), "Axm", 2).map(|_| ()) == Err(WorldError::TooManyRules);
    assert!(refused("x m > killSprite repeat=1000000000"));
    assert!(!refused("x m > stepBack repeat=10000"));
    assert!(refused(&"m EOS > stepBack\n".repeat(1_000)));
    assert!(refused(&"x x > stepBack\n".repeat(70_000)));
    // A clock without a period ticks once a tick, not for ever.
    assert!(!refused("x TIME > stepBack repeating=True timer=0\nx TIME > stepBack repeating=True timer=-5"));
    assert!(!refused("x TIME > addTimer ftype=addTimer timer=0 repeating=True"));
    assert!(!refused("x TIME > addTimer ftype=killAll stype=m timer=-2147483648 repeating=True"));
}

#[test]
fn storms_end() {
    let sprites = "s > Immovable\nx > Immovable\nm > RandomNPC\nf > Spreader limit=3\nk > SpawnPoint stype=m\navatar > MovingAvatar";
    let start = |rules, level| play(&game("square_size=10", sprites, rules), level, 60).expect("a world");
    // Clones of clones, on one heap, with rules between them all.
    start("s s > cloneSprite", "ssA");
    start(
        "s s > cloneSprite\ns s > spawn stype=m\nm m s > transformTo stype=x\nx x s m > bounceForward",
        "ssA",
    );
    start("s s > cloneSprite\ns s > killAll stype=x\ns x > undoAll", "ssA");
    start(
        "s s > cloneSprite\ns s > transformToAll stype=s stypeTo=x\nx x > transformToAll stype=x stypeTo=s",
        "ssA",
    );
    start("s s > cloneSprite\ns s > addTimer timer=100 ftype=killAll stype=x repeating=True", "ssA");
    start("s s > cloneSprite\ns s > pullWithIt\ns avatar > killBoth", "ssA");
    start("m m > cloneSprite", "kkkkk\nkkkkA");
    start("", "fffA\nffff");
}

#[test]
fn a_heap_of_thousands_is_played_in_the_same_way_by_both_searches() {
    let sprites = "s > Immovable\nt > Immovable\nx > Immovable\navatar > MovingAvatar";
    let rules =
        "s t > cloneSprite\ns s > attractGaze\ns t > stepBack scoreChange=1\nx s > transformTo stype=t";
    let text = game("square_size=10", sprites, rules);
    let parsed = ludex_vgdl::parse(&text, &ONTOLOGY).expect("a game");
    let mut level = parsed.game.clone();
    level.mapping.iter_mut().filter(|m| m.symbol == 's').for_each(|m| m.sprites.push(Ok(3)));
    let world = World::new(&level, &Level::parse("sxA")).expect("a world");
    let mut state = State::new(&world, 1);
    let plain = World::with_shortcuts(&level, &Level::parse("sxA"), Shortcuts::NONE).expect("a world");
    let mut plain = State::new(&plain, 1);
    for _ in 0..11 {
        state.advance(&[Action::Left]);
        plain.advance(&[Action::Left]);
        assert_eq!(state.score(0), plain.score(0));
        assert!(state.sprites().eq(plain.sprites()));
        assert_eq!(state.check(), Ok(()));
    }
    assert!(state.sprites().count() > 1_000);
}

#[test]
fn more_types_that_move_than_a_word_has_bits() {
    let mut sprites = "a > Missile orientation=RIGHT\navatar > MovingAvatar\n".to_owned();
    (0..150).for_each(|i| {
        let _ = writeln!(sprites, "m{i} > Missile orientation=LEFT");
    });
    sprites += "z > Missile orientation=RIGHT";
    let rules = "a EOS > killSprite\nz EOS > transformTo stype=m70\nm70 EOS > killSprite";
    let text = game("square_size=10", &sprites, rules);
    for ticks in 1..12 {
        let state = play(&text, "a z\nA  ", ticks).expect("it can be played");
        assert_eq!(state.check(), Ok(()), "tick {ticks}");
    }
}
