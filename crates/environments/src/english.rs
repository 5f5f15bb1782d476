//! The rules of a game in plain English, made from its description.

use std::fmt::Write;

use ludex_engine::ONTOLOGY;
use ludex_vgdl::limits::LAST_TICK;
use ludex_vgdl::{ClassRef, Game, ParamKind, ParamSpec, Params, Partners, Rule, Termination, TypeId, Waits};

/// The rules of a game for a reader who knows nothing of its language: what there is, what happens when things touch, how the
/// game ends.
pub fn rules_in_english(game: &Game) -> String {
    let mut text = String::new();
    let players =
        if game.players == 1 { "one player".to_owned() } else { format!("{} players", game.players) };
    let _ = writeln!(
        text,
        "A game for {players} on a grid of cells. Time goes by in ticks; in each tick every player does one action.\n"
    );
    text.push_str("Things:\n");
    for kind in game.types.iter().filter(|kind| kind.leaf) {
        let ClassRef::Known(class) = kind.class else { continue };
        let class = &ONTOLOGY.classes[class];
        let _ = write!(text, "- {}: {}", kind.name, decapitalised(class.doc));
        let details = details(&kind.params, class.params);
        let speed = kind.params.double("speed").map(|speed| format!("speed: {speed}"));
        let details: Vec<String> = details.into_iter().chain(speed).collect();
        if !details.is_empty() {
            let _ = write!(text, " ({})", details.join("; "));
        }
        let groups: Vec<&str> = above(game, &kind.chain).collect();
        if !groups.is_empty() {
            let _ = write!(text, " It is a kind of {}.", groups.join(" and of "));
        }
        text.push('\n');
    }
    text.push_str("\nWhat happens, in this order, in every tick:\n");
    for rule in &game.rules {
        let what = consequence(rule);
        for partners in &rule.on {
            let name = |t: TypeId| game.types.get(usize::from(t)).map_or("?", |kind| &kind.name);
            let line = match *partners {
                Partners::Pair(first, second) => {
                    format!(
                        "When {} touches {}: {}",
                        name(first),
                        name(second),
                        named(&what, name(first), name(second))
                    )
                }
                Partners::Edge(first) => {
                    format!(
                        "When {} leaves the screen: {}",
                        name(first),
                        named(&what, name(first), "the edge")
                    )
                }
                Partners::Time(partner) => {
                    let first = partner.map_or("nothing", name);
                    format!("{}: {}", clock(&rule.params), named(&what, first, "nothing"))
                }
            };
            let _ = writeln!(text, "- {line}");
        }
    }
    text.push_str("\nHow the game ends:\n");
    for termination in &game.terminations {
        let _ = writeln!(text, "- {}", ending(termination));
    }
    let _ = writeln!(text, "- After {LAST_TICK} ticks every player who has not won has lost.");
    text
}

/// What a rule does, with `the first` and `the second` for its sprites.
pub(crate) fn consequence(rule: &Rule) -> String {
    let effect = &ONTOLOGY.effects[rule.effect];
    let mut text = decapitalised(effect.doc);
    let details = details(&rule.params, effect.params);
    if !details.is_empty() {
        let _ = write!(text, " ({})", details.join("; "));
    }
    if let Some(probability) = rule.params.double("prob").filter(|p| *p < 1.0) {
        let _ = write!(text, " This happens with probability {probability}.");
    }
    if let Some(score) = rule.params.text("scoreChange").filter(|score| *score != "0") {
        let _ = write!(text, " Score {}.", signed(score));
    }
    if rule.params.bool("killSecond") == Some(true) {
        text.push_str(" The second dies, too.");
    }
    text
}

/// The same with names in their places.
pub(crate) fn named(text: &str, first: &str, second: &str) -> String {
    text.replace("the first", first)
        .replace("The first", first)
        .replace("the second", second)
        .replace("The second", second)
}

/// When a rule of the clock is executed.
fn clock(params: &Params) -> String {
    let period = params.int("timer").filter(|period| *period > 1);
    let first = match period.filter(|_| params.int("nextExecution").is_some_and(|next| next != -1)) {
        Some(period) => format!("After {period} ticks"),
        None => "In the first tick".to_owned(),
    };
    match period {
        _ if params.bool("repeating") != Some(true) => first,
        Some(period) => format!("Every {period} ticks"),
        None => "In every tick".to_owned(),
    }
}

/// The names of types above one, outermost last.
fn above<'a>(game: &'a Game, chain: &'a [TypeId]) -> impl Iterator<Item = &'a str> {
    chain.iter().rev().skip(1).filter_map(|t| game.types.get(usize::from(*t))).map(|kind| &*kind.name)
}

/// Parameters that say something about play, with what they mean.
fn details(params: &Params, specs: &[ParamSpec]) -> Vec<String> {
    let tell = |spec: &ParamSpec| {
        let value = params.raw(spec.name)?;
        // Pictures do not matter, and whether the second dies is said in words.
        let silent =
            matches!(spec.kind, ParamKind::Color) || spec.doc.is_empty() || spec.name == "killSecond";
        (!silent).then(|| format!("{}: {value}", spec.doc))
    };
    specs.iter().filter_map(tell).collect()
}

fn ending(termination: &Termination) -> String {
    let spec = &ONTOLOGY.terminations[termination.kind];
    let limit = termination.params.int("limit").unwrap_or(0);
    let mut text = spec.doc.replace("`limit`", &limit.to_string());
    let types: Vec<&str> = spec
        .params
        .iter()
        .filter(|param| param.kind.names_sprites())
        .filter_map(|param| termination.params.raw(param.name))
        .collect();
    if !types.is_empty() {
        let _ = write!(text, " Counted: {}.", types.join(", "));
    }
    if spec.waits == Waits::HoldsBack {
        return text;
    }
    // Without it nobody wins.
    let wins = termination.params.text("win").unwrap_or("False");
    let outcome = |word: &str| if word.trim().eq_ignore_ascii_case("true") { "win" } else { "loss" };
    let outcomes: Vec<&str> = wins.split(',').map(outcome).collect();
    match *outcomes.as_slice() {
        _ if termination.params.bool("count_score") == Some(true) => {
            text.push_str(" The best score wins.");
        }
        [one] => {
            let _ = write!(text, " It is a {one}.");
        }
        _ => {
            let each: Vec<String> =
                outcomes.iter().enumerate().map(|(p, o)| format!("for player {p} a {o}")).collect();
            let _ = write!(text, " It is {}.", each.join(" and "));
        }
    }
    text
}

fn signed(score: &str) -> String {
    let sign = |part: &str| {
        let part = part.trim();
        if part.starts_with(['-', '+']) { part.to_owned() } else { format!("+{part}") }
    };
    score.split(',').map(sign).collect::<Vec<_>>().join(" and ")
}

fn decapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
