//! N-gram selection technique: play-outs that favour sequences of actions that did well.
//!
//! Tak, Winands and Björnsson 2012. Like progressive history it tells actions apart by the avatar's cell.

use super::history::{ActionHistory, DECAY, Pair, Record};
use crate::kit::sets::Numbers;
use crate::mcts::tree::MAX_ACTIONS;
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "nst",
    about: "N-gram selection technique: play-outs favour actions and sequences that did well in these cells.",
    source: "Tak, Winands & Björnsson 2012; Soemers et al. 2016",
    parameters: &[
        Parameter::real("epsilon", 0.5, (0.0, 1.0), "how often an action is drawn at random nevertheless"),
        Parameter::integer("k", 7, (1, 1_000_000), "how often a sequence must have been seen to count"),
        Parameter::integer("n", 3, (1, 3), "the length of the longest sequences"),
    ],
};

/// A record that has faded to fewer visits than this makes room for others.
const FADED: f64 = 0.01;

/// How well sequences of two and three actions did.
#[derive(Debug)]
pub(super) struct NGrams {
    pub epsilon: f64,
    enough: f64,
    longest: usize,
    /// The number of this tick of the game, from 1. Records fade when they are looked at, not every tick.
    now: u32,
    /// Where the group of each sequence is.
    places: Numbers,
    groups: Vec<Group>,
    /// How many records there are, and how many there may be until those that have faded make room.
    used: usize,
    most: usize,
}

/// How well each action did in a cell after the same actions. Who has to choose asks for all of them at once: they fill two lines of
/// the cache side by side.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Group {
    name: u64,
    records: [Record; MAX_ACTIONS],
    /// When each record was last looked at; 0 if there is none.
    ticks: [u32; MAX_ACTIONS],
}

/// The last actions of a simulation, the latest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gram(pub [Option<Pair>; 3]);

impl Gram {
    /// The name of the group of the sequence of the last `n` actions, which the latest is not part of; `None` if there were not so many.
    #[inline]
    fn group(&self, n: usize) -> Option<u64> {
        let cell = u64::from(self.0[0]?.cell()) + 1;
        self.0[1..n].iter().try_fold(cell, |name, pair| {
            pair.map(|pair| (name << 21) | ((pair.index() as u64 + 1) & 0x1F_FFFF))
        })
    }
}

/// What is known of the actions that may come next: the groups of sequences of two and three actions.
pub(super) type Next<'a> = [Option<&'a Group>; 2];

impl NGrams {
    pub fn new(settings: &Settings) -> NGrams {
        NGrams {
            epsilon: settings.real("epsilon"),
            enough: settings.count("k") as f64,
            longest: settings.count("n"),
            now: 1,
            places: Numbers::default(),
            groups: Vec::new(),
            used: 0,
            most: 1 << 11,
        }
    }

    /// The real game has gone on: records fade, or are forgotten.
    pub fn begin_tick(&mut self, forget: bool) {
        self.now += 1;
        if forget {
            self.places.clear(0);
            self.groups.clear();
            self.used = 0;
        }
    }

    /// Adds the value of a simulation to all sequences that end in its latest action.
    #[inline]
    pub fn add(&mut self, gram: Gram, value: f64) {
        let Some(action) = gram.0[0].map(Pair::action) else { return };
        for n in 2..=self.longest {
            let Some(name) = gram.group(n) else { return };
            let (place, new) = self.places.of(name);
            if new {
                self.groups.push(Group::new(name));
            }
            let group = &mut self.groups[place as usize];
            self.used += usize::from(group.ticks[action] == 0);
            group.fade(action, self.now);
            group.records[action].add(value);
            if self.used > self.most {
                self.make_room();
            }
        }
    }

    /// What is known of the actions that may be the latest of these.
    #[inline]
    pub fn next(&self, gram: Gram) -> Next<'_> {
        let group = |n: usize| {
            let place = self.places.get(gram.group(n)?)?;
            (n <= self.longest).then(|| &self.groups[place as usize])
        };
        let two = group(2);
        // Most sequences of two actions have not been seen often enough for those of three to count.
        let often = two.filter(|two| two.records.iter().any(|record| record.visits >= self.enough));
        [two, often.and_then(|_| group(3))]
    }

    /// What an action promises: the mean over the sequences that end in it and have been seen often enough. `None` if it has not been
    /// played in this cell.
    #[inline]
    pub fn value(&self, actions: &ActionHistory, pair: Pair, next: &Next<'_>) -> Option<f64> {
        let (mut sum, mut count) = (actions.mean(pair)?, 1.0);
        for group in next.iter().map_while(|group| *group) {
            let record = group.faded(pair.action(), self.now);
            match record.mean() {
                Some(mean) if record.visits >= self.enough => sum += mean,
                _ => break,
            }
            count += 1.0;
        }
        Some(sum / count)
    }

    /// What has faded goes, and if that is little there may be more.
    fn make_room(&mut self) {
        self.used = 0;
        for group in &mut self.groups {
            for action in 0..MAX_ACTIONS {
                if group.ticks[action] == 0 {
                    continue;
                }
                group.fade(action, self.now);
                if group.records[action].visits < FADED {
                    (group.records[action], group.ticks[action]) = (Record::default(), 0);
                } else {
                    self.used += 1;
                }
            }
        }
        if self.used * 2 > self.most {
            self.most *= 2;
        }
        self.groups.retain(|group| group.ticks.iter().any(|&tick| tick != 0));
        self.places.clear(0);
        self.groups.iter().for_each(|group| _ = self.places.of(group.name));
    }
}

impl Group {
    fn new(name: u64) -> Group {
        Group { name, records: [Record::default(); MAX_ACTIONS], ticks: [0; MAX_ACTIONS] }
    }

    /// A record as it is worth now.
    #[inline]
    fn faded(&self, action: usize, now: u32) -> Record {
        let mut record = self.records[action];
        match now - self.ticks[action] {
            0 => {}
            1 => record.decay(DECAY),
            ticks => record.decay(DECAY.powi(ticks as i32)),
        }
        record
    }

    #[inline]
    fn fade(&mut self, action: usize, now: u32) {
        self.records[action] = self.faded(action, now);
        self.ticks[action] = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grams(enough: f64, longest: usize) -> NGrams {
        NGrams {
            epsilon: 0.0,
            enough,
            longest,
            now: 1,
            places: Numbers::default(),
            groups: Vec::new(),
            used: 0,
            most: 4,
        }
    }

    fn gram(pairs: &[u32]) -> Gram {
        let mut gram = Gram([None; 3]);
        gram.0.iter_mut().zip(pairs).for_each(|(place, &cell)| *place = Some(Pair::new(0, cell)));
        gram
    }

    /// How often an n-gram has been seen.
    fn visits(grams: &NGrams, pairs: &[u32]) -> f64 {
        let place = grams.places.get(gram(pairs).group(pairs.len()).unwrap());
        place.map_or(0.0, |place| grams.groups[place as usize].faded(0, grams.now).visits)
    }

    #[test]
    fn sequences_are_told_apart_by_order_and_length() {
        let mut table = grams(1.0, 3);
        table.add(gram(&[1, 2, 3]), 5.0);
        table.add(gram(&[1, 2, 3]), 7.0);
        table.add(gram(&[1, 2]), 0.0);
        assert_eq!(visits(&table, &[1, 2]), 3.0);
        assert_eq!(visits(&table, &[1, 2, 3]), 2.0);
        assert_eq!(visits(&table, &[2, 1]), 0.0);
        assert_eq!(visits(&table, &[1, 2, 4]), 0.0);
    }

    #[test]
    fn the_table_grows_fades_and_forgets() {
        let mut table = grams(1.0, 2);
        (0..1000).for_each(|cell| table.add(gram(&[cell, cell + 1]), 1.0));
        assert!((0..1000).all(|cell| visits(&table, &[cell, cell + 1]) == 1.0));
        let most = table.most;
        table.begin_tick(false);
        assert_eq!(visits(&table, &[5, 6]), 0.6);
        (0..20).for_each(|_| table.begin_tick(false));
        (0..1000).for_each(|cell| table.add(gram(&[cell + 5000, cell]), 1.0));
        assert_eq!(table.most, most, "what has faded makes room");
        table.begin_tick(true);
        assert_eq!((table.used, visits(&table, &[5999, 999])), (0, 0.0));
    }
}
