//! What sprites do by themselves, class by class.

use crate::scene;

use ludex_engine::{Action, Category, State};
use scene::scene;

#[test]
fn random_npcs_repeat_their_moves_and_drift_along_their_orientation() {
    let npcs = "n > RandomNPC cons=2 cooldown=2\nm > RandomNPC orientation=RIGHT speed=0.25";
    scene(npcs, "      \n    n \n      \n m    \n      ").seed(7).check(
        "............",
        "n m",
        "n(40,10) m(10,32)
         n(40,10) m(12,32)
         n(40,0) m(14,32)
         n(40,0) m(16,32)
         n(40,-10) m(18,32)
         n(40,-10) m(20,32)
         n(40,0) m(22,32)
         n(40,0) m(24,32)
         n(50,0) m(26,32)
         n(50,0) m(28,32)
         n(60,0) m(30,32)
         n(60,0) m(32,32)",
    );
}

/// The steps of a chaser from (0, 0) to a target at (80, 60).
fn steps(chaser: &'static str) -> String {
    let level = "c        \n\n\n\n\n\n        t";
    let mut last = (0, 0);
    let positions = scene(chaser, level).seed(42).play(".......", "c");
    let step = |line: &String| {
        let (x, y) = line.trim_start_matches("c(").trim_end_matches(')').split_once(',').expect("a pair");
        let now = (x.parse::<i32>().expect("x"), y.parse::<i32>().expect("y"));
        let step = (now.0 - last.0, now.1 - last.1);
        last = now;
        match step {
            (10, 0) => 'R',
            (0, 10) => 'D',
            (-10, 0) => 'L',
            (0, -10) => 'U',
            _ => '?',
        }
    };
    positions.iter().map(step).collect()
}

#[test]
fn chasers_draw_among_the_steps_that_lead_nearer() {
    assert_eq!(steps("c > Chaser stype=t\nt > Immovable"), "RDRDDRD");
    // Every target of the type itself stands in this family's list twice.
    assert_eq!(steps("c > AlternateChaser stype1=t\nt > Immovable"), "DDDDRRR");
    assert_eq!(steps("c > RandomAltChaser stype1=t\nt > Immovable"), "DRDRRRR");
    // The second list has no effect, nor has fleeing while there is a target.
    assert_eq!(steps("c > AlternateChaser stype1=t stype2=c fleeing=True cons=5\nt > Immovable"), "DDDDRRR");
}

#[test]
fn fleeing_walks_away_and_a_distance_limits_the_chase() {
    assert_eq!(steps("c > Fleeing stype=t fleeing=False\nt > Immovable"), "RDRDDRD");
    // 140 pixels away: with a limit of 139 it first takes a step at random.
    assert_eq!(steps("c > Chaser stype=t maxDistance=140\nt > Immovable"), "RDRDDRD");
    assert_eq!(steps("c > Chaser stype=t maxDistance=139\nt > Immovable"), "DDRDDRD");
    // A number with a fraction is not taken at all.
    assert_eq!(steps("c > Chaser stype=t maxDistance=1.5\nt > Immovable"), "RDRDDRD");
}

#[test]
fn erratic_missiles_and_missiles_fly_alike() {
    let sprites = "m > Missile orientation=RIGHT speed=0.5\ne > ErraticMissile orientation=RIGHT speed=0.5\n\
                   n > Missile";
    scene(sprites, "m   \ne   \nn   ").check(
        "....",
        "m e n",
        "m(0,0) e(0,10) n(0,20)
         m(5,0) e(5,10) n(0,20)
         m(10,0) e(10,10) n(0,20)
         m(15,0) e(15,10) n(0,20)",
    );
}

#[test]
fn still_classes_stand_still_and_grow_old() {
    let sprites = "c > Conveyor orientation=RIGHT speed=1\np > SpriteProducer timeToLive=2\n\
                   d > Door timeToLive=0\nr > ResourcePack resource_name=c orientation=RIGHT speed=1";
    scene(sprites, "cpdr  ").check(
        "....",
        "c p d r",
        "c(0,0) p(10,0) d r(30,0)
         c(0,0) p(10,0) d r(30,0)
         c(0,0) p d r(30,0)
         c(0,0) p d r(30,0)",
    );
}

#[test]
fn a_resource_pack_counts_as_what_it_names() {
    scene("g > Resource limit=3\np > ResourcePack resource_name=g value=5\navatar > MovingAvatar", "Ap ")
        .rules("p avatar > collectResource scoreChange=1")
        .check("R.", "p bag score", "p [g=3] 1\np [g=3] 1");
}

#[test]
fn a_random_inertial_is_pushed_at_random() {
    // Each push adds one pixel per tick to its velocity; the first move is skipped.
    scene("r > RandomInertial", "   \n r \n   ").seed(42).check(
        ".....",
        "r>",
        "r(10,10 (0.0, 1.0))
         r(10,11 (0.0, 0.0))
         r(10,11 (0.0, 1.0))
         r(10,12 (0.0, 0.0))
         r(10,12 (-1.0, 0.0))",
    );
}

#[test]
fn a_null_avatar_offers_nothing_but_obeys_in_a_forward_model() {
    let scene = scene("avatar > NullAvatar", " A ");
    let state = scene.start();
    assert_eq!(state.actions(0), [ludex_engine::Action::Nil]);
    assert_eq!(state.observe().actions_with_nil(0), [ludex_engine::Action::Nil; 2]);
    assert_eq!(state.legal(0, ludex_engine::Action::Right), ludex_engine::Action::Nil);
    scene.check("R", "avatar", "avatar(20,0)");
}

#[test]
fn flickers_die_in_update_limit_plus_two() {
    let sprites =
        "f > Flicker limit=1\ng > Flicker limit=-1\nh > OrientedFlicker limit=0 orientation=RIGHT speed=1";
    scene(sprites, "fgh   ").check(
        "...",
        "f g h",
        "f(0,0) g h(20,0)
         f(0,0) g h
         f g h",
    );
}

#[test]
fn spreaders_spread_in_their_second_update() {
    // Four draws of which two succeed: 0.727, 0.683, 0.309, 0.277 against one half.
    scene("x > Immovable\ns > Spreader stype=x spreadprob=0.5 limit=5", "   \n s \n   ").seed(42).check(
        "...",
        "s x",
        "s(10,10) x
         s(10,10) x(10,20)(20,10)
         s(10,10) x(10,20)(20,10)",
    );
}

#[test]
fn cooldown_counts_updates_since_the_last_move() {
    let sprites = "m > Missile orientation=RIGHT cooldown=3\nn > Missile orientation=RIGHT cooldown=1\n\
                   avatar > MovingAvatar cooldown=3";
    scene(sprites, "m        \nn        \nA        ").check(
        "RRRRRRR",
        "m n avatar",
        "m(0,0) n(0,10) avatar(0,20)
         m(0,0) n(10,10) avatar(0,20)
         m(10,0) n(20,10) avatar(10,20)
         m(10,0) n(30,10) avatar(10,20)
         m(10,0) n(40,10) avatar(10,20)
         m(20,0) n(50,10) avatar(20,20)
         m(20,0) n(60,10) avatar(20,20)",
    );
}

#[test]
fn a_los_chaser_sees_only_along_its_last_random_move() {
    // It draws down, down and up; only then it sees the target above it and follows.
    scene("t > Immovable\nl > LOSChaser stype=t", "  t  \n     \n     \n  l  ").seed(20).check(
        ".......",
        "l",
        "l(20,40)
         l(20,50)
         l(20,40)
         l(20,30)
         l(20,20)
         l(20,10)
         l(20,0)",
    );
}

#[test]
fn a_platformer_falls_and_steers_as_computed_by_hand() {
    let avatar = "avatar > PlatformerAvatar physicstype=CONT gravity=1 friction=0.1 mass=0.5";
    scene(avatar, "   \n A \n   \n   ").check(
        ".RR.L.",
        "avatar>",
        "avatar(10,10 (0.0, 0.0))
         avatar(10,10 (0.7432941462471663, 0.6689647316224496))
         avatar(10,10 (0.7432941462471663, 0.6689647316224496))
         avatar(11,11 (0.5740705266224008, 0.8188058563930032))
         avatar(12,12 (0.1715641561665366, 0.9851729494453572))
         avatar(12,14 (0.13049522057692786, 0.9914489383758394))",
    );
}

#[test]
fn water_weakens_gravity_for_good() {
    let sprites = "s > Immovable\nm > Missile physicstype=CONT orientation=RIGHT speed=4 gravity=2\n\
                   n > Missile physicstype=CONT orientation=RIGHT speed=4 gravity=2";
    scene(sprites, "m     \n      \nn     ").rules("n s > waterPhysics").mapping("n > n s").check(
        "...",
        "m n>",
        "m(0,0) n(0,20 (1.0, 0.0))
             m(4,0) n(4,20 (0.9987523388778446, 0.04993761694389223))
             m(7,1) n(7,20 (0.9950371902099893, 0.09950371902099893))",
    );
}

#[test]
fn speeds_of_zero_and_minus_one() {
    // Moving on purpose with speed 0 is one block; a speed of -1 means 1 only for what drifts by itself.
    let sprites = "m > Missile orientation=RIGHT speed=-1\nn > Missile orientation=RIGHT speed=0\navatar > MovingAvatar speed=0";
    scene(sprites, "m    \nn    \nA    ").check(
        "RR",
        "m n avatar",
        "m(0,0) n(0,10) avatar(10,20)
         m(10,0) n(0,10) avatar(20,20)",
    );
    scene("avatar > MovingAvatar speed=-1", "  A  ").check("R", "avatar", "avatar(10,0)");
    // An avatar faces where it went, not where it was steered.
    let sprites = "b > Immovable\navatar > ShootAvatar stype=b speed=-1";
    scene(sprites, "  A   ").check("RX", "avatar b", "avatar(10,0) b\navatar(10,0) b(0,0)");
}

#[test]
fn only_the_first_turning_avatar_of_a_type_leaves_its_own_trail() {
    let sprites =
        "t > Immovable\ng > Immovable\nb > MovingAvatar\navatar > OngoingTurningAvatar spawnBehind=t";
    scene(sprites, "A g    ")
        .rules("avatar g > transformTo stype=b killSecond=True\nb t > transformTo stype=avatar")
        .check(
            "...LR..",
            "avatar b t wall",
            "avatar(0,0) b t wall
         avatar(10,0) b t(0,0) wall
         avatar b(20,0) t(0,0)(10,0) wall
         avatar(10,0) b t(0,0)(10,0) wall
         avatar(10,0) b t(0,0)(10,0) wall
         avatar(20,0) b t(0,0)(10,0) wall(10,0)
         avatar(30,0) b t(0,0)(10,0) wall(10,0)(20,0)",
        );
}

/// GVGAI's forward model has lost the trail that the text names, so agents see a wall in its place.
#[test]
fn a_turning_avatar_leaves_walls_in_the_forward_model() {
    let scene =
        scene("t > Immovable\navatar > OngoingTurningAvatar spawnBehind=t", "      w\n A     \n      w");
    let trail = |state: &State| {
        let nearest = |kind: &str| {
            let id = state.world().type_names().position(|name| name == kind).expect("a type");
            let seen = state.observe();
            let lists = seen.sorted(Category::Static, seen.avatar_position(0)).unwrap_or_default();
            let list = lists.into_iter().find(|list| list.iter().any(|s| usize::from(s.type_id) == id));
            list.map(|list| (list[0].x, list[0].y))
        };
        (nearest("wall"), nearest("t"))
    };
    let (mut game, mut model) = (scene.start(), scene.start());
    let mut later = None;
    for _ in 0..3 {
        game.play(&[Action::Nil]);
        model.advance(&[Action::Nil]);
        later.get_or_insert_with(|| game.clone());
    }
    assert_eq!(trail(&game), (Some((60, 0)), Some((20, 10))));
    assert_eq!(trail(&model), (Some((20, 10)), None));
    // A copy of the game forgets the trail as well, and the game itself does not.
    let mut later = later.expect("a copy");
    later.advance(&[Action::Down]);
    assert_eq!(trail(&later), (Some((10, 10)), None));
    game.play(&[Action::Nil]);
    assert_eq!(trail(&game), (Some((60, 0)), Some((30, 10))));
}

#[test]
fn one_that_takes_the_place_of_a_falling_platformer_finds_the_ground() {
    // The missile turns the avatar into `p` when it comes to rest on the wall, and `p` jumps off at once: it looked for
    // ground in the rules that follow, although it touches nothing.
    let sprites = "m > Missile orientation=LEFT\np > PlatformerAvatar physicstype=CONT\navatar > PlatformerAvatar physicstype=CONT gravity=1 orientation=DOWN";
    scene(sprites, "A    \n    m\nw    ").rules("avatar m > transformTo stype=p\np wall > stepBack").check(
        ".....X",
        "avatar p",
        "avatar(0,0) p
         avatar(0,1) p
         avatar(0,3) p
         avatar(0,6) p
         avatar p(0,10)
         avatar p(0,5)",
    );
}

#[test]
fn a_platformer_stands_on_a_lift() {
    // The lift has no partner but the avatar, which can jump while it stands on it.
    let sprites = "lift > Missile orientation=LEFT speed=0.05 solid=True\n\
        avatar > PlatformerAvatar physicstype=CONT gravity=1 orientation=DOWN";
    let scene =
        scene(sprites, "    A\n     \n     \n    l").rules("avatar lift > stepBack").mapping("l > lift");
    let mut state = scene.start();
    let mut plain = scene.start_with(ludex_engine::Shortcuts::NONE);
    let mut jumps = 0;
    for _ in 0..40 {
        let before = state.observe().avatar_position(0).1;
        state.advance(&[Action::Use]);
        plain.advance(&[Action::Use]);
        let after = state.observe().avatar_position(0).1;
        assert_eq!(after, plain.observe().avatar_position(0).1);
        jumps += i32::from(after < before);
    }
    assert!(jumps > 2, "{jumps} jumps");
}

/// There is a bit for each of 64 types that do something; later ones share the last.
#[test]
fn more_types_than_bits_take_their_turns() {
    let types: Vec<String> = (0..80).map(|i| format!("t{i}")).collect();
    let missiles: String = types.iter().map(|t| format!("{t} > Missile orientation=RIGHT\n")).collect();
    let sprites = format!("{missiles}avatar > MovingAvatar").leak();
    scene(sprites, "1   A").mapping(format!("1 > {}", types.join(" ")).leak()).check(
        "..",
        "t0 t15 t16 t17 t62 t63 t64 t79",
        "t0(0,0) t15(0,0) t16(0,0) t17(0,0) t62(0,0) t63(0,0) t64(0,0) t79(0,0)
         t0(10,0) t15(10,0) t16(10,0) t17(10,0) t62(10,0) t63(10,0) t64(10,0) t79(10,0)",
    );
}
