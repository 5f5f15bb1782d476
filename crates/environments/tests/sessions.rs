//! Sessions: whatever is saved is restored, and damage is noticed.

use crate::common;

use common::{Dice, levels, stages};
use ludex_engine::Action;
use ludex_environments::{RestoreError, Session};

#[test]
fn saved_states_are_restored() {
    let mut dice = Dice(2);
    for (name, stage) in stages(1) {
        let mut session = Session::new(&stage, -3);
        for tick in 0..120 {
            let action = Action::ALL[dice.below(6) as usize];
            match tick {
                60 => session.reseed(99),
                90 => session.advance(&[action]),
                _ => session.play(&[action]),
            }
        }
        let copy = Session::restore(&stage, &session.save(&stage)).unwrap();
        assert_eq!(copy.state().digest_with_rng(), session.state().digest_with_rng(), "{name}");
        let (mut a, mut b) = (session.clone(), copy);
        for _ in 0..20 {
            let action = Action::ALL[dice.below(6) as usize];
            a.play(&[action]);
            b.play(&[action]);
        }
        assert_eq!(a.save(&stage), b.save(&stage), "{name}");
    }
}

#[test]
fn damage_is_an_error() {
    let [zelda, other, ..] = &levels("zelda")[..] else { panic!() };
    let mut session = Session::new(zelda, 4);
    session.play(&[Action::Left]);
    let saved = session.save(zelda);
    assert_eq!(Session::restore(other, &saved).unwrap_err(), RestoreError::OtherGame);
    assert_eq!(Session::restore(zelda, b"").unwrap_err(), RestoreError::NotSaved);
    assert_eq!(Session::restore(zelda, &saved[..20]).unwrap_err(), RestoreError::NotSaved);
    let mut newer = saved.clone();
    newer[4] = 9;
    assert_eq!(Session::restore(zelda, &newer).unwrap_err(), RestoreError::Version(9));
    let mut longer = saved.clone();
    longer.push(0b0100_0010);
    assert_eq!(Session::restore(zelda, &longer).unwrap_err(), RestoreError::PlaysDifferently);
    // Any bytes whatever: an answer, and no panic.
    let mut dice = Dice(9);
    for _ in 0..500 {
        let mut bytes = saved.clone();
        for _ in 0..1 + dice.below(8) {
            bytes.push(dice.below(256) as u8);
        }
        let place = dice.below(bytes.len()) as usize;
        bytes[place] = dice.below(256) as u8;
        let _ = Session::restore(zelda, &bytes);
    }
}

#[test]
fn actions_of_a_game_can_be_told() {
    let zelda = &levels("zelda")[0];
    let mut session = Session::new(zelda, 0);
    session.play(&[Action::Left]);
    session.play(&[Action::Use]);
    let actions: Vec<Action> = session.actions().unwrap().into_iter().map(|[first, _]| first).collect();
    assert_eq!(actions, [Action::Left, Action::Use]);
    session.escape();
    session.play(&[Action::Left]);
    let ended = session.save(zelda);
    session.play(&[Action::Left]);
    session.advance(&[Action::Left]);
    assert_eq!(session.save(zelda), ended, "nothing happens after the end");
    let mut session = Session::new(zelda, 0);
    session.advance(&[Action::Nil]);
    assert!(session.actions().is_none());
}
