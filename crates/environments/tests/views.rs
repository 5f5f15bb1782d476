//! Views: each shows what agents may see, no more and no less.

use crate::common;

use std::sync::Arc;

use common::{Dice, levels, stages};
use ludex_environments::{Batch, Settings, Stage, ViewKind, describe, rules_in_english, views::FIELDS};

/// Plays a little in every bundled game and looks at what there is to be seen.
fn watch(view: ViewKind, mut look: impl FnMut(&str, &Batch, &ludex_environments::Memory, &Stage)) {
    for (name, stage) in stages(2) {
        let settings = Settings { view, ..Settings::default() };
        let mut batch = Batch::new(vec![vec![Arc::clone(&stage)]], settings).unwrap();
        let mut memory = batch.memory();
        batch.reset(&[3], memory.rows()).unwrap();
        look(name, &batch, &memory, &stage);
        let mut dice = Dice(8);
        for _ in 0..80 {
            let actions: Vec<i64> = (0..batch.players()).map(|_| dice.below(batch.actions().len())).collect();
            batch.step(&actions, memory.rows()).unwrap();
            look(name, &batch, &memory, &stage);
        }
    }
}

#[test]
fn planes_show_what_agents_see() {
    watch(ViewKind::Planes, |name, batch, memory, stage| {
        let [types, rows, columns] = *batch.dimensions() else { panic!("{name}") };
        assert_eq!(types, stage.types().len());
        let mut expected = vec![0; types * rows * columns];
        let seen = batch.session(0).unwrap().state().observe();
        for sprite in seen.sprites() {
            let plane = stage.types().iter().position(|kind| *kind == sprite.type_id);
            let Some(plane) = plane else {
                assert!(stage.world().is_hidden(sprite.type_id), "{name}");
                continue;
            };
            for (x, y) in seen.cells_of(&sprite) {
                expected[(plane * rows + y) * columns + x] = 1;
            }
        }
        assert!(memory.bytes == expected, "{name} at tick {}", seen.tick());
    });
}

#[test]
fn ids_show_what_agents_see() {
    watch(ViewKind::Ids { depth: 4 }, |name, batch, memory, stage| {
        let [rows, columns, depth] = *batch.dimensions() else { panic!("{name}") };
        let seen = batch.session(0).unwrap().state().observe();
        let mut cells = vec![Vec::new(); rows * columns];
        for kind in stage.world().order().iter().rev().filter(|kind| stage.types().contains(kind)) {
            for sprite in seen.shown_of(*kind) {
                for (x, y) in seen.cells_of(&sprite) {
                    let id = *kind as i16 + 1;
                    if !cells[y * columns + x].contains(&id) {
                        cells[y * columns + x].push(id);
                    }
                }
            }
        }
        for (cell, shown) in cells.iter_mut().zip(memory.shorts.chunks(depth)) {
            cell.resize(depth, 0);
            assert_eq!(cell[..], *shown, "{name}");
        }
    });
}

#[test]
fn entities_show_what_agents_see() {
    watch(ViewKind::Entities { most: 2000 }, |name, batch, memory, stage| {
        let state = batch.session(0).unwrap().state();
        let seen = state.observe();
        let lines = memory.floats.chunks(FIELDS.len());
        let shown: Vec<_> = lines.take_while(|line| line[0] == 1.0).collect();
        let dead = state.sprites().filter(|sprite| sprite.disabled).count();
        let visible = seen.sprites().filter(|sprite| stage.types().contains(&sprite.type_id)).count();
        assert!(shown.len() + dead >= visible, "{name}");
        if seen.is_avatar_alive(0) && !state.is_over() {
            assert_eq!(shown[0][2], 0.0, "{name}: the avatar comes first");
            let (x, y) = seen.avatar_position(0);
            let block = f64::from(seen.block());
            assert_eq!(
                (f64::from(shown[0][3]), f64::from(shown[0][4])),
                ((x / block) as f32 as f64, (y / block) as f32 as f64)
            );
        }
    });
}

#[test]
fn pixels_are_pictures_of_the_asked_size() {
    let zelda = levels("zelda");
    let settings = Settings { view: ViewKind::Pixels { block: 10 }, ..Settings::default() };
    let mut batch = Batch::new(vec![zelda; 2], settings).unwrap();
    let mut memory = batch.memory();
    batch.reset(&[1, 2], memory.rows()).unwrap();
    let [height, width, 3] = *batch.dimensions() else { panic!() };
    assert_eq!((height % 10, width % 10, memory.bytes.len()), (0, 0, height * width * 3 * 2));
    let colours: std::collections::HashSet<&[u8]> = memory.bytes.chunks(3).collect();
    assert!(colours.len() > 20, "{} colours", colours.len());
}

#[test]
fn words_for_a_state() {
    let zelda = &levels("zelda")[0];
    let mut session = ludex_environments::Session::new(zelda, 0);
    let text = describe(zelda, session.state(), 0);
    for part in [
        "Tick 0, score 0",
        "Map (",
        "w wall",
        "seeker and where it faces",
        "You: seeker at column",
        "0 NIL, 1 UP",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    session.play(&[ludex_engine::Action::Left]);
    assert!(describe(zelda, session.state(), 0).contains("Tick 1"));
    for (_, stage) in stages(4) {
        let text = describe(&stage, stage.start(), 0);
        assert!(text.is_ascii() && !text.contains('?'), "{text}");
    }
}

#[test]
fn what_happened_is_told_in_words() {
    let game = "BasicGame\n  SpriteSet\n    bomb > Immovable\n    avatar > MovingAvatar\n  \
        InteractionSet\n    avatar bomb > killSprite scoreChange=-1\n  \
        TerminationSet\n    SpriteCounter stype=avatar win=False\n  LevelMapping\n    b > bomb\n    A > avatar\n";
    let stage = Stage::new(game, "Ab").unwrap();
    let mut session = ludex_environments::Session::new(&stage, 0);
    session.play(&[ludex_engine::Action::Right]);
    let text = describe(&stage, session.state(), 0);
    assert!(text.contains("Last tick: avatar met bomb; kills avatar. Score -1."), "{text}");
    assert!(text.contains("The game is lost."), "{text}");
}

#[test]
fn rules_in_words() {
    let rules = rules_in_english(levels("zelda")[0].game());
    for part in [
        "- key: ",
        "When door touches bearer: kills door. Score +1.",
        "Counted: door. It is a win.",
        "It is a kind of monster and of creature.",
    ] {
        assert!(rules.contains(part), "{part} is not in\n{rules}");
    }
    assert!(rules.ends_with("After 2000 ticks every player who has not won has lost.\n"), "{rules}");
    for (name, stage) in stages(0) {
        let rules = rules_in_english(stage.game());
        let nameless = |line: &&str| line.contains("the first") || line.contains("the second");
        assert_eq!(rules.lines().filter(|line| line.starts_with("- When")).find(nameless), None, "{name}");
    }
}

#[test]
fn rules_in_words_say_what_the_engine_does_without_a_parameter() {
    let text = "BasicGame\n  SpriteSet\n    box > Passive\n    avatar > MovingAvatar\n  InteractionSet\n    \
        avatar box > killBoth\n    TIME box > killSprite timer=7 repeating=True\n    TIME box > killSprite\n  \
        TerminationSet\n    SpriteCounter stype=box\n    StopCounter stype1=box limit=3\n  \
        LevelMapping\n    A > avatar\n    b > box\n";
    let stage = Stage::new(text, "A b").unwrap();
    let rules = rules_in_english(stage.game());
    for line in [
        "- When avatar touches box: kills avatar and box.",
        "- Every 7 ticks: kills box.",
        "- In the first tick: kills box.",
        "- Ends the game when there are at most 0 sprites of a type. Counted: box. It is a loss.",
    ] {
        assert!(rules.lines().any(|found| found == line), "{line} is not in\n{rules}");
    }
    let stop = rules.lines().find(|line| line.contains("Keeps the counters")).unwrap();
    assert!(!stop.contains("loss") && !stop.contains("win"), "{stop}");
    // That is how it ends, too.
    let mut batch = Batch::new(vec![vec![Arc::new(stage)]], Settings::default()).unwrap();
    let mut memory = batch.memory();
    batch.reset(&[1], memory.rows()).unwrap();
    batch.step(&[0], memory.rows()).unwrap();
    assert_eq!((memory.terminated[0], memory.winners[0]), (true, 0));
}
