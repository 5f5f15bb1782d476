//! Players: who is who, what each gets, and how a game ends for them.

use crate::scene;

use ludex_engine::Action;
use scene::scene;

const TWO: &str = "square_size=10 no_players=2";

#[test]
fn of_two_avatars_of_one_type_the_later_is_the_first_player() {
    scene("avatar > MovingAvatar", "AA  ").header(TWO).check("R/.", "avatar", "avatar(0,0)(20,0)");
    scene("a > MovingAvatar\nb > MovingAvatar\navatar > Immovable", "ab  \n    ").header(TWO).check(
        "D/R",
        "a b",
        "a(0,10) b(20,0)",
    );
}

#[test]
fn one_action_in_a_game_of_two_leaves_the_other_avatar_alone() {
    // The second avatar is not updated at all: its cooldown does not pass.
    let sprites = "a > MovingAvatar\nb > MovingAvatar cooldown=3";
    let mut state = scene(sprites, "ab   ").header(TWO).start();
    let at = |state: &ludex_engine::State| state.observe().avatar_position(1).0;
    for _ in 0..5 {
        state.advance(&[Action::Nil]);
    }
    state.advance(&[Action::Nil, Action::Right]);
    state.advance(&[Action::Nil, Action::Right]);
    assert_eq!(at(&state), 10.0);
    state.advance(&[Action::Nil, Action::Right]);
    assert_eq!(at(&state), 20.0);
}

#[test]
fn scores_are_given_by_position_and_the_first_number_fills_up() {
    let sprites = "x > Immovable\na > MovingAvatar\nb > MovingAvatar";
    let start = |rules| scene(sprites, "axb").header(TWO).rules(rules);
    start("x a > killSprite scoreChange=1,-2").check("R/.", "score", "1,-2");
    start("x a > killSprite scoreChange=3").check("R/.", "score", "3,3");
}

#[test]
fn avatars_that_meet_are_played_once_although_each_finds_the_other() {
    // Two rules about the same two types, which are played at one go, and rules that stand alone.
    let sprites = "g > Resource limit=9\na > MovingAvatar\nb > MovingAvatar";
    let start = |rules| scene(sprites, "ab").header(TWO).rules(rules);
    let change = "a b > changeResource resource=g value=1 scoreChange=1";
    start(change).check("R./..", "bag score", "[g=1 ] 1,1\n[g=2 ] 2,2");
    start("a b > changeResource resource=g value=1 scoreChange=1\na b > changeResource resource=g value=2")
        .check("R./..", "bag score", "[g=3 ] 1,1\n[g=6 ] 2,2");
    start("a b > changeResource resource=g value=1\nb a > changeResource resource=g value=3 scoreChange=1")
        .check("R./..", "bag score", "[g=1 g=3] 1,1\n[g=2 g=6] 2,2");
}

#[test]
fn a_single_win_is_the_first_players() {
    let sprites = "a > MovingAvatar\nb > MovingAvatar";
    let start = |ends| scene(sprites, "ab").header(TWO).ends(ends);
    start("Timeout limit=1 win=True").check(".../...", "score", "0,0\n0,0 Wins Loses");
    start("Timeout limit=0 win=False,TRUE").check(".../...", "score", "0,0 Loses Wins");
    start("Timeout limit=0").check(".../...", "score", "0,0 Loses Loses");
}

#[test]
fn the_best_score_wins_but_a_later_zero_does_not_count() {
    let sprites = "x > Immovable\na > MovingAvatar\nb > MovingAvatar";
    let start = |rules| {
        scene(sprites, "axb")
            .header(TWO)
            .rules(rules)
            .ends("Timeout limit=0 count_score=True win=False,False")
    };
    start("x a > killSprite scoreChange=-5,0").check("R/.", "score", "-5,0 Wins Loses");
    start("x a > killSprite scoreChange=0,-5").check("R/.", "score", "0,-5 Wins Loses");
    start("x a > killSprite scoreChange=2,2").check("R/.", "score", "2,2 Wins Wins");
    start("x a > killSprite scoreChange=1,2").check("R/.", "score", "1,2 Loses Wins");
    start("").check("R/.", "score", "0,0 Loses Loses");
}

#[test]
fn counters_decide_a_timeout() {
    let sprites = "x > Immovable\na > MovingAvatar\nb > MovingAvatar";
    let header = "square_size=10 no_players=2 no_counters=2";
    let start = |ends| scene(sprites, "axb").header(header).rules("x a > killSprite counter=1,2").ends(ends);
    start("Timeout limit=0 use_counter=True compare=True").check("R/.", "counters", "1,2 Wins Loses");
    start("Timeout limit=0 use_counter=True compare=True").check("./.", "counters", "0,0 Loses Wins");
    // Only the last player's counter is compared, and the first player gets the result.
    start("Timeout limit=0 use_counter=True limits=7,2").check("R/.", "counters", "1,2 Wins Loses");
    start("Timeout limit=0 use_counter=True limits=1,7").check("R/.", "counters", "1,2 Loses Loses");
    // A single number is not taken for a list.
    scene(sprites, "axb").header(header).rules("x a > killSprite counter=1").check("R/.", "counters", "0,0");
}

#[test]
fn a_stop_counter_acts_on_what_follows_and_on_the_rest_a_tick_later() {
    let sprites = "x > Immovable\nm > Missile timeToLive=2\navatar > MovingAvatar";
    let start = |ends| scene(sprites, "xmA").ends(ends);
    // No more than the one m: nothing may end while it is there.
    start("StopCounter stype1=m limit=1\nSpriteCounter stype=x limit=1 win=True").check(
        "....",
        "#m",
        "m=1\nm=1\nm=0 Wins",
    );
    // A counter before it sees the flag of the tick before: at the start nothing is stopped.
    start("SpriteCounter stype=x limit=1 win=True\nStopCounter stype1=m limit=1")
        .check("....", "#m", "m=1 Wins");
    start("SpriteCounter stype=m limit=0 win=True\nStopCounter stype1=m limit=1").check(
        "......",
        "#m",
        "m=1\nm=1\nm=0\nm=0 Wins",
    );
    // Time is not stopped.
    start("StopCounter stype1=m limit=1\nTimeout limit=1 win=True").check("....", "#m", "m=1\nm=1 Wins");
}

#[test]
fn other_terminations() {
    let sprites =
        "p > Immovable\n  q > Immovable\n  r > Immovable\nx > Flicker limit=0\navatar > MovingAvatar";
    let start = |ends| scene(sprites, "qqrxA").ends(ends);
    start("MultiSpriteCounter stype1=q stype2=x limit=2 win=True").check("...", "#x", "x=1\nx=0 Wins");
    start("MultiSpriteCounter stype1=q limit=1 min=True win=True").check("...", "#x", "x=1 Wins");
    start("SpriteCounterMore stype=p limit=3 win=True").check("...", "#x", "x=1 Wins");
    start("MultiSpriteCounterSubTypes stype1=p limit=3 subTypesNum=2 win=True")
        .check("...", "#x", "x=1 Wins");
    start("MultiSpriteCounterSubTypes stype1=p limit=3 subTypesNum=1 win=True").check("..", "#x", "x=1\nx=0");
    // The first that holds decides.
    start("Timeout limit=1 win=False\nSpriteCounter stype=x limit=0 win=True").check(
        "...",
        "#x",
        "x=1\nx=0 Loses",
    );
}

#[test]
fn hidden_sprites_are_in_the_grid_only_after_an_advance() {
    let mut state =
        scene("h > Immovable hidden=True\nv > Immovable hidden=False,True\navatar > MovingAvatar", "hvA")
            .start();
    let seen = |state: &ludex_engine::State| {
        state.observe().observation_grid().iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!(seen(&state), [0, 1, 1]);
    state.advance(&[Action::Nil]);
    assert_eq!(seen(&state), [1, 1, 1]);
    assert_eq!(seen(&state.clone()), [0, 1, 1]);
    assert_eq!(state.observe().types_of(ludex_engine::Category::Static).count(), 1);
}

#[test]
fn surplus_avatars_are_taken_away() {
    scene("avatar > MovingAvatar", "AAA ").check("R", "avatar", "avatar(10,0)");
}

#[test]
fn flak_needs_ammunition_and_pays_for_it() {
    let sprites = "g > Resource limit=9 value=4\nm > Missile orientation=UP\navatar > FlakAvatar stype=m ammo=g minAmmo=1 ammoCost=3";
    scene(sprites, " g \nA  ")
        .mapping("B > avatar")
        .rules("g avatar > collectResource")
        .check("X", "#m bag", "m=0 []");
    scene("g > Resource limit=9 value=4\nm > Missile orientation=UP\navatar > FlakAvatar stype=m ammo=g minAmmo=1 ammoCost=3", "Ag ")
        .rules("g avatar > collectResource")
        .check("RXXX", "#m bag", "m=0 [g=4]\nm=1 [g=1]\nm=1 [g=1]\nm=1 [g=1]");
}

#[test]
fn the_last_tick_loses() {
    let lines = scene("avatar > MovingAvatar", "A").play(&".".repeat(2100), "score");
    assert_eq!((lines.len(), lines[2000].as_str()), (2001, "0 Loses"));
    let lines = scene("avatar > MovingAvatar", "A")
        .ends("Timeout limit=2000 win=True")
        .play(&".".repeat(2100), "score");
    assert_eq!(lines[2000], "0 Wins");
}

#[test]
fn who_leaves_a_game_does_not_win_it() {
    let start = || scene("avatar > MovingAvatar", "A").ends("Timeout limit=0 win=True").start();
    let (mut left, mut model) = (start(), start());
    left.play(&[Action::Escape]);
    assert_eq!((left.is_over(), left.winner(0), left.tick()), (true, ludex_engine::Winner::None, 1));
    // A forward model takes it for doing nothing.
    model.advance(&[Action::Escape]);
    assert_eq!((model.is_over(), model.winner(0)), (true, ludex_engine::Winner::Wins));
}

#[test]
fn the_dead_are_not_asked() {
    let mut state = scene("a > MovingAvatar\nb > MovingAvatar\nx > Immovable", "a bx ")
        .header(TWO)
        .rules("b x > killSprite")
        .start();
    let last = |state: &ludex_engine::State| state.observe().avatar_last_action(1);
    state.play(&[Action::Nil, Action::Right]);
    assert_eq!((state.observe().is_avatar_alive(1), last(&state)), (false, Action::Right));
    state.play(&[Action::Nil, Action::Left]);
    assert_eq!(last(&state), Action::Right);
    // Nor can they leave the game.
    state.play(&[Action::Nil, Action::Escape]);
    assert!(!state.is_over());
    state.play(&[Action::Escape, Action::Nil]);
    assert!(state.is_over());
}

#[test]
fn newborns_of_types_that_are_never_updated_are_not_in_the_grid_after_an_advance() {
    let sprites = "s > SpawnPoint stype=t cooldown=5\nt > Immovable\n    u > img=none\navatar > MovingAvatar";
    let mut state = scene(sprites, "s tA").start();
    let seen = |state: &ludex_engine::State| {
        state.observe().observation_grid().iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!(seen(&state), [1, 0, 1, 1]);
    state.advance(&[Action::Nil]);
    assert_eq!(seen(&state), [1, 0, 1, 1]);
    assert_eq!(seen(&state.clone()), [2, 0, 1, 1]);
    // The lists of categories have them all.
    assert_eq!(state.observe().sprites_of(3).count(), 2);
}

/// How a state looks after some ticks as the forward model of May 2014 played them.
fn as_in_2014(mut state: ludex_engine::State, actions: &[Action]) -> (f64, f64, f64, bool) {
    for &action in actions {
        state.advance_as_in_2014(&[action]);
        state.check().unwrap();
    }
    let seen = state.observe();
    let (x, y) = seen.avatar_position(0);
    (x, y, seen.score(0), state.is_over())
}

#[test]
fn simulations_of_2014_know_no_use() {
    let sprites = "avatar > ShootAvatar stype=s\ns > Missile orientation=RIGHT\nx > Immovable";
    let rules = "x s > killSprite scoreChange=5";
    let start = || scene(sprites, "A x  ").rules(rules).start();
    let mut real = start();
    let actions = [Action::Use, Action::Nil, Action::Nil, Action::Nil];
    actions.iter().for_each(|&action| real.advance(&[action]));
    assert_eq!(real.score(0), 5.0);
    assert_eq!(as_in_2014(start(), &actions), (0.0, 0.0, 0.0, false));
}

#[test]
fn simulations_of_2014_throw_the_avatar_back_to_where_they_began() {
    let rules = "avatar wall > stepBack";
    let state = scene("avatar > MovingAvatar\nwall > Immovable", "A    w").rules(rules).start();
    let right = [Action::Right; 5];
    assert_eq!(as_in_2014(state.clone(), &right[..4]).0, 40.0);
    assert_eq!(as_in_2014(state.clone(), &right).0, 0.0, "to where it was before the simulation");
    let mut real = state;
    real.advance(&[Action::Right]);
    real.advance(&[Action::Right]);
    assert_eq!(as_in_2014(real, &right[..3]).0, 10.0, "the last real tick began there");
}

#[test]
fn simulations_of_2014_walk_at_once_and_face_where_they_faced() {
    let sprites = "avatar > OrientedAvatar orientation=RIGHT rotateInPlace=True";
    let mut state = scene(sprites, "A  \n   ").start();
    state.advance_as_in_2014(&[Action::Down]);
    let seen = state.observe();
    assert_eq!(seen.avatar_position(0), (0.0, 10.0));
    assert_eq!(seen.avatar_orientation(0), (1.0, 0.0));
}
