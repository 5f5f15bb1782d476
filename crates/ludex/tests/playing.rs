//! `ludex watch`, `play`, `run --record` and `replay`, as a user calls them where there is no terminal.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const GAME: &str = "\
BasicGame square_size=10
    SpriteSet
        goal > Immovable
        avatar > MovingAvatar
    InteractionSet
        goal avatar > killSprite scoreChange=1
        avatar EOS > stepBack
    LevelMapping
        g > goal
        A > avatar
    TerminationSet
        SpriteCounter stype=goal limit=0 win=True
";

/// A folder of its own with a game and a level.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("playing").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("walk.txt"), GAME).unwrap();
    fs::write(folder.join("walk_lvl0.txt"), "A  g\n").unwrap();
    folder
}

/// Calls the command in a folder with this to read; the words are separated by blanks.
fn ludex_reading(folder: &Path, words: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(words.split(' '))
        .current_dir(folder)
        .env("TERM", "dumb")
        .env_remove("LUDEX_GVGAI")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn ludex(folder: &Path, words: &str) -> Output {
    ludex_reading(folder, words, "")
}

/// What a command that does its work prints.
fn done(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn what_is_learnt_is_kept_in_a_file() {
    let folder = folder("learning");
    let run = |words: &str| ludex(&folder, &format!("run walk.txt --budget 60fm {words}"));
    done(&run("--agent olmcts --learn-to first.txt"));
    let first = fs::read_to_string(folder.join("first.txt")).unwrap();
    assert!(first.lines().any(|line| line.starts_with("go-to-nearest type")), "{first}");
    done(&run("--agent olmcts --learn-from first.txt --learn-to second.txt"));
    let second = fs::read_to_string(folder.join("second.txt")).unwrap();
    let returns = |text: &str| -> f64 {
        text.lines().filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum()
    };
    assert!(returns(&second) > returns(&first), "{first}\n{second}");

    let refused = |words: &str| {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused("--agent olets --learn-to none.txt").contains("olets has nothing to hand on"));
    assert!(!folder.join("none.txt").exists());
    assert!(refused("--agent olmcts --learn-from nowhere.txt").contains("nowhere.txt"));
}

#[test]
fn watching_an_agent_with_options() {
    let folder = folder("options");
    let text = done(&ludex(&folder, "watch walk.txt --agent olmcts --budget 20it --ticks 1 --every 1"));
    for part in ["> ", "go-to-nearest goal", "in the way", "learnt returns", "1 to 9: "] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn watching_without_a_terminal() {
    let folder = folder("watch");
    let text = done(&ludex(&folder, "watch walk.txt --agent onestep --budget 100fm --ticks 2 --every 1"));
    assert!(text.starts_with("walk level 0\n@"), "{text}");
    assert_eq!(text.matches("\n@").count() + text.matches("  @").count(), 3, "{text}");
    assert!(text.ends_with("walk level 0, onestep: playing, score 0, tick 2\n"), "{text}");
    assert!(!text.contains('\x1b'), "{text:?}");
}

#[test]
fn nobody_plays_on_when_nobody_reads() {
    // 2000 ticks, each of which is thought about for a good part of a second.
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["watch", "sokoban", "--agent", "rs", "--budget", "400000fm"])
        .env("TERM", "dumb")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "sokoban level 0\n");
    // The pipe is closed now: what has been begun is finished, and that is all.
    let patience = Instant::now() + Duration::from_secs(60);
    let ended = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status.code()),
            None if Instant::now() > patience => break None,
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    if ended.is_none() {
        child.kill().unwrap();
    }
    assert_eq!(ended, Some(Some(0)));
}

#[test]
fn watching_shows_the_game_that_run_plays() {
    let folder = folder("same");
    let words = "aliens --agent samplemcts --budget 60fm --seed 5 --level 1";
    let run = done(&ludex(&folder, &format!("run {words} --json")));
    let run: serde_json::Value = serde_json::from_str(&run).unwrap();
    let watched = done(&ludex(&folder, &format!("watch {words}")));
    let score = run["players"][0]["score"].as_f64().unwrap();
    let end = format!("score {score}, tick {}\n", run["ticks"].as_i64().unwrap() + 1);
    assert!(watched.ends_with(&end), "{end}{watched}");
}

#[test]
fn playing_without_a_terminal() {
    let folder = folder("play");
    let output = ludex_reading(&folder, "play walk.txt --record mine.jsonl", "d\nx rdd\nd w\n");
    let text = done(&output);
    assert!(text.contains("`x` is no key"), "{text}");
    assert!(text.contains("    3  RIGHT  score 1  avatar meets goal  won\n"), "{text}");
    assert!(text.ends_with("walk level 0: won, score 1, 3 ticks\n"), "{text}");
    let text = done(&ludex(&folder, "replay mine.jsonl --games-dir ."));
    assert!(text.ends_with("mine.jsonl: 3 ticks, exact\n"), "{text}");
    let text = done(&ludex_reading(&folder, "play walk.txt", "dq\n"));
    assert!(text.ends_with("walk level 0: left at tick 1, score 0\n"), "{text}");
}

#[test]
fn two_people_play_on_one_keyboard() {
    let folder = folder("two");
    // A tick needs both: the first three letters are two ticks, in which each walks once and does nothing once.
    let text = done(&ludex_reading(&folder, "play snowballfight --record two.jsonl", "dm n\nj\n"));
    assert!(text.contains("second player: i up"), "{text}");
    assert!(text.contains("    1  RIGHT NIL") && text.contains("    2  NIL LEFT"), "{text}");
    assert!(text.ends_with("left at tick 2, score 0 and 0\n"), "{text}");
    done(&ludex(&folder, "replay two.jsonl"));
    let text = done(&ludex_reading(&folder, "play zelda", "i\n"));
    assert!(text.contains("`i` is no key"), "{text}");
}

#[test]
fn playing_a_bundled_game_tells_what_it_is_about() {
    let text = done(&ludex(&folder("about"), "play zelda"));
    assert!(text.contains("You win by carrying the key to the door."), "{text}");
}

#[test]
fn recordings_of_bundled_games_need_no_folder() {
    let folder = folder("bundled");
    done(&ludex(&folder, "run zelda --agent random --record a.jsonl.gz --budget 10fm"));
    assert_eq!(done(&ludex(&folder, "verify a.jsonl.gz")), "1 of 1 recordings exact\n");
    let text = done(&ludex(&folder, "replay a.jsonl.gz"));
    assert!(text.starts_with("zelda level0, random\n") && text.ends_with("ticks, exact\n"), "{text}");
}

#[test]
fn an_agent_that_is_disqualified_leaves_a_recording_that_holds() {
    let folder = folder("late");
    let output = done(&ludex(&folder, "run zelda --agent samplemcts --budget 1us --record a.jsonl"));
    assert!(output.contains("disqualified"), "{output}");
    done(&ludex(&folder, "replay a.jsonl"));
}

#[test]
fn a_recording_that_does_not_hold() {
    let folder = folder("broken");
    done(&ludex_reading(&folder, "play walk.txt --record a.jsonl", "ddd"));
    let text = fs::read_to_string(folder.join("a.jsonl")).unwrap();
    fs::write(folder.join("b.jsonl"), text.replace(r#""t":1,"a":["RIGHT"]"#, r#""t":1,"a":["LEFT"]"#))
        .unwrap();
    for words in ["replay b.jsonl --games-dir .", "replay b.jsonl --games-dir . --gif b.gif --scale 8"] {
        let output = ludex(&folder, words);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(
            String::from_utf8_lossy(&output.stdout).contains("b.jsonl: differs at tick 1\n"),
            "{output:?}"
        );
    }
    fs::write(folder.join("walk_lvl0.txt"), "A g \n").unwrap();
    let output = ludex(&folder, "replay a.jsonl --games-dir .");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("a.jsonl: differs at the start\n"),
        "{output:?}"
    );
}

#[test]
fn pictures_of_a_recording() {
    let folder = folder("pictures");
    done(&ludex_reading(&folder, "play walk.txt --record a.jsonl", "ddd"));
    let words = "replay a.jsonl --games-dir . --gif a.gif --png frames --scale 10 --speed 20 --from 1 --to 2";
    let text = done(&ludex(&folder, words));
    assert!(text.contains("frames: 2 pictures of 40 x 10 pixels\n"), "{text}");
    assert!(text.contains("a.gif: 2 frames of 40 x 10 pixels\n"), "{text}");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut film = options.read_info(fs::File::open(folder.join("a.gif")).unwrap()).unwrap();
    assert_eq!((film.width(), film.height()), (40, 10));
    let mut delays = Vec::new();
    while let Some(frame) = film.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [5, 5]);
    let mut pictures = Vec::new();
    for tick in [1, 2] {
        let file = fs::File::open(folder.join(format!("frames/tick000{tick}.png"))).unwrap();
        let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (40, 10));
        pictures.push(pixels);
    }
    assert_ne!(pictures[0], pictures[1], "the avatar has moved");
}

#[test]
fn usage_errors() {
    let folder = folder("wrong");
    done(&ludex_reading(&folder, "play walk.txt --record a.jsonl", "d"));
    for (words, error) in [
        ("watch zedla", "did you mean `zelda`"),
        ("watch zelda --agent olets --agent olets", "2 agents for 1 player"),
        ("watch zelda --speed 0", "from 0.1 to 1000"),
        ("play zelda --level 9", "its levels are 0, 1, 2, 3, 4"),
        ("play zelda --realtime 0", "from 1 to 60000"),
        ("play zelda --record no/such/folder/a.jsonl", "cannot write no/such/folder/a.jsonl"),
        ("replay nothing.jsonl", "nothing.jsonl"),
        ("replay walk.txt", "walk.txt"),
        ("replay a.jsonl", "name the folder with --games-dir"),
        ("replay a.jsonl --games-dir nothing", "nothing is no folder"),
        ("replay a.jsonl --games-dir . --from 3 --to 2", "--to is before --from"),
        ("replay a.jsonl --games-dir . --gif no/such/a.gif", "cannot write no/such/a.gif"),
    ] {
        let output = ludex(&folder, words);
        assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(error), "{words}: {output:?}");
    }
}
