//! Games on the board: the same as everywhere else in Ludex, wherever one jumps and whoever plays.

use ludex_agents::{AgentSpec, Match, Rules};
use ludex_engine::{Action, State};
use serde_json::{Value, json};

use crate::server::{Page, Server};

fn open(page: &mut Page, order: Value) -> Value {
    let mut all = json!({ "do": "open", "game": { "name": "aliens" }, "boards": [["olets"]], "budget": "100fm", "speed": 200.0 });
    all.as_object_mut().unwrap().extend(order.as_object().unwrap().clone());
    page.say(&all);
    page.reply("opened")
}

fn world(game: &str, level: usize) -> std::sync::Arc<ludex_engine::World> {
    let files = ludex_library::find(game, None).unwrap();
    let game = ludex_vgdl::parse(&files.text, &ludex_engine::ONTOLOGY).unwrap().game;
    ludex_engine::World::new(&game, &ludex_vgdl::Level::parse(&files.levels[level].text)).unwrap()
}

#[test]
fn what_is_watched_is_the_game_that_run_plays() {
    let server = Server::start("same");
    let mut page = server.connect();
    for (game, agent) in
        [("butterflies", "samplemcts"), ("zelda", "olets"), ("sokoban", "iw"), ("snowballfight", "random")]
    {
        open(
            &mut page,
            json!({ "game": { "name": game, "level": 1 }, "boards": [[agent, agent]], "seed": 5, "agent_seeds": [7, 8], "paused": true }),
        );
        page.say(&json!({ "do": "step", "ticks": 60 }));
        let frame = page.frame(|frame| frame["game"]["busy"] == false && frame["tick"] != 0);
        page.say(&json!({ "do": "link" }));
        let link = page.reply("link");
        let world = world(game, 1);
        let agent: AgentSpec = agent.parse().unwrap();
        let seats: Vec<(&dyn ludex_agents::Builder, u64)> = vec![(&agent, 7), (&agent, 8)];
        let mut game_itself =
            Match::new(&world, 5, &seats[..world.players()], Rules::new(ludex_agents::Budget::calls(100)));
        let mut actions = String::new();
        while !game_itself.is_over() && game_itself.state().tick() < 60 {
            actions.extend(game_itself.step().iter().map(|action| ludex_solver::letter_of(*action)));
        }
        assert_eq!(link["actions"], actions.as_str(), "{game}");
        assert_eq!(frame["scores"][0], game_itself.state().score(0), "{game}");
    }
}

#[test]
fn thoughts_plans_and_visits_are_shown() {
    let server = Server::start("thoughts");
    let mut page = server.connect();
    for agent in [
        "olets",
        "samplemcts",
        "mcts",
        "rhea",
        "iw",
        "champion",
        "greedy",
        "momcts",
        "omcts",
        "ybcriber",
        "kbfastevo",
    ] {
        let opened = open(
            &mut page,
            json!({ "game": { "name": "butterflies" }, "boards": [[agent]], "budget": "300fm", "paused": true }),
        );
        assert_eq!(opened["stage"]["players"], 1);
        page.say(&json!({ "do": "step", "ticks": 5 }));
        let frame = page.frame(|frame| frame["tick"] == 5 && frame["game"]["busy"] == false);
        let mind = &frame["minds"][0];
        assert_eq!(mind["chosen"], frame["actions"][0], "{agent}");
        assert!(mind["calls"].as_u64().unwrap() <= 300, "{agent}");
        let visited: u64 =
            mind["heat"].as_array().unwrap().iter().map(|cell| cell[2].as_u64().unwrap()).sum();
        assert!(visited > 0 && visited <= mind["calls"].as_u64().unwrap(), "{agent} {visited}");
    }
}

#[test]
fn every_tick_can_be_gone_back_to() {
    let server = Server::start("rewind");
    let mut page = server.connect();
    open(&mut page, json!({ "paused": true, "seed": 3 }));
    page.say(&json!({ "do": "step", "ticks": 40 }));
    let forty = page.frame(|frame| frame["tick"] == 40 && frame["game"]["busy"] == false);
    page.say(&json!({ "do": "goto", "tick": 7 }));
    let seven = page.frame(|frame| frame["tick"] == 7);
    assert_eq!(seven["ticks"], 40);
    assert!(seven["minds"].is_array(), "what was thought then is still known");
    page.say(&json!({ "do": "goto", "tick": 40 }));
    let again = page.frame(|frame| frame["tick"] == 40);
    assert_eq!((&again["scores"], &again["minds"]), (&forty["scores"], &forty["minds"]));
    page.say(&json!({ "do": "points", "from": 0 }));
    let points = page.reply("points");
    assert_eq!(points["points"].as_array().unwrap().len(), 41);
    // A link: by thinking again, and by the actions alone.
    page.say(&json!({ "do": "link" }));
    let link = page.reply("link");
    let mut other = server.connect();
    open(&mut other, json!({ "seed": 3, "tick": 40, "think": true }));
    let thought = other.frame(|frame| frame["tick"] == 40 && frame["game"]["busy"] == false);
    assert_eq!(thought["scores"], forty["scores"]);
    assert_eq!(thought["minds"][0]["actions"], forty["minds"][0]["actions"]);
    open(&mut other, json!({ "seed": 3, "tick": 40, "actions": link["actions"] }));
    let replayed = other.frame(|frame| frame["tick"] == 40);
    assert_eq!(replayed["scores"], forty["scores"]);
    assert_eq!(replayed["avatar"], forty["avatar"]);
}

#[test]
fn people_take_over_branch_and_hand_back() {
    let server = Server::start("branches");
    let mut page = server.connect();
    open(&mut page, json!({ "paused": true }));
    page.say(&json!({ "do": "step", "ticks": 20 }));
    page.frame(|frame| frame["tick"] == 20 && frame["game"]["busy"] == false);
    page.say(&json!({ "do": "goto", "tick": 10 }));
    page.say(&json!({ "do": "act", "action": "LEFT" }));
    let branch = page.frame(|frame| frame["tick"] == 11);
    assert_eq!(branch["by"], "p");
    assert_eq!(branch["actions"], json!(["LEFT"]));
    assert_eq!(branch["lines"].as_array().unwrap().len(), 2);
    assert_eq!(branch["lines"][1]["parent"], json!([1, 10]));
    page.say(&json!({ "do": "control", "person": false }));
    page.say(&json!({ "do": "step", "ticks": 3 }));
    let back = page.frame(|frame| frame["tick"] == 14);
    assert_eq!(back["by"], "a");
    page.say(&json!({ "do": "line", "line": 1 }));
    let first = page.frame(|frame| frame["line"] == 1);
    assert_eq!((&first["ticks"], &first["tick"]), (&json!(20), &json!(14)));
    page.say(&json!({ "do": "ask", "agent": "samplemcts", "budget": "200fm" }));
    let asked = page.reply("asked");
    assert_eq!(asked["mind"]["agent"], "samplemcts");
    assert_eq!(asked["tick"], 14);
    // Lines do not pile up without end.
    for _ in 0..40 {
        page.say(&json!({ "do": "goto", "tick": 5 }));
        page.say(&json!({ "do": "act", "action": "RIGHT" }));
    }
    page.say(&json!({ "do": "link" }));
    page.reply("link");
    page.say(&json!({ "do": "goto", "tick": 2 }));
    let many = page.frame(|frame| frame["tick"] == 2);
    assert!(many["lines"].as_array().unwrap().len() <= 24);
    assert_eq!(many["lines"][0]["id"], 1, "where it began is kept");
}

#[test]
fn two_agents_side_by_side_stay_in_step() {
    let server = Server::start("beside");
    let mut page = server.connect();
    let opened = open(&mut page, json!({ "boards": [["olets"], ["random"]], "paused": true }));
    assert_eq!(opened["boards"], 2);
    page.say(&json!({ "do": "step", "ticks": 15 }));
    let mut ticks = [0, 0];
    while ticks != [15, 15] {
        let frame = page.frame(|_| true);
        let board = frame["game"]["board"].as_u64().unwrap() as usize;
        ticks[board] = frame["tick"].as_u64().unwrap();
    }
}

#[test]
fn games_of_people_are_rows_that_can_be_verified() {
    let server = Server::start("people");
    let mut page = server.connect();
    let win: ludex_solver::Win =
        ludex_library::bundled_game("sokoban").unwrap().levels[0].win.unwrap().parse().unwrap();
    page.say(&json!({ "do": "open", "game": { "name": "sokoban" }, "boards": [[]], "people": [true, true], "seed": win.seed, "paused": true, "person": "Ann <b>" }));
    page.reply("opened");
    for action in &win.actions {
        page.say(&json!({ "do": "act", "action": action.name() }));
        std::thread::sleep(std::time::Duration::from_millis(11));
    }
    let stored = page.reply("stored");
    assert_eq!(stored["row"]["game"], "sokoban", "{stored}");
    let best = server.get("/api/people?game=sokoban&level=0");
    let row = &best["rows"][0];
    assert_eq!((&row["win"], &row["verified"], &row["name"]), (&json!(true), &json!(true), &json!("Annb")));
    let world = world("sokoban", 0);
    let end: State = win.replay(&world).unwrap();
    assert_eq!(row["score"].as_f64(), Some(end.score(0)));
    assert_eq!(row["actions"].as_str().unwrap().len(), win.actions.len());
    // They are results like those of any agent.
    let runs = server.get("/api/runs");
    assert_eq!(runs[0]["plays"], 1);
    let report = server.get("/api/runs/0/report");
    assert_eq!(report["agents"][0]["agent"], "human");
}

#[test]
fn two_people_choose_before_a_tick_is_played() {
    let server = Server::start("two");
    let mut page = server.connect();
    page.say(&json!({ "do": "open", "game": { "name": "snowballfight" }, "boards": [[]], "people": [true, true], "paused": true }));
    assert_eq!(page.reply("opened")["stage"]["players"], 2);
    page.say(&json!({ "do": "act", "player": 0, "action": "RIGHT" }));
    page.say(&json!({ "do": "act", "player": 1, "action": "LEFT" }));
    let frame = page.frame(|frame| frame["tick"] == 1);
    assert_eq!(frame["actions"].as_array().unwrap().len(), 2);
    assert!(Action::ALL.iter().any(|action| frame["actions"][0] == action.name()));
}
