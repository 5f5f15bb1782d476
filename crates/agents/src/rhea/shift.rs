//! The shift buffer: the population of one tick, one action further on, is where the next tick begins.

use ludex_engine::Action;

use super::operators::random_gene;
use crate::interface::Rng;
use crate::registry::Part;

pub(super) const PART: Part = Part {
    name: "shift",
    about: "begins with the last tick's population, one action further on; seeds are used in the first tick alone",
    source: "Perez-Liebana & Gaina 2019",
    parameters: &[],
};

/// What becomes of an individual of the last tick: its first action has been played, so it is dropped. Random actions take
/// the place of what the avatar cannot do any more and of what is missing at the end: one action, or more if individuals
/// have become longer.
pub(super) fn shift(old: &[Action], new: &mut [Action], actions: &[Action], rng: &mut Rng) {
    for (place, gene) in new.iter_mut().enumerate() {
        let kept = old.get(place + 1).copied().filter(|action| actions.contains(action));
        *gene = kept.unwrap_or_else(|| random_gene(actions, rng));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Action::{Down, Left, Nil, Right, Up, Use};

    #[test]
    fn everything_moves_up_by_one() {
        let mut rng = Rng::new(1);
        let old = [Up, Left, Use, Right, Left];
        let mut new = [Nil; 5];
        shift(&old, &mut new, &[Left, Right, Use], &mut rng);
        assert_eq!(new[..4], [Left, Use, Right, Left]);
        assert!([Left, Right, Use].contains(&new[4]));
    }

    #[test]
    fn what_the_avatar_cannot_do_any_more_is_replaced() {
        let mut rng = Rng::new(2);
        let mut new = [Nil; 3];
        shift(&[Up, Left, Use], &mut new, &[Left, Down], &mut rng);
        assert_eq!(new[0], Left);
        assert!(new[1..].iter().all(|gene| [Left, Down].contains(gene)), "{new:?}");
    }

    #[test]
    fn individuals_grow_and_shrink() {
        let mut rng = Rng::new(3);
        let (mut longer, mut shorter) = ([Nil; 6], [Nil; 2]);
        shift(&[Up, Left, Left, Left], &mut longer, &[Left, Right], &mut rng);
        assert_eq!(longer[..3], [Left; 3]);
        assert!(longer[3..].iter().all(|gene| [Left, Right].contains(gene)), "{longer:?}");
        shift(&[Up, Left, Right, Left], &mut shorter, &[Left, Right], &mut rng);
        assert_eq!(shorter, [Left, Right]);
    }
}
