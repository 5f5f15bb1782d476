//! What happens when sprites touch: who is asked, in which order, and what remains of it.

use crate::scene;

use scene::scene;

#[test]
fn a_shield_protects_a_type_from_rules_with_exactly_these_names() {
    let sprites = "p > Immovable\n  q > Immovable\n  r > Immovable\nx > Immovable\ns > Immovable\navatar > MovingAvatar";
    let mapping = "1 > q x s\n2 > r x";
    let start = |rules| scene(sprites, "1 2A").mapping(mapping).rules(rules);
    // One touches the shield: all sprites of its exact type are safe, for the rest of the tick.
    start("q s > shieldFrom stype=x ftype=killSprite\nq x > killSprite\nr x > killSprite")
        .check(".", "#q #r", "q=1 r=0");
    // The rule is written for the parent: no shield holds.
    start("q s > shieldFrom stype=x ftype=killSprite\np x > killSprite").check(".", "#q #r", "q=0 r=0");
    // Another effect, or an earlier one.
    start("q s > shieldFrom stype=x ftype=killBoth\nq x > killSprite").check(".", "#q", "q=0");
    start("q x > killSprite\nq s > shieldFrom stype=x ftype=killSprite").check(".", "#q", "q=0");
}

#[test]
fn rules_of_a_pair_run_where_the_pair_first_appears() {
    let sprites = "x > Immovable\ny > Immovable\nz > Immovable\navatar > MovingAvatar";
    scene(sprites, "1 A")
        .mapping("1 > x y")
        .rules("x y > transformTo stype=z\ny x > killSprite scoreChange=100\nx y > killSprite scoreChange=1")
        .check(".", "#x #y #z score", "x=0 y=0 z=1 100");
}

#[test]
fn a_dead_second_sprite_still_acts_and_a_dead_first_does_not() {
    let sprites = "x > Immovable\ny > Immovable\navatar > MovingAvatar";
    let start = |rules| scene(sprites, "1 A").mapping("1 > x y").rules(rules);
    start("y x > killSprite scoreChange=1\nx y > killSprite scoreChange=10").check(
        ".",
        "#x #y score",
        "x=0 y=0 11",
    );
    start("x y > killSprite scoreChange=1\nx y > spawn stype=wall scoreChange=10").check(
        ".",
        "#wall score",
        "wall=0 1",
    );
}

#[test]
fn a_disabled_avatar_still_collides_but_is_not_transformed() {
    let sprites = "x > Immovable\navatar >\n  a > MovingAvatar\n  b > MovingAvatar";
    let start = |rules| scene(sprites, "ax").rules(rules);
    start("a x > killSprite scoreChange=1\na x > transformTo stype=b scoreChange=10").check(
        "R..",
        "a b score",
        "a(10,0)x b 11\na(10,0)x b 22\na(10,0)x b 33",
    );
    // Only that one effect asks. All other transformations bring it back to life.
    start("a x > killSprite scoreChange=1\na x > transformIfCount stype=b stypeCount=x scoreChange=10")
        .check("RL", "a b score", "a b(10,0) 11\na b(0,0) 11");
}

#[test]
fn killing_the_second_of_a_transformation_empties_a_player_slot() {
    let sprites = "x > Immovable\ny > Immovable\navatar > MovingAvatar";
    scene(sprites, "Ax")
        .rules("x avatar > transformTo stype=y killSecond=True")
        .ends("SpriteCounter stype=avatar limit=0 win=True")
        .check("R", "#x #y #avatar", "x=0 y=1 avatar=0 None");
}

#[test]
fn to_singleton_turns_back_the_old_one_even_if_the_new_one_is_refused() {
    let sprites =
        "k > Immovable singleton=True\nn > Immovable\nm > Immovable\ng > Immovable\navatar > MovingAvatar";
    let rules = "n avatar > transformToSingleton stype=k stype_other=m scoreChange=1";
    scene(sprites, "A n\nk").rules(rules).check(
        "RR",
        "k n m score",
        "k(0,10) n(20,0) m 0\nk n(20,0) m(0,10) 1",
    );
    let sprites = "k > Immovable\nn > Immovable\nm > Immovable\ng > Immovable\navatar > MovingAvatar";
    scene(sprites, "A n\nk").rules(rules).check(
        "RR",
        "k n m score",
        "k(0,10) n(20,0) m 0\nk(20,0) n m(0,10) 1",
    );
}

#[test]
fn to_singleton_can_face_against_the_second() {
    let sprites = "k > Passive\nn > Immovable\navatar > OrientedAvatar";
    scene(sprites, "A n")
        .rules("n avatar > transformToSingleton stype=k stype_other=n takeOrientation=True")
        .check("RR", "k>", "k\nk(20,0 (-1.0, -0.0))");
}

#[test]
fn a_kill_scores_instead_of_a_hit() {
    let sprites = "x > Immovable healthPoints=2\navatar > MovingAvatar";
    scene(sprites, "Ax").rules("x avatar > subtractHealthPoints scoreChange=1 scoreChangeIfKilled=10").check(
        "R..",
        "x+ score",
        "x(10,0 1) 1\nx 11\nx 11",
    );
}

#[test]
fn transformations_keep_health_and_inventory_but_not_the_maximum() {
    let sprites = "g > Resource limit=5\nx > Immovable\navatar >\n  a > MovingAvatar healthPoints=3\n  b > MovingAvatar healthPoints=9";
    let scene = scene(sprites, "agx").rules("g avatar > collectResource\na x > transformTo stype=b");
    scene.check("RR", "a+ b+ bag", "a(10,0 3) b [g=1]\na b(20,0 3) [g=1]");
    let mut state = scene.start();
    state.advance(&[ludex_engine::Action::Right]);
    state.advance(&[ludex_engine::Action::Right]);
    let health = state.observe().avatar_health(0).expect("an avatar");
    assert_eq!((health.points, health.max, health.limit), (3, 9, 1000));
}

#[test]
fn what_counts_as_made_by_the_avatar_is_remembered() {
    let sprites = "p > Missile orientation=RIGHT is_from_avatar=True\nq > Missile orientation=RIGHT\nx > Immovable\navatar > MovingAvatar";
    scene(sprites, "px \nqx \nA  ").rules("p x > killSprite\nq x > killSprite").check(
        "..",
        "#p #q events",
        "p=1 q=1 []\np=0 q=0 [p*-x]",
    );
}

#[test]
fn an_avatar_meets_types_that_share_a_bit() {
    // Only the avatar has to do with them, so that it goes through the lists of those that are there.
    let types: String = (0..70).map(|i| format!("t{i} > Missile orientation=LEFT\n")).collect();
    let sprites = format!("{types}avatar > MovingAvatar").leak();
    let kills = |kind: &str| {
        let killed = format!("{kind} avatar > killSprite scoreChange=1").leak();
        scene(sprites, "A  1").mapping(format!("1 > {kind}").leak()).rules(killed).check(
            "....",
            &format!("#{kind} score"),
            &format!("{kind}=1 0\n{kind}=1 0\n{kind}=1 0\n{kind}=0 1"),
        );
    };
    ["t1", "t64", "t69"].into_iter().for_each(kills);
}

#[test]
fn a_game_may_have_more_rules_than_bits() {
    let sprites = "x > Immovable\ny > Immovable\nz > Immovable\navatar > MovingAvatar";
    let start = |rules| scene(sprites, "1 A").mapping("1 > x y").rules(rules);
    start("x y > killIfHasMore resource=z limit=1 repeat=130\ny x > removeScore scoreChange=1 repeat=70")
        .check("..", "score", "70\n140");
    // What is born in the hundredth takes part in those that come later, dead or not, and not in it.
    start("x y > removeScore repeat=99\nx y > spawn stype=z\nz y > killSprite scoreChange=1\nx z > spawn stype=z")
        .check("..", "#z score", "z=1 1\nz=2 3");
}

#[test]
fn events_are_one_for_each_pair_of_types_and_tick() {
    let sprites = "x > Immovable\ny > Immovable\nm > Missile\navatar > ShootAvatar stype=m";
    scene(sprites, "1xA  ")
        .mapping("1 > x y")
        .rules("avatar x > stepBack\nx m > killSprite\ny m > killSprite")
        .check("LLX..", "events", "[]\n[avatar-x]\n[m*-x]\n[m*-x,m*-y]\n[]");
}

#[test]
fn the_order_of_contacts_is_by_type_and_age() {
    // Each x that touches a y becomes a z; only one z may exist, so the first in the list decides.
    let sprites = "x > Immovable\n  p > Immovable\n  q > Immovable\ny > Immovable\nz > Immovable singleton=True\navatar > MovingAvatar";
    scene(sprites, "1 2 1A").mapping("1 > q y\n2 > p y").rules("x y > transformTo stype=z").check(
        ".",
        "p q z",
        "p q(0,0)(40,0) z(20,0)",
    );
}

#[test]
fn pulling_along_happens_once_a_tick() {
    let sprites = "t > Missile orientation=RIGHT speed=0.5\np > Passive\navatar > MovingAvatar";
    scene(sprites, "1    A").mapping("1 > t t p").rules("p t > pullWithIt").check(
        "....",
        "t p",
        "t(0,0)(0,0) p(0,0)
         t(5,0)(5,0) p(5,0)
         t(10,0)(10,0) p(10,0)
         t(15,0)(15,0) p(15,0)",
    );
}

#[test]
fn a_list_where_one_sprite_is_asked_for_drops_the_rest_of_the_file() {
    let sprites = "x > Immovable\na > Immovable\nb > Immovable\navatar > MovingAvatar";
    scene(sprites, "Ax")
        .rules("x avatar > killSprite scoreChange=1\nx avatar > transformTo stype=a,b\na avatar > killSprite")
        .ends("SpriteCounter stype=x limit=0 win=True")
        .check("R.", "score #x #wall", "1 x=0 wall=0\n1 x=0 wall=0");
}

#[test]
fn an_avatar_that_bumps_into_a_wall_is_back_where_it_was() {
    let sprites = "c > Immovable\nd > Immovable\navatar > MovingAvatar";
    let start = |rules, level| scene(sprites, level).mapping("2 > wall c").rules(rules);
    start("avatar wall > stepBack scoreChange=1", "Aw").check(
        "RR.",
        "avatar score",
        "avatar(0,0) 1\navatar(0,0) 2\navatar(0,0) 2",
    );
    // What shares a cell with the wall comes first if its rule does, and is never reached if it does not.
    start("c avatar > killSprite\navatar wall > stepBack", "A2").check(
        "RR",
        "avatar #c",
        "avatar(0,0) c=0\navatar(0,0) c=0",
    );
    start("avatar wall > stepBack\nc avatar > killSprite", "A2").check(
        "RR",
        "avatar #c",
        "avatar(0,0) c=1\navatar(0,0) c=1",
    );
    // A later rule finds the avatar where it was, an earlier one does not.
    let there = |rules| scene(sprites, "3w").mapping("3 > avatar d").rules(rules);
    there("avatar wall > stepBack\navatar d > killSprite scoreChange=1").check(
        "R",
        "avatar score",
        "avatar(0,0)x 1",
    );
    there("avatar d > killSprite scoreChange=1\navatar wall > stepBack").check(
        "R",
        "avatar score",
        "avatar(0,0) 0",
    );
    // Nothing touches one without extent.
    let sprites = "avatar > MovingAvatar wMult=0";
    scene(sprites, "Aw").rules("avatar wall > stepBack").check("R", "avatar", "avatar(10,0)");
    // A shield from a timer holds.
    start(
        "avatar wall > stepBack\navatar TIME > shieldFrom stype=wall ftype=stepBack timer=1 repeating=True",
        "Aw",
    )
    .check("R", "avatar", "avatar(10,0)");
}

#[test]
fn what_has_never_moved_may_be_put_back() {
    let sprites = "x > Immovable\navatar > MovingAvatar";
    scene(sprites, "Ax").rules("x avatar > stepBack scoreChange=1\nx EOS > stepBack").check(
        "RR",
        "avatar x score",
        "avatar(10,0) x(10,0) 1\navatar(20,0) x(10,0) 1",
    );
}

#[test]
fn an_avatar_with_another_speed_is_found_where_it_is() {
    let sprites = "d > Immovable\nx > Immovable\navatar > MovingAvatar";
    scene(sprites, "Ad x ")
        .rules("d avatar > setSpeedForAll stype=avatar value=0.5\nx avatar > killSprite")
        .check("RRRR", "avatar #x", "avatar(10,0) x=1\navatar(15,0) x=1\navatar(20,0) x=1\navatar(25,0) x=0");
}

#[test]
fn of_two_types_that_fly_the_rare_one_finds_the_other() {
    let sprites = "m > Missile orientation=LEFT speed=0.5\nr > Missile orientation=RIGHT speed=0.5
s > SpawnPoint stype=r cooldown=1 total=1\navatar > MovingAvatar";
    let start = |level| scene(sprites, level).rules("m r > killSprite");
    // Those that are there from the start move from the second tick on.
    let met = "m=6 r(20,0)\nm=6 r(25,0)\nm=6 r(30,0)\nm=5 r(35,0)\nm=4 r(40,0)";
    start("A r  mmmmmm").check(".....", "#m r", met);
    // One that is born later.
    start("A s  mmmmmm").check(".....", "#m r", met);
}

#[test]
fn what_is_put_back_onto_an_avatar_touches_it() {
    let sprites = "m > Missile orientation=RIGHT\ng > Missile orientation=LEFT\nq > Resource limit=9\navatar > MovingAvatar";
    // It flies over the avatar, is put back onto it by something else, and has no business with anybody else.
    scene(sprites, "m A   \nw  g  ")
        .rules("g wall > undoAll\nm avatar > changeResource resource=q value=1 scoreChange=1\navatar wall > stepBack")
        .check(".....", "m score", "m(0,0) 0\nm(10,0) 0\nm(20,0) 1\nm(20,0) 2\nm(20,0) 3");
}
