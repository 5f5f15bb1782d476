//! Ratings of the entrants that met in games of two.

use super::analysis::Contestant;
use crate::cell::Entrant;
use crate::stats::{Encounter, Interval, ratings};
use crate::store::Duel;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How an entrant did against others.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// On Elo's scale, with a 95 % interval.
    pub elo: Interval,
    /// Games won, drawn and lost.
    pub results: [u64; 3],
    /// Games and wins by seat.
    pub seats: [(u64, u64); 2],
}

/// Gives everybody who met somebody a rating.
///
/// A game that one of the two won counts for that one, any other is a draw. Games in which the two always share their fate, as
/// in those played together, say nothing about who of them is better: they are left out.
pub fn rate(contestants: &mut [Contestant], duels: &[Duel]) {
    let decisive: BTreeSet<&Arc<str>> =
        duels.iter().filter(|duel| duel.wins[0] != duel.wins[1]).map(|duel| &duel.game).collect();
    let place = |who: &Arc<Entrant>| contestants.iter().position(|contestant| contestant.entrant == *who);
    let rated: Vec<([usize; 2], [bool; 2])> = duels
        .iter()
        .filter(|duel| decisive.contains(&duel.game))
        .filter_map(|duel| Some(([place(&duel.entrants[0])?, place(&duel.entrants[1])?], duel.wins)))
        .collect();
    let result = |wins: [bool; 2]| match wins {
        [true, false] => 1.0,
        [false, true] => 0.0,
        _ => 0.5,
    };
    let encounters: Vec<Encounter> =
        rated.iter().map(|&(players, wins)| Encounter { players, result: result(wins) }).collect();
    if encounters.is_empty() {
        return;
    }
    for (who, elo) in ratings(contestants.len(), &encounters).into_iter().enumerate() {
        contestants[who].rating = elo.map(|elo| {
            let mut rating = Rating { elo, results: [0; 3], seats: [(0, 0); 2] };
            for (players, wins) in &rated {
                for seat in (0..2).filter(|seat| players[*seat] == who) {
                    let place = match (wins[seat], wins[1 - seat]) {
                        (true, false) => 0,
                        (false, true) => 2,
                        _ => 1,
                    };
                    rating.results[place] += 1;
                    rating.seats[seat].0 += 1;
                    rating.seats[seat].1 += u64::from(place == 0);
                }
            }
            rating
        });
    }
}
