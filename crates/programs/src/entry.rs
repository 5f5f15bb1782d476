//! Programs in the registry of agents.

use std::sync::Once;
use std::time::Duration;

use ludex_agents::registry::{self, Entry, Parameter};
use ludex_agents::{AgentSpec, Make, give_up};

use crate::agent::Program;

/// An agent that is a program of its own.
pub static PROGRAM: Entry = Entry {
    description: "\
        The program speaks JSON lines over its standard streams: docs/programs.md describes them, with examples in Python, Java and \
        Rust. It is started for every game, and its time and its forward-model calls count as those of any agent. A program that \
        hangs, ends, sends nonsense or too much of anything loses its game, and the results say why.",
    source: "Ludex",
    parameters: &[
        Parameter::text("cmd", "", "the command that starts it; words with blanks are put in single quotes"),
        Parameter::text(
            "args",
            "",
            "a text that is given to the program when a game starts, for settings of its own",
        ),
        Parameter::integer("wait", 10, (1, 86_400), "for how many seconds it may be silent when it is asked"),
        Parameter::integer("memory", 2048, (16, 1 << 20), "how much memory it may use, in MiB (Linux)"),
    ],
    ready: Some(ready),
    ..Entry::new("program", "A program of your own, in any language.", |spec, turn, seed| {
        ready(spec)(turn, seed)
    })
};

fn ready(spec: &AgentSpec) -> Make<'static> {
    let settings = spec.settings();
    let (args, wait) = (settings.text("args"), Duration::from_secs(settings.count("wait") as u64));
    // It starts here, before the clock of the game runs: that is not the agent's time.
    match Program::start(settings.text("cmd"), wait, (settings.count("memory") as u64) << 20) {
        Ok(program) => Box::new(move |turn, seed| match program.begin(turn, seed, args) {
            Ok(program) => Box::new(program),
            Err(reason) => give_up(reason),
        }),
        Err(reason) => give_up(reason),
    }
}

/// Makes programs known to the registry of agents; once is enough.
pub fn register() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        // It can only fail where there is an agent of the same name, and then that one stays.
        let _ = registry::register(&PROGRAM);
    });
}
