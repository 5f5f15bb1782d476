//! A small agent for Ludex: tries every action in a few random futures and takes the best.
//!
//! It is a program of its own, with `serde_json` and nothing of Ludex.
#![allow(clippy::print_stdout, missing_docs, reason = "talking over standard output is what it does")]

use serde_json::{Value, json};
use std::io::BufRead;

fn main() {
    let mut messages = std::io::stdin().lock().lines().map(|line| line.expect("a line"));
    let mut hear = || {
        messages.next().and_then(|line| serde_json::from_str(&line).ok()).unwrap_or(json!({"type": "end"}))
    };
    let mut chance = 1_u64;
    loop {
        let message: Value = hear();
        match message["type"].as_str() {
            Some("hello") => println!("{}", json!({"type": "hello", "protocol": 1})),
            Some("start") => {
                chance = message["seed"].as_u64().unwrap_or(1) | 1;
                println!("{}", json!({"type": "ready"}));
            }
            Some("turn") => {
                let actions = message["observation"]["availableActions"].as_array().expect("actions").clone();
                let tried: Vec<&Value> = actions.iter().cycle().take(actions.len() * 10).collect();
                let mut future = |first: &Value| {
                    let rest = (1..10).map(|_| {
                        chance ^= chance << 13;
                        chance ^= chance >> 7;
                        chance ^= chance << 17;
                        actions[chance as usize % actions.len()].clone()
                    });
                    std::iter::once(first.clone()).chain(rest).collect::<Vec<Value>>()
                };
                let calls = tried.iter().flat_map(|first| {
                    [json!({"copy": 0, "to": 1}), json!({"advance": 1, "actions": future(first)})]
                });
                println!("{}", json!({"type": "model", "calls": calls.collect::<Vec<Value>>()}));
                let answer: Value = hear();
                let mut values = vec![0.0; actions.len()];
                let results = answer["results"].as_array().expect("results").iter().skip(1).step_by(2);
                for (i, result) in results.enumerate() {
                    let outcome = match result["gameWinner"].as_str() {
                        Some("PLAYER_WINS") => 1000.0,
                        Some("PLAYER_LOSES") => -1000.0,
                        _ => 0.0,
                    };
                    values[i % actions.len()] += result["gameScore"].as_f64().unwrap_or(0.0) + outcome;
                }
                let best = (0..values.len()).max_by(|&a, &b| f64::total_cmp(&values[a], &values[b]));
                println!(
                    "{}",
                    json!({"type": "action", "action": best.map_or(json!("ACTION_NIL"), |i| actions[i].clone())})
                );
            }
            _ => return,
        }
    }
}
