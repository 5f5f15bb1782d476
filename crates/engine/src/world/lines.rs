//! Interaction lines, compiled: effects with their scores, and where they apply.

use std::collections::HashMap;
use std::sync::Arc;

use ludex_vgdl::params::java_split;
use ludex_vgdl::{Game, Params, Partners, Rule};

use super::error::WorldError;
use super::names::Names;
use super::types::Types;
use crate::effects::{Effect, Scope};
use crate::facts::{EffectFacts, Sides};
use crate::index::{Kind, Kinds, LineId, List};

/// One effect with its score and counters: an interaction line, or the effect inside a timed one.
#[derive(Debug)]
pub(crate) struct Line {
    pub effect: Arc<Effect>,
    /// What is known of the effect.
    pub facts: EffectFacts,
    /// The sprites that the effect needs.
    pub needs: Sides,
    /// The effect's index in the ontology, by which shields know it.
    pub effect_id: usize,
    /// Score change per player.
    pub scores: Vec<Change>,
    /// Score change per player when the effect kills, for effects that tell the two apart.
    pub scores_if_killed: Vec<Change>,
    /// Change of each of the game's counters.
    pub counters: Vec<Change>,
    pub counters_else: Vec<Change>,
    /// The switches of [`switch`] at the start of a game.
    pub switches: u8,
    /// The switches that make a difference: without a score to add there is nothing to switch.
    pub matters: u8,
    pub in_batch: bool,
    pub enabled: bool,
}

/// Switches of a line that its effect sets while the game runs; a few executions leave them as the one
/// before did, so they belong to the state.
pub(crate) mod switch {
    /// The score change is added.
    pub const SCORE: u8 = 1;
    /// The counter list is added.
    pub const COUNT: u8 = 1 << 1;
    /// The second counter list is added.
    pub const COUNT_ELSE: u8 = 1 << 2;
    /// The score change is the one for a kill.
    pub const KILLED: u8 = 1 << 3;
}

/// A number of a score or counter list; `Err` for text that is no integer, which is logged at each use.
pub(crate) type Change = Result<i32, ()>;

/// A timed effect waiting for its tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Timer {
    /// The tick at which it is due.
    pub next: i32,
    /// The line whose effect is executed.
    pub delegate: LineId,
    /// The line whose score and counters count.
    pub wrapper: LineId,
    pub period: i32,
    pub repeating: bool,
    /// The sprites it acts on, if any.
    pub kind: Option<Kind>,
}

/// Inserts a timer: earlier ones first, and before all that are due at the same tick.
pub(crate) fn insert_timer(timers: &mut Vec<Timer>, timer: Timer) {
    let at = timers.partition_point(|t| t.next < timer.next);
    timers.insert(at, timer);
}

/// The interaction set of a game.
#[derive(Debug)]
pub(crate) struct Lines {
    pub list: List<LineId, Line>,
    /// The enabled lines about pairs of types, in the order in which a tick visits them.
    pub pairs: Vec<(Kind, Kind, LineId)>,
    /// The enabled lines about the edge of the screen, in the order in which a tick visits them.
    pub edges: Vec<(Kind, LineId)>,
    /// The timers at the start of the game, in order.
    pub timers: Vec<Timer>,
    /// How many memories effects have asked for.
    pub memories: usize,
}

impl Lines {
    /// Do all rules of the game act on nothing but sprites that touch, at once?
    pub fn are_local(&self) -> bool {
        self.timers.is_empty() && self.list.iter().all(|line| line.facts.is_local)
    }

    /// The type of the first sprite of each use of a line.
    pub fn firsts(&self) -> impl Iterator<Item = (Kind, LineId)> {
        let pairs = self.pairs.iter().map(|&(first, _, line)| (first, line));
        let timers = self.timers.iter().filter_map(|timer| Some((timer.kind?, timer.delegate)));
        pairs.chain(self.edges.iter().copied()).chain(timers)
    }
}

/// The most entries of a game, and the most types that all its entries together speak of.
const MOST_ENTRIES: usize = 100_000;
const MOST_RELATIONS: usize = 4_000_000;

/// Compiles the interaction set.
pub(crate) fn compile(
    game: &Game,
    kinds: Kinds,
    types: &Types,
    names: &Names<'_>,
) -> Result<Lines, WorldError> {
    let mut compiler = LineCompiler { game, names, lines: List::default(), memories: 0, has_too_many: false };
    let (mut pairs, mut edges, mut timers) = (Pairs::default(), Edges::default(), Vec::new());
    for rule in &game.rules {
        let line = compiler.add(rule.effect, &rule.params);
        let wrapper = if rule.timed { compiler.add(rule.effect, &rule.params) } else { None };
        let Some(line) = line.filter(|_| !compiler.has_too_many) else {
            return Err(WorldError::TooManyRules);
        };
        for &on in &rule.on {
            match on {
                Partners::Pair(first, second) => {
                    let pair = kinds.get(first).zip(kinds.get(second));
                    pair.map_or(Ok(()), |pair| pairs.add(pair, line, rule, types))?;
                }
                Partners::Edge(kind) => kinds.get(kind).map_or(Ok(()), |kind| edges.add(kind, line))?,
                Partners::Time(id) => {
                    let kind = id.and_then(|id| kinds.get(id));
                    if let Some(timer) = timer(&rule.params, line, wrapper.unwrap_or(line), kind) {
                        insert_timer(&mut timers, timer);
                    }
                }
            }
        }
    }
    let lines = &compiler.lines;
    Ok(Lines {
        pairs: pairs.in_order(lines),
        edges: edges.in_order(lines),
        timers,
        memories: compiler.memories,
        list: compiler.lines,
    })
}

/// The lines about pairs of types: those of the pair that is named first come first.
#[derive(Default)]
struct Pairs {
    list: Vec<((Kind, Kind), Vec<LineId>)>,
    places: HashMap<(Kind, Kind), usize>,
    entries: usize,
    relations: usize,
}

impl Pairs {
    fn add(
        &mut self,
        pair: (Kind, Kind),
        line: LineId,
        rule: &Rule,
        types: &Types,
    ) -> Result<(), WorldError> {
        let repeat = rule.params.int("repeat").unwrap_or(1).max(0) as usize;
        let relatives = types[pair.0].relatives.len() + types[pair.1].relatives.len();
        self.entries += repeat;
        self.relations += repeat.saturating_mul(relatives);
        if self.entries > MOST_ENTRIES || self.relations > MOST_RELATIONS {
            return Err(WorldError::TooManyRules);
        }
        let at = *self.places.entry(pair).or_insert_with(|| {
            self.list.push((pair, Vec::new()));
            self.list.len() - 1
        });
        self.list[at].1.extend(std::iter::repeat_n(line, repeat));
        Ok(())
    }

    fn in_order(self, lines: &List<LineId, Line>) -> Vec<(Kind, Kind, LineId)> {
        let all = self
            .list
            .into_iter()
            .flat_map(|((first, second), lines)| lines.into_iter().map(move |line| (first, second, line)));
        all.filter(|&(_, _, line)| lines[line].enabled).collect()
    }
}

/// The lines about the edge of the screen. A type with several of them stands several times in the list, each time with all
/// of them.
#[derive(Default)]
struct Edges {
    list: Vec<Kind>,
    lines: HashMap<Kind, Vec<LineId>>,
    entries: usize,
}

impl Edges {
    fn add(&mut self, kind: Kind, line: LineId) -> Result<(), WorldError> {
        self.list.push(kind);
        let lines = self.lines.entry(kind).or_default();
        lines.push(line);
        // Each of them is tried as often as there are of them.
        self.entries += 2 * lines.len() - 1;
        if self.entries > MOST_ENTRIES { Err(WorldError::TooManyRules) } else { Ok(()) }
    }

    fn in_order(&self, lines: &List<LineId, Line>) -> Vec<(Kind, LineId)> {
        let of = |&kind: &Kind| self.lines[&kind].iter().map(move |&line| (kind, line));
        self.list.iter().flat_map(of).filter(|&(_, line)| lines[line].enabled).collect()
    }
}

fn timer(p: &Params, delegate: LineId, wrapper: LineId, kind: Option<Kind>) -> Option<Timer> {
    let period = p.int("timer").unwrap_or(-1);
    let is_delayed = p.int("nextExecution").is_some_and(|n| n != -1);
    let timer = Timer {
        next: if is_delayed { period } else { -1 },
        delegate,
        wrapper,
        period,
        repeating: p.bool("repeating").unwrap_or(false),
        kind,
    };
    (p.bool("enabled") != Some(false)).then_some(timer)
}

/// Compiles single lines.
pub(crate) struct LineCompiler<'a> {
    game: &'a Game,
    pub names: &'a Names<'a>,
    lines: List<LineId, Line>,
    memories: usize,
    /// Are there more lines than can be told apart?
    has_too_many: bool,
}

impl LineCompiler<'_> {
    /// Adds a line, and the lines inside it.
    fn add(&mut self, effect_id: usize, p: &Params) -> Option<LineId> {
        let effect = Effect::compile(effect_id, p, &mut Scope::new(self, false))?;
        self.push(effect, effect_id, p)
    }

    /// Adds the line of an effect inside another.
    pub fn add_inner(&mut self, effect_id: usize, p: &Params) -> Option<LineId> {
        let effect = Effect::compile(effect_id, p, &mut Scope::new(self, true))?;
        self.push(effect, effect_id, p)
    }

    /// Adds a memory for an effect.
    pub fn add_memory(&mut self) -> usize {
        self.memories += 1;
        self.memories - 1
    }

    fn push(&mut self, effect: Effect, effect_id: usize, p: &Params) -> Option<LineId> {
        let per_player = |key: &str| changes(p.text(key).unwrap_or("0"), self.game.players);
        let per_counter = |key: &str| changes(p.text(key).unwrap_or("0"), self.game.counters);
        let switches =
            [("applyScore", switch::SCORE), ("count", switch::COUNT), ("countElse", switch::COUNT_ELSE)];
        let is_on = |(key, _): &(&str, u8)| p.bool(key).unwrap_or(true);
        let switches = switches.into_iter().filter(is_on).fold(0, |all, (_, bit)| all | bit);
        let [scores, scores_if_killed] = ["scoreChange", "scoreChangeIfKilled"].map(per_player);
        let [counters, counters_else] = ["counter", "counterElse"].map(per_counter);
        let matters = [
            (switch::SCORE, [&scores, &scores_if_killed]),
            (switch::COUNT, [&counters; 2]),
            (switch::COUNT_ELSE, [&counters_else; 2]),
        ]
        .into_iter()
        .filter(|(_, lists)| lists.iter().any(|list| list.iter().any(|&change| change != Ok(0))))
        .fold(0, |all, (bit, _)| all | bit);
        let line = Line {
            matters,
            facts: effect.facts(),
            in_batch: p.bool("inBatch").unwrap_or(effect.in_batch()),
            needs: effect.needs(),
            effect: Arc::new(effect),
            effect_id,
            scores,
            scores_if_killed,
            counters,
            counters_else,
            switches,
            enabled: p.bool("enabled").unwrap_or(true),
        };
        self.has_too_many |= self.lines.len() > usize::from(u16::MAX);
        (!self.has_too_many).then(|| self.lines.push(line))
    }
}

/// A comma list of numbers, one for each index; the first serves for those that are missing.
fn changes(list: &str, n: usize) -> Vec<Change> {
    let parts: Vec<&str> = java_split(list).collect();
    let number = |part: Option<&&str>| part.and_then(|t| t.parse().ok()).ok_or(());
    (0..n).map(|i| number(parts.get(i).or(parts.first()))).collect()
}
