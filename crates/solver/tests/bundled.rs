//! The games that ship with Ludex: every level can be won, none by doing nothing, and their tags are true.

use ludex_engine::{Action, ONTOLOGY, State, Winner, World};
use ludex_library::{Bundled, bundled};
use ludex_solver::{Win, is_deterministic};
use ludex_vgdl::{Level, check_game, check_level};
use std::sync::Arc;

/// All levels of a game, ready to be played.
fn worlds(game: &Bundled) -> Vec<Arc<World>> {
    let checked = check_game(game.game, &ONTOLOGY);
    assert!(checked.diagnostics.is_empty(), "{}: {:?}", game.name, checked.diagnostics);
    let description = checked.game.expect("a game without complaints");
    let world = |text| {
        let complaints = check_level(text, &description, &ONTOLOGY);
        assert!(complaints.is_empty(), "{}: {complaints:?}", game.name);
        World::new(&description, &Level::parse(text)).unwrap_or_else(|e| panic!("{}: {e}", game.name))
    };
    game.levels.iter().map(|level| world(level.text)).collect()
}

#[test]
fn every_level_has_a_win_that_still_wins() {
    for game in bundled() {
        for (number, (world, level)) in worlds(game).iter().zip(game.levels).enumerate() {
            let text =
                level.win.unwrap_or_else(|| panic!("{} level {number} has no recorded win", game.name));
            let win: Win = text.parse().unwrap_or_else(|e| panic!("{} level {number}: {e}", game.name));
            win.replay(world).unwrap_or_else(|e| panic!("{} level {number}: {e}", game.name));
            let moves = win.actions.iter().chain(&win.second).filter(|a| **a != Action::Nil).count();
            assert!(moves > 5, "{} level {number} is won in {moves} moves", game.name);
        }
    }
}

#[test]
fn no_level_is_won_by_doing_nothing() {
    // Of rivals who both do nothing one may win all the same: the fox when time is up, or who was not stung by a hornet.
    for game in bundled().iter().filter(|game| !game.tags.contains(&"competitive")) {
        for (number, world) in worlds(game).iter().enumerate() {
            for seed in 0..5 {
                let mut state = State::new(world, seed);
                let nothing = vec![Action::Nil; world.players()];
                while !state.is_over() {
                    state.advance(&nothing);
                }
                assert_ne!(state.winner(0), Winner::Wins, "{} level {number}, seed {seed}", game.name);
            }
        }
    }
}

#[test]
fn nobody_dies_before_they_can_move() {
    for game in bundled() {
        for (number, world) in worlds(game).iter().enumerate() {
            for seed in 0..20 {
                let mut state = State::new(world, seed);
                let nothing = vec![Action::Nil; world.players()];
                (0..5).for_each(|_| state.advance(&nothing));
                assert!(
                    !state.is_over(),
                    "{} level {number}, seed {seed} ends at tick {}",
                    game.name,
                    state.tick()
                );
            }
        }
    }
}

#[test]
fn two_players_win_together_or_against_each_other() {
    for game in bundled().iter().filter(|game| game.set.ends_with("-coop") || game.set.ends_with("-versus")) {
        let together = game.tags.contains(&"cooperative");
        assert_ne!(together, game.tags.contains(&"competitive"), "{}", game.name);
        assert_eq!(together, game.set.ends_with("-coop"), "{}", game.name);
        for (world, level) in worlds(game).iter().zip(game.levels) {
            assert_eq!(world.players(), 2, "{}", game.name);
            let win: Win = level.win.expect("recorded").parse().expect("readable");
            let end = win.replay(world).expect("a win");
            assert_eq!(end.winner(1) == Winner::Wins, together, "{}", game.name);
        }
    }
    let pairs = bundled()
        .iter()
        .filter(|game| game.tags.iter().any(|tag| ["cooperative", "competitive"].contains(tag)));
    assert_eq!(pairs.count(), 10);
}

#[test]
fn tags_say_whether_chance_plays_a_part() {
    for game in bundled() {
        let deterministic = worlds(game).iter().all(is_deterministic);
        let expected = if deterministic { "deterministic" } else { "stochastic" };
        assert_eq!(game.tags[0], expected, "{}", game.name);
    }
}
