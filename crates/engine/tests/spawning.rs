//! Sprites that come into the world: when, where, how many.

use crate::scene;

use scene::scene;

#[test]
fn spawners_draw_every_tick_and_newborns_may_act_at_once() {
    // The type defined last is updated first: `late` is born after its turn, `early` before.
    let sprites = "e > Missile\na > SpawnPoint stype=e cooldown=3 total=2\nb > SpawnPoint stype=l cooldown=3 prob=0.5\n\
                   l > Missile";
    scene(sprites, "a b ").seed(5).check(
        "....",
        "#e #l #a #b",
        "e=1 l=0 a=1 b=1
         e=1 l=0 a=1 b=1
         e=1 l=0 a=1 b=1
         e=2 l=1 a=0 b=1",
    );
}

#[test]
fn the_phase_of_a_spawner_is_its_birth_tick_plus_the_tick() {
    // Born at tick 1 by an effect and first updated at tick 2, it fires when 2 + tick is a multiple of 5.
    let sprites = "x > Missile\ns > SpawnPoint stype=x cooldown=5\ng > Immovable\navatar > MovingAvatar";
    scene(sprites, "A g").rules("g avatar > transformTo stype=s").check(
        "RR......",
        "#s #x",
        "s=0 x=0
         s=1 x=0
         s=1 x=0
         s=1 x=1
         s=1 x=1
         s=1 x=1
         s=1 x=1
         s=1 x=1",
    );
}

#[test]
fn bombers_spawn_before_they_move_and_random_bombers_after() {
    let sprites = "x > Immovable\nb > Bomber stype=x cooldown=2 speed=1\nr > RandomBomber stype=y cooldown=2\ny > Immovable";
    scene(sprites, "b    \n     \n  r  ").seed(42).check(
        "...",
        "b x r y",
        "b(0,0) x(0,0) r(20,20) y(20,20)
         b(10,0) x(0,0) r(20,10) y(20,20)
         b(10,0) x(0,0)(10,0) r(20,10) y(20,20)(20,10)",
    );
}

#[test]
fn children_take_the_spawner_orientation_unless_they_have_their_own() {
    let sprites = "s > SpawnPoint stype=m orientation=UP cooldown=100\nt > SpawnPoint stype=n spawnorientation=LEFT orientation=UP cooldown=100\n\
                   u > SpawnPoint stype=o orientation=UP cooldown=100\nm > Missile\nn > Missile orientation=DOWN\no > Missile orientation=DOWN";
    scene(sprites, "stu").check(".", "m> n> o>", "m(0,0 (0.0, -1.0)) n(10,0 (-1.0, 0.0)) o(20,0 (0.0, 1.0))");
}

#[test]
fn several_kinds_at_once_and_one_of_several() {
    let sprites = "x > Immovable\ny > Immovable\nm > SpawnPointMultiSprite stypes=x,y cooldown=2 total=3\n\
                   b > BomberRandomMissile stypeMissile=x,y cooldown=2";
    scene(sprites, "m b").seed(42).check(
        "...",
        "#x #y #m",
        "x=1 y=2 m=1
         x=1 y=2 m=1
         x=3 y=3 m=0",
    );
}

#[test]
fn singletons_of_a_whole_chain_keep_their_kin_away() {
    // The parent's mark limits both children together; a child's own mark limits the child.
    let sprites = "p > Immovable singleton=True\n  q > Immovable\n  r > Immovable\ns > Immovable SINGLETON=true\nt > Immovable singleton=TRUE";
    scene(sprites, "qrqsstt").check(".", "#q #r #s #t", "q=1 r=0 s=2 t=1");
}

#[test]
fn a_singleton_that_died_this_tick_still_keeps_others_away() {
    let sprites = "s > Immovable singleton=True\nk > Immovable\navatar > MovingAvatar";
    scene(sprites, "A s").mapping("s > s k").rules("s avatar > killSprite\nk avatar > spawn stype=s").check(
        "RRR",
        "#s",
        "s=1
         s=0
         s=0",
    );
    scene(sprites, "A s").mapping("s > s k").rules("s avatar > killSprite\nk avatar > spawn stype=s").check(
        "RR.",
        "#s",
        "s=1
         s=0
         s=1",
    );
}

#[test]
fn the_first_scaled_sprite_has_an_unscaled_last_rectangle() {
    // Put back in the tick of its birth, it takes the size of its last rectangle: a block for the first one,
    // its own for the second.
    let sprites = "b > Immovable wMult=2 hMult=2\ng > Immovable\navatar > MovingAvatar";
    let scene = scene(sprites, "A gg")
        .rules("g avatar > spawn stype=b\nb b avatar > stepBack\ng avatar > killSprite");
    let mut state = scene.start();
    let sizes = |state: &ludex_engine::State| -> Vec<i32> {
        let id = state.world().type_names().position(|name| name == "b").expect("b") as u16;
        state.sprites_of_type(id).map(|sprite| sprite.rect.w).collect()
    };
    state.advance(&[ludex_engine::Action::Right]);
    state.advance(&[ludex_engine::Action::Right]);
    assert_eq!(sizes(&state), [10]);
    state.advance(&[ludex_engine::Action::Right]);
    assert_eq!(sizes(&state), [10, 20]);
}

#[test]
fn ten_thousand_and_one_sprites_and_no_more() {
    // Doubling: after 14 ticks there would be 16384. Refused ones leave messages, which end the game.
    let sprites = "s > Immovable\nx > Immovable\navatar > MovingAvatar";
    let scene = scene(sprites, "sA").mapping("s > s x").rules("s x > cloneSprite");
    let lines = scene.play("................", "#s");
    assert_eq!(lines[12], "s=8192");
    // Two of the 10001 are x and the avatar.
    assert_eq!(lines[13..], ["s=9999 None"]);
}

#[test]
fn sprites_killed_twice_make_room_for_too_many() {
    // The limit is checked against a number from which a sprite that dies twice is taken twice.
    let sprites = "s > Immovable\nx > Immovable\nk > Flicker limit=0 timeToLive=1\navatar > MovingAvatar";
    let scene = scene(sprites, "skA").mapping("s > s x").rules("s x > cloneSprite");
    let lines = scene.play("................", "#s");
    assert_eq!(lines[13..], ["s=10000 None"]);
}

#[test]
fn a_half_of_the_populated_subtypes_decides() {
    let sprites = "p > Immovable\n  q > Immovable\n  r > Immovable\nx > Immovable\ny > Immovable\ng > Immovable\navatar > MovingAvatar";
    let scene = |rules| scene(sprites, "A g\nqqr").rules(rules);
    // Two exact types have sprites; half of that is one.
    scene(
        "g avatar > spawnIfCounterSubTypes stype=x estype=y stypeCount=p limit=3 subTypesNum=1 scoreChange=2",
    )
    .check("RR", "#x #y score", "x=0 y=0 0\nx=1 y=0 2");
    scene(
        "g avatar > spawnIfCounterSubTypes stype=x estype=y stypeCount=p limit=3 subTypesNum=2 scoreChange=2",
    )
    .check("RR", "#x #y score", "x=0 y=0 0\nx=0 y=1 0");
    scene(
        "g avatar > spawnIfCounterSubTypes stype=x estype=y stypeCount=p limit=2 subTypesNum=1 scoreChange=2",
    )
    .check("RR", "#x #y score", "x=0 y=0 0\nx=0 y=1 0");
}

#[test]
fn until_its_first_choice_a_bomber_of_many_leads_to_what_stype_names() {
    let sprites = "b > BomberRandomMissile stype=e stypeMissile=f\ne > Immovable\nf > Immovable\ng > Immovable\navatar > MovingAvatar";
    let rules = "g avatar > transformTo stype=b\navatar b > teleportToExit";
    // Made and entered in one tick, it has not chosen yet; from its first turn on it leads to its last choice.
    scene(sprites, "Ag e f").rules(rules).check("R", "avatar", "avatar(30,0)");
    scene(sprites, "Ab e f").rules(rules).check("R", "avatar", "avatar(50,0)");
}
