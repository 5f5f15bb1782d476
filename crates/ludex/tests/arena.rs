//! `ludex arena` and `ludex reproduce` as a user calls them.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{command, err, fresh, ludex, out};
use ludex_arena::store::Results;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");

fn count(folder: &Path) -> u64 {
    Results::open(folder).and_then(|results| results.count()).unwrap_or(0)
}

/// An experiment of 400 games that takes some seconds.
fn long(folder: &Path) -> Vec<&str> {
    let mut arguments = vec!["arena", "--agents", "random,samplemcts(depth=3)", "--games", "zelda,frogs"];
    arguments.extend(["--reps", "20", "--budget", "12fm", "--out", folder.to_str().unwrap()]);
    arguments
}

fn start(arguments: &[&str]) -> Child {
    command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

fn wait_for_games(child: &mut Child, folder: &Path, games: u64) {
    let start = Instant::now();
    while count(folder) < games && child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(120), "waited too long for {games} games");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_tournament_and_its_table() {
    let folder = fresh("tournament");
    let mut arguments = vec!["arena", "--agents", "Random; samplemcts(depth=5)", "--games", "zelda,aliens"];
    arguments.extend(["--levels", "0-1", "--reps", "3", "--budget", "20fm"]);
    arguments.extend(["--out", folder.to_str().unwrap()]);
    let first = ludex(&arguments);
    assert_eq!(first.status.code(), Some(0), "{}", err(&first));
    let text = out(&first);
    assert!(text.contains("24 plays of 2 agents in 2 games"), "{text}");
    assert!(text.contains("samplemcts(depth=5)") && text.contains("Win % by game"), "{text}");
    assert!(text.contains("24 games played in") && text.contains("ludex report"), "{text}");
    assert!(err(&first).is_empty(), "quiet where nobody looks: {}", err(&first));

    let second = out(&ludex(&arguments));
    assert!(second.contains("0 games played in") && second.contains("24 were there already"), "{second}");
    arguments.push("--json");
    let json: serde_json::Value = serde_json::from_slice(&ludex(&arguments).stdout).unwrap();
    assert_eq!(json["agents"].as_array().unwrap().len(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_says_what_flags_say() {
    let folder = fresh("file");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sizes.toml");
    let mut flags = vec!["arena", "--agents", "rhea(p=5,l=8),rhea", "--games", "chase", "--budget", "50IT"];
    flags.extend(["--seed", "7", "--learning", "4"]);
    let config = ludex(&[&flags[..], &["--print-config"]].concat());
    assert_eq!(config.status.code(), Some(0), "{}", err(&config));
    assert!(
        ["budget = \"50it\"", "rhea(p=5,l=8)", "learning = 4"].iter().all(|part| out(&config).contains(part)),
        "{}",
        out(&config)
    );
    std::fs::write(&file, &config.stdout).unwrap();
    let again = ludex(&["arena", file.to_str().unwrap(), "--print-config"]);
    assert_eq!(out(&again), out(&config));
    let flag_wins = ludex(&["arena", file.to_str().unwrap(), "--reps", "99", "--print-config"]);
    assert!(out(&flag_wins).contains("reps = 99"), "{}", out(&flag_wins));

    std::fs::write(&file, "agents = ['random']\nrepetitions = 3\n").unwrap();
    let wrong = ludex(&["arena", file.to_str().unwrap()]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("sizes.toml") && err(&wrong).contains("repetitions"), "{}", err(&wrong));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_killed_run_goes_on_with_the_same_command() {
    let folder = fresh("killed");
    for kill in 1..=3 {
        let before = count(&folder);
        let mut child = start(&long(&folder));
        wait_for_games(&mut child, &folder, before + 40);
        // SIGKILL on Unix: the process has no chance to tidy up.
        let _ = child.kill();
        child.wait().unwrap();
        assert!(count(&folder) >= before + 40, "after kill {kill}");
    }
    let kept = count(&folder);
    let rest = ludex(&long(&folder));
    assert_eq!(rest.status.code(), Some(0), "{}", err(&rest));
    assert_eq!(count(&folder), 400);
    assert!(out(&rest).contains(&format!("{} games played", 400 - kept)), "{}", out(&rest));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_shows_what_is_there() {
    let folder = fresh("interrupted");
    let mut child = start(&long(&folder));
    wait_for_games(&mut child, &folder, 30);
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    if !sent.is_ok_and(|status| status.success()) {
        ludex_testing::skipped("an interrupted run: there is no kill here, or the run was faster");
        child.wait().unwrap();
        return;
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    let text = out(&output);
    assert!(text.contains("Win % by game") && text.contains("The same command goes on"), "{text}");
    assert!(!folder.join("results.sqlite-wal").exists(), "closed properly");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_first_interrupt_is_answered_at_once_and_the_second_ends_it() {
    use std::io::{BufRead, BufReader};
    let folder = fresh("answered");
    let out_folder = folder.to_str().unwrap();
    let words = [
        "arena",
        "--agents",
        "samplemcts",
        "--games",
        "zelda",
        "--levels",
        "0",
        "--reps",
        "1",
        "--jobs",
        "1",
    ];
    // A signal that comes before the game has begun ends the run without a word: then it is tried again, and sent later.
    for delay in 0..20 {
        let _ = std::fs::remove_dir_all(&folder);
        let mut child = command([&words[..], &["--budget", "60s", "--out", out_folder]].concat())
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while !folder.join("results.sqlite").exists() {
            assert!(began.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(25 * delay));
        let pid = child.id().to_string();
        let interrupt = || Command::new("kill").args(["-INT", &pid]).status();
        if !interrupt().is_ok_and(|status| status.success()) {
            ludex_testing::skipped("an interrupted game: there is no kill here");
            child.kill().unwrap();
            child.wait().unwrap();
            return;
        }
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        // The first tick takes a minute: whatever is said before that is said at once.
        let told = said.any(|line| line.contains("Stopping") && line.contains("Ctrl-C once more"));
        if !told {
            assert_ne!(child.wait().unwrap().code(), Some(0), "it was stopped");
            continue;
        }
        assert!(began.elapsed() < Duration::from_secs(50), "{:?}", began.elapsed());
        interrupt().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        std::fs::remove_dir_all(&folder).unwrap();
        return;
    }
    panic!("no signal was answered");
}

#[test]
fn budgets_in_time() {
    let folder = fresh("clock");
    let folder_text = folder.to_str().unwrap();
    let small = ["arena", "--agents", "random", "--games", "aliens", "--levels", "0", "--budget", "5ms"];
    let crowded = ludex(&[&small[..], &["--jobs", "1000", "--out", folder_text]].concat());
    assert_eq!(crowded.status.code(), Some(2));
    assert!(err(&crowded).contains("--jobs"), "{}", err(&crowded));
    let lenient = ludex(&[&small[..], &["--jobs", "1", "--lenient", "--out", folder_text]].concat());
    assert_eq!(lenient.status.code(), Some(0), "{}", err(&lenient));
    let csv = out(&ludex(&["export", folder_text]));
    assert!(csv.contains("random,5ms,1,0,aliens,0,"), "{csv}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn mistakes_are_explained() {
    let nowhere = fresh("nowhere");
    let folder = nowhere.to_str().unwrap();
    for (arguments, hint) in [
        (vec!["--agents", "samplemtcs"], "samplemcts"),
        (vec!["--agents", "rhea(p=0)"], "a whole number from 1"),
        (vec!["--agents", ","], "names no agents"),
        (vec!["--games", "zedla"], "zelda"),
        (vec!["--games", "set2"], "--games-dir, or play `bundled1`"),
        (vec!["--games", "x*"], "no game fits"),
        (vec!["--games", "qqqqqq"], "no game or set `qqqqqq`: `ludex games` lists"),
        (vec!["--games", "zeldo"], "did you mean `zelda`? `ludex games` lists"),
        (vec!["--games-dir", "/no/such/folder"], "/no/such/folder"),
        (vec!["--levels", "7"], "no level 7"),
        (vec!["--levels", "4-0"], "0-4"),
        (vec!["--budget", "40"], "480fm"),
        (vec!["--reps", "0"], "whole number from 1 on"),
        (vec!["no-such.toml"], "no-such.toml"),
    ] {
        let output = ludex(&[&["arena", "--out", folder], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(hint), "{arguments:?}: {}", err(&output));
    }
    assert!(!nowhere.exists(), "nothing was begun");
}

#[test]
fn claims_without_and_with_games() {
    let folder = fresh("claims");
    let document = folder.join("reproduction.md");
    let places = ["--out", folder.to_str().unwrap(), "--document", document.to_str().unwrap()];
    let listed = ludex(&[&["reproduce", "p5"], &places[..]].concat());
    assert_eq!(listed.status.code(), Some(0), "{}", err(&listed));
    assert!(!document.exists(), "documents are left alone unless --write says otherwise");
    let written = ludex(&[&["reproduce", "p5", "--write"], &places[..]].concat());
    assert_eq!(written.status.code(), Some(0), "{}", err(&written));
    let text = out(&listed);
    assert!(text.contains("Nothing was played") && text.contains("0 of 100 plays a game"), "{text}");
    assert!(["P5.1", "P5.8"].iter().all(|claim| text.contains(claim)), "{text}");

    // One play of each level of Aliens decides nothing.
    let one =
        ["reproduce", "P2", "--claim", "p2.6", "--scale", "0.01", "--games-dir", GAMES, "--json", "--write"];
    let played = ludex(&[&one[..], &places[..]].concat());
    assert_ne!(played.status.code(), Some(2), "{}", err(&played));
    let json: serde_json::Value = serde_json::from_slice(&played.stdout).unwrap();
    let claims = json["claims"].as_array().unwrap();
    assert_eq!((claims.len(), &claims[0]["id"]), (1, &"P2.6".into()));
    assert_eq!(claims[0]["checks"][1]["plays"], 5);
    assert_eq!(json["games"], "games of today");
    assert_eq!(count(&folder.join("today")), 10);
    let text = std::fs::read_to_string(&document).unwrap();
    assert!(text.contains("<!-- begin P2 -->") && text.contains("<!-- begin P5 -->"), "{text}");
    assert!(text.contains("| **P2.6** |") && text.contains("5 of 100"), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();

    for (arguments, hint) in [
        (vec!["reproduce", "P9"], "P1, P2, P3, P4, P5"),
        (vec!["reproduce", "P1", "--claim", "P1.99"], "P1.11"),
        (vec!["reproduce", "P1", "--scale", "0"], "above 0"),
        (vec!["reproduce", "P1", "--scale", "NaN"], "above 0"),
    ] {
        let output = ludex(&[&arguments[..], &places[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(hint), "{arguments:?}: {}", err(&output));
    }
}

#[test]
fn sections_are_rebuilt_from_the_evidence_that_ships() {
    let docs = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
    let folder = fresh("evidence");
    std::fs::create_dir_all(&folder).unwrap();
    let document = folder.join("reproduction.md");
    let written = std::fs::read_to_string(docs.join("reproduction.md")).unwrap();
    // The section is made anew, not copied.
    let (before, rest) = written.split_once("<!-- begin P2 -->").unwrap();
    let (_, after) = rest.split_once("<!-- end P2 -->").unwrap();
    std::fs::write(&document, format!("{before}<!-- begin P2 --><!-- end P2 -->{after}")).unwrap();
    let evidence = docs.join("evidence");
    let rebuilt = ludex(&[
        "reproduce",
        "P2",
        "--from-evidence",
        "--evidence-dir",
        evidence.to_str().unwrap(),
        "--write",
        "--document",
        document.to_str().unwrap(),
    ]);
    assert_ne!(rebuilt.status.code(), Some(2), "{}", err(&rebuilt));
    assert_eq!(std::fs::read_to_string(&document).unwrap(), written);
    let picture = "images/reproduction-p2.svg";
    assert_eq!(std::fs::read(folder.join(picture)).unwrap(), std::fs::read(docs.join(picture)).unwrap());

    let missing = ludex(&["reproduce", "P2", "--from-evidence", "--evidence-dir", folder.to_str().unwrap()]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(err(&missing).contains("P2.tsv.gz"), "{}", err(&missing));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn numbers_that_are_none_are_told_so() {
    for (arguments, hint) in [
        (vec!["arena", "--jobs", "0"], "1 or more"),
        (vec!["arena", "--reps", "-3"], "whole number from 1 on"),
        (vec!["arena", "--reps", "0"], "whole number from 1 on"),
        (vec!["arena", "--seed", "abc"], "whole number"),
        (vec!["run", "zelda", "--seed", "abc"], "whole number"),
        (vec!["tune", "--agent", "samplemcts", "--vary", "depth=5"], "--vary another value"),
    ] {
        let output = ludex(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(hint), "{arguments:?}: {}", err(&output));
    }
}

#[test]
fn a_game_of_one_level_is_played_as_it_is_wherever_it_lies() {
    let folder = fresh("onelevel");
    std::fs::create_dir_all(folder.join("fire")).unwrap();
    let game = "BasicGame\n  SpriteSet\n    goal > Immovable\n  InteractionSet\n    goal avatar > killSprite\n  \
                TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  LevelMapping\n    g > goal\n";
    std::fs::write(folder.join("fire/game.vgdl"), game).unwrap();
    std::fs::write(folder.join("fire/level0.txt"), "A g\n").unwrap();
    let played = |place: &std::path::Path, words: &str| {
        let output = crate::common::ludex_in(place, words);
        assert!(output.status.success(), "{words}: {}", err(&output));
        out(&output)
    };
    let arena = |games: &str, to: &str| {
        played(&folder, &format!("arena --agents random --games {games} --reps 1 --budget 5fm --out {to}"));
        played(&folder, &format!("export {to}"))
    };
    // A bare name that nobody knows is a folder, as it is for `run`.
    for (games, to) in [("fire", "one"), ("./fire", "two")] {
        let csv = arena(games, to);
        assert!(csv.lines().nth(1).unwrap().contains(",fire,0,"), "{csv}");
    }
    assert!(played(&folder, "run fire --agent random --budget 5fm").starts_with("fire level 0"));
    let inside = folder.join("fire");
    assert!(played(&inside, "run . --agent random --budget 5fm").starts_with("fire level 0"));
    std::fs::write(folder.join("noise.vgdl"), b"\x00\x1b[31m\xff").unwrap();
    let output = crate::common::ludex_in(&folder, "run noise.vgdl");
    assert!(output.status.code() == Some(2) && !err(&output).contains('\x1b'), "{}", err(&output));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn labels_and_a_control() {
    let folder = fresh("labelled");
    let out_folder = folder.to_str().unwrap();
    let words =
        ["arena", "--agents", "small=rhea(p=2);large=rhea(p=5);random", "--games", "zelda", "--levels", "0"];
    let more = ["--reps", "2", "--budget", "40fm", "--control", "small", "--out", out_folder];
    let output = ludex(&[&words[..], &more[..]].concat());
    assert!(output.status.success(), "{}", err(&output));
    assert!(out(&output).contains("Against small") && out(&output).contains("large"), "{}", out(&output));
    let report = ludex(&["report", out_folder, "--agent", "tiny=rhea(p=2)", "--control", "tiny"]);
    assert!(out(&report).contains("Against tiny"), "{}", out(&report));
    let export = out(&ludex(&["export", out_folder]));
    assert!(export.contains("rhea(p=2)") && !export.contains("small"), "{export}");
    let refused = ludex(
        &[&words[..], &["--reps", "2", "--budget", "40fm", "--seed", "9", "--out", out_folder]].concat(),
    );
    assert!(refused.status.code() == Some(2) && err(&refused).contains("--seed 1"), "{}", err(&refused));
    std::fs::remove_dir_all(folder).unwrap();
}
