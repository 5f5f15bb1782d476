//! Rules of the clock (TIME) and of the edge of the screen (EOS).

use crate::scene;

use scene::scene;

#[test]
fn timed_rules_run_last_line_first_and_then_take_turns() {
    // Each rule turns x into its own letter, and only the first to run finds an x. At tick 0 the last line
    // comes first; with equal periods the order is swapped from then on.
    let sprites = "x > Immovable\na > Immovable\nb > Immovable\ns > SpawnPoint stype=x cooldown=2";
    let rules = "x TIME > transformTo stype=a timer=2 repeating=True\nx TIME > transformTo stype=b timer=2 repeating=True\n";
    scene(sprites, "s").rules(rules).check(
        ".......",
        "#a #b",
        "a=0 b=1
         a=0 b=1
         a=1 b=1
         a=1 b=1
         a=1 b=2
         a=1 b=2
         a=2 b=2",
    );
}

#[test]
fn a_timed_rule_runs_at_tick_zero_unless_told_when() {
    let sprites = "x > Immovable";
    let start = |rules| scene(sprites, "x").rules(rules);
    start("x TIME > killSprite timer=2 scoreChange=1").check("...", "#x score", "x=0 0\nx=0 0\nx=0 0");
    start("TIME x > killSprite timer=2 nextExecution=7").check("....", "#x", "x=1\nx=1\nx=0\nx=0");
    // Without a sprite there is nothing to repeat on, but a rule without a known sprite runs on nothing.
    start("TIME nobody > killAll stype=x timer=1 nextExecution=0").check("..", "#x", "x=1\nx=0");
    // A rule that is not repeated is spent.
    start("x TIME > spawn stype=wall timer=1").check("...", "#wall", "wall=1\nwall=1\nwall=1");
}

#[test]
fn a_timer_pays_its_score_twice() {
    let sprites = "g > Immovable\nx > Immovable\navatar > MovingAvatar";
    scene(sprites, "A g x")
        .rules("g avatar > addTimer timer=2 ftype=killAll stype=x scoreChange=3\ng avatar > killSprite")
        .check("RR...", "score #x", "0 x=1\n3 x=1\n3 x=1\n6 x=0\n6 x=0");
}

#[test]
fn a_repeating_timer_goes_on() {
    let sprites =
        "g > Immovable\nx > Immovable\ny > Immovable\ns > SpawnPoint stype=x\navatar > MovingAvatar";
    let rules = "g avatar > addTimer timer=2 ftype=transformToAll stype=x stypeTo=y repeating=True\ng avatar > killSprite";
    scene(sprites, "A g \n   s").rules(rules).check(
        "RR.....",
        "#x #y",
        "x=1 y=0
         x=2 y=0
         x=3 y=0
         x=0 y=4
         x=1 y=4
         x=0 y=6
         x=1 y=6",
    );
}

#[test]
fn rules_of_the_edge_are_tried_once_for_each_other_rule() {
    // Two lines stand twice in the list, each time with both: four executions.
    let sprites = "m > Missile orientation=LEFT\navatar > MovingAvatar";
    scene(sprites, "mA")
        .rules("m EOS > spawn stype=wall scoreChange=1\nm EOS > spawn stype=wall scoreChange=10")
        .check("...", "score #wall", "0 wall=0\n22 wall=4\n44 wall=8");
}

#[test]
fn a_list_that_grows_at_the_edge_is_left() {
    // Both missiles leave the screen together. The first is cloned, the second is not reached.
    let sprites = "m > Missile orientation=LEFT\nn > Missile orientation=RIGHT\navatar > MovingAvatar";
    scene(sprites, "mA\nm ").rules("m EOS > cloneSprite scoreChange=1").check(
        "...",
        "#m score",
        "m=2 0
         m=3 1
         m=4 2",
    );
    // Sprites of another type do not matter.
    scene(sprites, "mA\nm ").rules("m EOS > spawn stype=n scoreChange=1").check(
        "..",
        "#n score",
        "n=0 0\nn=2 2",
    );
}

#[test]
fn effects_that_need_a_partner_only_leave_messages_at_the_edge() {
    // 26 messages end the game: one a tick from tick 1 on. The score is added all the same.
    let lines = scene("m > Missile orientation=LEFT\navatar > MovingAvatar", "mA")
        .rules("m EOS > killBoth scoreChange=1")
        .play(&".".repeat(40), "score");
    assert_eq!(lines.len(), 27);
    assert_eq!(lines[26], "26 None");
}

#[test]
fn a_score_that_is_no_integer_counts_nothing_and_leaves_a_message() {
    let lines = scene("m > Missile orientation=LEFT\navatar > MovingAvatar", "mA")
        .rules("m EOS > halfSpeed scoreChange=0.5")
        .play(&".".repeat(40), "score");
    assert_eq!((lines.len(), lines[26].as_str()), (27, "0 None"));
}

#[test]
fn unmapped_characters_end_a_game_at_its_first_tick() {
    let scene = |level| scene("avatar > MovingAvatar", level);
    assert_eq!(scene("A?????????????????????????").play("..", "score"), ["0", "0"]);
    assert_eq!(scene("A??????????????????????????").play("..", "score"), ["0 None"]);
}

#[test]
fn ragged_levels_are_as_wide_as_their_first_line() {
    scene("x > Immovable\navatar > MovingAvatar", "A x\nx\n\nxxxxxx\n").check(
        ".",
        "x",
        "x(20,0)(0,10)(0,30)(10,30)(20,30)",
    );
}

#[test]
fn an_effect_that_adds_to_the_list_it_goes_through_breaks_off_at_the_edge() {
    // Of two crates the first alone is replaced, nothing scores, and the second missile does not get its turn.
    let sprites = "m > Missile orientation=LEFT\nx > Immovable\navatar > MovingAvatar";
    let rule = "m EOS > transformToAll stype=x stypeTo=x scoreChange=1";
    let level = |level| scene(sprites, level).rules(rule);
    level("mAx\nm x").check("...", "#x score", "x=2 0\nx=2 0\nx=2 0");
    let x = |state: &ludex_engine::State| state.sprites_of_type(3).map(|x| x.id).collect::<Vec<_>>();
    let mut state = level("mAx\nm x").start();
    assert_eq!(x(&state), [2, 4]);
    state.advance(&[]);
    state.advance(&[]);
    assert_eq!(x(&state), [4, 5]);
    // Each time there is a message, and with the twenty-sixth the game is over.
    let lines = level("mAx\nm x").play(&".".repeat(40), "score");
    assert_eq!((lines.len(), lines[26].as_str()), (27, "0 None"));
    // With nothing to replace it goes on, and scores, for both missiles.
    level("mA \nm  ").check("..", "#x score", "x=0 0\nx=0 2");
}
