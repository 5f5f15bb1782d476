//! Who can meet whom, and who looks for whom: worked out once for a world.
//!
//! The reference tests every sprite of one type against every sprite of the other, for every effect. Here
//! nothing is tested as long as neither moves: the one that has moved looks around. Where it looks depends on
//! what its partners are:
//!
//! - *Fixtures* never change: the world knows which of them are in a cell.
//! - Sprites that have partners which are neither fixtures nor avatars are linked into the
//!   [grid](crate::grid) of the state.
//! - Avatars are one or two. They look around in every tick, so that nobody needs to look for them but what
//!   an effect has just moved. Sprites that have only avatars to meet need no place in the grid: the avatars
//!   go through their lists.

use ludex_vgdl::{Game, Level, Params, Partners, TypeId};

use crate::class::Class;
use crate::rules::{Entry, Rules};
use crate::stops::{self, Stop};
use crate::trusted::Trusted;
use crate::types::{TypeInfo, TypeSet, fold, split};

/// What a type has to do with others.
#[derive(Debug)]
pub(crate) struct Meeting {
    /// The types it has an entry with, on either side.
    pub partners: TypeSet,
    /// The parts it plays in entries, in their order.
    pub roles: Vec<Role>,
    /// Its bit in the masks of grid cells, or 0: then its sprites are not linked into the grid.
    pub bit: u16,
    /// What it looks for around it.
    pub sight: Sight,
    /// What it looks for right after its own move: nothing of it that will look for itself.
    pub glance: Sight,
    /// The fixtures that put an avatar of this type back before anything else happens, folded into one word.
    pub bumps: u64,
    /// The partners it looks for in their lists.
    pub lists: Listed,
    /// The same when an effect has moved it: then it looks for avatars too.
    pub listed: Listed,
    /// Does something happen to it at the edge of the screen?
    pub edge: bool,
    /// Has a sprite of this type anything to look for?
    pub looks: bool,
    /// Is it kept track of where in the grid its sprites lie? If not, then only of whether they are on the screen, where
    /// something happens at the edge.
    pub located: bool,
    /// When its steps can be omitted.
    pub stop: Stop,
    /// Is it an early partner of a type whose steps can be omitted? Not if it is an avatar: where those were is
    /// found out when it matters.
    pub early: bool,
    /// What is due for one of its sprites that looks and one of each type that it touches: see [`Encounters::due`].
    due: Trusted<Due>,
}

impl Meeting {
    /// Are its sprites linked into the grid?
    #[inline]
    pub fn gridded(&self) -> bool {
        self.bit != 0
    }
}

/// Partners that are looked for around a sprite.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sight {
    /// Those that are fixtures, folded into one word.
    pub fixtures: u64,
    /// The bits of those in the grid.
    pub grid: u16,
    /// The same, folded into one word.
    pub in_grid: u64,
}

/// Types that are looked for in their lists.
#[derive(Debug, Clone, Default)]
pub(crate) struct Listed {
    pub types: Vec<TypeId>,
    /// The same, folded into one word.
    pub bits: u64,
    /// The last entry with one of them.
    pub last: u32,
}

impl Sight {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.fixtures == 0 && self.grid == 0
    }

    fn new(fixtures: u64, linked: &[TypeId], bits: &[u16]) -> Sight {
        let grid = linked.iter().fold(0, |mask, &u| mask | bits[usize::from(u)]);
        Sight { fixtures, grid, in_grid: fold(linked.iter().copied()) }
    }
}

impl Listed {
    fn new(types: Vec<TypeId>, last: u32) -> Listed {
        let bits = fold(types.iter().copied());
        Listed { types, bits, last }
    }
}

/// The part that a type plays in an entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Role {
    pub entry: u32,
    pub first: bool,
    pub second: bool,
}

/// Entries that are due for two sprites that touch, of 64 in a row, one bit each.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Due {
    /// Those in which the sprite that looks comes first.
    pub first: u64,
    /// Those in which it comes second.
    pub second: u64,
}

impl Due {
    #[inline]
    pub fn is_empty(self) -> bool {
        self.first | self.second == 0
    }

    /// Is the first thing that happens that the sprite that looks goes back to where it was?
    fn puts_back(self, rules: &Rules) -> bool {
        let entry = self.first.trailing_zeros();
        entry < self.second.trailing_zeros() && {
            let mut lines = rules.lines_of(&rules.entries[entry as usize]);
            lines.all(|line| !line.in_batch && line.effect.is_step_back())
        }
    }
}

/// All that the types of a world have to do with each other.
#[derive(Debug, Default)]
pub(crate) struct Encounters {
    pub of: Trusted<Meeting>,
    /// How many times 64 entries there are, or 0 if there are too many types to know beforehand what is due.
    words: usize,
    /// The entries whose effects move sprites elsewhere than back, or make some, one bit each.
    pub moving: Trusted<u64>,
    /// Are sprites of any type linked into the grid?
    pub has_grid: bool,
    /// Does nobody watch, no type omit steps, and nobody look for ground?
    pub is_simple: bool,
    /// Is it kept track of where in the grid avatars lie?
    pub finds_avatars: bool,
    /// The types of avatars.
    pub avatars: Vec<TypeId>,
    /// Other types whose sprites look around in every tick, when everything has moved.
    pub watchers: Listed,
    /// Types that look for ground under them in entries in which they come first, with those entries.
    pub ground: Vec<(TypeId, u32)>,
}

/// The most that is tabled of what is due: beyond, the roles are gone through.
const MOST_TABLED: usize = 1 << 20;

impl Meeting {
    /// What is due with one of each type, in so many words of entries.
    fn table_due(&self, rules: &Rules, types: &[TypeInfo], words: usize) -> Trusted<Due> {
        let mut table = vec![Due::default(); types.len() * words];
        for (other, due) in table.chunks_exact_mut(words.max(1)).enumerate() {
            self.each_due(rules, types, other as TypeId, |entry, first| {
                let Due { first: as_first, second: as_second } = &mut due[entry as usize >> 6];
                *(if first { as_first } else { as_second }) |= 1 << (entry & 63);
            });
        }
        table.into()
    }

    /// The entries that are due for a sprite of this type and a partner of another.
    /// Each is told with whether the sprite of this type comes first.
    pub fn each_due(
        &self,
        rules: &Rules,
        types: &[TypeInfo],
        other: TypeId,
        mut visit: impl FnMut(u32, bool),
    ) {
        if !self.partners.contains(other) {
            return;
        }
        for role in &self.roles {
            let entry = &rules.entries[role.entry as usize];
            if role.first && types[usize::from(entry.second)].family.contains(other) {
                visit(role.entry, true);
            }
            if role.second && types[usize::from(entry.first)].family.contains(other) {
                visit(role.entry, false);
            }
        }
    }
}

/// How the sprites of a type come to be.
struct Facts {
    /// Its sprites in the level are fixtures.
    fixed: bool,
    /// It has sprites that are not fixtures, now or later.
    dynamic: bool,
    avatar: bool,
}

/// Everything that decides who can meet whom.
pub(crate) struct Cast<'a> {
    pub game: &'a Game,
    pub level: &'a Level,
    pub types: &'a [TypeInfo],
    pub rules: &'a Rules,
    /// Per type: are its sprites in the level fixtures?
    pub fixed: &'a [bool],
}

impl Encounters {
    /// Works out the encounters.
    pub fn new(cast: &Cast<'_>) -> Encounters {
        let &Cast { game, level, types, rules, fixed } = cast;
        let n = types.len();
        let (partners, roles) = partnerships(rules, types);
        let (placed, born) = (placed_in(game, level), born_later(game, types));
        let fact = |(t, info): (usize, &TypeInfo)| Facts {
            fixed: fixed[t] && placed[t] > 0,
            dynamic: info.class.is_some() && (born.contains(t as TypeId) || !fixed[t] && placed[t] > 0),
            avatar: info.class.is_some_and(|c| c.is_avatar()),
        };
        let facts: Vec<Facts> = types.iter().enumerate().map(fact).collect();
        let of = |t: TypeId| &facts[usize::from(t)];
        let mobile = |t: TypeId| of(t).dynamic && !of(t).avatar;
        let mut linked = 0;
        let bits: Vec<u16> = (0..n as TypeId)
            .map(|t| {
                let gridded = mobile(t) && members(&partners[usize::from(t)], n).into_iter().any(mobile);
                linked += u32::from(gridded);
                // With more types than bits, some share one.
                if gridded { 1 << (linked % u16::BITS) } else { 0 }
            })
            .collect();
        let watched = stops::watched(types);
        let act_on_touch = stops::act_on_touch(rules);
        let meeting = |(t, (partners, roles)): (usize, (TypeSet, Vec<Role>))| {
            let all = members(&partners, n);
            let such = |wanted: &dyn Fn(TypeId) -> bool| all.iter().copied().filter(|&u| wanted(u)).collect();
            let avatars: Vec<TypeId> = such(&|u| of(u).avatar && of(u).dynamic);
            let unlinked: Vec<TypeId> = such(&|u| mobile(u) && bits[usize::from(u)] == 0);
            let fixed: Vec<TypeId> = such(&|u| of(u).fixed);
            let edge = |&(kind, _): &(TypeId, _)| types[usize::from(kind)].family.contains(t as TypeId);
            let listed = [&avatars[..], &unlinked].concat();
            let speaks_of_them = |role: &&Role| {
                let Entry { first, second, .. } = rules.entries[role.entry as usize];
                [first, second]
                    .iter()
                    .any(|&u| listed.iter().any(|&v| types[usize::from(u)].family.contains(v)))
            };
            let last = roles.iter().rev().find(speaks_of_them).map_or(0, |role| role.entry);
            let listed = Listed::new(listed, last);
            let lists = if of(t as TypeId).avatar { listed.clone() } else { Listed::default() };
            let edge = rules.edges.iter().any(edge);
            let linked: Vec<TypeId> = such(&|u| bits[usize::from(u)] != 0);
            let sight = Sight::new(fold(fixed), &linked, &bits);
            let sees = !sight.is_empty();
            Meeting {
                bit: bits[t],
                sight,
                glance: sight,
                looks: sees || !lists.types.is_empty(),
                located: bits[t] != 0 || sees,
                lists,
                listed,
                edge,
                stop: if act_on_touch && !watched.contains(t as TypeId) {
                    let dynamic = &|u| of(u).dynamic;
                    Stop::new(
                        &types[t],
                        &stops::Partners { roles: &roles, rules, types, bits: &bits, dynamic },
                    )
                } else {
                    Stop::default()
                },
                early: false,
                bumps: 0,
                due: Trusted::default(),
                partners,
                roles,
            }
        };
        let mut of: Vec<Meeting> = partners.into_iter().zip(roles).enumerate().map(meeting).collect();
        let early = of.iter().fold(0, |all, meeting| all | meeting.stop.early);
        of.iter_mut().take(64).enumerate().for_each(|(t, meeting)| {
            meeting.early = early >> t & 1 != 0 && meeting.gridded();
        });
        let watchers = watchers(types, &of, &placed);
        for (t, meeting) in of.iter_mut().enumerate() {
            let minded = |&u: &TypeId| {
                meeting.partners.contains(u) && !watchers.contains(&u) && bits[usize::from(u)] != 0
            };
            let minded: Vec<TypeId> = (0..n as TypeId).filter(minded).collect();
            let watches = watchers.contains(&(t as TypeId));
            meeting.glance =
                if watches { Sight::default() } else { Sight::new(meeting.sight.fixtures, &minded, &bits) };
        }
        let avatars: Vec<TypeId> = (0..n as TypeId).filter(|&t| facts[usize::from(t)].avatar).collect();
        let mut moving = vec![0; rules.entries.len().div_ceil(64)];
        for (e, entry) in rules.entries.iter().enumerate() {
            if rules.lines_of(entry).any(|line| line.effect.moves()) {
                moving[e >> 6] |= 1 << (e & 63);
            }
        }
        let ground = ground(rules, types);
        // In games with few entries there is a bit that is later than all.
        let words = rules.entries.len() / 64 + 1;
        let words = if n * n * words <= MOST_TABLED { words } else { 0 };
        for meeting in &mut of {
            meeting.due = meeting.table_due(rules, types, words);
        }
        if words == 1 && n <= u64::BITS as usize && ground.is_empty() {
            for &t in &avatars {
                let meeting = &mut of[usize::from(t)];
                let (fixtures, due) = (meeting.sight.fixtures, &meeting.due);
                let bumps = |&u: &TypeId| fixtures >> u & 1 != 0 && due[usize::from(u)].puts_back(rules);
                meeting.bumps = fold((0..n as TypeId).filter(bumps));
            }
        }
        let is_simple = watchers.is_empty() && ground.is_empty() && of.iter().all(|m| m.stop.walls == 0);
        Encounters {
            finds_avatars: avatars.iter().all(|&t| of[usize::from(t)].located),
            words,
            of: of.into(),
            moving: moving.into(),
            has_grid: linked > 0,
            is_simple,
            avatars,
            watchers: Listed::new(watchers, u32::MAX),
            ground,
        }
    }

    /// What is due for a sprite of a type that looks, by the type that it touches, in games with few entries.
    #[inline(always)]
    pub fn row<'a>(&self, meeting: &'a Meeting) -> Option<&'a Trusted<Due>> {
        (self.words == 1).then_some(&meeting.due)
    }

    /// What is due for a sprite that looks and another that it touches, unless there are too many types to know that
    /// beforehand.
    #[inline(always)]
    pub fn due(&self, kind: TypeId, other: TypeId) -> Option<&[Due]> {
        let start = usize::from(other) * self.words;
        (self.words != 0).then(|| &self.of[usize::from(kind)].due[start..start + self.words])
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

/// The types whose sprites look in every tick for others that then need not look for them: of two types that fly on in
/// every tick, the one that is rare in the level.
fn watchers(types: &[TypeInfo], of: &[Meeting], placed: &[usize]) -> Vec<TypeId> {
    let flies = |&t: &TypeId| {
        let (info, meeting) = (&types[usize::from(t)], &of[usize::from(t)]);
        let flies = matches!(info.class, Some(Class::Missile | Class::ErraticMissile)) && info.flies();
        flies
            && info.cooldown == 1
            && meeting.gridded()
            && meeting.stop.walls == 0
            && !meeting.partners.contains(t)
    };
    let flying: Vec<TypeId> = (0..of.len() as TypeId).filter(flies).collect();
    let is_rare = |&t: &TypeId| {
        let partners = flying.iter().filter(|&&u| of[usize::from(t)].partners.contains(u));
        partners.map(|&u| placed[usize::from(u)]).any(|many| many > 4 * (placed[usize::from(t)] + 1))
    };
    flying.iter().copied().filter(is_rare).collect()
}

/// How many sprites of each type the level maps. What a blank stands for counts as mapped.
fn placed_in(game: &Game, level: &Level) -> Vec<usize> {
    let mut symbols: Vec<char> = level.rows().iter().flatten().copied().chain([' ']).collect();
    symbols.sort_unstable();
    let mut placed = vec![0; game.types.len()];
    for same in symbols.chunk_by(|a, b| a == b) {
        let mapped = game.mapping(same[0]).into_iter().flat_map(|mapping| &mapping.sprites).flatten();
        mapped.for_each(|&t| placed[usize::from(t)] += same.len());
    }
    placed
}

/// The types of which sprites may be made during the game: all that any parameter names, pictures apart, and what
/// needs no naming.
fn born_later(game: &Game, types: &[TypeInfo]) -> TypeSet {
    let mut born = TypeSet::new(types.len());
    let index = game.type_index();
    let named = |params: &Params| -> Vec<TypeId> {
        params
            .iter()
            .filter(|(key, _)| *key != "img")
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
            for on in &rule.on {
                match *on {
                    Partners::Pair(first, _) | Partners::Edge(first) | Partners::Time(Some(first)) => {
                        born.extend(&types[usize::from(first)].family);
                    }
                    Partners::Time(None) => {}
                }
            }
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
