//! A fuzzer without coverage, for machines that have no other: mutates the seeds and runs the targets.
//!
//! Usage: `mutate SECONDS SEEDS_FOLDER...`. What a target fails on is left in `failing-input` in the present folder.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, panic};

use ludex_engine::Random;
use ludex_fuzz::TARGETS;

/// Words that lead somewhere when they turn up.
const WORDS: &[&str] = &[
    "NaN",
    "Infinity",
    "-1",
    "2147483647",
    "-2147483648",
    "1e308",
    "0",
    "EOS",
    "TIME",
    " > ",
    "=",
    ",",
    "\n",
    "    ",
    "avatar",
    "wall",
    "singleton=True",
    "CONT",
    "limit=0",
    "speed=-0.0",
    "cooldown=2147483647",
    "hMult=0",
];

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let seconds = arguments.next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(10.0);
    let seeds: Vec<String> = arguments.collect();
    let share = Duration::from_secs_f64(seconds.clamp(0.0, 1e6) / TARGETS.len() as f64);
    for (number, (name, target)) in TARGETS.into_iter().enumerate() {
        let corpus: Vec<_> = seeds.iter().flat_map(|seeds| read_all(&Path::new(seeds).join(name))).collect();
        let (start, mut random, mut runs) = (Instant::now(), Random::new(number as i64), 0);
        while start.elapsed() < share {
            let input = mutated(&corpus, &mut random);
            runs += 1;
            if panic::catch_unwind(|| target(&input)).is_err() {
                let _ = fs::write("failing-input", &input);
                eprintln!("target `{name}` fails after {runs} runs; its input is in `failing-input`");
                return ExitCode::FAILURE;
            }
        }
        println!("{name}: {runs} runs");
    }
    ExitCode::SUCCESS
}

/// The contents of all files of a folder, by name.
fn read_all(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files.iter().filter_map(|file| fs::read(file).ok()).collect()
}

fn mutated(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut below = |n: usize| random.next_int(n.clamp(1, 1 << 30) as u32) as usize;
    let mut input = match corpus.len() {
        0 => (0..below(900)).map(|_| below(256) as u8).collect(),
        n if below(8) == 0 => corpus[below(n)]
            .iter()
            .map(|byte| if below(20) == 0 { below(256) as u8 } else { *byte })
            .collect(),
        n => corpus[below(n)].clone(),
    };
    for _ in 0..1 + below(6) {
        let at = below(input.len() + 1);
        let end = (at + 1 + below(30)).min(input.len());
        match below(5) {
            0 => drop(input.drain(at.min(end)..end)),
            1 => {
                let word = WORDS[below(WORDS.len())];
                input.splice(at..at, word.bytes());
            }
            2 if at < input.len() => input[at] = below(256) as u8,
            3 => {
                let piece = input[at.min(end)..end].to_vec();
                let to = below(input.len() + 1);
                input.splice(to..to, piece);
            }
            _ => {
                let piece: Vec<u8> = corpus.get(below(corpus.len().max(1))).map_or(Vec::new(), |other| {
                    let from = below(other.len() + 1);
                    other[from..(from + 60).min(other.len())].to_vec()
                });
                input.splice(at..at, piece);
            }
        }
    }
    input
}
