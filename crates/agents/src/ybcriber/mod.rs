//! A width-based agent in the style of YBCRIBER, which won a leg of the GVGAI competition of 2015.
//!
//! Each tick it counts how often actions are deadly (`deaths`), goes on with a search among states that show something new
//! (`search`, `novelty`), and decides between what that found, the plan it has been following, and a walk to something that was
//! never touched (`walk`). What it knows of the types of sprites (`model`) comes from everything that it simulates.

mod agent;
mod danger;
mod deaths;
mod model;
mod novelty;
mod search;
mod walk;

use self::agent::Ybcriber;
pub(crate) use self::danger::Danger;
pub(crate) use self::model::Model;
pub(crate) use self::search::{Goal, Search};
pub(crate) use self::walk::Walk;
use crate::interface::INITIAL_TICKS;
use crate::registry::{Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "ybcriber",
    about: "A width-based agent in the style of YBCRIBER: searches novelty by novelty, learns what kills, and walks to the unknown.",
    description: "\
        Breadth-first search among states that show something new, in order of how new they are: where the avatar is, what is \
        elsewhere, pairs with the avatar, and in games that stand still triples and quadruples. There it waits and lets \
        the search grow over many ticks. It counts how often each action kills, learns which types of sprites kill, \
        block or are worth something, keeps plans as long as they are good, and where nothing is in sight walks to what it has not touched yet, \
        around danger.",
    source: "YBCRIBER, winner at CEEC 2015; benchmark of Soemers et al. 2016",
    parameters: &[Parameter::switch(
        "winnow",
        false,
        "win as soon as possible; otherwise early in games that change by themselves it collects points first",
    )],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(Ybcriber::new(spec.settings().switch("winnow"), turn, seed)),
};
