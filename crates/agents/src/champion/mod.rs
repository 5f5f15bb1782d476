//! The champion: made for a fast model.
//!
//! Before the first tick it finds out what kind of game it is (`classify`). Games without chance are left to the `planner`, the others,
//! and those in which the plans fail, to `chance`. Both use the same best-first `search` over
//! situations that were never seen.

mod agent;
mod chance;
mod classify;
mod planner;
mod search;
mod value;

use crate::interface::INITIAL_TICKS;
use crate::registry::{Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "champion",
    about: "Plans games without chance to their end; in the others searches each tick, distrusts what it finds, and looks out for death.",
    description: "\
        Twin games with the same actions show whether there is chance in a game. Without it, a best-first search that is kept from tick to tick looks for a win among \
        situations that were never seen, by novelty, by points, by length and from each group of states with equal counters in turn. Where the world stands still or \
        comes round again, the agent waits until a win is found or most of the time is over; elsewhere it follows the best way so far and searches on from a place ahead on it. \
        Whenever something happens that was not foreseen, it begins anew, and after the third time it believes in chance. With chance, it samples for each action how often nothing \
        saves the avatar any more, keeps to the actions that are as safe as any, searches by novelty like ybcriber, and plays a plan only if it is good on average when it is tried \
        again with other chances. Where nothing is in sight and it is safe to stand, it thinks for some ticks with the long search, and then goes where it has not been. \
        In games for two it takes it that the other player stands still. With several threads, where only time is limited, further long searches run beside: without chance from the \
        same state, each without one of the orders; with chance from the present state.",
    source: "Ludex; ideas of YBCRIBER, YOLOBOT, NovTea and of best-first width search (Lipovetzky & Geffner 2017)",
    parameters: &[
        Parameter::switch(
            "classify",
            true,
            "finds out before the first tick whether there is chance; otherwise it takes a game for one without until it is surprised",
        ),
        Parameter::switch(
            "plan",
            true,
            "plans games without chance to their end; otherwise it plays them as if there were chance",
        ),
        Parameter::switch("safety", true, "samples how often each action is the beginning of the end"),
        Parameter::switch(
            "think",
            true,
            "stands and thinks where nothing is in sight, and thinks before the first tick",
        ),
        Parameter::switch("retry", true, "tries plans again with other chances before it plays them"),
        Parameter::integer(
            "threads",
            1,
            (1, 64),
            "threads that search, where only time is limited; each may use as much processor time as one alone",
        ),
    ],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(agent::Champion::new(spec, turn, seed)),
};
