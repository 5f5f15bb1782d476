//! A program that plays well until the tick that it is told, and then does what no program should.
#![allow(clippy::print_stdout, clippy::print_stderr, missing_docs, reason = "it is all about streams")]
#![allow(clippy::zombie_processes, reason = "it leaves a child behind on purpose")]

use std::io::{BufRead, Write};
use std::process::Command;
use std::time::Duration;

fn main() {
    let fault = std::env::args().nth(1).unwrap_or_default();
    let mut lines = std::io::stdin().lock().lines().map(|line| line.expect("a line"));
    let mut turn = 0;
    while let Some(line) = lines.next() {
        if line.contains(r#""type":"hello""#) {
            match fault.as_str() {
                "old" => println!(r#"{{"type":"hello","protocol":0}}"#),
                "exits-early" => std::process::exit(3),
                _ => println!(r#"{{"type":"hello","protocol":1,"unknown":{{"field":[1,2]}}}}"#),
            }
        } else if line.contains(r#""type":"start""#) {
            println!(r#"{{"type":"ready","remarks":"mood=good"}}"#);
        } else if line.contains(r#""type":"end""#) {
            if fault == "lingers" {
                forever();
            }
            return;
        } else {
            turn += 1;
            if turn == 3 {
                misbehave(&fault, &line, &mut lines);
            }
            println!(r#"{{"type":"action","action":"ACTION_RIGHT","iterations":2,"future":"ignored"}}"#);
        }
    }
}

fn misbehave(fault: &str, line: &str, lines: &mut impl Iterator<Item = String>) {
    let model = |calls: &str| println!(r#"{{"type":"model","calls":[{calls}]}}"#);
    match fault {
        "hangs" => forever(),
        "late" => std::thread::sleep(Duration::from_millis(300)),
        "burns" => {
            let start = std::time::Instant::now();
            while start.elapsed() < Duration::from_millis(300) {}
        }
        "exits" => {
            eprintln!("Traceback\nNameError: name 'foo' is not defined");
            std::process::exit(1);
        }
        "garbage" => println!("hello \u{1b}[31m world"),
        "binary" => std::io::stdout().write_all(&[0xff, 0xfe, 0, b'\n']).unwrap(),
        "no-action" => println!(r#"{{"type":"action"}}"#),
        "wrong-action" => println!(r#"{{"type":"action","action":"ACTION_JUMP"}}"#),
        "endless" => write_forever("x"),
        "floods" => write_forever("{\"type\":\"action\",\"action\":\"ACTION_NIL\"}\n"),
        "floods-errors" => {
            for _ in 0..100_000 {
                eprintln!("something is wrong, but not with the game");
            }
        }
        "twice" => {
            let seq = line.split(r#""seq":"#).nth(1).and_then(|rest| rest.split(',').next()).unwrap();
            let answer = format!(r#"{{"type":"action","seq":{seq},"action":"ACTION_NIL"}}"#);
            println!("{answer}\n{answer}");
        }
        "calls-much" => {
            let calls = vec![r#"{"copy":0,"to":1},{"advance":1,"action":"ACTION_LEFT"}"#; 500].join(",");
            for _ in 0..500 {
                model(&calls);
                assert!(lines.next().unwrap().len() > 500);
            }
        }
        "hog" => {
            let mut held = Vec::new();
            loop {
                held.push(vec![1_u8; 1 << 20]);
            }
        }
        "state" => {
            model(r#"{"advance":7,"action":"LEFT"}"#);
            lines.next();
        }
        "states" => {
            for first in (1..2_000_000).step_by(1000) {
                let calls: Vec<String> =
                    (first..first + 1000).map(|id| format!(r#"{{"copy":0,"to":{id}}}"#)).collect();
                model(&calls.join(","));
                lines.next();
            }
        }
        "counts" => {
            // More than a budget of 20 calls has.
            model(
                r#"{"copy":0,"to":1},{"advance":1,"actions":["NIL","NIL","NIL"]},{"observe":1},{"release":1}"#,
            );
            let answer = lines.next().unwrap();
            assert!(answer.contains(r#""advanced":3"#) && answer.contains(r#""callsLeft":17"#), "{answer}");
            let many = vec![r#"{"advance":1,"action":"NIL"}"#; 30].join(",");
            model(&format!(r#"{{"copy":0,"to":1}},{many}"#));
            let answer = lines.next().unwrap();
            assert_eq!(answer.matches(r#""advanced":1"#).count(), 17, "{answer}");
            assert_eq!(answer.matches(r#""advanced":0"#).count(), 13, "{answer}");
        }
        "children" => {
            let child = Command::new("sleep").arg("1000").spawn().expect("a child");
            eprintln!("child {}", child.id());
            std::fs::write(std::env::args().nth(2).unwrap(), child.id().to_string()).unwrap();
        }
        _ => {}
    }
}

fn forever() {
    loop {
        std::thread::sleep(Duration::from_secs(1000));
    }
}

fn write_forever(text: &str) {
    let mut output = std::io::stdout().lock();
    while output.write_all(text.repeat(1000).as_bytes()).is_ok() {}
}
