//! From the text of an experiment to cells.

use crate::common::{MadeUp, experiment, plan};
use ludex_arena::plan::{GameFolder, GameSource, Plan, PlanError, select, sets};
use std::collections::HashSet;

#[test]
fn agents_meet_the_same_games() {
    let plan = plan(&["random", "mcts"], &["zelda", "aliens"], 3);
    assert_eq!(plan.cells.len(), 2 * 2 * 5 * 3);
    for pair in plan.cells.chunks(2) {
        let [a, b] = pair else { panic!("odd") };
        assert_eq!((&a.game, a.level, a.repetition, a.seed), (&b.game, b.level, b.repetition, b.seed));
        assert_ne!(a.entrant, b.entrant);
        assert_ne!(a.agent_seed, b.agent_seed);
    }
    let seeds: HashSet<u64> = plan.cells.iter().map(|cell| cell.seed).collect();
    assert_eq!(seeds.len(), 2 * 5 * 3, "no game is the same as another");
    let first_half: HashSet<u32> = plan.cells[..20].iter().map(|cell| cell.repetition).collect();
    assert_eq!(first_half.len(), 1, "every level once before any twice");
}

#[test]
fn what_does_not_fit_into_memory_is_refused() {
    let error = Plan::new(&experiment(&["random"], &["zelda"], u32::MAX), &[&MadeUp::new(&["zelda"])]);
    assert!(matches!(error, Err(PlanError::TooMany(games)) if games == 5 * u64::from(u32::MAX)));
}

#[test]
fn a_plan_does_not_depend_on_what_else_is_in_it() {
    let small = plan(&["mcts"], &["zelda"], 2);
    let large = plan(&["random", "mcts"], &["aliens", "zelda"], 4);
    assert!(small.cells.iter().all(|cell| large.cells.contains(cell)));
}

#[test]
fn texts_mean_games() {
    let games = MadeUp::new(&["aliens", "sokoban", "survivezombies", "zelda"]);
    let names = |texts: &[&str]| -> Result<Vec<String>, PlanError> {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        Ok(select(&texts, &[&games])?.into_iter().map(|game| game.name).collect())
    };
    assert_eq!(names(&["Survive Zombies", "zelda", "s*"]).unwrap(), ["survivezombies", "zelda", "sokoban"]);
    let error = names(&["zleda"]).unwrap_err().to_string();
    assert!(error.contains("did you mean `zelda`"), "{error}");
    let error = names(&["st1"]).unwrap_err().to_string();
    assert!(error.contains("did you mean `set1`"), "{error}");
    let error = names(&["set1"]).unwrap_err().to_string();
    assert!(error.contains("6 of the 10 games") && error.contains("--games-dir"), "{error}");
    assert!(names(&["q*"]).is_err() && names(&[]).is_err());
    assert!(matches!(names(&["./no/such/folder"]), Err(PlanError::UnknownGame { .. })));
}

#[test]
fn levels_that_are_not_there() {
    let mut wanted = experiment(&["random"], &["zelda"], 1);
    wanted.levels = "3-6".parse().unwrap();
    let error = Plan::new(&wanted, &[&MadeUp::new(&["zelda"])]).unwrap_err().to_string();
    assert_eq!(error, "zelda has no level 5: it has level 0, 1, 2, 3, 4");
}

#[test]
fn both_layouts_of_folders() {
    let scratch = crate::common::Scratch::new("layouts");
    let write = |path: &str, text: &str| {
        let path = scratch.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("ours/zelda/game.vgdl", "zelda");
    write("ours/zelda/level0.txt", "one");
    write("ours/zelda/level1.txt", "two");
    write("theirs/examples/gridphysics/camelRace.txt", "camels");
    write("theirs/examples/gridphysics/camelRace_lvl0.txt", "sand");
    write("theirs/examples/gridphysics/camelRace_glvl.txt", "a fragment");
    write("theirs/README.txt", "not a game");
    let ours = GameFolder::open(&scratch.path().join("ours")).unwrap();
    assert_eq!(ours.load("zelda").unwrap().unwrap().levels.len(), 2);
    let theirs = GameFolder::open(&scratch.path().join("theirs")).unwrap();
    assert_eq!(theirs.names(), ["camelrace"]);
    assert_eq!(theirs.load("camelrace").unwrap().unwrap().levels[&0], "sand");
    let chosen = |path: &str| {
        let text = scratch.path().join(path).to_str().unwrap().to_owned();
        select(&[text], &[])
            .map(|games| games.into_iter().map(|game| (game.name, game.levels.len())).collect::<Vec<_>>())
    };
    for path in ["ours", "ours/zelda", "ours/zelda/game.vgdl"] {
        assert_eq!(chosen(path).unwrap(), [("zelda".to_owned(), 2)], "{path}");
    }
    assert_eq!(chosen("theirs/examples/gridphysics/camelRace.txt").unwrap(), [("camelrace".to_owned(), 1)]);
    write("mixed/maze.vgdl", "a maze");
    write("mixed/level0.txt", "one");
    assert_eq!(chosen("mixed/maze.vgdl").unwrap(), [("maze".to_owned(), 1)]);
    write("empty/notes.txt", "none");
    let problem = chosen("empty").unwrap_err().to_string();
    assert!(problem.starts_with("no games in ") && problem.contains("zelda_lvl0.txt"), "{problem}");
}

ludex_testing::needs_gvgai!(every_set_is_complete_in_gvgai);

fn every_set_is_complete_in_gvgai() {
    let gvgai = GameFolder::open(&ludex_testing::gvgai()).unwrap();
    for set in sets().iter().filter(|set| !set.bundled) {
        let games = select(std::slice::from_ref(&set.name), &[&gvgai]).unwrap();
        assert_eq!(games.len(), set.games.len());
        for game in games {
            assert!((0..5).all(|level| game.levels.contains_key(&level)), "{}", game.name);
        }
    }
}

#[test]
fn an_early_stop_has_about_as_much_of_every_game_and_agent() {
    let games = [
        "zelda",
        "aliens",
        "chase",
        "frogs",
        "portals",
        "sokoban",
        "eggomania",
        "lasers",
        "missilecommand",
        "boulderdash",
    ];
    let agents = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let plan = plan(&agents, &games, 3);
    assert_eq!(plan.cells.len(), 10 * 9 * 5 * 3);
    for stopped_after in [60, 90, 200, 500] {
        let mut played: std::collections::BTreeMap<(&str, &str), usize> = std::collections::BTreeMap::new();
        for cell in &plan.cells[..stopped_after] {
            *played.entry((&*cell.game, &*cell.entrant.agent)).or_default() += 1;
        }
        let all = agents.iter().flat_map(|agent| games.iter().map(move |game| (*game, *agent)));
        let counts: Vec<usize> = all.map(|place| played.get(&place).copied().unwrap_or(0)).collect();
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        assert!(most - least <= 1, "after {stopped_after}: {least} to {most} plays of a game by an agent");
    }
}
