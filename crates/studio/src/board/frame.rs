//! What the page gets of a game at one tick: some JSON, and the sprites as numbers.
//!
//! A frame is: the length of the JSON (u32), the JSON, zeros up to a multiple of four, and six numbers (i32) for each sprite, back to front:
//! its id, its place on the sheet of pictures, left, top, width and height in pixels of the game. All little-endian.

use ludex_engine::{Action, State, Winner};
use serde_json::{Value, json};

use super::{Board, Control};

/// A message to the page.
pub(crate) type Frame = Vec<u8>;

/// Sprites of a frame; more than this are not drawn.
const SPRITES: usize = 20_000;
/// Events that are told.
const EVENTS: usize = 8;

pub(super) fn frame(board: &Board, extra: &Value) -> Frame {
    let state = &board.state;
    let players = state.world().players().min(2);
    let line = board.line();
    let actions = board.at.checked_sub(1).and_then(|last| line.actions().get(last));
    let names = |both: &[Action; 2]| both[..players].iter().map(|action| action.name()).collect::<Vec<_>>();
    let people: Vec<bool> = board.control[..players].iter().map(|who| *who == Control::Person).collect();
    let mut head = json!({
        "tick": board.at,
        "ticks": line.len(),
        "line": board.lines.id(),
        "lines": board.lines.list(),
        "scores": (0..players).map(|player| state.score(player)).collect::<Vec<_>>(),
        "standing": standing(state, board.is_over()),
        "actions": actions.map(names),
        "by": line.by(board.at),
        "people": people,
        "holds": (0..players).map(|player| holds(state, player)).collect::<Vec<_>>(),
        "avatar": avatar(state),
        "events": events(state),
        "note": line.is_left_at(board.at).then(|| line.note()).flatten(),
        "game": extra,
    });
    if let Some(thought) = board.lines.thought(board.at)
        && let Ok(thought) = serde_json::from_str::<Value>(thought)
    {
        head["minds"] = thought;
    }
    let mut bytes = head.to_string().into_bytes();
    let length = bytes.len() as u32;
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let mut frame = Vec::with_capacity(bytes.len() + 4 + 24 * 512);
    frame.extend(length.to_le_bytes());
    frame.extend(bytes);
    let tiles = &board.scenery.tiles;
    let sprites =
        state.world().order().iter().flat_map(|t| state.sprites_of_type(*t)).filter(|s| !s.disabled);
    for sprite in sprites.take(SPRITES) {
        let Some(tile) = tiles.place(usize::from(sprite.type_id), sprite.orientation) else { continue };
        let rect = sprite.rect;
        for number in [sprite.id, tile as i32, rect.x, rect.y, rect.w, rect.h] {
            frame.extend(number.to_le_bytes());
        }
    }
    frame
}

fn standing(state: &State, over: bool) -> Vec<&'static str> {
    let word = |player: usize| match state.winner(player) {
        _ if !over => "playing",
        Winner::Wins => "won",
        Winner::Loses => "lost",
        Winner::None => "undecided",
    };
    (0..state.world().players().min(2)).map(word).collect()
}

fn holds(state: &State, player: usize) -> Vec<(String, i32)> {
    let held = state.inventory(player).filter(|(_, amount)| *amount != 0);
    held.map(|(t, amount)| (state.world().type_name(t).to_owned(), amount)).collect()
}

/// The first avatar's cell, for readers of screens.
fn avatar(state: &State) -> Option<(usize, usize)> {
    let seen = state.observe();
    let columns = seen.grid_size().0.max(1);
    seen.avatar_cell(0).map(|cell| (cell % columns, cell / columns))
}

fn events(state: &State) -> Vec<(i32, String)> {
    let name = |t| state.world().type_names().nth(usize::from(t)).unwrap_or("the edge");
    let events = state.events().iter().rev().take(EVENTS);
    let words = events.map(|event| {
        let verb = if event.from_avatar() { "hits" } else { "meets" };
        (event.tick() + 1, format!("{} {verb} {}", name(event.active_type()), name(event.passive_type())))
    });
    words.collect()
}
