//! Programs as agents: good ones win, bad ones lose their game and hurt nothing else.
#![cfg(unix)]

mod gvgai;

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_agents::{AgentSpec, Budget, Disqualified, GameResult, Match, Rules, play};
use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::Level;

/// Says what was skipped or measured, where the test harness does not keep it back.
fn say(text: &str) {
    std::io::stderr().write_all(format!("{text}\n").as_bytes()).unwrap();
}

const WALK: &str = "\
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

/// A game that is won by going right ten times.
fn walk() -> Arc<World> {
    let game = ludex_vgdl::parse(WALK, &ONTOLOGY).unwrap().game;
    World::new(&game, &Level::parse("A         g")).unwrap()
}

fn spec(text: &str) -> AgentSpec {
    ludex_programs::register();
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn misbehaving(fault: &str) -> AgentSpec {
    let bot = env!("CARGO_BIN_EXE_misbehaving-bot");
    spec(&format!("program(cmd=\"'{bot}' {fault}\",wait=1,memory=256)"))
}

fn play_with(agent: &AgentSpec, budget: &str) -> GameResult {
    play(&walk(), 1, (agent, 7), Rules::new(budget.parse().unwrap()))
}

/// Why a program with this fault lost its game.
fn reason(fault: &str) -> String {
    let result = play_with(&misbehaving(fault), "20fm");
    let reason = result.players[0].disqualified.as_ref();
    reason.unwrap_or_else(|| panic!("{fault}: it was not disqualified")).to_string()
}

#[test]
fn a_good_program_wins_and_is_counted() {
    let result = play_with(&misbehaving("nothing"), "20fm");
    assert!(result.players[0].won(), "{result:?}");
    assert_eq!((result.ticks, result.players[0].iterations), (9, 20));
    let counted = play_with(&misbehaving("counts"), "20fm");
    assert!(counted.players[0].won(), "{counted:?}");
    assert_eq!(counted.players[0].calls, 20);
}

#[test]
fn whatever_is_wrong_costs_the_game_and_says_why() {
    for (fault, expected) in [
        ("old", "it speaks version 0 of the protocol"),
        ("exits-early", "it ended with exit status: 3"),
        ("hangs", "failed at tick 2: it did not answer for 1s"),
        ("exits", "it ended with exit status: 1; it said: NameError: name 'foo' is not defined"),
        ("garbage", "it sent `hello [31m world`"),
        ("binary", "it sent `"),
        ("no-action", "names no action"),
        ("wrong-action", "unknown action `ACTION_JUMP`"),
        ("endless", "it sent a line of more than 8 MiB"),
        ("floods", "a message that"),
        ("twice", "a message that"),
        ("state", "it asked for state 7, which it does not have"),
    ] {
        let reason = reason(fault);
        assert!(reason.contains(expected), "{fault}: {reason}");
        assert!(!reason.contains('\u{1b}'), "{fault}: {reason:?}");
    }
}

#[test]
fn memory_is_limited_on_both_sides() {
    if cfg!(target_os = "linux") {
        assert!(reason("hog").contains("it ended with signal"), "{}", reason("hog"));
    }
    assert!(reason("states").contains("release those that are no longer needed"), "{}", reason("states"));
}

#[test]
fn a_flood_of_errors_does_not_matter() {
    assert!(play_with(&misbehaving("floods-errors"), "20fm").players[0].won());
}

#[test]
fn time_counts_as_for_any_agent() {
    for (fault, budget) in [("late", "40ms"), ("burns", "40ms"), ("burns", "40ms-cpu")] {
        let result = play_with(&misbehaving(fault), budget);
        let Some(Disqualified::LateAnswer { tick: 2, took, .. }) = result.players[0].disqualified else {
            panic!("{fault} {budget}: {result:?}")
        };
        // On a busy machine, who burns a while has less of a processor than that.
        assert!(took > Duration::from_millis(50), "{fault} {budget}: {took:?}");
    }
    // Who sleeps has no processor.
    assert!(play_with(&misbehaving("late"), "40ms-cpu").players[0].won());
}

#[test]
fn programs_and_their_children_end_with_the_game() {
    let note = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("child-{}", std::process::id()));
    let agent = misbehaving(&format!("children '{}'", note.display()));
    assert!(play_with(&agent, "20fm").players[0].won());
    let child = std::fs::read_to_string(&note).unwrap();
    std::fs::remove_file(&note).unwrap();
    let deadline = Instant::now() + Duration::from_secs(5);
    let is_there = || {
        let status = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        !status.is_empty() && !status.contains(") Z ")
    };
    while is_there() {
        assert!(Instant::now() < deadline, "{child} is still there");
        std::thread::sleep(Duration::from_millis(10));
    }
    let start = Instant::now();
    assert!(play_with(&misbehaving("lingers"), "20fm").players[0].won());
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

/// Small forward-model calls over the pipe, in batches of a thousand. The documentation promises 100,000 a second.
#[test]
fn model_calls_are_fast() {
    // Other tests run at the same time, so it has several tries.
    let fast = (0..5).any(|_| {
        let start = Instant::now();
        let result = play_with(&misbehaving("calls-much"), "1000000fm");
        assert!(result.players[0].won(), "{result:?}");
        let rate = result.players[0].calls as f64 / start.elapsed().as_secs_f64();
        say(&format!("{} forward-model calls over the pipe: {rate:.0} a second", result.players[0].calls));
        rate > 100_000.0
    });
    assert!(fast, "fewer than 100,000 calls a second");
}

#[test]
fn remarks_and_thoughts_are_passed_on() {
    let mut game = Match::new(&walk(), 1, &[(&misbehaving("nothing"), 7)], Rules::new(Budget::calls(20)));
    while !game.is_over() {
        game.step();
    }
    assert_eq!(game.remarks(0).as_deref(), Some("mood=good"));
}

#[test]
fn commands_that_cannot_be_started() {
    let why =
        |text: &str| play_with(&spec(text), "20fm").players[0].disqualified.as_ref().unwrap().to_string();
    assert!(why("program").contains("there is no command"), "{}", why("program"));
    assert!(why("program(cmd=\"no-such-program\")").contains("`no-such-program` cannot be started"));
    assert!(why("program(cmd=\"a 'b\")").contains("not closed"));
}

#[test]
fn texts_of_programs_are_canonical() {
    let agent = spec(r#"Program( cmd = "python3 bot.py" , wait=10, args="a \"b\" \\" )"#);
    assert_eq!(agent.to_string(), r#"program(cmd="python3 bot.py",args="a \"b\" \\")"#);
    assert_eq!(spec(&agent.to_string()), agent);
    assert_eq!(agent.with("args", "depth=5").unwrap().settings().text("args"), "depth=5");
}

/// The examples of the documentation, where their language is there.
mod examples {
    use super::*;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");

    /// How many of the first levels of an easy game a program wins.
    fn wins(command: &str) -> usize {
        let agent = spec(&format!("program(cmd=\"{command}\")"));
        let files = ludex_library::find("aliens", None).unwrap();
        let game = ludex_vgdl::parse(&files.text, &ONTOLOGY).unwrap().game;
        let won = |level: &usize| {
            let world = World::new(&game, &Level::parse(&files.levels[*level].text)).unwrap();
            let result = play(&world, 3, (&agent, 7), Rules::new(Budget::calls(400)));
            assert_eq!(result.players[0].disqualified, None, "{command}");
            result.players[0].won()
        };
        (0..2).filter(won).count()
    }

    fn is_there(program: &str) -> bool {
        let found =
            Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
        if !found {
            ludex_testing::skipped(&format!("there is no {program} to run the example with"));
        }
        found
    }

    #[test]
    fn in_rust() {
        assert_eq!(wins(&format!("'{}'", env!("CARGO_BIN_EXE_example-bot"))), 2);
    }

    #[test]
    fn in_python() {
        if is_there("python3") {
            assert_eq!(wins(&format!("python3 '{FOLDER}/bot.py'")), 2);
        }
    }

    #[test]
    fn the_page_shows_what_is_tested() {
        let page = include_str!("../../../docs/programs.md");
        assert!(page.contains(include_str!("../examples/bot.py")), "docs/programs.md has another bot.py");
    }

    #[test]
    fn in_java() {
        if is_there("java") && is_there("javac") {
            assert_eq!(wins(&format!("java -Xshare:auto -XX:TieredStopAtLevel=1 '{FOLDER}/Bot.java'")), 2);
        }
    }
}

/// Agents of GVGAI's planning track, compiled against the library in the folder `java`.
mod java {
    use super::*;
    use std::path::PathBuf;
    use std::sync::OnceLock;

    /// The compiled library with its examples and the agents of this test; none where there is no compiler.
    fn classes() -> Option<&'static Path> {
        static CLASSES: OnceLock<Option<PathBuf>> = OnceLock::new();
        CLASSES.get_or_init(compile).as_deref()
    }

    fn compile() -> Option<PathBuf> {
        let there =
            |program: &str| Command::new(program).arg("-version").output().is_ok_and(|o| o.status.success());
        if !there("javac") || !there("java") {
            ludex_testing::skipped("there is no javac to compile the Java library with");
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-classes");
        let mut command = Command::new("javac");
        command.args(["-Xlint:all,-rawtypes", "-Werror", "-d"]).arg(&folder);
        for root in [
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../java"),
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/java"),
        ] {
            add_sources(&mut command, Path::new(root));
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(folder)
    }

    fn add_sources(command: &mut Command, folder: &Path) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add_sources(command, &path);
            } else if path.extension().is_some_and(|extension| extension == "java") {
                command.arg(path);
            }
        }
    }

    fn agent(classes: &Path, name: &str) -> AgentSpec {
        let java = "java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
        spec(&format!("program(cmd=\"{java} -cp '{}' ludex.Play {name}\",wait=30)", classes.display()))
    }

    fn world(name: &str) -> Arc<World> {
        let files = ludex_library::find(name, None).unwrap();
        let game = ludex_vgdl::parse(&files.text, &ONTOLOGY).unwrap().game;
        World::new(&game, &Level::parse(&files.levels[0].text)).unwrap()
    }

    #[test]
    fn the_examples_win() {
        let Some(classes) = classes() else { return };
        for (name, game) in [("onestep.Agent", "butterflies"), ("treesearch.Agent", "aliens")] {
            let rules = Rules::new(Budget::iterations(50));
            let result = play(&world(game), 5, (&agent(classes, name), 7), rules);
            assert!(result.players[0].won(), "{name}: {result:?}");
        }
    }

    /// The probe asks for everything that agents can ask for, and throws if something does not fit.
    #[test]
    fn everything_can_be_asked_for() {
        let Some(classes) = classes() else { return };
        for game in ["zelda", "boulderdash", "survivezombies"] {
            let agent = agent(classes, "probe.Single");
            let mut game = Match::new(&world(game), 5, &[(&agent, 7)], Rules::new(Budget::calls(100)));
            for _ in 0..60 {
                game.step();
            }
            assert_eq!(game.result().players[0].disqualified, None);
        }
        let (one, two) = (agent(classes, "probe.Double"), agent(classes, "probe.Double"));
        let rules = Rules::new(Budget::calls(100));
        let mut game = Match::new(&world("goldrush"), 5, &[(&one, 7), (&two, 8)], rules);
        for _ in 0..40 {
            game.step();
        }
        assert!(
            game.result().players.iter().all(|player| player.disqualified.is_none()),
            "{:?}",
            game.result()
        );
    }

    #[test]
    fn exceptions_are_recorded() {
        let Some(classes) = classes() else { return };
        let why = |name: &str| {
            let result = play_with(&agent(classes, name), "20fm");
            result.players[0].disqualified.as_ref().unwrap().to_string()
        };
        assert!(why("probe.Broken").contains("it reports: java.lang.IllegalStateException: no idea"));
        assert!(why("probe.Nobody").contains("ClassNotFoundException"), "{}", why("probe.Nobody"));
    }
}
