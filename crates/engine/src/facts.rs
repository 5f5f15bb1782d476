//! What classes and effects say of themselves before a game begins, for optimisations to build on.
//!
//! The defaults claim nothing: whoever forgets to state a fact loses speed, never correctness. A fact that is stated must be
//! true; tests compare games played with all optimisations and with none.

use crate::index::Kind;

/// Some types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SomeTypes {
    None,
    /// Exactly these.
    These(Vec<Kind>),
    /// These with all that stand above and below them in the hierarchy.
    Families(Vec<Kind>),
    /// The types of the first sprite of an effect's lines, with those above and below them.
    OfFirst,
    /// Any: nothing is known.
    Any,
}

impl SomeTypes {
    /// The types that are known among those that parameters name.
    pub fn named(types: impl IntoIterator<Item = Option<Kind>>) -> SomeTypes {
        SomeTypes::These(types.into_iter().flatten().collect())
    }
}

/// Some of the two sprites of an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sides {
    Neither,
    First,
    Second,
    Both,
}

impl Sides {
    pub fn first(self) -> bool {
        matches!(self, Sides::First | Sides::Both)
    }

    pub fn second(self) -> bool {
        matches!(self, Sides::Second | Sides::Both)
    }
}

/// What is known of an effect.
#[derive(Debug, Clone)]
pub(crate) struct EffectFacts {
    /// Which of its two sprites it may change in place. Killing is not a change, nor is making a new sprite.
    pub changes: Sides,
    /// The types of which it may change sprites in place wherever they are.
    pub changes_all: SomeTypes,
    /// The types of which it may make sprites, or have others make them.
    pub makes: SomeTypes,
    /// The types whose sprites may get an orientation from it although their class has none.
    pub orients: SomeTypes,
    /// The resources that it may put into an inventory.
    pub holds: SomeTypes,
    /// Which sprites it may move.
    pub moves: Moves,
    /// Does it act at once, and does nothing matter to it but the two sprites, where they are, and what is drawn and counted?
    pub is_local: bool,
    /// The rules from which it may shield sprites.
    pub shields: Shields,
}

/// Which sprites an effect may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    Nothing,
    /// It puts the first sprite back to where it was at the start of the tick, and does nothing else at all.
    FirstBack,
    /// It puts sprites back to where they were at the start of the tick, all the way or part of it.
    Back,
    /// It may move anything anywhere.
    Anything,
}

/// The rules from which an effect may shield sprites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shields {
    Nothing,
    /// Those with this second type and this effect, by its index in the ontology.
    Rules(Kind, usize),
    Anything,
}

impl Shields {
    /// The second type and the effect of the rules, where they are known.
    pub fn rules(self) -> Option<(Kind, usize)> {
        if let Shields::Rules(second, effect) = self { Some((second, effect)) } else { None }
    }
}

impl EffectFacts {
    /// Nothing is known.
    pub const UNKNOWN: EffectFacts = EffectFacts {
        changes: Sides::Both,
        changes_all: SomeTypes::Any,
        makes: SomeTypes::Any,
        orients: SomeTypes::Any,
        holds: SomeTypes::Any,
        moves: Moves::Anything,
        is_local: false,
        shields: Shields::Anything,
    };

    /// It has to do with nothing but its two sprites, which it may change, and move anywhere.
    pub const LOCAL: EffectFacts = EffectFacts {
        changes: Sides::Both,
        changes_all: SomeTypes::None,
        makes: SomeTypes::None,
        orients: SomeTypes::None,
        holds: SomeTypes::None,
        moves: Moves::Anything,
        is_local: true,
        shields: Shields::Nothing,
    };

    /// Likewise, and it leaves all sprites where and as they are; it may kill.
    pub const IN_PLACE: EffectFacts =
        EffectFacts { changes: Sides::Neither, moves: Moves::Nothing, ..EffectFacts::LOCAL };
}

/// What is known of a class, with the parameters of one type.
#[derive(Debug, Clone)]
pub(crate) struct ClassFacts {
    /// Does it do nothing in its turn but move passively and grow old?
    pub only_drifts: bool,
    /// Does it walk: move passively, choose a heading, and take a step? See `WalkingClass`.
    pub walks: bool,
    /// The types whose sprites' places matter to what it does in its turn.
    pub looks_for: SomeTypes,
    /// The types of which it may make sprites.
    pub makes: SomeTypes,
    /// The types of which it may make sprites that count as made by the avatar.
    pub shoots: SomeTypes,
    /// How an avatar on the grid walks.
    pub steering: Steering,
}

/// How an avatar on the grid walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Steering {
    /// Nothing is known.
    Unknown,
    /// With a direction as its action it takes one step there and does nothing else.
    Steps,
    /// Likewise, and it faces where it went.
    StepsAndFaces,
}

impl ClassFacts {
    /// Nothing is known.
    pub const UNKNOWN: ClassFacts = ClassFacts {
        only_drifts: false,
        walks: false,
        looks_for: SomeTypes::Any,
        makes: SomeTypes::Any,
        shoots: SomeTypes::Any,
        steering: Steering::Unknown,
    };

    /// It keeps to itself: it makes nothing, and looks for nobody.
    pub const ALONE: ClassFacts = ClassFacts {
        looks_for: SomeTypes::None,
        makes: SomeTypes::None,
        shoots: SomeTypes::None,
        ..ClassFacts::UNKNOWN
    };
}
