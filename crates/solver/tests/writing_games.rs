//! The listings of docs/writing-games.md: each is a whole game that reads without complaint, plays, and can be
//! won where it says so.

use ludex_engine::{ONTOLOGY, Random, State, World};
use ludex_solver::{Limits, Search, solve};
use ludex_vgdl::Level;

const PAGE: &str = include_str!("../../../docs/writing-games.md");

/// The text of all blocks in this language, in order.
fn blocks(language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if line == format!("```{language}") {
            let text = lines.by_ref().take_while(|line| *line != "```");
            found.push(text.map(|line| format!("{line}\n")).collect());
        }
    }
    found
}

#[test]
fn every_listing_is_a_game_that_plays() {
    let (games, levels) = (blocks("vgdl"), blocks("level"));
    assert_eq!((games.len(), levels.len()), (5, 5));
    for (step, (text, level)) in games.iter().zip(&levels).enumerate() {
        let parsed = ludex_vgdl::check_game(text, &ONTOLOGY);
        assert!(parsed.diagnostics.is_empty(), "step {}: {:?}", step + 1, parsed.diagnostics);
        let game = parsed.game.expect("a game without complaints");
        let complaints = ludex_vgdl::check_level(level, &game, &ONTOLOGY);
        assert!(complaints.is_empty(), "step {}: {complaints:?}", step + 1);
        let world = World::new(&game, &Level::parse(level)).expect("a level that fits");

        let mut dice = Random::new(step as i64);
        let mut state = State::new(&world, 1);
        for _ in 0..200 {
            let actions = state.actions(0);
            state.advance(&[actions[dice.next_int(actions.len() as u32) as usize]]);
        }

        let can_be_won = text.contains("win=True");
        let won = solve(&game, &world, 0, Search::Auto, Limits { ticks: 200_000 }, &mut |_| true).is_ok();
        assert_eq!(won, can_be_won, "step {}", step + 1);
    }
}
