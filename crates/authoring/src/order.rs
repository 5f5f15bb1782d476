//! Rules whose sprites are the wrong way round, found by playing: nobody wins as it is written, and with one rule turned round
//! somebody does at once.

use ludex_engine::{Action, ONTOLOGY, Random, State, World};
use ludex_solver::{GaveUp, Limits, Search, solve};
use ludex_vgdl::{Code, Diagnostic, Game, Level, Outcome, Partners, Rule, Span, Termination, TypeId, Waits};
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
    let suspects: Vec<usize> = (0..game.rules.len()).filter(|rule| is_suspect(game, *rule)).collect();
    if suspects.is_empty() {
        return None;
    }
    let level = Level::parse(level);
    let world = World::new(game, &level).ok().filter(|_| game.players == 1)?;
    match try_to_win(game, &world, AS_WRITTEN) {
        Ok(()) => return None,
        // Everything was tried.
        Err(GaveUp { exhausted: true, .. }) => {}
        Err(GaveUp { .. }) if comes_nearer(game, &world) => return None,
        Err(GaveUp { .. }) => {}
    }
    suspects.into_iter().find_map(|rule| {
        let turned = turned(game, rule)?;
        let world = World::new(&turned, &level).ok()?;
        try_to_win(&turned, &world, TURNED).ok()?;
        Some(diagnostic(text, game.rules[rule].line, ONTOLOGY.effects[game.rules[rule].effect].name))
    })
}

fn try_to_win(game: &Game, world: &Arc<World>, ticks: u64) -> Result<(), GaveUp> {
    solve(game, world, 0, Search::Auto, Limits { ticks }, &mut |_| true).map(|_| ())
}

/// Would a rule, turned round, do something that a win needs and that no other rule does? Only then is its order to blame, and not
/// that the level is hard.
fn is_suspect(game: &Game, rule: usize) -> bool {
    let Some(Partners::Pair(_, second)) = game.rules[rule].on.first().copied() else { return false };
    let others = || game.rules.iter().enumerate().filter(|(place, _)| *place != rule).map(|(_, other)| other);
    if removes_first(&game.rules[rule]) {
        let is_counted = counted(game).iter().any(|id| are_related(game, *id, second));
        return is_counted && !others().any(|other| may_remove(game, other, second));
    }
    let Some(resource) = game.rules[rule].params.text("resource") else { return false };
    let id = game.type_id(resource);
    let has = |other: &Rule, outcome: Outcome| ONTOLOGY.effects[other.effect].outcomes.contains(&outcome);
    let speaks_of_it = |other: &Rule| other.params.text("resource") == Some(resource);
    let gives = |other: &Rule| {
        let collects = has(other, Outcome::CollectsFirst)
            && id.is_some_and(|id| firsts(other).any(|first| are_related(game, first, id)));
        collects || speaks_of_it(other) && !has(other, Outcome::NeedsResource)
    };
    let is_needed = others().any(|other| speaks_of_it(other) && has(other, Outcome::NeedsResource));
    is_needed && !others().any(gives)
}

fn removes_first(rule: &Rule) -> bool {
    let removing =
        [Outcome::KillsFirst, Outcome::TransformsFirst, Outcome::CollectsFirst, Outcome::HurtsFirst];
    ONTOLOGY.effects[rule.effect].outcomes.iter().any(|outcome| removing.contains(outcome))
}

fn firsts(rule: &Rule) -> impl Iterator<Item = TypeId> {
    rule.on.iter().filter_map(|partners| match *partners {
        Partners::Pair(first, _) | Partners::Edge(first) => Some(first),
        Partners::Time(first) => first,
    })
}

/// May a rule take away sprites of a type? One that names the type in a parameter may do anything with it.
fn may_remove(game: &Game, rule: &Rule, id: TypeId) -> bool {
    let spec = &ONTOLOGY.effects[rule.effect];
    let first = removes_first(rule) && firsts(rule).any(|first| are_related(game, first, id));
    let kills_second =
        spec.outcomes.contains(&Outcome::KillsSecond) || rule.params.text("killSecond").is_some();
    let second = kills_second
        && rule
            .on
            .iter()
            .any(|partners| matches!(partners, Partners::Pair(_, second) if are_related(game, *second, id)));
    let names = spec.params.iter().filter(|param| param.kind.names_sprites());
    let mut named = names.filter_map(|param| rule.params.text(param.name)).flat_map(|names| names.split(','));
    first || second || named.any(|name| game.type_id(name).is_some_and(|other| are_related(game, other, id)))
}

/// Is one of them the other, or above or below it?
fn are_related(game: &Game, one: TypeId, other: TypeId) -> bool {
    one == other
        || game.types[usize::from(one)].subtypes.contains(&other)
        || game.types[usize::from(other)].subtypes.contains(&one)
}

/// The terminations by which a game is won.
fn wins(game: &Game) -> impl Iterator<Item = &Termination> {
    game.terminations.iter().filter(|termination| {
        termination.params.text("win").is_some_and(|win| win.to_ascii_lowercase().contains("true"))
    })
}

/// The types that a win depends on, with those below them.
fn counted(game: &Game) -> Vec<TypeId> {
    let names = |termination: &Termination| -> Vec<TypeId> {
        let params = ONTOLOGY.terminations[termination.kind].params.iter();
        let names = params.filter(|param| param.kind.names_sprites());
        names.filter_map(|param| game.type_id(termination.params.text(param.name)?)).collect()
    };
    let below = |id: TypeId| game.types[usize::from(id)].subtypes.clone();
    wins(game).flat_map(names).flat_map(below).collect()
}

/// Does anything that a win depends on ever change in games played at random? Then the game may be only hard.
fn comes_nearer(game: &Game, world: &Arc<World>) -> bool {
    let counted = counted(game);
    // Whatever waits for a tick is reached by waiting.
    let by_time = wins(game).any(|win| ONTOLOGY.terminations[win.kind].waits == Waits::ForTime);
    let count = |state: &State| -> usize {
        let seen = state.observe();
        counted.iter().map(|id| seen.sprites_of(*id).count()).sum()
    };
    let before = count(&State::new(world, 0));
    let changes = |seed: i64| {
        let mut state = State::new(world, seed);
        let mut random = Random::new(seed);
        (0..TICKS).any(|_| {
            let actions = state.actions(0);
            let choice = random.next_int(actions.len() as u32 + 1) as usize;
            state.play(&[actions.get(choice).copied().unwrap_or(Action::Nil)]);
            count(&state) != before
        })
    };
    by_time || counted.is_empty() || (0..PLAYS).any(changes)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_that_ships_is_suspected() {
        for game in ludex_library::bundled() {
            let parsed = ludex_vgdl::parse(game.game, &ONTOLOGY).unwrap().game;
            for level in game.levels {
                assert_eq!(check_order(game.game, &parsed, level.text), None, "{}", game.name);
            }
        }
    }
}
