//! What a game description may speak of: sprite classes, effects and terminations with their parameters.
//!
//! The language does not know the ontology. Whoever gives words their meaning (the engine) describes them
//! with these types and hands them to [`parse`](crate::parse), so that a class or an effect is defined in
//! exactly one place, behaviour and description together.

use crate::params::Params;

/// The words that a game description can use.
#[derive(Debug, Clone, Copy)]
pub struct Ontology {
    /// Sprite and avatar classes.
    pub classes: &'static [ClassSpec],
    /// Parameters that every sprite class has.
    pub sprite_params: &'static [ParamSpec],
    /// Effects of the interaction set.
    pub effects: &'static [EffectSpec],
    /// Parameters that every effect has.
    pub effect_params: &'static [ParamSpec],
    /// Parameters that an effect has when it stands on a `TIME` line.
    pub time_params: &'static [ParamSpec],
    /// Terminations.
    pub terminations: &'static [TerminationSpec],
    /// Parameters that every termination has.
    pub termination_params: &'static [ParamSpec],
    /// The sprites that the examples of classes, effects and terminations speak of, as lines of a sprite set.
    pub example_sprites: &'static str,
}

/// A sprite class such as `Missile` or `ShootAvatar`.
#[derive(Debug, Clone, Copy)]
pub struct ClassSpec {
    /// The name used in game files, case-sensitive.
    pub name: &'static str,
    /// One sentence for the reference manual.
    pub doc: &'static str,
    /// A line of a sprite set with it, for the reference manual.
    pub example: &'static str,
    /// Is it a class that a player can control?
    pub avatar: bool,
    /// Does it stay as and where it is unless rules change it, or an orientation moves it?
    pub still: bool,
    /// Parameters beyond those of every sprite.
    pub params: &'static [ParamSpec],
    /// The parameters of every sprite that have another default in this class, with that.
    pub defaults: fn() -> Vec<(&'static str, String)>,
}

/// An effect such as `killSprite`.
#[derive(Debug, Clone, Copy)]
pub struct EffectSpec {
    /// The name used in game files, case-sensitive.
    pub name: &'static str,
    /// One sentence for the reference manual, speaking of "the first" and "the second" sprite.
    pub doc: &'static str,
    /// A line of an interaction set with it, for the reference manual.
    pub example: &'static str,
    /// Does it need the second sprite? Such an effect does nothing but warn on `EOS` and `TIME` lines.
    pub needs_second: bool,
    /// What a reader of the rules can expect of it.
    pub outcomes: &'static [Outcome],
    /// Parameters beyond those of every effect.
    pub params: &'static [ParamSpec],
}

/// A termination such as `SpriteCounter`.
#[derive(Debug, Clone, Copy)]
pub struct TerminationSpec {
    /// The name used in game files, case-sensitive.
    pub name: &'static str,
    /// One sentence for the reference manual.
    pub doc: &'static str,
    /// A line of a termination set with it, for the reference manual.
    pub example: &'static str,
    /// Parameters beyond those of every termination.
    pub params: &'static [ParamSpec],
    /// What it waits for.
    pub waits: Waits,
    /// When it fires, as far as its parameters say. The flag tells whether there can be sprites of the types that
    /// it names.
    pub fires: fn(&Params, bool) -> Fires,
    /// What to do about one that fires at once, and about one that never does.
    pub help: [&'static str; 2],
}

/// What an effect does to its sprites, as far as a reader of the rules can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The first sprite dies, or may.
    KillsFirst,
    /// The second sprite dies. So it does where the line says `killSecond`.
    KillsSecond,
    /// It happens only if the second sprite holds enough of a resource.
    NeedsResource,
    /// The first sprite cannot go on.
    StopsFirst,
    /// The first sprite loses health.
    HurtsFirst,
    /// The first sprite gains health.
    HealsFirst,
    /// The first sprite becomes another.
    TransformsFirst,
    /// The first sprite goes to the exit of the second.
    TeleportsFirst,
    /// The second sprite takes the first, a resource.
    CollectsFirst,
}

/// What a termination waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Waits {
    /// For a number of sprites to fall.
    ForFew,
    /// For a number of sprites to rise.
    ForMany,
    /// For a number of sprites to be just so.
    ForCount,
    /// For a tick.
    ForTime,
    /// For nothing: it keeps those that count from ending the game.
    HoldsBack,
}

/// When a termination fires, as far as that is sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fires {
    /// At the end of the first tick.
    AtOnce,
    /// Never.
    Never,
    /// That depends on the game.
    Perhaps,
}

/// A parameter of a class, an effect or a termination.
#[derive(Debug, Clone, Copy)]
pub struct ParamSpec {
    /// The key, case-sensitive.
    pub name: &'static str,
    /// What it takes.
    pub kind: ParamKind,
    /// What happens when it is missing or names an unknown sprite.
    pub need: Need,
    /// What it does, for the reference manual. Empty for internal fields that are accepted and ignored.
    pub doc: &'static str,
    /// What to write for the value that it has when it is missing. Empty where that cannot be written.
    pub default: &'static str,
}

impl ParamSpec {
    /// A parameter without a default that could be written.
    pub const fn new(name: &'static str, kind: ParamKind, need: Need, doc: &'static str) -> ParamSpec {
        ParamSpec { name, kind, need, doc, default: "" }
    }

    /// The same with a default.
    #[must_use]
    pub const fn or(self, default: &'static str) -> ParamSpec {
        ParamSpec { default, ..self }
    }
}

impl ParamKind {
    /// Does it name sprite types?
    pub fn names_sprites(self) -> bool {
        matches!(self, ParamKind::Sprite | ParamKind::Sprites) || self.makes_sprites()
    }

    /// Does it name sprite types of which sprites are made?
    pub fn makes_sprites(self) -> bool {
        matches!(self, ParamKind::NewSprite | ParamKind::NewSprites)
    }
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParamKind {
    /// A 32-bit integer.
    Int,
    /// A double; integers are accepted.
    Double,
    /// A 32-bit float, which the reference fills from integers only.
    Float,
    /// `true` or `false`.
    Bool,
    /// Any text.
    Text,
    /// The name of one sprite type.
    Sprite,
    /// The name of one sprite type of which it makes sprites.
    NewSprite,
    /// A comma-separated list of sprite types.
    Sprites,
    /// A comma-separated list of sprite types of which it makes sprites.
    NewSprites,
    /// The name of an effect.
    Effect,
    /// A direction constant.
    Direction,
    /// A colour constant.
    Color,
}

/// How much a parameter is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    /// It has a default.
    Optional,
    /// Without it the line cannot be used: for an effect or termination the reference stops reading the file.
    Required,
    /// Like `Required`, and it must name a known sprite type.
    RequiredSprite,
    /// Like `Required`, and it must name a known effect, which takes its own parameters from the same line.
    RequiredEffect,
    /// It may be missing, but if given it must name a known sprite type, else the reference stops reading.
    KnownIfGiven,
}

/// Looks a specification up by its name.
macro_rules! find_by_name {
    ($($fn:ident, $field:ident, $spec:ty);* $(;)?) => {
        impl Ontology {
            $(
                /// The index of this name in the table, if it is known.
                pub fn $fn(&self, name: &str) -> Option<usize> {
                    self.$field.iter().position(|s| s.name == name)
                }
            )*
        }
    };
}
find_by_name! {
    class, classes, ClassSpec;
    effect, effects, EffectSpec;
    termination, terminations, TerminationSpec;
}
