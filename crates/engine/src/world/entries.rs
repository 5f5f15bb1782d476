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

/// What happens to a pair of types at its place in the order.
#[derive(Debug)]
pub(crate) struct Entry {
    pub first: Kind,
    pub second: Kind,
    pub effect: BoundEffect,
    /// Does it act on all that a first sprite touches at a time, tested in the order of the reference? So do effects that
    /// handle batches or may be shielded, and all in games in which sprites look for ground while they are tested. All others
    /// act on one contact after the other, and what they move or make looks for contacts anew.
    pub is_grouped: bool,
    /// Is it about types that have others below or above them? Their sprites come in the order of types.
    pub ranked: bool,
}

/// The effect of an entry.
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
}

/// All entries of a game.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    pub list: List<EntryId, Entry>,
    /// The entries that are run in groups, one bit each.
    pub grouped: List<EntryWord, u64>,
    /// The entries whose effects move sprites elsewhere than back, or make some, one bit each.
    pub moving: List<EntryWord, u64>,
    /// Types that look for ground under them in entries in which they come first, with those entries.
    pub ground: Vec<(Kind, EntryId)>,
}

/// Compiles the entries of a game.
pub(crate) fn compile(kinds: Kinds, types: &Types, lines: &Lines) -> Entries {
    let has_ground = has_ground(types, lines);
    let shields = ShieldedRules::new(lines);
    let remembered = remembered(kinds, types);
    let mut list = List::default();
    for &(first, second, id) in &lines.pairs {
        let line = &lines.list[id];
        let meets_remembered = |kind: Kind| types[kind].relatives.iter().any(|&u| remembered.contains(u));
        let has_relatives = |kind: Kind| types[kind].relatives.len() > 1;
        list.push(Entry {
            first,
            second,
            effect: BoundEffect {
                effect: Arc::clone(&line.effect),
                act: line.effect.act(),
                line: id,
                remembers: meets_remembered(first) || meets_remembered(second),
                matters: line.matters,
            },
            is_grouped: line.in_batch || has_ground || shields.contain(line, second),
            ranked: has_relatives(first) || has_relatives(second),
        });
    }
    let moves = |line: &Line| line.facts.moves == Moves::Anything || line.facts.makes != SomeTypes::None;
    Entries {
        grouped: bits(&list, |entry| entry.is_grouped),
        moving: bits(&list, |entry| moves(&lines.list[entry.effect.line])),
        ground: ground(kinds, types, &list),
        list,
    }
}

/// One bit for each entry, in words of 64.
fn bits(list: &List<EntryId, Entry>, is_set: impl Fn(&Entry) -> bool) -> List<EntryWord, u64> {
    let mut words = list.words(0);
    for (id, _) in list.enumerate().filter(|(_, entry)| is_set(entry)) {
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

/// The rules from which sprites may be shielded.
struct ShieldedRules {
    /// Their second type, and their effect by its index in the ontology.
    known: HashSet<(Kind, usize)>,
    /// May it be any rule?
    any: bool,
}

impl ShieldedRules {
    fn new(lines: &Lines) -> ShieldedRules {
        let all = || lines.list.iter().map(|line| line.facts.shields);
        ShieldedRules {
            known: all().filter_map(|shields| shields.rules()).collect(),
            any: all().any(|shields| shields == Shields::Anything),
        }
    }

    /// May sprites be shielded from a line with this second type?
    fn contain(&self, line: &Line, second: Kind) -> bool {
        self.any || self.known.contains(&(second, line.effect_id))
    }
}
