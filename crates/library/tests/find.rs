//! Finding games the way users name them.

use ludex_library::{Collection, FindError, Origin, bundled, find};
use std::fs;
use std::path::{Path, PathBuf};

/// A scratch folder that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("ludex-library-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a scratch folder");
        Scratch(folder)
    }

    fn file(&self, path: &str, text: &str) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(&path, text).expect("a file");
        path
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn all_bundled_games_are_complete() {
    assert_eq!(bundled().len(), 70);
    for game in bundled() {
        let files = find(game.name, None).expect(game.name);
        assert_eq!(files.origin, Origin::Bundled);
        assert_eq!(files.levels.len(), 5, "{}", game.name);
        assert!(
            game.about.starts_with("# ") && game.about.len() > 300,
            "{} says little about itself",
            game.name
        );
        assert!(["deterministic", "stochastic"].contains(&game.tags[0]), "{}", game.name);
        for level in &files.levels {
            let mut widths = level.text.lines().map(str::len);
            let first = widths.next().expect("a line");
            assert!(widths.all(|w| w == first), "{} level {}: ragged lines", game.name, level.number);
        }
    }
}

#[test]
fn a_path_with_levels_beside_it_in_both_schemes() {
    let scratch = Scratch::new("schemes");
    let old = scratch.file("old/maze.txt", "BasicGame");
    for n in [0, 2, 10] {
        scratch.file(&format!("old/maze_lvl{n}.txt"), "A");
    }
    scratch.file("old/mazes_lvl0.txt", "another game's");
    let game = find(&old.to_string_lossy(), None).expect("found");
    assert_eq!((game.name.as_str(), game.origin), ("maze", Origin::File));
    assert_eq!(game.levels.iter().map(|l| l.number).collect::<Vec<_>>(), [0, 2, 10]);

    let new = scratch.file("tower/game.vgdl", "BasicGame");
    scratch.file("tower/level0.txt", "A.");
    for spec in [new.as_path(), &scratch.path().join("tower")] {
        let game = find(&spec.to_string_lossy(), None).expect("found");
        assert_eq!((game.name.as_str(), game.levels.len()), ("tower", 1));
        assert_eq!(game.level(0).expect("there").text, "A.");
    }
}

#[test]
fn a_folder_laid_out_as_gvgai_does() {
    let scratch = Scratch::new("layout");
    for (folder, name) in [("gridphysics", "zelda"), ("contphysics", "lander"), ("2player", "duel")] {
        scratch.file(&format!("{folder}/{name}.txt"), "BasicGame");
        scratch.file(&format!("{folder}/{name}_lvl0.txt"), "A");
    }
    scratch.file("gridphysics/notes.txt", "not a game");
    let names: Vec<String> =
        Collection::open(scratch.path()).expect("open").entries().iter().map(|e| e.name.clone()).collect();
    assert_eq!(names, ["zelda", "lander", "duel"]);
    for spec in ["lander", "contphysics/lander"] {
        let game = find(spec, Some(scratch.path())).expect(spec);
        assert_eq!((game.name.as_str(), game.origin), ("lander", Origin::Collection));
    }
    let problem = find("landre", Some(scratch.path())).unwrap_err().to_string();
    assert!(problem.contains("did you mean `lander`?"), "{problem}");
    let problem = find("sokoban", Some(scratch.path())).unwrap_err().to_string();
    assert!(problem.contains("leave out --games-dir"), "{problem}");
}

#[test]
fn problems_say_what_to_do() {
    let cases = [
        (find("sokobam", None), "did you mean `sokoban`?"),
        (find("qwertz", None), "bundled games: aliens"),
        (find("no/such/game.txt", None), "cannot read no/such/game.txt"),
        (find("src", None), "src is a folder without a game.vgdl"),
        (find("zelda", Some(Path::new("no/such/folder"))), "takes a folder of games"),
    ];
    for (result, expected) in cases {
        let problem = result.unwrap_err().to_string();
        assert!(problem.contains(expected), "{problem}");
    }
    let zelda = find("zelda", None).expect("bundled");
    let problem = zelda.level(7).unwrap_err();
    assert!(matches!(problem, FindError::NoSuchLevel { number: 7, .. }));
    assert!(problem.to_string().contains("its levels are 0, 1, 2, 3, 4"), "{problem}");
}

ludex_testing::needs_gvgai!(every_game_of_gvgai_is_found);

fn every_game_of_gvgai_is_found() {
    let folder = ludex_testing::gvgai();
    let collection = Collection::open(&folder).expect("a folder of games");
    assert!(collection.entries().len() >= 190, "only {}", collection.entries().len());
    for entry in collection.entries() {
        let game = find(&format!("{}/{}", entry.group, entry.name), Some(&folder)).expect(&entry.name);
        assert!(!game.levels.is_empty(), "{}", entry.name);
    }
}
