//! The optimisations of a tick that can be switched off one by one.
//!
//! Each is a file with its invariant at the top. What each gains and how it is tested is in ARCHITECTURE.md. The switches take
//! effect when a world is compiled, so they cost nothing in a tick.

pub(crate) mod cell_steps;
pub(crate) mod flights;
pub(crate) mod noop_steps;
pub(crate) mod spawners;
pub(crate) mod walks;
pub(crate) mod wall_bumps;

/// Optimisations of the engine, as a set. For tests: a game plays the same with any of them.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Shortcuts(u16);

macro_rules! shortcuts {
    ($($(#[$doc:meta])* $name:ident $text:literal;)*) => {
        #[repr(u16)]
        enum Number { $($name,)* }

        #[expect(non_upper_case_globals, reason = "they stand for the variants of an enum")]
        impl Shortcuts {
            $($(#[$doc])* pub const $name: Shortcuts = Shortcuts(1 << Number::$name as u16);)*

            /// Each of them alone, with its name.
            pub const EACH: &'static [(&'static str, Shortcuts)] = &[$(($text, Shortcuts::$name)),*];
        }
    };
}

shortcuts! {
    /// Contacts come from the active set and the grid, not from a test of every pair: `tick/active_set.rs`.
    ActiveSet "active set";
    /// Sprites that never change are described once, in the world: `world/fixtures.rs`.
    Fixtures "fixtures";
    /// Types whose sprites do nothing in their turns have none: `tick/turns.rs`.
    IdleTypes "idle types";
    /// Terminations are checked when a count that they depend on has changed: `terminations/mod.rs`.
    CountedEnds "counted ends";
    /// Entries due for two types come from a table: `world/due.rs`.
    DueTables "due tables";
    /// Steps into walls that nobody can notice are not made: `tick/shortcuts/noop_steps.rs`.
    NoOpSteps "no-op steps";
    /// An avatar that walks into a wall is put back at once: `tick/shortcuts/wall_bumps.rs`.
    WallBumps "wall bumps";
    /// An avatar that walks to the next cell: `tick/shortcuts/cell_steps.rs`.
    CellSteps "cell steps";
    /// All flying sprites of a type in one loop: `tick/shortcuts/flights.rs`.
    Flights "flights";
    /// All walking sprites of a type in one loop: `tick/shortcuts/walks.rs`.
    Walks "walks";
    /// All waiting spawners of a type in one loop: `tick/shortcuts/spawners.rs`.
    Spawners "spawners";
    /// Another sprite of a type that lies exactly in a cell is born without questions: `tick/population.rs`.
    Births "births";
}

impl Shortcuts {
    /// None: everything is done the plain way, which is the definition.
    pub const NONE: Shortcuts = Shortcuts(0);

    /// All of them.
    pub const ALL: Shortcuts = Shortcuts((1 << Shortcuts::EACH.len()) - 1);

    /// Is this one in the set?
    pub fn has(self, one: Shortcuts) -> bool {
        self.0 & one.0 == one.0
    }

    /// The set without this one.
    pub fn without(self, one: Shortcuts) -> Shortcuts {
        Shortcuts(self.0 & !one.0)
    }

    /// The set and this one.
    pub fn with(self, one: Shortcuts) -> Shortcuts {
        Shortcuts(self.0 | one.0)
    }
}

impl std::fmt::Debug for Shortcuts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = Shortcuts::EACH.iter().filter(|(_, one)| self.has(*one)).map(|(name, _)| name);
        f.debug_set().entries(names).finish()
    }
}
