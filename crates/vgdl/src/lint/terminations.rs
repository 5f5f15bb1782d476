//! Games that never end, end at once, or cannot be won.

use std::collections::HashMap;

use super::usage::Usage;
use crate::params::java_split;
use crate::read::Reading;
use crate::syntax::{Node, Section, Tree};
use crate::{Code, Diagnostic, Span, Termination};

/// The last tick of every game.
const LAST_TICK: i32 = 2000;

/// When a termination fires, as far as that is sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fires {
    /// At the end of the first tick.
    AtOnce,
    Never,
    Perhaps,
}

pub(super) fn check(reading: &mut Reading<'_>, tree: &Tree<'_>, usage: &Usage) {
    let terminations = std::mem::take(&mut reading.game.terminations);
    let Some(root) = tree.root() else { return };
    let title = tree.nodes.iter().find(|node| Section::opened_by(node.text) == Some(Section::Terminations));
    let place = title.map_or(root.content.head.span, |node| node.span);
    // Lines that cannot be used have been reported; then it is not for lack of them that the game has no end.
    let is_empty =
        tree.nodes.iter().all(|n| n.section != Section::Terminations || n.text == n.section.title());
    if is_empty {
        let message = format!("nothing ends this game before tick {LAST_TICK}, and then it is lost");
        let help = "add a TerminationSet, for example with `SpriteCounter stype=avatar limit=0 win=False`";
        reading.report.add(Diagnostic::new(Code::NoTermination, place, message).help(help));
    } else if !terminations.is_empty() {
        let fires = all_fire(reading, usage, &terminations);
        let mut earlier = Earlier::default();
        for (termination, &fires) in terminations.iter().zip(&fires) {
            if let Some(node) = tree.at_line(termination.line) {
                let before = earlier.add(reading, termination, node, fires);
                firing(reading, node, fires, before);
                win_list(reading, node, termination);
            }
        }
        cannot_be_won(reading, place, &terminations, &fires);
    }
    reading.game.terminations = terminations;
}

fn name(reading: &Reading<'_>, termination: &Termination) -> &'static str {
    reading.ontology.terminations[termination.kind].name
}

/// When each fires. A StopCounter can hold back all others but Timeout, so with one around little is sure.
fn all_fire(reading: &Reading<'_>, usage: &Usage, terminations: &[Termination]) -> Vec<Fires> {
    let held_back = terminations.iter().any(|t| name(reading, t) == "StopCounter");
    let sure = |t: &Termination| match fires(reading, usage, t) {
        Fires::AtOnce if held_back && name(reading, t) != "Timeout" => Fires::Perhaps,
        fires => fires,
    };
    terminations.iter().map(sure).collect()
}

fn fires(reading: &Reading<'_>, usage: &Usage, termination: &Termination) -> Fires {
    let params = &termination.params;
    let limit = params.int("limit").unwrap_or(0);
    // Can there be a sprite of any of the types that these parameters name?
    let any = |keys: &[&str]| {
        let ids = keys.iter().filter_map(|key| reading.type_id(params.text(key)?));
        ids.into_iter().any(|id| usage.can_exist(reading, id))
    };
    let counted = any(&["stype", "stype1", "stype2", "stype3"]);
    let either = |at_once: bool| if at_once { Fires::AtOnce } else { Fires::Never };
    match name(reading, termination) {
        "Timeout" if limit <= 0 => Fires::AtOnce,
        "Timeout" if limit > LAST_TICK => Fires::Never,
        "SpriteCounter" if limit < 0 => Fires::Never,
        "SpriteCounter" if !counted => Fires::AtOnce,
        "SpriteCounterMore" if limit <= 0 => Fires::AtOnce,
        "SpriteCounterMore" if !counted => Fires::Never,
        "MultiSpriteCounter" if limit < 0 => either(params.bool("min") == Some(true)),
        "MultiSpriteCounter" if !counted => either(limit == 0),
        "MultiSpriteCounterSubTypes" if limit < 0 || params.int("subTypesNum").unwrap_or(-1) < 0 => {
            Fires::Never
        }
        "MultiSpriteCounterSubTypes" if !counted && limit > 0 => Fires::Never,
        _ => Fires::Perhaps,
    }
}

/// What the terminations before the one at hand make sure of.
#[derive(Default)]
struct Earlier<'a> {
    at_once: Option<Span>,
    /// The earliest time-out so far.
    timeout: Option<(i32, Span)>,
    /// Each condition, but for who wins, and where it stands first.
    conditions: HashMap<(usize, Condition<'a>), Span>,
}

/// The parameters of a termination that say when it fires, in order.
type Condition<'a> = Vec<(&'a str, &'a str)>;

impl<'a> Earlier<'a> {
    /// Adds a termination; gives what is always decided before it, if anything is, and why.
    fn add(
        &mut self,
        reading: &Reading<'_>,
        termination: &Termination,
        node: &Node<'a>,
        fires: Fires,
    ) -> Option<(Span, &'static str)> {
        let mut before = self.at_once.map(|span| (span, "ends the game at once"));
        if fires == Fires::AtOnce {
            self.at_once.get_or_insert(node.span);
        }
        match name(reading, termination) {
            "StopCounter" => {}
            "Timeout" => {
                let limit = termination.params.int("limit").unwrap_or(0);
                match self.timeout {
                    Some((earliest, span)) if earliest <= limit => {
                        before = before.or(Some((span, "always fires first")));
                    }
                    _ => self.timeout = Some((limit, node.span)),
                }
            }
            _ => {
                let params = node.content.params.iter().map(|p| (p.key.text, p.value.text));
                let mut condition: Condition<'a> =
                    params.filter(|(key, _)| !["win", "count_score"].contains(key)).collect();
                condition.sort_unstable();
                let first = *self.conditions.entry((termination.kind, condition)).or_insert(node.span);
                if first != node.span {
                    before = before.or(Some((first, "always fires first")));
                }
            }
        }
        before
    }
}

/// Reports a termination that fires at once or never, itself or because of one before it.
fn firing(reading: &mut Reading<'_>, node: &Node<'_>, fires: Fires, before: Option<(Span, &str)>) {
    let never = |message: &str| Diagnostic::new(Code::NeverFires, node.span, message);
    let at_once = || Diagnostic::new(Code::FiresAtOnce, node.span, "this ends the game at its first tick");
    let diagnostic = match (before, fires, node.content.head.text) {
        (Some((span, why)), _, _) => never("this termination never decides").label(span, why),
        (None, Fires::AtOnce, "Timeout" | "SpriteCounterMore") => {
            at_once().help("give it a `limit` greater than 0")
        }
        (None, Fires::AtOnce, _) => at_once().help("nothing ever makes the sprites that it counts"),
        (None, Fires::Never, "Timeout") => {
            never(&format!("this never fires: every game ends at tick {LAST_TICK}"))
        }
        (None, Fires::Never, "MultiSpriteCounterSubTypes") => {
            never("this never fires").help("it needs `subTypesNum` of 0 or more, and sprites to count")
        }
        (None, Fires::Never, _) => {
            never("this never fires").help("check `limit`, and what makes the sprites that it counts")
        }
        (None, Fires::Perhaps, _) => return,
    };
    reading.report.add(diagnostic);
}

/// Reports a `win` that does not say what it seems to.
fn win_list(reading: &mut Reading<'_>, node: &Node<'_>, termination: &Termination) {
    let Some(win) = termination.params.text("win") else { return };
    let Some(param) = node.content.params.iter().rfind(|p| p.key.text == "win") else { return };
    let is_true = |piece: &str| piece.eq_ignore_ascii_case("true");
    if let Some(piece) = java_split(win).find(|piece| !is_true(piece) && !piece.eq_ignore_ascii_case("false"))
    {
        let message = format!("`{piece}` is neither `True` nor `False`, so it counts as a loss");
        let mut diagnostic = Diagnostic::new(Code::BadWin, param.value.span, message);
        diagnostic.help = reading.report.did_you_mean(piece, ["True", "False"]);
        return reading.report.add(diagnostic);
    }
    let players = reading.game.players;
    let decided_otherwise = decided_by_play(termination);
    if java_split(win).count() < players && java_split(win).any(is_true) && !decided_otherwise {
        let message = "only the first player wins: the second has no entry in `win` and loses";
        let help = "write one entry for each player, such as `win=True,True` or `win=True,False`";
        reading.report.add(Diagnostic::new(Code::ShortWinList, param.value.span, message).help(help));
    }
}

/// Is the winner found by scores or counters, so that `win` does not matter?
fn decided_by_play(termination: &Termination) -> bool {
    ["count_score", "use_counter"].iter().any(|key| termination.params.bool(key) == Some(true))
}

fn cannot_be_won(reading: &mut Reading<'_>, place: Span, terminations: &[Termination], fires: &[Fires]) {
    let wins = |player: usize| {
        let lets_win = |t: &Termination| {
            let piece = t.params.text("win").and_then(|win| java_split(win).nth(player));
            decided_by_play(t) || piece.is_some_and(|piece| piece.eq_ignore_ascii_case("true"))
        };
        terminations.iter().zip(fires).any(|(t, &fires)| fires != Fires::Never && lets_win(t))
    };
    let players = reading.game.players;
    let losers: Vec<usize> = (0..players).filter(|&player| !wins(player)).collect();
    let message = match losers[..] {
        [] => return,
        [0] if players > 1 => "the first player can never win this game".to_owned(),
        [1] => "the second player can never win this game".to_owned(),
        _ => "nobody can ever win this game".to_owned(),
    };
    let help = "no termination that can fire lets them win, or counts scores";
    reading.report.add(Diagnostic::new(Code::CannotBeWon, place, message).help(help));
}
