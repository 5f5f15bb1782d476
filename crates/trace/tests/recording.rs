//! What is recorded is replayed exactly, and a recording that was tampered with is not.

use ludex_trace::games::{self, Games};
use ludex_trace::policy::Policy;
use ludex_trace::recorder::record;
use ludex_trace::verify::{Moment, Verdict, verify};
use ludex_trace::watch::Source;
use std::fs;
use std::path::{Path, PathBuf};

/// Berries to collect, wasps to flee from, a shot to fire.
const GARDEN: &str = "\
BasicGame square_size=10
    SpriteSet
        hedge > Immovable
        berry > Resource limit=3
        wasp > RandomNPC cooldown=2
        nest > SpawnPoint stype=wasp prob=0.2 cooldown=3 total=4
        seed > Missile speed=0.7 singleton=True
        avatar > ShootAvatar stype=seed healthPoints=3
    InteractionSet
        avatar wasp hedge > stepBack
        avatar wasp > subtractHealthPoints scoreChange=-1
        berry avatar > collectResource scoreChange=1
        wasp seed > killBoth scoreChange=2
        seed hedge > killSprite
        seed EOS > killSprite
        wasp EOS > wrapAround
    LevelMapping
        w > hedge
        b > berry
        n > nest
        v > wasp
        A > avatar
    TerminationSet
        SpriteCounter stype=berry limit=0 win=True
        SpriteCounter stype=avatar limit=0 win=False
        Timeout limit=300 win=False
";
const GARDEN_LEVEL: &str = "\
wwwwwwwwww
wA  b   nw
w   w  v w
wb    b  w
wwwwwwwwww
";

/// Two players chase the same sheep and count them.
const MEADOW: &str = "\
BasicGame square_size=8 no_players=2 no_counters=2
    SpriteSet
        fence > Immovable
        sheep > RandomNPC speed=0.5
        shepherd >
            tall > MovingAvatar
            small > MovingAvatar cooldown=2
    InteractionSet
        shepherd sheep fence > stepBack
        sheep tall > killSprite scoreChange=1,0 counter=1,0
        sheep small > killSprite scoreChange=0,1 counter=0,1
    LevelMapping
        f > fence
        s > sheep
        1 > tall
        2 > small
    TerminationSet
        SpriteCounter stype=sheep limit=0 win=True,True
        Timeout limit=120 win=False,False
";
const MEADOW_LEVEL: &str = "\
fffffffff
f1  s  2f
f s   s f
fffffffff
";

/// A folder with both games.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in [
        ("garden.txt", GARDEN),
        ("garden_lvl0.txt", GARDEN_LEVEL),
        ("meadow.txt", MEADOW),
        ("meadow_lvl0.txt", MEADOW_LEVEL),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

/// Records a game; the file.
fn recorded(folder: &Path, game: &str, seed: i64, policy: Policy, name: &str) -> PathBuf {
    let (file, level_file) = (format!("{game}.txt"), format!("{game}_lvl0.txt"));
    let world = games::load(&folder.join(&file), &folder.join(&level_file)).unwrap();
    let path = folder.join(name);
    let source = Source { file, level_file, seed, policy: None };
    let played = record(&world, source, policy, 150, &path).unwrap();
    assert!(played.ticks > 0);
    path
}

#[test]
fn what_is_recorded_is_replayed_exactly() {
    let folder = folder("exact");
    let games = Games::new(&folder);
    for game in ["garden", "meadow"] {
        for seed in 0..8 {
            for (policy, name) in [
                (Policy::random(seed * 7), "random.jsonl.gz"),
                (Policy::sticky(seed * 7), "sticky.jsonl"),
                (Policy::Nil, "nil.jsonl"),
            ] {
                let path = recorded(&folder, game, seed, policy, name);
                let verdict = verify(&path, &games);
                assert!(verdict.is_exact(), "{game}, seed {seed}, {name}: {verdict:?}");
            }
        }
    }
}

#[test]
fn the_same_seeds_give_the_same_recording() {
    let folder = folder("same");
    for game in ["garden", "meadow"] {
        let text = |name| fs::read(recorded(&folder, game, -5, Policy::random(9), name)).unwrap();
        assert_eq!(text("one.jsonl"), text("two.jsonl"));
    }
}

#[test]
fn a_script_is_followed_and_foreign_actions_become_nil() {
    let folder = folder("script");
    let script = Policy::script("RIGHT # on\n\nuse\nACTION_DOWN\nESCAPE\nLEFT\n", 1).unwrap();
    let path = recorded(&folder, "garden", 1, script, "script.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let ticks: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(ticks.len(), 4, "the game is left with ESCAPE");
    assert!(ticks[1].contains(r#""a":["USE"]"#) && ticks[3].contains(r#""e":1"#));
    assert!(verify(&path, &Games::new(&folder)).is_exact());
    let script = Policy::script("USE, UP\n", 2).unwrap();
    let path = recorded(&folder, "meadow", 1, script, "script2.jsonl");
    assert!(
        fs::read_to_string(path).unwrap().contains(r#""a":["NIL","UP"]"#),
        "the avatar cannot use anything"
    );
    assert_eq!(
        Policy::script("UP\nLEFT DOWN\n", 1).unwrap_err().to_string(),
        "line 2: 2 actions for 1 player: each line is one tick"
    );
    assert!(
        Policy::script("JUMP\n", 1).unwrap_err().to_string().starts_with("line 1: unknown action `JUMP`")
    );
}

#[test]
fn the_first_difference_is_found() {
    let folder = folder("tampered");
    let path = recorded(&folder, "garden", 3, Policy::random(3), "true.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = text.lines().collect();
    for (line, from, to, moment) in [
        (0, "\"block\":10", "\"block\":12", Moment::Start),
        (6, "\"r\":", "\"r\":1", Moment::Tick(5)),
        (9, "\"w\":[-1]", "\"w\":[1]", Moment::Tick(8)),
    ] {
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let changed = lines[line].replacen(from, to, 1);
        assert_ne!(lines[line], changed);
        lines[line] = changed;
        let path = folder.join("false.jsonl");
        fs::write(&path, lines.join("\n")).unwrap();
        match verify(&path, &Games::new(&folder)) {
            Verdict::Divergent(divergence) => assert_eq!(divergence.moment, moment, "{divergence}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_game_that_is_not_there() {
    let folder = folder("missing");
    let path = recorded(&folder, "garden", 3, Policy::Nil, "a.jsonl");
    let why = |folder: &str| match verify(&path, &Games::new(folder)) {
        Verdict::Broken(why) => why,
        other => panic!("{other:?}"),
    };
    assert!(why("/nowhere").starts_with("cannot read /nowhere/garden.txt: "));
    let text = fs::read_to_string(&path).unwrap().replace("garden.txt", "../garden.txt");
    fs::write(&path, text).unwrap();
    assert!(why("/nowhere").starts_with("`../garden.txt` is no file of the folder of games"));
}
