//! GVGAI's learning track, with a client of our own that follows the description of the protocol.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludex_engine::{ONTOLOGY, World};
use ludex_programs::gvgai::{BLOCK, Course, Played, serve};
use ludex_vgdl::Level;
use serde_json::Value;

/// What a client that is served to its end sees.
struct Client {
    lines: BufReader<TcpStream>,
    stream: TcpStream,
    id: u64,
}

/// How a client was served: the levels that were played, and what went wrong.
type Served = JoinHandle<(Vec<Played>, Option<String>)>;

/// A client at a server with five levels of a game.
fn connect(name: &'static str) -> (Client, Served) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let files = ludex_library::find(name, None).unwrap();
        let mut game = ludex_vgdl::parse(&files.text, &ONTOLOGY).unwrap().game;
        game.square_size = BLOCK;
        let levels: Vec<_> =
            files.levels.iter().map(|level| World::new(&game, &Level::parse(&level.text)).unwrap()).collect();
        let (stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut played = Vec::new();
        let course = Course {
            levels: &levels,
            training: 3,
            validation_rounds: 1,
            seed: 1,
            picture: &mut |_| b"\x89PNG".to_vec(),
            report: &mut |result| played.push(result.clone()),
        };
        let problem = serve(stream, course).err().map(|problem| problem.to_string());
        (played, problem)
    });
    let stream = TcpStream::connect(address).unwrap();
    (Client { lines: BufReader::new(stream.try_clone().unwrap()), stream, id: 0 }, server)
}

impl Client {
    /// The next message, without its number, which is one more than the last.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        let (id, text) = line.trim_end().split_once('#').unwrap_or_else(|| panic!("{line:?}"));
        assert_eq!(id.parse::<u64>().unwrap(), self.id);
        self.id += 1;
        text.to_owned()
    }

    fn state(&mut self) -> Value {
        serde_json::from_str(&self.hear()).unwrap()
    }

    fn say(&mut self, text: &str) {
        // In one piece: small pieces wait for each other.
        self.stream.write_all(format!("{}#{text}\n", self.id - 1).as_bytes()).unwrap();
    }

    fn start(&mut self, form: &str) {
        assert_eq!(self.hear(), "START");
        self.say(&format!("START_DONE#{form}"));
        // The Java client sends this, too.
        writeln!(self.stream, "0#null\r").unwrap();
    }

    /// Plays a level with one action after so many ticks of another; gives its first, a middle and its last state.
    fn level(&mut self, action: &str, leave_after: usize) -> (Value, Value, Value) {
        let first = self.state();
        assert_eq!(first["phase"], "INIT");
        self.say("INIT_DONE");
        let mut middle = Value::Null;
        for turn in 0.. {
            let state = self.state();
            if state["phase"] != "ACT" {
                return (first, middle, state);
            }
            assert_eq!(state["gameTick"], turn);
            middle = state;
            self.say(if turn as usize == leave_after { "END_OVERSPENT" } else { action });
        }
        unreachable!()
    }
}

#[test]
fn a_client_is_served_from_start_to_finish() {
    let (mut client, server) = connect("aliens");
    client.start("JSON");
    let mut ends = Vec::new();
    for level in 0..3 {
        let (first, act, last) = client.level("ACTION_USE", if level == 1 { 3 } else { usize::MAX });
        ends.push(last["gameTick"].clone());
        assert_eq!(
            (&first["isValidation"], &first["gameTick"], &first["blockSize"]),
            (&false.into(), &0.into(), &10.into())
        );
        assert_eq!(last["phase"], if level == 1 { "ABORT" } else { "END" });
        assert_eq!(last["isGameOver"], level != 1);
        assert_eq!(act["availableActions"], serde_json::json!(["ACTION_USE", "ACTION_LEFT", "ACTION_RIGHT"]));
        let (columns, rows) = (&act["observationGridNum"], &act["observationGridMaxRow"]);
        let grid = act["observationGrid"].as_array().unwrap();
        assert_eq!(grid.len(), columns.as_u64().unwrap() as usize);
        assert_eq!(grid[0].as_array().unwrap().len(), rows.as_u64().unwrap() as usize);
        assert_eq!(act["worldDimension"][0], 10.0 * columns.as_f64().unwrap());
        // A category without types is not there, but its numbers are.
        for category in ["NPC", "immovable", "movable", "resources", "portals", "fromAvatarSprites"] {
            let lists =
                act.get(format!("{category}Positions")).map_or(&[][..], |lists| lists.as_array().unwrap());
            let longest = lists.iter().map(|list| list.as_array().unwrap().len()).max();
            assert_eq!(act[format!("{category}PositionsNum")], lists.len(), "{category}");
            assert_eq!(act[format!("{category}PositionsMaxRow")], longest.unwrap_or(0), "{category}");
        }
        assert!(act.get("resourcesPositions").is_none());
        let sprite = act["immovablePositions"][0][0].as_object().unwrap();
        for key in ["category", "itype", "obsID", "position", "reference", "sqDist", "itypeKey"] {
            assert!(sprite.contains_key(key), "{key}");
        }
        assert_eq!(last["availableActions"].as_array().unwrap().len(), 0);
        assert_eq!(last["avatarPosition"], serde_json::json!([-1.0, -1.0]));
        client.say("2");
    }
    // The level that it asked for, and then one that there is by a slip of GVGAI's.
    client.level("ACTION_NIL", 1);
    client.say("3#IMAGE");
    let (_, act, last) = client.level("nonsense", 1);
    assert!(act.get("observationGrid").is_none() && act["blockSize"] == 0, "{act}");
    assert_eq!(act["imageArray"][0], -119);
    assert!(last.get("observationGrid").is_some() && last.get("imageArray").is_none());
    client.say("END_TRAINING#BOTH");
    for _ in 3..5 {
        let (first, act, _) = client.level("ACTION_LEFT", 2);
        assert_eq!((&first["isValidation"], &act["isValidation"]), (&true.into(), &false.into()));
        assert!(act.get("observationGrid").is_some() && act.get("imageArray").is_some());
        client.say("END_VALIDATION");
    }
    assert_eq!(client.hear(), "FINISH");
    let (played, problem) = server.join().unwrap();
    assert_eq!(problem, None);
    assert_eq!(played.iter().map(|level| level.level).collect::<Vec<_>>(), [0, 1, 2, 2, 3, 3, 4]);
    // As GVGAI's server: the last message has the tick of the last turn, which is also the one that is printed.
    assert_eq!(ends, played[..3].iter().map(|level| level.ticks).collect::<Vec<_>>());
    assert_eq!(played[1].ticks, 3);
    let line = played[6].to_string();
    assert!(
        line.starts_with("[VALIDATION] Result (1->win; 0->lose): level:4, Player0:-1, Player0-Score:"),
        "{line}"
    );
}

#[test]
fn clients_that_fail_are_disqualified() {
    let (mut client, server) = connect("aliens");
    client.hear();
    client.say("START_FAILED");
    assert!(server.join().unwrap().1.unwrap().contains("did not start"));

    let (mut client, server) = connect("aliens");
    client.start("JSON");
    client.state();
    client.say("INIT_FAILED");
    assert!(server.join().unwrap().1.unwrap().contains("could not begin"));

    let (mut client, server) = connect("aliens");
    client.start("JSON");
    client.level("ACTION_NIL", 0);
    client.say("END_OVERSPENT");
    assert!(server.join().unwrap().1.unwrap().contains("its own clock"));

    let (mut client, server) = connect("aliens");
    client.start("JSON");
    client.state();
    drop(client);
    assert!(server.join().unwrap().1.is_some());
}

/// What is no answer, is half a line, or has a number from the future counts as none: the avatar stands still.
#[test]
fn odd_lines_do_no_harm() {
    let (mut client, server) = connect("aliens");
    client.start("JSON");
    client.state();
    write!(client.stream, "1#INIT").unwrap();
    client.stream.flush().unwrap();
    thread::sleep(Duration::from_millis(20));
    writeln!(client.stream, "_DONE\r").unwrap();
    for odd in ["no number", "99#ACTION_USE", "x#y", "", "\u{fffd}#\u{fffd}"] {
        client.state();
        writeln!(client.stream, "{odd}").unwrap();
    }
    let state = client.state();
    assert_eq!((&state["gameTick"], &state["avatarLastAction"]), (&5.into(), &"ACTION_NIL".into()));
    client.say("action_left");
    assert_eq!(client.state()["avatarLastAction"], "ACTION_LEFT");
    drop(client);
    assert!(server.join().unwrap().1.is_some());
}
