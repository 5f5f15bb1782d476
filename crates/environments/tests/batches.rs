//! Batches: games in step give what the same games give one by one.

use crate::common;

use std::sync::Arc;

use common::{Dice, levels, stages};
use ludex_engine::{Action, State, Winner};
use ludex_environments::{
    Autoreset, Batch, EnvironmentError, Memory, Rows, Settings, Stage, ViewKind, next_seed,
};

fn batch(stages: Vec<Vec<Arc<Stage>>>, settings: Settings) -> (Batch, Memory) {
    let batch = Batch::new(stages, settings).unwrap();
    let memory = batch.memory();
    (batch, memory)
}

#[test]
fn a_batch_plays_what_the_engine_plays() {
    for (name, stage) in stages(0).into_iter().filter(|(_, stage)| stage.world().players() == 1) {
        let (mut batch, mut memory) = batch(vec![vec![Arc::clone(&stage)]; 3], Settings::default());
        batch.reset(&[7, 8, 9], memory.rows()).unwrap();
        let mut states: Vec<State> = [7, 8, 9].map(|seed| State::new(stage.world(), seed)).to_vec();
        let mut seeds = [7, 8, 9];
        let mut over = [false; 3];
        let mut dice = Dice(1);
        for _ in 0..300 {
            let actions: Vec<i64> = (0..3).map(|_| dice.below(batch.actions().len())).collect();
            batch.step(&actions, memory.rows()).unwrap();
            for lane in 0..3 {
                if over[lane] {
                    seeds[lane] = next_seed(seeds[lane]);
                    states[lane] = State::new(stage.world(), seeds[lane]);
                    over[lane] = false;
                    assert_eq!((memory.rewards[lane], memory.ticks[lane]), (0.0, 0), "{name}");
                    continue;
                }
                let (before, action) = (states[lane].score(0), stage.actions()[actions[lane] as usize]);
                let action = states[lane].legal(0, action);
                states[lane].play(&[action]);
                let state = &states[lane];
                assert_eq!(memory.rewards[lane], state.score(0) - before, "{name}");
                assert_eq!(memory.scores[lane], state.score(0), "{name}");
                assert_eq!(batch.session(lane).unwrap().state().digest_with_rng(), state.digest_with_rng());
                assert_eq!(memory.terminated[lane], state.is_over() && state.winner(0) != Winner::None);
                assert_eq!(memory.truncated[lane], state.is_over() && state.winner(0) == Winner::None);
                over[lane] = state.is_over();
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let all: Vec<Vec<Arc<Stage>>> = (0..200).map(|i| levels(["zelda", "aliens"][i % 2])).collect();
    let play = |threads: usize| {
        let settings = Settings { view: ViewKind::Planes, threads, ..Settings::default() };
        let (mut batch, mut memory) = batch(all.clone(), settings);
        let seeds: Vec<i64> = (0..200).collect();
        batch.reset(&seeds, memory.rows()).unwrap();
        let mut dice = Dice(5);
        let mut sums = Vec::new();
        for _ in 0..200 {
            let actions: Vec<i64> = (0..200).map(|_| dice.below(batch.actions().len())).collect();
            batch.step(&actions, memory.rows()).unwrap();
            let seen = memory.bytes.iter().map(|b| u64::from(*b)).sum::<u64>();
            sums.push((memory.rewards.clone(), memory.levels.clone(), memory.masks.clone(), seen));
        }
        sums
    };
    assert_eq!(play(1), play(3));
}

#[test]
fn levels_follow_from_the_seed() {
    let zelda = levels("zelda");
    let (mut batch, mut memory) = batch(vec![zelda; 64], Settings::default());
    let seeds: Vec<i64> = (0..64).collect();
    batch.reset(&seeds, memory.rows()).unwrap();
    let first = memory.levels.clone();
    for level in 0..5 {
        assert!(first.contains(&level), "level {level} is never drawn");
    }
    batch.reset(&seeds, memory.rows()).unwrap();
    assert_eq!(memory.levels, first);
}

/// A corridor that is won by going right once.
fn corridor() -> Arc<Stage> {
    let game = "BasicGame\n  SpriteSet\n    goal > Immovable\n    avatar > MovingAvatar\n  \
        InteractionSet\n    goal avatar > killSprite scoreChange=2\n  \
        TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  LevelMapping\n    g > goal\n    A > avatar\n";
    Arc::new(Stage::new(game, "Ag").unwrap())
}

fn right(batch: &Batch) -> i64 {
    batch.actions().iter().position(|action| *action == Action::Right).unwrap() as i64
}

#[test]
fn ways_to_go_on_after_the_end() {
    let play = |autoreset: Autoreset| {
        let (mut batch, mut memory) =
            batch(vec![vec![corridor()]], Settings { autoreset, win_reward: 10.0, ..Settings::default() });
        batch.reset(&[1], memory.rows()).unwrap();
        let right = right(&batch);
        let mut last = batch.memory();
        let Rows { now, rewards, terminated, truncated, .. } = memory.rows();
        let rows = Rows { now, last: Some(last.rows().now), rewards, terminated, truncated };
        batch.step(&[right], rows).unwrap();
        (batch, memory, last)
    };
    let (mut batch, mut memory, _) = play(Autoreset::NextStep);
    assert_eq!((memory.rewards[0], memory.terminated[0], memory.ticks[0]), (12.0, true, 1));
    let right = right(&batch);
    batch.step(&[right], memory.rows()).unwrap();
    assert_eq!((memory.rewards[0], memory.terminated[0], memory.ticks[0]), (0.0, false, 0));

    let (batch, memory, last) = play(Autoreset::SameStep);
    assert_eq!((memory.rewards[0], memory.terminated[0], memory.ticks[0]), (12.0, true, 0));
    assert_eq!((last.scores[0], last.winners[0], last.ticks[0]), (2.0, 1, 1));
    assert_eq!(batch.session(0).unwrap().seed(), next_seed(1));

    let (mut batch, mut memory, _) = play(Autoreset::Disabled);
    assert!(matches!(batch.step(&[right], memory.rows()), Err(EnvironmentError::Ended(0))));
    batch.reset_some(|_| Some(5), memory.rows()).unwrap();
    batch.step(&[right], memory.rows()).unwrap();
    assert!(memory.terminated[0]);
}

#[test]
fn time_can_be_limited() {
    let (mut batch, mut memory) =
        batch(vec![vec![corridor()]], Settings { max_ticks: 3, ..Settings::default() });
    batch.reset(&[1], memory.rows()).unwrap();
    for tick in 1..=3 {
        batch.step(&[0], memory.rows()).unwrap();
        assert_eq!((memory.truncated[0], memory.terminated[0]), (tick == 3, false));
    }
}

#[test]
fn mistakes_are_errors_and_change_nothing() {
    let (mut batch, mut memory) = batch(vec![vec![corridor()]; 2], Settings::default());
    assert!(matches!(batch.step(&[0, 0], memory.rows()), Err(EnvironmentError::NotStarted)));
    batch.reset(&[1, 2], memory.rows()).unwrap();
    let digest = |batch: &Batch| batch.session(0).unwrap().state().digest();
    let before = digest(&batch);
    for (actions, part) in [(vec![0, 9], "action 9"), (vec![0, -1], "action -1"), (vec![0], "should have 2")]
    {
        let error = batch.step(&actions, memory.rows()).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let mut short = batch.memory();
    short.rewards.pop();
    assert!(batch.step(&[0, 0], short.rows()).unwrap_err().to_string().contains("rewards"));
    assert_eq!(digest(&batch), before);
    assert!(matches!(Batch::new(Vec::new(), Settings::default()), Err(EnvironmentError::Empty)));
    assert!(matches!(Batch::new(vec![Vec::new()], Settings::default()), Err(EnvironmentError::Empty)));
    let huge = Settings { view: ViewKind::Pixels { block: usize::MAX / 4 }, ..Settings::default() };
    assert!(matches!(Batch::new(vec![vec![corridor()]], huge), Err(EnvironmentError::TooLarge(_))));
    let other = Arc::new(Stage::new("BasicGame\n", "A").unwrap());
    let session = ludex_environments::Session::new(&other, 0);
    assert!(matches!(batch.take_up(0, &other, &session), Err(EnvironmentError::OtherGame)));
}

#[test]
fn a_moment_can_be_taken_up_again() {
    let stage = levels("zelda").remove(0);
    let (mut batch, mut memory) = batch(vec![vec![Arc::clone(&stage)]; 2], Settings::default());
    batch.reset(&[1, 2], memory.rows()).unwrap();
    let mut dice = Dice(3);
    for _ in 0..20 {
        let actions = [0, 1].map(|_| dice.below(batch.actions().len()));
        batch.step(&actions, memory.rows()).unwrap();
    }
    let moment = batch.session(0).unwrap().clone();
    batch.take_up(1, &stage, &moment).unwrap();
    for _ in 0..20 {
        let action = dice.below(batch.actions().len());
        batch.step(&[action; 2], memory.rows()).unwrap();
        assert_eq!(memory.scores[0], memory.scores[1]);
    }
}
