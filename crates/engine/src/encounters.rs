//! Who can meet whom, and who looks for whom: worked out once for a world.
//!
//! The reference tests every sprite of one type against every sprite of the other, for every effect. Here
//! sprites are of three kinds, and that decides who looks for contacts:
//!
//! - *Fixtures* never change: the world knows which of them are in a cell.
//! - *Settled* types do nothing by themselves, but effects move them. They are linked into the
//!   [grid](crate::grid), which seldom changes.
//! - *Busy* types move by themselves, avatars among them. Two busy types are tested against each other in
//!   every tick: there are few of them in most games, and keeping them in a grid would cost more.
//!
//! Where a fixture or a settled sprite is involved, nothing changes as long as neither moves: so the one
//! that has moved looks, in the lists and cells that its partners are in.

use ludex_vgdl::{Game, Level, Params, TypeId};

use crate::class::Class;
use crate::rules::Rules;
use crate::types::{TypeInfo, TypeSet, split};

/// Where to look for sprites of some types.
#[derive(Debug, Clone, Default)]
pub(crate) struct Search {
    /// Among the fixtures of the level.
    pub fixtures: bool,
    /// The types that are looked for, folded into one word.
    pub folded: u64,
    /// In the grid.
    pub grid: bool,
    /// In the lists of these types.
    pub lists: Vec<TypeId>,
}

impl Search {
    pub fn is_empty(&self) -> bool {
        !self.fixtures && !self.grid && self.lists.is_empty()
    }
}

/// What a type has to do with others.
#[derive(Debug)]
pub(crate) struct Meeting {
    /// The types it has an entry with, on either side.
    pub partners: TypeSet,
    /// The parts it plays in entries, in their order.
    pub roles: Vec<Role>,
    /// Are its sprites linked into the grid?
    pub gridded: bool,
    /// Where one of its sprites looks around when it has moved.
    pub search: Search,
    /// Where all its partners are: where a sprite looks that an effect has just moved.
    pub everywhere: Search,
    /// Does something happen to it at the edge of the screen?
    pub edge: bool,
}

/// The part that a type plays in an entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Role {
    pub entry: u32,
    pub first: bool,
    pub second: bool,
}

/// All that the types of a world have to do with each other.
#[derive(Debug, Default)]
pub(crate) struct Encounters {
    pub of: Vec<Meeting>,
    /// Pairs of busy types, which are tested against each other in every tick.
    pub pairs: Vec<(TypeId, TypeId)>,
    /// Types that look for ground under them in entries in which they come first, with those entries.
    pub ground: Vec<(TypeId, u32)>,
}

/// What is known of a type before the searches are planned.
struct Facts {
    /// Its sprites in the level are fixtures.
    fixed: bool,
    /// It has sprites that are not fixtures, now or later.
    dynamic: bool,
    busy: bool,
}

/// Everything that decides who can meet whom.
pub(crate) struct Cast<'a> {
    pub game: &'a Game,
    pub level: &'a Level,
    pub types: &'a [TypeInfo],
    pub rules: &'a Rules,
    /// Per type: are its sprites in the level fixtures?
    pub fixed: &'a [bool],
    /// The types that move by themselves, avatars apart.
    pub busy: &'a [TypeId],
}

impl Encounters {
    /// Works out the encounters.
    pub fn new(cast: &Cast<'_>) -> Encounters {
        let &Cast { game, level, types, rules, fixed, busy } = cast;
        let n = types.len();
        let (partners, roles) = partnerships(rules, types);
        let (placed, born) = (placed_in(game, level), born_later(game, types));
        let fact = |(t, info): (usize, &TypeInfo)| Facts {
            fixed: fixed[t] && placed.contains(t as TypeId),
            dynamic: info.class.is_some()
                && (born.contains(t as TypeId) || !fixed[t] && placed.contains(t as TypeId)),
            busy: busy.contains(&(t as TypeId)) || info.class.is_some_and(|c| c.is_avatar()),
        };
        let facts: Vec<Facts> = types.iter().enumerate().map(fact).collect();
        let mut pairs = Vec::new();
        let of = (0..n)
            .map(|t| {
                let all = members(&partners[t], n);
                let everywhere = search(&all, &facts);
                let mut own = everywhere.clone();
                if facts[t].busy {
                    let mates = std::mem::take(&mut own.lists).into_iter().filter(|&u| usize::from(u) >= t);
                    pairs.extend(mates.filter(|_| facts[t].dynamic).map(|u| (t as TypeId, u)));
                }
                let edge = |&(kind, _): &(TypeId, _)| types[usize::from(kind)].family.contains(t as TypeId);
                Meeting {
                    gridded: facts[t].dynamic && !facts[t].busy && !all.is_empty(),
                    partners: partners[t].clone(),
                    roles: roles[t].clone(),
                    search: own,
                    everywhere,
                    edge: rules.edges.iter().any(edge),
                }
            })
            .collect();
        Encounters { of, pairs, ground: ground(rules, types) }
    }
}

/// Where the sprites of some types are.
fn search(set: &[TypeId], facts: &[Facts]) -> Search {
    let of = |&t: &TypeId| &facts[usize::from(t)];
    Search {
        fixtures: set.iter().any(|t| of(t).fixed),
        folded: set.iter().fold(0, |all, t| all | 1 << (t & 63)),
        grid: set.iter().any(|t| of(t).dynamic && !of(t).busy),
        lists: set.iter().copied().filter(|t| of(t).dynamic && of(t).busy).collect(),
    }
}

fn members(set: &TypeSet, n: usize) -> Vec<TypeId> {
    (0..n as TypeId).filter(|&t| set.contains(t)).collect()
}

/// Per type: its partners, and its parts in entries.
fn partnerships(rules: &Rules, types: &[TypeInfo]) -> (Vec<TypeSet>, Vec<Vec<Role>>) {
    let n = types.len();
    let mut partners = vec![TypeSet::new(n); n];
    let mut roles: Vec<Vec<Role>> = vec![Vec::new(); n];
    for (e, entry) in rules.entries.iter().enumerate() {
        let (p, q) = (&types[usize::from(entry.first)], &types[usize::from(entry.second)]);
        for (side, other) in [(p, q), (q, p)] {
            for &t in &side.subtypes {
                partners[usize::from(t)].extend(&other.family);
                let roles = &mut roles[usize::from(t)];
                if roles.last().is_none_or(|role| role.entry != e as u32) {
                    let (first, second) = (p.family.contains(t), q.family.contains(t));
                    roles.push(Role { entry: e as u32, first, second });
                }
            }
        }
    }
    (partners, roles)
}

/// The types that the level maps.
fn placed_in(game: &Game, level: &Level) -> TypeSet {
    let mut symbols: Vec<char> = level.rows().iter().flatten().copied().chain([' ']).collect();
    symbols.sort_unstable();
    symbols.dedup();
    let mut placed = TypeSet::new(game.types.len());
    let mappings = symbols.into_iter().filter_map(|symbol| game.mapping(symbol));
    mappings.flat_map(|m| &m.sprites).flatten().for_each(|&t| placed.insert(t));
    placed
}

/// The types of which sprites may be made during the game: all that any parameter names, and what needs no
/// naming.
fn born_later(game: &Game, types: &[TypeInfo]) -> TypeSet {
    let mut born = TypeSet::new(types.len());
    let index = game.type_index();
    let named = |params: &Params| -> Vec<TypeId> {
        params
            .iter()
            .flat_map(|(_, value)| split(value))
            .filter_map(|name| index.get(name).copied())
            .collect()
    };
    for (source, info) in game.types.iter().zip(types) {
        named(&source.params).into_iter().for_each(|t| born.insert(t));
        // A Spreader spreads itself where it names nothing else.
        if matches!(info.class, Some(Class::Spreader)) {
            born.insert(info.template.kind);
        }
        if matches!(info.class, Some(Class::OngoingTurningAvatar)) {
            born.insert(0);
        }
    }
    for rule in &game.rules {
        let effect = crate::ONTOLOGY.effects[rule.effect].name;
        for t in named(&rule.params) {
            born.insert(t);
            if effect == "transformToRandomChild" {
                born.extend(&types[usize::from(t)].family);
            }
        }
        if effect == "cloneSprite" {
            types.iter().for_each(|t| born.extend(&t.family));
        }
    }
    born
}

fn ground(rules: &Rules, types: &[TypeInfo]) -> Vec<(TypeId, u32)> {
    let seekers = (0..types.len() as TypeId).filter(|&t| types[usize::from(t)].finds_ground());
    let seekers: Vec<TypeId> = seekers.collect();
    let mut ground = Vec::new();
    for (e, entry) in rules.entries.iter().enumerate() {
        let (p, q) = (&types[usize::from(entry.first)], &types[usize::from(entry.second)]);
        if q.subtypes.iter().any(|&u| types[usize::from(u)].solid) {
            ground.extend(seekers.iter().filter(|&&t| p.family.contains(t)).map(|&t| (t, e as u32)));
        }
    }
    ground
}
