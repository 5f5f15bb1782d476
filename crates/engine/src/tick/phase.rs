//! What a tick is doing.

/// What a tick is doing. It decides whether a sprite that is made is updated in the same tick, and when a sprite that
/// is moved or made looks around for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Phase {
    /// The level is being built.
    #[default]
    Building,
    /// Nothing: the last tick has ended and the next has not begun.
    Between,
    /// Avatars take their turns.
    Avatars,
    /// The other sprites take their turns, type by type: this is the type's place in the update order.
    Updates(u32),
    /// Timers, the edge of the screen, and the search for contacts.
    Events,
    /// An entry is being run. Entries from this number on are still to come.
    Entry { next: u32 },
}

impl Phase {
    /// Is the turn of the type at this place of the update order still to come in this tick, or in the first?
    #[inline(always)]
    pub fn is_before(self, turn: u32) -> bool {
        match self {
            Phase::Building | Phase::Avatars => true,
            Phase::Updates(now) => turn > now,
            Phase::Between | Phase::Events | Phase::Entry { .. } => false,
        }
    }

    /// Do sprites move by themselves now? Whatever comes near one of them later in the tick looks for itself.
    #[inline(always)]
    pub fn is_update(self) -> bool {
        matches!(self, Phase::Avatars | Phase::Updates(_))
    }
}
