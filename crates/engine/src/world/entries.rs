//! What happens to pairs of types, in the order in which a tick visits it.

use std::collections::HashSet;
use std::sync::Arc;

use super::cast;
use super::lines::{Line, Lines};
use super::type_set::TypeSet;
use super::types::Types;
use crate::effects::{Act, Effect};
use crate::facts::{Moves, Shields, SomeTypes};
use crate::index::{EntryId, EntryWord, Kind, Kinds, LineId, List};
use crate::state::sprite::flag;
use crate::tick::shortcuts::Shortcuts;

/// What happens to a pair of types at its place in the order.
#[derive(Debug)]
pub(crate) struct Entry {
    pub first: Kind,
    pub second: Kind,
    /// Its first effect.
    pub effect: BoundEffect,
    /// Where its other effects are in the list of all others.
    others: (u32, u32),
    pub way: Way,
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

/// How an entry is run on the contacts that it is due for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// One or several effects, each on one contact after the other. Invariant: none of them moves a sprite, makes one of these
    /// types, or is subject to a shield, so contacts are put in order once and hold until the end. Short cut
    /// [`Chains`](Shortcuts::Chains): lines in a row that speak of the same two types, either way round, are one entry,
    /// because what one of them finds touching the next would find as well.
    InPlace,
    /// One effect, on one contact after the other. What it moves or makes looks for contacts anew.
    Moving,
    /// One effect, on all that a first sprite touches at a time, tested in the order of the reference: for effects that
    /// handle batches, that may be shielded, or in games in which sprites look for ground while they are tested.
    Grouped,
}

/// One effect of an entry.
#[derive(Debug)]
pub(crate) struct BoundEffect {
    /// The effect of its line, and what it does.
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

/// All entries of a game.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    pub list: List<EntryId, Entry>,
    /// The effects of all entries but the first of each, one entry after the other.
    others: Vec<BoundEffect>,
    /// The entries that are run in groups, one bit each.
    pub grouped: List<EntryWord, u64>,
    /// The entries whose effects move sprites elsewhere than back, or make some, one bit each.
    pub moving: List<EntryWord, u64>,
    /// Types that look for ground under them in entries in which they come first, with those entries.
    pub ground: Vec<(Kind, EntryId)>,
}

impl Entries {
    /// The effects of an entry.
    #[inline]
    pub fn effects<'a>(&'a self, entry: &'a Entry) -> impl Iterator<Item = &'a BoundEffect> {
        std::iter::once(&entry.effect).chain(self.others_of(entry))
    }

    /// All effects of an entry but the first.
    #[inline(always)]
    pub fn others_of(&self, entry: &Entry) -> &[BoundEffect] {
        self.others.get(entry.others.0 as usize..entry.others.1 as usize).unwrap_or_default()
    }
}

/// Compiles the entries of a game.
pub(crate) fn compile(kinds: Kinds, types: &Types, lines: &Lines, shortcuts: Shortcuts) -> Entries {
    let shields: Vec<Shields> = lines.list.iter().map(|line| line.facts.shields).collect();
    let joiner = Joiner {
        types,
        shields: shields.iter().filter_map(|shields| shields.rules()).collect(),
        shields_anything: shields.contains(&Shields::Anything),
        has_ground: has_ground(types, lines),
        joins: shortcuts.has(Shortcuts::Chains),
    };
    let remembered = remembered(kinds, types);
    let mut entries = Entries::default();
    let mut rest = &lines.pairs[..];
    while let Some(&(first, second, line)) = rest.first() {
        let pair = (first, second);
        let joined = joiner.count(&lines.list, rest);
        let remembers = [first, second]
            .iter()
            .any(|&kind| types[kind].relatives.iter().any(|&relative| remembered.contains(relative)));
        let bind = |line: LineId, swapped: bool| {
            let &Line { ref effect, matters, .. } = &lines.list[line];
            BoundEffect { act: effect.act(), effect: Arc::clone(effect), line, remembers, matters, swapped }
        };
        let start = entries.others.len() as u32;
        let others = rest[1..joined].iter().map(|&(f, s, line)| bind(line, (f, s) != pair));
        entries.others.extend(others);
        let has_relatives = |kind: Kind| types[kind].relatives.len() > 1;
        entries.list.push(Entry {
            first,
            second,
            effect: bind(line, false),
            others: (start, entries.others.len() as u32),
            way: joiner.way(&lines.list[line], pair),
            ranked: has_relatives(first) || has_relatives(second),
        });
        rest = &rest[joined..];
    }
    let is_grouped = |entry: &Entry| entry.way == Way::Grouped;
    let moves = |line: &Line| line.facts.moves == Moves::Anything || line.facts.makes != SomeTypes::None;
    Entries {
        grouped: bits(&entries, is_grouped),
        moving: bits(&entries, |entry| entries.effects(entry).any(|effect| moves(&lines.list[effect.line]))),
        ground: ground(kinds, types, &entries.list),
        ..entries
    }
}

/// One bit for each entry, in words of 64.
fn bits(entries: &Entries, is_set: impl Fn(&Entry) -> bool) -> List<EntryWord, u64> {
    let mut words = entries.list.words(0);
    for (id, _) in entries.list.enumerate().filter(|(_, entry)| is_set(entry)) {
        words[id.word()] |= id.bit();
    }
    words
}

/// The types whose sprites are, or may become, ones of which it is remembered what they touch.
fn remembered(kinds: Kinds, types: &Types) -> TypeSet {
    let is_remembered = |kind: &Kind| types[*kind].template.is(flag::REMEMBERED | flag::FROM_AVATAR);
    let mut remembered = TypeSet::of(kinds.count(), kinds.iter().filter(is_remembered));
    for info in types {
        cast::add(&mut remembered, &info.facts.shoots, types, kinds);
    }
    remembered
}

/// Do sprites look for ground in any of these lines?
fn has_ground(types: &Types, lines: &Lines) -> bool {
    let seeks = |kind: Kind| types[kind].relatives.iter().any(|&relative| types[relative].finds_ground);
    let is_solid = |kind: Kind| types[kind].relatives.iter().any(|&relative| types[relative].solid);
    lines.pairs.iter().any(|&(first, second, _)| seeks(first) && is_solid(second))
}

/// Types that look for ground, with the entries in which they do.
fn ground(kinds: Kinds, types: &Types, entries: &List<EntryId, Entry>) -> Vec<(Kind, EntryId)> {
    let seekers: Vec<Kind> = kinds.iter().filter(|&kind| types[kind].finds_ground).collect();
    let is_solid = |entry: &Entry| types[entry.second].relatives.iter().any(|&u| types[u].solid);
    let solid = entries.enumerate().filter(|(_, entry)| is_solid(entry));
    let of = |(id, entry): (EntryId, &Entry)| {
        let family = &types[entry.first].family;
        seekers.iter().filter(|&&kind| family.contains(kind)).map(move |&kind| (kind, id)).collect::<Vec<_>>()
    };
    solid.flat_map(of).collect()
}

/// Decides which lines are run together, and how.
struct Joiner<'a> {
    types: &'a Types,
    /// The rules from which effects shield: their second type, and their effect by its index in the ontology.
    shields: HashSet<(Kind, usize)>,
    shields_anything: bool,
    /// Do some look for ground under them? What they find out depends on which rule they come to.
    has_ground: bool,
    /// Are lines joined at all?
    joins: bool,
}

impl Joiner<'_> {
    /// How many of these lines, from the first on, are run together.
    fn count(&self, lines: &List<LineId, Line>, rest: &[(Kind, Kind, LineId)]) -> usize {
        let Some(&(first, second, line)) = rest.first() else { return 0 };
        let pair = (first, second);
        if !self.joins || !self.stays(&lines[line], pair) {
            return 1;
        }
        let joins = |&&(f, s, line): &&(Kind, Kind, LineId)| {
            self.is_same_pair(pair, (f, s)) && self.stays(&lines[line], (f, s))
        };
        1 + rest[1..].iter().take_while(joins).count()
    }

    /// Are two pairs the same, or the same the other way round? Relatives come in another order then.
    fn is_same_pair(&self, one: (Kind, Kind), other: (Kind, Kind)) -> bool {
        let has_relatives = |kind: Kind| self.types[kind].relatives.len() > 1;
        one == other || one == (other.1, other.0) && !has_relatives(one.0) && !has_relatives(one.1)
    }

    /// Does a line about two types leave all sprites of them where they are, make none, and always apply?
    fn stays(&self, line: &Line, (first, second): (Kind, Kind)) -> bool {
        let is_own = |kind: &Kind| [first, second].iter().any(|&own| self.types[own].family.contains(*kind));
        let makes_own = match &line.facts.makes {
            SomeTypes::None => false,
            SomeTypes::These(some) => some.iter().any(is_own),
            SomeTypes::Families(_) | SomeTypes::OfFirst | SomeTypes::Any => true,
        };
        line.facts.moves == Moves::Nothing
            && !makes_own
            && !line.in_batch
            && !self.has_ground
            && !self.is_shielded(line, first)
            && !self.is_shielded(line, second)
    }

    /// May sprites be shielded from a line with this second type?
    fn is_shielded(&self, line: &Line, second: Kind) -> bool {
        self.shields_anything || self.shields.contains(&(second, line.effect_id))
    }

    fn way(&self, line: &Line, (first, second): (Kind, Kind)) -> Way {
        if self.stays(line, (first, second)) {
            Way::InPlace
        } else if line.in_batch || self.has_ground || self.is_shielded(line, second) {
            Way::Grouped
        } else {
            Way::Moving
        }
    }
}
