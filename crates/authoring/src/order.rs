//! Rules whose sprites are the wrong way round, found by playing: nobody wins as it is written, and with one rule turned round
//! somebody does at once.

use ludex_engine::{Action, ONTOLOGY, Random, State, World};
use ludex_solver::{GaveUp, Limits, Search, solve};
use ludex_vgdl::{Code, Diagnostic, Game, Level, Outcome, Partners, Span, Termination, TypeId, Waits};
use std::sync::Arc;

/// Ticks of play until a win as it is written is given up.
const AS_WRITTEN: u64 = 30_000;
/// Ticks of play for a game with a rule turned round, which has to be won more easily than that.
const TURNED: u64 = 3_000;
/// Games played at random, and their ticks, to see whether anything comes nearer to the goal.
const PLAYS: i64 = 20;
const TICKS: usize = 300;

/// Looks for a rule of a game for one player that keeps a level from being won as long as its sprites are in this order.
pub fn check_order(text: &str, game: &Game, level: &str) -> Option<Diagnostic> {
    let level = Level::parse(level);
    let world = World::new(game, &level).ok().filter(|_| game.players == 1)?;
    match try_to_win(game, &world, AS_WRITTEN) {
        Ok(()) => return None,
        // Everything was tried.
        Err(GaveUp { exhausted: true, .. }) => {}
        Err(GaveUp { .. }) if comes_nearer(game, &world) => return None,
        Err(GaveUp { .. }) => {}
    }
    (0..game.rules.len()).find_map(|rule| {
        let turned = turned(game, rule)?;
        let world = World::new(&turned, &level).ok()?;
        try_to_win(&turned, &world, TURNED).ok()?;
        Some(diagnostic(text, game.rules[rule].line, ONTOLOGY.effects[game.rules[rule].effect].name))
    })
}

fn try_to_win(game: &Game, world: &Arc<World>, ticks: u64) -> Result<(), GaveUp> {
    solve(game, world, 0, Search::Auto, Limits { ticks }, &mut |_| true).map(|_| ())
}

/// Does anything that a win depends on ever change in games played at random? Then the game may be only hard.
fn comes_nearer(game: &Game, world: &Arc<World>) -> bool {
    let is_win = |termination: &&Termination| {
        termination.params.text("win").is_some_and(|win| win.to_ascii_lowercase().contains("true"))
    };
    let wins: Vec<&Termination> = game.terminations.iter().filter(is_win).collect();
    let names = |termination: &&Termination| -> Vec<TypeId> {
        let params = ONTOLOGY.terminations[termination.kind].params.iter();
        let names = params.filter(|param| param.kind.names_sprites());
        names.filter_map(|param| game.type_id(termination.params.text(param.name)?)).collect()
    };
    let below = |id: TypeId| game.types[usize::from(id)].subtypes.clone();
    let counted: Vec<TypeId> = wins.iter().flat_map(names).flat_map(below).collect();
    // Whatever waits for a tick is reached by waiting.
    let by_time = wins.iter().any(|win| ONTOLOGY.terminations[win.kind].waits == Waits::ForTime);
    let count = |state: &State| -> usize {
        let seen = state.observe();
        counted.iter().map(|id| seen.sprites_of(*id).count()).sum()
    };
    let before = count(&State::new(world, 0));
    by_time
        || counted.is_empty()
        || (0..PLAYS).any(|seed| {
            let mut state = State::new(world, seed);
            let mut random = Random::new(seed);
            (0..TICKS).any(|_| {
                let actions = state.actions(0);
                let choice = random.next_int(actions.len() as u32 + 1) as usize;
                state.play(&[actions.get(choice).copied().unwrap_or(Action::Nil)]);
                count(&state) != before
            })
        })
}

/// The game with the sprites of a rule the other way round; nothing where that says nothing, as of walls that stop the avatar.
fn turned(game: &Game, rule: usize) -> Option<Game> {
    let spec = &ONTOLOGY.effects[game.rules[rule].effect];
    if spec.outcomes.contains(&Outcome::StopsFirst) {
        return None;
    }
    let mut turned = game.clone();
    for partners in &mut turned.rules[rule].on {
        let Partners::Pair(first, second) = *partners else { return None };
        *partners = Partners::Pair(second, first);
    }
    Some(turned)
}

fn diagnostic(text: &str, line: usize, effect: &str) -> Diagnostic {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let words = text[start..].lines().next().unwrap_or("").split('#').next().unwrap_or("");
    let margin = words.len() - words.trim_start().len();
    let pair = words.split('>').next().unwrap_or("");
    let other: Vec<&str> = pair.split_whitespace().rev().collect();
    let span = Span::new(start + margin, start + words.trim_end().len());
    let message = format!("`{effect}` acts on the first sprite, and so nobody wins this game");
    Diagnostic::new(Code::OtherOrder, span, message)
        .note("found by playing its first level")
        .help(format!("the other way round, `{} > {effect}`, it is won", other.join(" ")))
}
