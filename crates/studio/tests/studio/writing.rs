//! Writing games and reading results over HTTP.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludex_arena::cluster::{Program, RunFolder, Shard, ShardOptions, play_shard};
use ludex_arena::plan::Experiment;
use ludex_arena::runner::RunOptions;
use ludex_arena::store::{Recorder, RunFacts};
use ludex_arena::{Cell, Entrant, Outcome, Timing};
use serde_json::{Value, json};

use crate::server::Server;

const GAME: &str = "BasicGame\n  SpriteSet\n    goal > Immovable img=gem\n    avatar > MovingAvatr\n  InteractionSet\n    goal avatar > killSprite scoreChange=1\n  TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  LevelMapping\n    g > goal\n    A > avatar\n";

#[test]
fn diagnostics_stand_where_scripts_count() {
    let server = Server::start("check");
    let text = GAME.replacen("BasicGame", "# 😀 ä\nBasicGame", 1);
    let check = |game: &str, level: &str| -> Value {
        let body = json!({ "game": game, "levels": [level] }).to_string();
        server.page("POST", "/api/check", &body).json()
    };
    let found = check(&text, "A g");
    let wrong = &found["game"][0];
    let from = wrong["from"].as_u64().unwrap() as usize;
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units[from..from + 11]).unwrap(), "MovingAvatr", "{found}");
    assert!(wrong["message"].as_str().unwrap().contains("did you mean `MovingAvatar`?"));
    let good = check(&text.replace("MovingAvatr", "MovingAvatar"), "A g");
    assert_eq!(good["game"], json!([]));
    assert!(good["stage"]["legend"].as_array().unwrap().iter().any(|entry| entry["character"] == "g"));
    let sheet = good["stage"]["sheet"].as_str().unwrap();
    let picture = server.page("GET", sheet, "");
    assert_eq!(picture.status, 200);
    assert!(picture.head.contains("image/png"));
    // A level that makes no sense is told of, and breaks nothing.
    assert!(!check(&text, "A?g")["levels"][0].as_array().unwrap().is_empty());
    for odd in ["", "\u{0}", "🦀", &"BasicGame\n".repeat(1000)] {
        assert!(check(odd, odd)["game"].is_array());
    }
}

#[test]
fn games_are_saved_and_drafts_kept() {
    let server = Server::start("save");
    let game = GAME.replace("MovingAvatr", "MovingAvatar");
    let save = |overwrite: bool| {
        let body =
            json!({ "name": "mine", "game": game, "levels": ["A g\n", "A  g\n"], "overwrite": overwrite });
        server.page("POST", "/api/save", &body.to_string()).status
    };
    assert_eq!((save(false), save(false), save(true)), (200, 409, 200));
    assert_eq!(std::fs::read_to_string(server.file("games/mine/level1.txt")).unwrap(), "A  g\n");
    let catalogue = server.get("/api/catalogue");
    assert!(catalogue["games"].as_array().unwrap().iter().any(|known| known["name"] == "mine"));
    let draft = json!({ "name": "x", "game": "half a ga" });
    assert_eq!(server.page("PUT", "/api/drafts/x", &draft.to_string()).status, 200);
    assert_eq!(server.get("/api/drafts"), json!(["x"]));
    assert_eq!(server.get("/api/drafts/x"), draft);
    assert_eq!(server.page("DELETE", "/api/drafts/x", "").status, 200);
    assert_eq!(server.page("GET", "/api/drafts/x", "").status, 404);
    let mut page = server.connect();
    page.say(&json!({ "do": "solve", "game": { "name": "mine", "level": 1 } }));
    let solved = page.reply("job");
    assert_eq!((&solved["done"]["won"], &solved["done"]["ticks"]), (&json!(true), &json!(3)), "{solved}");
    page.say(&json!({ "do": "judge", "game": { "name": "draft", "text": [game, "A g"] } }));
    let judged = loop {
        let told = page.reply("job");
        if told["done"].is_object() {
            break told;
        }
    };
    assert_eq!(judged["done"]["agents"].as_array().unwrap().len(), 6, "{judged}");
    let words = server.get("/api/words");
    assert!(words.as_array().unwrap().iter().any(|word| word["name"] == "killSprite"));
    assert!(server.get("/api/template/fresh")["game"].as_str().unwrap().contains("fresh"));
}

#[test]
fn a_hundred_thousand_rows_are_read_at_once() {
    let server = Server::with("rows", |options| {
        let folder = options.data.parent().unwrap().join("run");
        write_rows(&folder, if cfg!(debug_assertions) { 20_000 } else { 100_000 });
        options.runs.push(folder);
    });
    let start = std::time::Instant::now();
    let runs = server.get("/api/runs");
    let plays = runs[0]["plays"].as_u64().unwrap();
    let report = server.get("/api/runs/0/report");
    let entrants = report["agents"].as_array().unwrap();
    assert_eq!(entrants.iter().map(|each| each["total"]["plays"].as_u64().unwrap()).sum::<u64>(), plays);
    let page = server.get("/api/runs/0/plays?game=zelda&sort=best&won=yes&offset=100&limit=50");
    let rows = page["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 50);
    assert!(rows.iter().all(|row| row["win"] == true && row["game"] == "zelda"));
    let plot = report["plots"][0]["name"].as_str().unwrap();
    assert!(server.page("GET", &format!("/api/runs/0/plot/{plot}/0"), "").body.starts_with("<svg"));
    for wrong in
        ["/api/runs/9/report", "/api/runs/x/report", "/api/runs/0/plot/nothing/0", "/api/runs/0/plot/wins/99"]
    {
        assert_eq!(server.page("GET", wrong, "").status, 404, "{wrong}");
    }
    assert!(start.elapsed().as_secs() < 20, "{:?} for {plays} rows", start.elapsed());
}

#[test]
fn a_run_on_a_cluster_is_read_while_it_grows() {
    let server = Server::with("growing", |options| {
        options.runs.push(options.data.parent().unwrap().join("cluster"));
    });
    let experiment = Experiment::from_toml(
        "agents = [\"random\"]\ngames = [\"zelda\"]\nlevels = \"0\"\nreps = 6\nbudget = \"5fm\"\n",
    );
    let experiment = experiment.unwrap().canonical().unwrap();
    let play = |index: u32| {
        let options = ShardOptions {
            shard: Shard { index, count: 2 },
            folder: RunFolder::new(server.file("cluster")),
            scratch: server.folder.clone(),
            every: std::time::Duration::from_secs(60),
            program: Program::this().unwrap(),
            run: RunOptions::new(Some(1), None),
        };
        play_shard(&experiment, "", &options, &AtomicBool::new(false), &|_| {}, |_| {}).unwrap();
    };
    assert!(server.get("/api/runs")[0]["problem"].is_string(), "nothing has been played yet");
    for (shard, plays) in [(0, 3), (1, 6)] {
        play(shard);
        assert_eq!(server.get("/api/runs")[0]["plays"], plays);
        assert_eq!(server.get("/api/runs/0/report")["agents"][0]["total"]["plays"], plays);
        assert_eq!(server.get("/api/runs/0/plays?game=zelda")["count"], plays);
    }
}

fn write_rows(folder: &std::path::Path, count: u32) {
    let mut recorder = Recorder::begin(folder, &RunFacts::here("")).unwrap();
    let agents: Vec<Arc<Entrant>> = ["olets", "samplemcts", "rhea", "iw", "random"]
        .map(|agent| Arc::new(Entrant::new(agent, "480fm")))
        .into();
    let games: Vec<Arc<str>> = ["aliens", "zelda", "sokoban", "butterflies"].map(Arc::from).into();
    for number in 0..count {
        let (agent, game) = (number as usize % agents.len(), number as usize / 5 % games.len());
        let cell = Cell {
            entrant: Arc::clone(&agents[agent]),
            game: Arc::clone(&games[game]),
            level: number / 20 % 5,
            content: "0".into(),
            repetition: number / 100,
            seed: u64::from(number),
            agent_seed: 1,
            partner: None,
        };
        let win = (number.wrapping_mul(2_654_435_761) >> 16) % 5 < agent as u32 + 1;
        let outcome =
            Outcome { win, score: f64::from(number % 17), ticks: number % 2000, ..Outcome::default() };
        recorder.record(&cell, &outcome, Timing::default()).unwrap();
    }
}
