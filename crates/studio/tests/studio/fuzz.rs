//! Messages that nobody meant: whatever comes, the server goes on.

use serde_json::{Value, json};
use tungstenite::Message;

use crate::server::Server;

/// A generator that gives the same numbers every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }
}

fn seeds() -> Vec<String> {
    let orders = [
        json!({ "do": "open", "game": { "name": "zelda", "level": 0 }, "boards": [["olets"]], "budget": "50fm" }),
        json!({ "do": "open", "game": { "name": "x", "text": ["BasicGame\n  SpriteSet\n    avatar > MovingAvatar\n", "A"] }, "boards": [[], ["random"]], "actions": "udlr.x", "tick": 3 }),
        json!({ "do": "step", "ticks": 3 }),
        json!({ "do": "goto", "tick": 2 }),
        json!({ "do": "act", "player": 0, "action": "UP" }),
        json!({ "do": "control", "player": 1, "person": true }),
        json!({ "do": "line", "line": 1 }),
        json!({ "do": "points", "from": 0 }),
        json!({ "do": "ask", "agent": "mcts(c=1)", "budget": "10fm" }),
        json!({ "do": "speed", "ticks": 50.0 }),
        json!({ "do": "branch" }),
        json!({ "do": "words" }),
        json!({ "do": "link" }),
        json!({ "do": "name", "name": "x" }),
        json!({ "do": "stop" }),
        json!({ "do": "close" }),
    ];
    orders.iter().map(Value::to_string).collect()
}

#[test]
fn random_messages_break_nothing() {
    let server = Server::with("fuzz", |options| options.limits.messages = 1e6);
    let odd = [
        "-1",
        "1e999",
        "18446744073709551616",
        "null",
        "\"\\ud800\"",
        "[]",
        "{}",
        "\u{0}",
        "4294967295",
        "\"NaN\"",
        "😀",
        "9".repeat(400).leak(),
    ];
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let seeds = seeds();
    let rounds: usize = std::env::var("LUDEX_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(6_000);
    let mut page = server.connect();
    for round in 0..rounds {
        let mut text = seeds[dice.roll(seeds.len())].clone();
        for _ in 0..dice.roll(4) {
            let at = text.char_indices().map(|(at, _)| at).nth(dice.roll(text.chars().count())).unwrap_or(0);
            let end = text.char_indices().map(|(at, _)| at).find(|end| *end > at).unwrap_or(text.len());
            match dice.roll(4) {
                0 => text.replace_range(at..end, ""),
                1 => text.insert_str(at, odd[dice.roll(odd.len())]),
                2 => {
                    let tail = text.split_off(at);
                    text += &seeds[dice.roll(seeds.len())];
                    text.truncate(400);
                    text += &tail;
                }
                _ => {
                    // A number or a word in the place of another.
                    let parts: Vec<&str> = text.split(':').collect();
                    let place = dice.roll(parts.len());
                    text = parts
                        .iter()
                        .enumerate()
                        .map(|(i, part)| {
                            if i == place && i > 0 {
                                format!("{},\"z\"", odd[dice.roll(odd.len())])
                            } else {
                                (*part).to_owned()
                            }
                        })
                        .collect::<Vec<_>>()
                        .join(":");
                }
            }
        }
        let message =
            if dice.roll(40) == 0 { Message::binary(text.into_bytes()) } else { Message::text(text) };
        if page.socket.send(message).is_err() || round % 400 == 399 {
            page = server.connect();
        }
        if round % 50 == 0 {
            page.socket.get_ref().set_nonblocking(true).unwrap();
            while page.socket.read().is_ok() {}
            page.socket.get_ref().set_nonblocking(false).unwrap();
        }
    }
    let mut page = server.connect();
    page.say(&json!({ "do": "open", "game": { "name": "zelda" }, "boards": [["random"]], "paused": true }));
    assert_eq!(page.reply("opened")["stage"]["name"], "zelda");
}

#[test]
fn random_requests_break_nothing() {
    let server = Server::start("requests");
    let mut dice = Dice(0xfeed_beef_1234_5671);
    let paths = [
        "catalogue",
        "game/zelda",
        "check",
        "save",
        "drafts/x",
        "runs/0/plays?limit=9",
        "people?game=zelda",
        "sheet/x.png",
        "socket",
    ];
    for _ in 0..400 {
        let method = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"][dice.roll(6)];
        let mut path = format!("/api/{}", paths[dice.roll(paths.len())]);
        for _ in 0..dice.roll(3) {
            let at = dice.roll(path.len());
            path.insert_str(at, ["%", "/", "..", "?", "&=", "%00", "+", "%zz"][dice.roll(8)]);
        }
        let body =
            ["", "{}", "[", "{\"game\":1}", "{\"game\":\"x\",\"levels\":[\"y\"]}", "null"][dice.roll(6)];
        let answer = server.page(method, &path, body);
        assert!(answer.status != 500, "{method} {path} {body}: {}", answer.body);
    }
    assert_eq!(server.page("GET", "/api/catalogue", "").status, 200);
    for junk in
        [&b"\x16\x03\x01\x02\x00"[..], b"\0\0\0\0\r\n\r\n", b"GET", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
    {
        let stream = std::net::TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        std::io::Write::write_all(&mut &stream, junk).unwrap();
    }
    assert_eq!(server.page("GET", "/api/catalogue", "").status, 200);
}

#[test]
fn what_is_too_much_is_refused_with_words() {
    let server = Server::start("refused");
    let mut page = server.connect();
    let game = json!({ "name": "zelda" });
    for order in [
        json!({ "do": "open", "game": game, "boards": [["olets"]], "budget": "10s" }),
        json!({ "do": "open", "game": game, "boards": [["olets"]], "budget": "100000000fm" }),
        json!({ "do": "open", "game": game, "boards": [["nobody"]] }),
        json!({ "do": "open", "game": game, "boards": [] }),
        json!({ "do": "open", "game": game, "boards": [[], [], []] }),
        json!({ "do": "open", "game": { "name": "../zelda" }, "boards": [[]] }),
        json!({ "do": "open", "game": { "name": "zelda", "level": 99 }, "boards": [[]] }),
        json!({ "do": "open", "game": { "name": "x", "text": ["BasicGame", "w".repeat(300_000)] }, "boards": [[]] }),
        json!({ "do": "open", "game": game, "boards": [[]], "actions": "qqq" }),
        json!({ "do": "ask", "agent": "olets", "budget": "1fm" }),
        json!({ "do": "dance" }),
    ] {
        page.say(&order);
        assert!(!page.reply("problem")["text"].as_str().unwrap().is_empty(), "{order}");
    }
}
