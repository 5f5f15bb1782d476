//! A small set of actions.

use ludex_engine::Action;

use crate::interface::Rng;

/// A set of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ActionSet(u8);

impl ActionSet {
    /// The set of these actions.
    pub fn of(actions: &[Action]) -> ActionSet {
        ActionSet(actions.iter().fold(0, |bits, &action| bits | 1 << action as u8))
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Is there none?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is this one of them?
    pub fn contains(self, action: Action) -> bool {
        self.0 >> action as u8 & 1 != 0
    }

    /// Puts one in.
    pub fn insert(&mut self, action: Action) {
        self.0 |= 1 << action as u8;
    }

    /// Takes one out.
    pub fn remove(&mut self, action: Action) {
        self.0 &= !(1 << action as u8);
    }

    /// One of them, each as likely as the others.
    #[inline]
    pub fn random(self, rng: &mut Rng) -> Option<Action> {
        let mut rest = self;
        (0..rng.below(self.len())).for_each(|_| rest.0 &= rest.0.wrapping_sub(1));
        rest.first()
    }

    /// The actions in the reference's order.
    #[inline]
    pub fn iter(mut self) -> impl Iterator<Item = Action> {
        std::iter::from_fn(move || {
            let first = self.first();
            self.0 &= self.0.wrapping_sub(1);
            first
        })
    }

    /// The first of them in the reference's order.
    #[inline]
    fn first(self) -> Option<Action> {
        Action::ALL.get(self.0.trailing_zeros() as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_drawn_and_taken() {
        let mut rng = Rng::new(5);
        let mut set = ActionSet::of(&[Action::Left, Action::Use, Action::Right]);
        let mut taken = Vec::new();
        while let Some(action) = set.random(&mut rng) {
            taken.push(action);
            set.remove(action);
        }
        taken.sort();
        assert_eq!(taken, [Action::Left, Action::Right, Action::Use]);
        assert!(set.is_empty());
    }
}
