//! Games that never end, end at once, or cannot be won.

use std::collections::HashMap;

use super::usage::Usage;
use crate::limits::LAST_TICK;
use crate::params::java_split;
use crate::read::Reading;
use crate::syntax::{Node, Section, Tree};
use crate::{Code, Diagnostic, Fires, Span, Termination, TerminationSpec, Waits};

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
                let spec = spec(reading, termination);
                firing(reading, spec, node, fires, before);
                win_list(reading, node, termination);
            }
        }
        cannot_be_won(reading, place, &terminations, &fires);
    }
    reading.game.terminations = terminations;
}

fn spec<'a>(reading: &Reading<'a>, termination: &Termination) -> &'a TerminationSpec {
    &reading.ontology.terminations[termination.kind]
}

/// When each fires. One that holds back counters makes little sure of any but those that wait for a tick.
fn all_fire(reading: &Reading<'_>, usage: &Usage, terminations: &[Termination]) -> Vec<Fires> {
    let held_back = terminations.iter().any(|t| spec(reading, t).waits == Waits::HoldsBack);
    let sure = |t: &Termination| match fires(reading, usage, t) {
        Fires::AtOnce if held_back && spec(reading, t).waits != Waits::ForTime => Fires::Perhaps,
        fires => fires,
    };
    terminations.iter().map(sure).collect()
}

fn fires(reading: &Reading<'_>, usage: &Usage, termination: &Termination) -> Fires {
    let (spec, params) = (spec(reading, termination), &termination.params);
    let names_sprites = spec.params.iter().filter(|param| param.kind.names_sprites());
    let counted = names_sprites.filter_map(|param| reading.type_id(params.text(param.name)?));
    let can_exist = counted.into_iter().any(|id| usage.can_exist(reading, id));
    (spec.fires)(params, can_exist)
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
        match spec(reading, termination).waits {
            Waits::HoldsBack => {}
            Waits::ForTime => {
                let limit = termination.params.int("limit").unwrap_or(0);
                match self.timeout {
                    Some((earliest, span)) if earliest <= limit => {
                        before = before.or(Some((span, "always fires first")));
                    }
                    _ => self.timeout = Some((limit, node.span)),
                }
            }
            Waits::ForFew | Waits::ForMany | Waits::ForCount => {
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
fn firing(
    reading: &mut Reading<'_>,
    spec: &TerminationSpec,
    node: &Node<'_>,
    fires: Fires,
    before: Option<(Span, &str)>,
) {
    let never = |message: &str| Diagnostic::new(Code::NeverFires, node.span, message);
    let diagnostic = match (before, fires) {
        (Some((span, why)), _) => never("this termination never decides").label(span, why),
        (None, Fires::AtOnce) => {
            Diagnostic::new(Code::FiresAtOnce, node.span, "this ends the game at its first tick")
                .help(spec.help[0])
        }
        (None, Fires::Never) => never("this never fires").help(spec.help[1]),
        (None, Fires::Perhaps) => return,
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
