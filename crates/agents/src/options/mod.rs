//! Tree search over options: what to do until something is reached, instead of what to do in one tick.
//!
//! An option ([`instance::Instance`]) can begin in some states, chooses actions while it runs, and is over at some time.
//! The tree branches only where an option is over. The types of options are in [`kinds`], a module for each. Those that
//! walk somewhere find their way with [`routes`], which learn from bumps and deaths what is in the way ([`walls`]).
//! With [`learning`](values) the search remembers what options of each sub-type have brought, and prefers the
//! better ones ([`widening`]).

mod agent;
mod astar;
mod instance;
mod kinds;
mod routes;
mod scene;
mod search;
mod setup;
mod tree;
mod values;
mod walls;
mod widening;

use agent::OptionsAgent;
use setup::Setup;

use crate::interface::INITIAL_TICKS;
use crate::registry::Entry;

pub(crate) const ENTRY: Entry = Entry {
    name: "omcts",
    about: "Tree search over options: go somewhere, avoid, wait and shoot (O-MCTS).",
    description: "\
        Options are created as the game shows sprites: do an action once, go away from the nearest NPC, go to or near a \
        sprite, go to the nearest sprite of a type, wait for an NPC and shoot. The tree branches only where an option is \
        over; roll-outs first follow the option, then act at random. Rewards fade with their distance. Ways are found by \
        A*, which learns from bumps and deaths which types of sprites are in the way. It plays the first action of the \
        option with the best mean. Nodes keep their states; a new tree every tick; the warm-up budget trains the ways.",
    source: "de Waard, Roijers & Bakkes 2016",
    parameters: setup::PARAMETERS,
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(OptionsAgent::new(Setup::new(spec.settings(), false), turn, seed)),
};

pub(crate) const LEARNING: Entry = Entry {
    name: "olmcts",
    about: "omcts that learns which options pay, in a game and from game to game (OL-MCTS).",
    description: "\
        Like omcts, but it remembers mean and variance of what options of each sub-type (such as: go to a key) have \
        brought, and draws the options to try with a preference for the better ones (the widening of Crazy Stone) until a \
        node has been visited v times; then UCT among those that were tried. What it has learnt can be handed on to the \
        next game on the same level: see ludex run --learn-to and --learn-from, and learning in plans of the arena.",
    source: "de Waard, Roijers & Bakkes 2016",
    parameters: setup::LEARNING_PARAMETERS,
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(OptionsAgent::new(Setup::new(spec.settings(), true), turn, seed)),
};
