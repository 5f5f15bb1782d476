//! Seeds: the same for all agents where the game is concerned, each agent's own where the agent is.
//!
//! A seed is the [`StableHash`] of a word, the experiment's seed, the game's canonical name, the level and the repetition
//! (for agents also the agent's text), cut to 48 bits: all that the games' generator holds, and exact in every program
//! that reads numbers as doubles.

use crate::hash::StableHash;

const MASK: u64 = (1 << 48) - 1;

/// The seed of a game: depends on nothing that an agent is or does, so that all agents meet the same games.
pub fn game_seed(seed: u64, game: &str, level: u32, repetition: u32) -> u64 {
    hash("game", seed, game, level, repetition).finish() & MASK
}

/// The seed of a game of two: the same whichever of the two sits where.
pub fn pair_seed(seed: u64, game: &str, level: u32, repetition: u32, agents: [&str; 2]) -> u64 {
    let [a, b] = agents;
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    hash("pair", seed, game, level, repetition).text(a).text(b).finish() & MASK
}

/// The seed of an agent's own generator.
pub fn agent_seed(seed: u64, game: &str, level: u32, repetition: u32, agent: &str) -> u64 {
    hash("agent", seed, game, level, repetition).text(agent).finish() & MASK
}

/// The seed of a game, or of an agent, in the learning games before the one that counts.
pub fn learning_seed(seed: u64, game: u32) -> u64 {
    StableHash::default().text("learning").number(seed).number(game.into()).finish() & MASK
}

fn hash(word: &str, seed: u64, game: &str, level: u32, repetition: u32) -> StableHash {
    StableHash::default().text(word).number(seed).text(game).number(level.into()).number(repetition.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_results_rely_on_these_values() {
        assert_eq!(game_seed(1, "zelda", 0, 0), 100_508_718_567_413);
        assert_eq!(agent_seed(1, "zelda", 0, 0, "mcts"), 80690025214294);
        let pair = |agents| pair_seed(1, "goldrush", 0, 0, agents);
        assert_eq!(pair(["mcts", "olets"]), pair(["olets", "mcts"]));
        assert_ne!(pair(["mcts", "olets"]), pair(["mcts", "rhea"]));
    }

    #[test]
    fn all_differ() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..5 {
            for game in ["zelda", "aliens"] {
                for level in 0..5 {
                    for repetition in 0..50 {
                        assert!(seen.insert(game_seed(seed, game, level, repetition)));
                        assert!(seen.insert(learning_seed(game_seed(seed, game, level, repetition), 0)));
                        assert!(seen.insert(agent_seed(seed, game, level, repetition, "mcts")));
                        assert!(seen.insert(agent_seed(seed, game, level, repetition, "rhea")));
                    }
                }
            }
        }
    }
}
