//! Rules that do something else than they say.

use std::collections::HashMap;

use super::sprites::parent_made;
use super::usage::{Usage, effect_sprites};
use crate::params::java_split;
use crate::read::Reading;
use crate::syntax::{Node, Section, Tree};
use crate::{Code, Diagnostic, Need, Partners, Rule, Span, TypeId};

/// Parameters that are lists of whole numbers, one for each player or counter.
const NUMBER_LISTS: [&str; 4] = ["scoreChange", "scoreChangeIfKilled", "counter", "counterElse"];

pub(super) fn check(reading: &mut Reading<'_>, tree: &Tree<'_>, usage: &Usage) {
    let rules = std::mem::take(&mut reading.game.rules);
    let mut edges: HashMap<TypeId, Span> = HashMap::new();
    for rule in &rules {
        let Some(node) = tree.at_line(rule.line) else { continue };
        let mut lint = RuleLint { reading, node, rule };
        lint.needs_second();
        lint.repeated_edges(&mut edges);
        lint.timer();
        lint.number_lists();
        lint.sprites(usage);
        lint.clock_partner();
    }
    reading.game.rules = rules;
    for node in tree.nodes.iter().filter(|node| is_rule(node)) {
        never_applies(reading, node);
    }
}

fn is_rule(node: &Node<'_>) -> bool {
    node.content.kind.is_some() && node.section == Section::Rules
}

fn never_applies(reading: &mut Reading<'_>, node: &Node<'_>) {
    let repeat = node.content.params.iter().rfind(|p| p.key.text == "repeat");
    let none = repeat.filter(|p| p.value.text.parse::<i32>().is_ok_and(|n| n <= 0));
    let diagnostic = if node.content.names.is_empty() {
        Diagnostic::new(
            Code::RuleNeverApplies,
            node.content.head.span,
            "a rule without a second sprite never applies",
        )
        .help("name a second sprite before the `>`, or `EOS` or `TIME`")
    } else if let Some(repeat) = none {
        let message = "a rule that is repeated less than once never applies to sprites that touch";
        Diagnostic::new(Code::RuleNeverApplies, repeat.span(), message)
    } else {
        return;
    };
    reading.report.add(diagnostic);
}

struct RuleLint<'r, 'a, 't> {
    reading: &'r mut Reading<'a>,
    node: &'r Node<'t>,
    rule: &'r Rule,
}

impl RuleLint<'_, '_, '_> {
    fn add(&mut self, diagnostic: Diagnostic) {
        self.reading.report.add(diagnostic);
    }

    /// Where a parameter's value is written; the whole line if it is not.
    fn value_span(&self, key: &str) -> Span {
        let param = self.node.content.params.iter().rfind(|p| p.key.text == key);
        param.map_or(self.node.span, |p| p.value.span)
    }

    fn effect_span(&self) -> Span {
        self.node.content.kind.map_or(self.node.span, |word| word.span)
    }

    fn needs_second(&mut self) {
        let alone = self.rule.on.iter().find_map(|partners| match partners {
            Partners::Edge(_) => Some("at the edge of the screen"),
            Partners::Time(_) => Some("when the clock strikes"),
            Partners::Pair(..) => None,
        });
        let spec = &self.reading.ontology.effects[self.rule.effect];
        if let Some(place) = alone.filter(|_| spec.needs_second) {
            let message = format!("`{}` needs a second sprite, and {place} there is none", spec.name);
            self.add(
                Diagnostic::new(Code::NeedsSecond, self.effect_span(), message).note("does nothing here"),
            );
        }
    }

    fn repeated_edges(&mut self, edges: &mut HashMap<TypeId, Span>) {
        for partners in &self.rule.on {
            let Partners::Edge(id) = *partners else { continue };
            let Some(&first) = edges.get(&id) else {
                edges.insert(id, self.node.span);
                continue;
            };
            let name = &self.reading.game.types[usize::from(id)].name;
            let message = format!("each rule for `{name}` at the edge runs once for every such rule");
            let diagnostic = Diagnostic::new(Code::RepeatedEdgeRule, self.node.span, message)
                .label(first, "the first of them")
                .help("with n rules for a sprite at the edge, each of them runs n times in a tick");
            self.add(diagnostic);
        }
    }

    fn timer(&mut self) {
        let params = &self.rule.params;
        let spec = &self.reading.ontology.effects[self.rule.effect];
        let sets_timer = spec.params.iter().any(|p| p.need == Need::RequiredEffect);
        let timer = params.int("timer");
        let repeats = params.bool("repeating") == Some(true);
        if repeats && (self.rule.timed || sets_timer) && timer.unwrap_or(-1) <= 0 {
            let message = "a timer that repeats must have `timer` greater than 0";
            let diagnostic = Diagnostic::new(Code::EndlessTimer, self.value_span("repeating"), message)
                .help("GVGAI hangs in the first tick that runs it");
            self.add(diagnostic);
        } else if let Some(timer) = timer.filter(|_| self.rule.timed) {
            self.timer_start(timer, repeats);
        }
    }

    /// A rule of the clock starts at tick 0, or at tick `timer` if it has a `nextExecution`, whatever that says.
    fn timer_start(&mut self, timer: i32, repeats: bool) {
        let (message, key) = match self.rule.params.int("nextExecution") {
            None | Some(-1) if timer > 0 && repeats => {
                (format!("this rule runs at tick 0 first, and then every {timer} ticks"), "timer")
            }
            None | Some(-1) if timer > 0 => {
                (format!("this rule runs at tick 0 and never again: `timer={timer}` has no effect"), "timer")
            }
            Some(next) if next != -1 && next != timer => {
                (format!("this rule runs at tick {timer} first, not at tick {next}"), "nextExecution")
            }
            _ => return,
        };
        let help = format!("with `nextExecution={timer}` it runs at tick {timer} first");
        self.add(Diagnostic::new(Code::TimerStart, self.value_span(key), message).help(help));
    }

    fn number_lists(&mut self) {
        for key in NUMBER_LISTS {
            let Some(text) = self.rule.params.text(key) else { continue };
            if let Some(piece) = java_split(text).find(|piece| piece.parse::<i32>().is_err()) {
                let message = format!("`{piece}` is not a whole number, so it counts as 0");
                let diagnostic = Diagnostic::new(Code::BadNumberList, self.value_span(key), message)
                    .help("GVGAI complains each time the rule runs, and gives up after 25 messages");
                self.add(diagnostic);
            }
        }
    }

    fn sprites(&mut self, usage: &Usage) {
        for (spec, names) in effect_sprites(self.reading, self.rule.effect, &self.rule.params) {
            let span = self.value_span(spec.name);
            for name in java_split(names) {
                if self.reading.type_id(name).is_none() {
                    let message = format!("`{}` names an unknown sprite `{name}`", spec.name);
                    let mut diagnostic = Diagnostic::new(Code::UnknownPartner, span, message);
                    diagnostic.help = self.reading.known_sprites(name);
                    self.add(diagnostic);
                } else if spec.kind.makes_sprites() {
                    parent_made(self.reading, usage, name, span);
                }
            }
        }
    }

    fn clock_partner(&mut self) {
        if !self.rule.on.contains(&Partners::Time(None)) {
            return;
        }
        let words = [Some(self.node.content.head), self.node.content.names.first().copied()];
        if let Some(name) = words.into_iter().flatten().find(|word| !word.is("TIME")) {
            let message = format!("unknown sprite `{}`: the rule acts without a sprite", name.text);
            let mut diagnostic = Diagnostic::new(Code::UnknownPartner, name.span, message);
            diagnostic.help = self.reading.known_sprites(name.text);
            self.add(diagnostic);
        }
    }
}
