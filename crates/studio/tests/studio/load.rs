//! Many pages at once, some of which do not read.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::{Heard, Server};

/// What this process takes of memory, in bytes, where the system tells it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Twenty pages watch games that begin again and again. Usually for a few seconds; `LUDEX_SOAK_SECONDS` makes it longer.
#[test]
fn twenty_pages_at_steady_memory() {
    let seconds = std::env::var("LUDEX_SOAK_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let server = Server::start("soak");
    let server = &server;
    let end = Instant::now() + Duration::from_secs(seconds);
    let order = |number: usize| {
        let game = ["aliens", "zelda", "butterflies", "sokoban"][number % 4];
        json!({ "do": "open", "game": { "name": game }, "boards": [["olets"]], "budget": "20fm", "speed": 60.0, "seed": number })
    };
    let mut measured = Vec::new();
    std::thread::scope(|scope| {
        for number in 0..20 {
            scope.spawn(move || {
                let mut page = server.connect();
                let mut frames = 0_u64;
                page.say(&order(number));
                // Some read nothing at all: they must not hold up the others.
                if number % 5 == 4 {
                    std::thread::sleep(end.saturating_duration_since(Instant::now()));
                    return;
                }
                while Instant::now() < end {
                    match page.hear() {
                        Some(Heard::Frame(frame)) => {
                            frames += 1;
                            let over = frame["standing"][0] != "playing";
                            if over || frame["tick"] == 300 {
                                page.say(&order(number + frames as usize));
                            }
                        }
                        Some(Heard::Reply(_)) => {}
                        None => panic!("the server hung up"),
                    }
                }
                assert!(frames > 3 * seconds, "page {number}: {frames} frames in {seconds} s");
            });
        }
        while Instant::now() < end {
            std::thread::sleep(Duration::from_millis(500));
            measured.extend(memory());
            assert_eq!(server.page("GET", "/", "").status, 200);
        }
    });
    if let (Some(middle), Some(last)) = (measured.get(measured.len() / 2), measured.last()) {
        assert!(*last < middle + (80 << 20), "{measured:?}");
    }
}

#[test]
fn it_ends_at_once_whoever_is_connected() {
    let server = Server::start("end");
    let mut page = server.connect();
    page.say(&json!({ "do": "open", "game": { "name": "zelda" }, "boards": [["olets"]], "budget": "300ms", "speed": 1.0 }));
    page.reply("opened");
    let start = Instant::now();
    drop(server);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}
