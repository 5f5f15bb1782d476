//! What the rules say about a type, as seen by the player: in the way, deadly, good to touch, to be got rid of.

use ludex_engine::ONTOLOGY;
use ludex_vgdl::{ClassRef, EffectSpec, Game, Outcome, Params, Partners, TypeId, Waits};

/// What the rules of a game mean to its player.
#[derive(Debug, Clone)]
pub struct Hints {
    types: usize,
    avatars: Vec<bool>,
    /// For each avatar type and other type: does the other one stop it?
    blocks: Vec<bool>,
    /// For each avatar type and other type: does the other one hurt or kill it?
    kills: Vec<bool>,
    pub(crate) touches: Vec<Touch>,
    pub(crate) drives: Vec<(TypeId, TypeId)>,
    pub(crate) portals: Vec<(TypeId, TypeId)>,
    pub(crate) goals: Vec<Goal>,
    /// Counts whose fall ends the game in a loss, avatars left out.
    pub(crate) guarded: Vec<TypeId>,
    /// Is the game won by lasting long enough?
    pub(crate) survival: bool,
}

/// Something that is good to touch, or to hit with what the avatar shoots.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Touch {
    pub(crate) target: TypeId,
    /// The avatar type that it is good for.
    pub(crate) avatar: TypeId,
    /// It takes this much of a resource.
    pub(crate) needs: Option<(TypeId, i32)>,
    /// It gives this resource, of which one can hold this much.
    pub(crate) gives: Option<(TypeId, i32)>,
    /// The game is won by it.
    pub(crate) wins: bool,
    /// It is hit from afar, not touched.
    pub(crate) shot: bool,
}

/// What a type means to the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// The player controls it.
    Avatar,
    /// The game is won by touching it, or by driving something to it.
    Goal,
    /// It is in the way.
    Obstacle,
    /// It hurts the player, or what the player must not lose.
    Danger,
    /// It is good to touch.
    Good,
    /// None of these.
    Nothing,
}

/// A condition under which the game is won.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Goal {
    pub(crate) types: Vec<TypeId>,
    pub(crate) limit: i32,
    /// Must the count rise to the limit, rather than fall?
    pub(crate) rise: bool,
}

impl Hints {
    /// Reads the rules of a game.
    pub fn of(game: &Game) -> Hints {
        let types = game.types.len();
        let is_avatar = |class: &ClassRef| matches!(class, ClassRef::Known(c) if ONTOLOGY.classes[*c].avatar);
        let mut hints = Hints {
            types,
            avatars: game.types.iter().map(|t| is_avatar(&t.class)).collect(),
            blocks: vec![false; types * types],
            kills: vec![false; types * types],
            touches: Vec::new(),
            drives: Vec::new(),
            portals: Vec::new(),
            goals: Vec::new(),
            guarded: Vec::new(),
            survival: false,
        };
        hints.read_terminations(game);
        let shots = hints.shots(game);
        for rule in &game.rules {
            let effect = &ONTOLOGY.effects[rule.effect];
            for partners in &rule.on {
                let Partners::Pair(first, second) = *partners else { continue };
                for a in members(game, first) {
                    for b in members(game, second) {
                        hints.read_pair(game, a, b, effect, &rule.params, &shots);
                    }
                }
            }
        }
        hints
    }

    /// What a type means to the player.
    pub fn meaning(&self, t: TypeId) -> Meaning {
        let touched = |wins: bool, shot: bool| {
            self.touches.iter().any(|touch| touch.target == t && touch.wins == wins && touch.shot == shot)
        };
        let hurts = (0..self.types).any(|a| self.kills[a * self.types + usize::from(t)]);
        let destination = self.drives.iter().any(|(_, to)| *to == t);
        if self.is_avatar(t) {
            Meaning::Avatar
        } else if (touched(true, false) || destination) && !hurts {
            Meaning::Goal
        } else if self.blocks_any(t) {
            Meaning::Obstacle
        } else if hurts || touched(true, true) {
            Meaning::Danger
        } else if touched(false, false) {
            Meaning::Good
        } else {
            Meaning::Nothing
        }
    }

    fn is_avatar(&self, t: TypeId) -> bool {
        self.avatars.get(usize::from(t)).copied().unwrap_or(false)
    }

    /// Does it stop an avatar of any type?
    pub(crate) fn blocks_any(&self, t: TypeId) -> bool {
        (0..self.types).any(|a| self.blocks[a * self.types + usize::from(t)])
    }

    pub(crate) fn blocks(&self, avatar: TypeId, t: TypeId) -> bool {
        self.blocks[usize::from(avatar) * self.types + usize::from(t)]
    }

    pub(crate) fn kills(&self, avatar: TypeId, t: TypeId) -> bool {
        self.kills[usize::from(avatar) * self.types + usize::from(t)]
    }

    fn read_terminations(&mut self, game: &Game) {
        for termination in &game.terminations {
            let params = &termination.params;
            let keys = ["stype", "stype1", "stype2", "stype3"];
            let named = keys.iter().filter_map(|key| game.type_id(params.raw(key)?));
            let types: Vec<TypeId> = named.flat_map(|t| members(game, t)).collect();
            let wins = params.raw("win").is_some_and(|w| w.to_ascii_lowercase().starts_with("true"));
            let waits = ONTOLOGY.terminations[termination.kind].waits;
            self.survival |= wins && waits == Waits::ForTime;
            if types.is_empty() {
                continue;
            }
            if wins {
                let limit = params.int("limit").unwrap_or(0);
                self.goals.push(Goal { types, limit, rise: waits == Waits::ForMany });
            } else {
                self.guarded.extend(types.into_iter().filter(|t| !self.avatars[usize::from(*t)]));
            }
        }
    }

    /// What the avatars shoot.
    fn shots(&self, game: &Game) -> Vec<TypeId> {
        let avatars = game.types.iter().enumerate().filter(|(t, _)| self.avatars[*t]);
        let names = avatars.filter_map(|(_, t)| t.params.raw("stype")).flat_map(|list| list.split(','));
        names.filter_map(|name| game.type_id(name)).flat_map(|t| members(game, t)).collect()
    }

    fn read_pair(
        &mut self,
        game: &Game,
        a: TypeId,
        b: TypeId,
        effect: &EffectSpec,
        params: &Params,
        shots: &[TypeId],
    ) {
        let score: i32 =
            params.raw("scoreChange").and_then(|s| s.split(',').next()?.parse().ok()).unwrap_or(0);
        let does = |outcome: Outcome| effect.outcomes.contains(&outcome);
        let (kills_first, transforms) = (does(Outcome::KillsFirst), does(Outcome::TransformsFirst));
        let kills_second = does(Outcome::KillsSecond) || params.bool("killSecond") == Some(true);
        let (avatar_first, avatar_second) = (self.is_avatar(a), self.is_avatar(b));
        let cell = usize::from(a) * self.types + usize::from(b);
        if avatar_first {
            self.blocks[cell] |= does(Outcome::StopsFirst);
            self.kills[cell] |= kills_first || does(Outcome::HurtsFirst);
            if does(Outcome::TeleportsFirst) {
                let exit = game.types[usize::from(b)].params.raw("stype").and_then(|s| game.type_id(s));
                self.portals.extend(exit.map(|exit| (b, exit)));
            }
            let helps = score > 0 || kills_second || transforms || does(Outcome::HealsFirst);
            if helps && !self.kills[cell] && !avatar_second {
                self.note(Touch {
                    target: b,
                    avatar: a,
                    needs: None,
                    gives: None,
                    wins: self.wins(b),
                    shot: false,
                });
            }
        } else if avatar_second {
            self.kills[usize::from(b) * self.types + usize::from(a)] |= does(Outcome::KillsSecond);
            let resource = params.raw("resource").and_then(|name| game.type_id(name));
            let needs = resource.filter(|_| does(Outcome::NeedsResource));
            let needs = needs.map(|resource| (resource, params.int("limit").unwrap_or(0)));
            let gives = does(Outcome::CollectsFirst).then(|| {
                let limit = game.types[usize::from(a)].params.int("limit").unwrap_or(2);
                (a, limit)
            });
            let gone = kills_first || transforms;
            if score > 0 || gives.is_some() || (gone && self.wins(a)) {
                self.note(Touch { target: a, avatar: b, needs, gives, wins: self.wins(a), shot: false });
            }
        } else if self.wins(a) && shots.contains(&b) && (kills_first || transforms) {
            self.shoot(a);
        } else if self.wins(a) && kills_first {
            self.drives.push((a, b));
        } else if shots.contains(&a) && kills_second && self.wins(b) {
            self.shoot(b);
        }
    }

    /// Any avatar can shoot it.
    fn shoot(&mut self, target: TypeId) {
        for avatar in (0..self.types as TypeId).filter(|t| self.avatars[usize::from(*t)]).collect::<Vec<_>>()
        {
            self.note(Touch { target, avatar, needs: None, gives: None, wins: true, shot: true });
        }
    }

    fn note(&mut self, touch: Touch) {
        if !self.touches.contains(&touch) {
            self.touches.push(touch);
        }
    }

    fn wins(&self, t: TypeId) -> bool {
        self.goals.iter().any(|goal| !goal.rise && goal.types.contains(&t))
    }
}

/// A type and all that stand under it.
fn members(game: &Game, parent: TypeId) -> Vec<TypeId> {
    let under = game.types.iter().enumerate().filter(|(_, t)| t.chain.contains(&parent));
    under.map(|(t, _)| t as TypeId).collect()
}
