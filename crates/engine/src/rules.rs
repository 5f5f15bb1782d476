//! Interaction lines, compiled into flat lists in the order in which a tick visits them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ludex_vgdl::{Game, Params, Partners, TypeId};

use crate::effects::{Act, Effect, Names, Sides};
use crate::sprite::flag;
use crate::trusted::Trusted;
use crate::types::{TypeInfo, split};

/// Index of a [`Line`].
pub(crate) type LineId = u16;

/// One effect with its score and counters: an interaction line, or the effect inside a timed one.
#[derive(Debug)]
pub(crate) struct Line {
    pub effect: Arc<Effect>,
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

/// What happens to a pair of types at its place in the order: one effect, or several of which each leaves to the next what
/// touched before.
#[derive(Debug)]
pub(crate) struct Entry {
    pub first: TypeId,
    pub second: TypeId,
    /// Its first effect.
    pub deed: Deed,
    /// Where the others are in the list of all others.
    pub others: (u32, u32),
    /// Is it about types that have others below or above them? Their sprites come in the order of types.
    pub ranked: bool,
}

impl Entry {
    /// Has it more than one effect?
    #[inline(always)]
    pub fn is_chain(&self) -> bool {
        self.others.0 != self.others.1
    }
}

/// One effect of an entry.
#[derive(Debug)]
pub(crate) struct Deed {
    /// Its effect, that of its line, and what it does.
    pub effect: Arc<Effect>,
    pub act: Act,
    pub line: LineId,
    /// May one of its sprites be an avatar, or made by one? Then it is remembered that they met.
    pub remembers: bool,
    /// The switches of its line that make a difference.
    pub matters: u8,
    /// Does the entry's second type come first here?
    pub swapped: bool,
}

impl Deed {
    /// The types of its first and its second sprite, as an effect of this entry.
    pub fn types(&self, entry: &Entry) -> (TypeId, TypeId) {
        let (first, second) = (entry.first, entry.second);
        if self.swapped { (second, first) } else { (first, second) }
    }
}

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
    /// The sprites it acts on; -1 for none.
    pub kind: i32,
}

/// All rules of a game.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    pub lines: Trusted<Line>,
    /// Pair effects in the order in which they are visited.
    pub entries: Trusted<Entry>,
    /// The effects of all entries but the first of each, one entry after the other.
    other_deeds: Trusted<Deed>,
    /// Entries, one bit each, that do not simply act on one contact after the other: in batches, on sprites that look for
    /// ground, or under shields.
    pub careful: Trusted<u64>,
    /// Effects at the edge of the screen, in the order in which they are visited.
    pub edges: Vec<(TypeId, LineId)>,
    /// Timers at the start of the game, in order.
    pub timers: Vec<Timer>,
    /// How many lines pull sprites along and remember whom they pulled.
    pub pulls: usize,
}

impl Rules {
    /// The effects of an entry.
    pub fn deeds<'a>(&'a self, entry: &'a Entry) -> impl Iterator<Item = &'a Deed> {
        let others = &self.other_deeds[entry.others.0 as usize..entry.others.1 as usize];
        std::iter::once(&entry.deed).chain(others)
    }

    /// The next of an entry's other effects, of which those in this range are to come.
    // The same as an iterator over all its effects costs more.
    #[inline(always)]
    pub fn next_deed(&self, others: &mut (u32, u32)) -> Option<&Deed> {
        let at = others.0;
        others.0 += u32::from(at != others.1);
        (at != others.1).then(|| &self.other_deeds[at as usize])
    }

    /// The lines of an entry.
    pub fn lines_of<'a>(&'a self, entry: &'a Entry) -> impl Iterator<Item = &'a Line> {
        self.deeds(entry).map(|deed| &self.lines[usize::from(deed.line)])
    }

    /// Each effect of a pair with its types: the first, the second, and its line.
    pub fn pairings(&self) -> impl Iterator<Item = (TypeId, TypeId, LineId)> {
        self.entries.iter().flat_map(|entry| {
            self.deeds(entry).map(|deed| {
                let (first, second) = deed.types(entry);
                (first, second, deed.line)
            })
        })
    }

    /// Adds a line to what happens to a pair of types. It joins the line before it, if both speak of the same two types and
    /// leave all that touches where it is: then what one finds the other would find as well.
    fn add(&mut self, (first, second): (TypeId, TypeId), line: LineId, joiner: &Joiner<'_>) {
        let &Line { ref effect, matters, .. } = &self.lines[usize::from(line)];
        let (act, effect) = (effect.act(), Arc::clone(effect));
        let deed = Deed { act, effect, line, matters, remembers: false, swapped: false };
        let end = self.other_deeds.len() as u32;
        if let Some(entry) = self.entries.last_mut()
            && let Some(swapped) = joiner.relation((entry.first, entry.second), (first, second))
            && [entry.deed.line, line]
                .iter()
                .all(|&l| joiner.stays(&self.lines[usize::from(l)], first, second))
        {
            entry.others.1 = end + 1;
            self.other_deeds.push(Deed { swapped, ..deed });
            return;
        }
        self.entries.push(Entry { first, second, deed, others: (end, end), ranked: false });
    }

    /// Notes what is special about entries, as far as it depends on types, and on whether any look for ground.
    pub fn characterise(&mut self, types: &[TypeInfo], ground: bool) {
        let avatars = types.iter().filter(|t| t.class.is_some_and(|c| c.is_avatar()));
        let shots: Vec<i32> = avatars.flat_map(|t| &t.stypes).copied().collect();
        let remembered = |&t: &TypeId| {
            types[usize::from(t)].template.is(flag::REMEMBERED | flag::FROM_AVATAR)
                || shots.contains(&i32::from(t))
        };
        let remembers = |t: TypeId| types[usize::from(t)].subtypes.iter().any(remembered);
        for entry in self.entries.iter_mut() {
            let sides = [entry.first, entry.second];
            entry.ranked = sides.iter().any(|&t| types[usize::from(t)].subtypes.len() > 1);
            let others = &mut self.other_deeds[entry.others.0 as usize..entry.others.1 as usize];
            let remembers = sides.iter().any(|&t| remembers(t));
            others.iter_mut().chain([&mut entry.deed]).for_each(|deed| deed.remembers = remembers);
        }
        let shields = shields(&self.lines);
        let mut careful = vec![0; self.entries.len() / 64 + 1];
        for (index, entry) in self.entries.iter().enumerate() {
            let needs_care = |line: &Line| line.in_batch || shields.contains(&(entry.second, line.effect_id));
            if ground || self.lines_of(entry).any(needs_care) {
                careful[index / 64] |= 1 << (index % 64);
            }
        }
        self.careful = careful.into();
    }
}

/// What rules of a game can be shielded from: the second type, and the effect by its index in the ontology.
fn shields(lines: &[Line]) -> HashSet<(TypeId, usize)> {
    lines.iter().filter_map(|line| line.effect.shields()).collect()
}

/// Decides which lines can be joined.
struct Joiner<'a> {
    types: &'a [TypeInfo],
    shields: HashSet<(TypeId, usize)>,
    /// Do some look for ground under them? What they find out depends on which rule they come to.
    ground: bool,
}

impl Joiner<'_> {
    /// Are two pairs the same, or the same the other way round? Relatives come in another order then.
    fn relation(&self, one: (TypeId, TypeId), (first, second): (TypeId, TypeId)) -> Option<bool> {
        let has_relatives = |t: TypeId| self.types[usize::from(t)].subtypes.len() > 1;
        if one == (first, second) {
            return Some(false);
        }
        (one == (second, first) && !has_relatives(first) && !has_relatives(second)).then_some(true)
    }

    /// Does a line about two types leave all sprites of them where they are, and make none?
    fn stays(&self, line: &Line, first: TypeId, second: TypeId) -> bool {
        let family = |t: TypeId| &self.types[usize::from(t)].family;
        let is_own = |t: TypeId| family(first).contains(t) || family(second).contains(t);
        let is_shielded = |t: TypeId| self.shields.contains(&(t, line.effect_id));
        line.effect.stays()
            && !line.effect.makes().is_some_and(is_own)
            && !line.in_batch
            && !self.ground
            && !is_shielded(first)
            && !is_shielded(second)
    }
}

/// Inserts a timer: earlier ones first, and before all that are due at the same tick.
pub(crate) fn insert_timer(timers: &mut Vec<Timer>, timer: Timer) {
    let at = timers.partition_point(|t| t.next < timer.next);
    timers.insert(at, timer);
}

/// The most entries of a game, and the most types that all its entries together speak of.
const MOST_ENTRIES: usize = 100_000;
const MOST_RELATIONS: usize = 4_000_000;

/// More rules than can be played.
#[derive(Debug)]
pub(crate) struct TooManyRules;

/// Compiles the interaction set.
pub(crate) fn compile(game: &Game, types: &[TypeInfo]) -> Result<Rules, TooManyRules> {
    let mut rules = Rules::default();
    let mut pairs: Vec<((TypeId, TypeId), Vec<LineId>)> = Vec::new();
    let mut places: HashMap<(TypeId, TypeId), usize> = HashMap::new();
    let mut edge_list: Vec<TypeId> = Vec::new();
    let mut edge_effects: HashMap<TypeId, Vec<LineId>> = HashMap::new();
    let (mut entries, mut relations, mut edges) = (0, 0, 0);
    for rule in &game.rules {
        let mut compiler = Compiler { game, rules: &mut rules };
        let Some(line) = compiler.line(rule.effect, &rule.params)? else { continue };
        let repeat = rule.params.int("repeat").unwrap_or(1).max(0) as usize;
        let wrapper = if rule.timed { compiler.line(rule.effect, &rule.params)? } else { None };
        for &on in &rule.on {
            match on {
                Partners::Pair(first, second) => {
                    let relatives = |t: TypeId| game.types[usize::from(t)].subtypes.len();
                    entries += repeat;
                    relations += repeat.saturating_mul(relatives(first) + relatives(second));
                    if entries > MOST_ENTRIES || relations > MOST_RELATIONS {
                        return Err(TooManyRules);
                    }
                    let at = *places.entry((first, second)).or_insert_with(|| {
                        pairs.push(((first, second), Vec::new()));
                        pairs.len() - 1
                    });
                    pairs[at].1.extend((0..repeat).map(|_| line));
                }
                Partners::Edge(kind) => {
                    edge_list.push(kind);
                    let effects = edge_effects.entry(kind).or_default();
                    effects.push(line);
                    // Each of them is tried as often as there are of them.
                    edges += 2 * effects.len() - 1;
                    if edges > MOST_ENTRIES {
                        return Err(TooManyRules);
                    }
                }
                Partners::Time(kind) => {
                    let p = &rule.params;
                    let period = p.int("timer").unwrap_or(-1);
                    let delayed = p.int("nextExecution").is_some_and(|n| n != -1);
                    if p.bool("enabled") == Some(false) {
                        continue;
                    }
                    let timer = Timer {
                        next: if delayed { period } else { -1 },
                        delegate: line,
                        wrapper: wrapper.unwrap_or(line),
                        period,
                        repeating: p.bool("repeating").unwrap_or(false),
                        kind: kind.map_or(-1, i32::from),
                    };
                    insert_timer(&mut rules.timers, timer);
                }
            }
        }
    }
    let enabled = |rules: &Rules, line: LineId| rules.lines[usize::from(line)].enabled;
    let ground = types.iter().any(TypeInfo::finds_ground);
    let joiner = Joiner { types, shields: shields(&rules.lines), ground };
    for (pair, lines) in pairs {
        for line in lines {
            if enabled(&rules, line) {
                rules.add(pair, line, &joiner);
            }
        }
    }
    // A type with several rules at the edge stands several times in the list, each time with all of them.
    for kind in edge_list {
        let lines = edge_effects[&kind].iter().filter(|&&line| enabled(&rules, line));
        let edges: Vec<_> = lines.map(|&line| (kind, line)).collect();
        rules.edges.extend(edges);
    }
    Ok(rules)
}

struct Compiler<'a> {
    game: &'a Game,
    rules: &'a mut Rules,
}

impl Compiler<'_> {
    /// Adds a line, and the lines inside it.
    fn line(&mut self, effect_id: usize, params: &Params) -> Result<Option<LineId>, TooManyRules> {
        let inner = inner_effect(params).filter(|_| Effect::has_inner(effect_id));
        let inner = inner.map(|id| self.line_of(id, params, None)).transpose()?.flatten();
        self.line_of(effect_id, params, inner)
    }

    fn line_of(
        &mut self,
        effect_id: usize,
        p: &Params,
        inner: Option<LineId>,
    ) -> Result<Option<LineId>, TooManyRules> {
        let pull = self.rules.pulls;
        let names = Names { game: self.game, inner, pull };
        let Some(effect) = Effect::compile(effect_id, p, &names) else { return Ok(None) };
        if effect.pulls() {
            self.rules.pulls += 1;
        }
        let per_player = |key: &str| changes(p.text(key).unwrap_or("0"), self.game.players);
        let per_counter = |key: &str| changes(p.text(key).unwrap_or("0"), self.game.counters);
        let mut switches = 0;
        for (key, bit) in
            [("applyScore", switch::SCORE), ("count", switch::COUNT), ("countElse", switch::COUNT_ELSE)]
        {
            if p.bool(key).unwrap_or(true) {
                switches |= bit;
            }
        }
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
        let id = LineId::try_from(self.rules.lines.len()).map_err(|_| TooManyRules)?;
        self.rules.lines.push(line);
        Ok(Some(id))
    }
}

/// The effect that `ftype` names.
fn inner_effect(params: &Params) -> Option<usize> {
    crate::ONTOLOGY.effect(params.text("ftype")?)
}

/// A comma list of numbers, one for each index; the first serves for those that are missing.
fn changes(list: &str, n: usize) -> Vec<Change> {
    let parts: Vec<&str> = split(list).collect();
    let number = |part: Option<&&str>| part.and_then(|t| t.parse().ok()).ok_or(());
    (0..n).map(|i| number(parts.get(i).or(parts.first()))).collect()
}
