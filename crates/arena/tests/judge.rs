//! What is said of games.

use ludex_agents::Budget;
use ludex_arena::judge::{JudgeError, Judgement, LADDER, Question, judge};
use ludex_arena::report::Screen;
use ludex_engine::ONTOLOGY;
use ludex_library::bundled_game;
use ludex_vgdl::Level;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn judged(text: &str, levels: &[&str], jobs: usize) -> Judgement {
    let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
    let levels = levels.iter().enumerate().map(|(number, text)| (number, Level::parse(text), None)).collect();
    let question = Question { game: &game, levels, plays: 2, budget: Budget::calls(60), jobs, seed: 1 };
    let done = AtomicUsize::new(0);
    let judgement = judge(&question, &AtomicBool::new(false), |_, of| {
        assert_eq!(of, question.levels.len() * 2 * LADDER.len());
        done.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(done.into_inner(), question.levels.len() * 2 * LADDER.len());
    judgement.unwrap()
}

/// Walk to the goal. The trap is in no level, the ghost never comes, and the second of two rules that say the same is idle.
const WALK: &str = "\
BasicGame
    SpriteSet
        goal  > Immovable
        trap  > Immovable
        ghost > Immovable
        avatar > MovingAvatar
    LevelMapping
        g > goal
        t > trap
        A > avatar
    InteractionSet
        avatar wall > stepBack
        goal avatar > killSprite scoreChange=1
        avatar trap > killSprite
        avatar ghost wall > stepBack
    TerminationSet
        SpriteCounter stype=goal win=True
        SpriteCounter stype=avatar win=False
        Timeout limit=40 win=False
";

#[test]
fn idle_parts_and_skill() {
    let judgement = judged(WALK, &["wwwwwww\nwA   gw\nwwwwwww", "wwwww\nw  gw\nwA  w\nwwwww"], 2);
    assert_eq!(judgement, judged(WALK, &["wwwwwww\nwA   gw\nwwwwwww", "wwwww\nw  gw\nwA  w\nwwwww"], 1));
    let idle: Vec<(usize, &str)> = judgement.idle.iter().map(|idle| (idle.line, &*idle.what)).collect();
    // Either of the two rules for walls does the work of both: each alone would not be missed.
    assert_eq!(
        idle,
        [
            (12, "avatar wall > stepBack"),
            (14, "avatar trap > killSprite"),
            (15, "avatar ghost > stepBack"),
            (15, "avatar wall > stepBack"),
            (18, "SpriteCounter"),
        ]
    );
    assert_eq!(judgement.unseen, ["trap", "ghost"]);
    let total = judgement.total();
    assert_eq!((total[0].wins, total[5].wins, total[5].plays), (0, 4, 4));
    assert!(judgement.skill > 0.4, "{}", judgement.skill);
    let shortest = judgement.levels[0].shortest.unwrap();
    assert!(shortest.ticks >= 3 && shortest.by.is_some(), "{shortest:?}");
    assert!(judgement.remarks().is_empty(), "{:?}", judgement.remarks());
    let text = judgement.to_text(Screen::default());
    for said in [
        ludex_agents::registry::STRONGEST,
        "line 14: avatar trap > killSprite",
        "Sprites that never appeared:\n  trap\n",
        "Remarks: none",
    ] {
        assert!(text.contains(said), "{said} is missing in {text}");
    }
    let json = judgement.to_json();
    assert_eq!(json["levels"][1]["agents"][5]["wins"], 2);
    assert_eq!(json["idle"].as_array().map(Vec::len), Some(5));
}

#[test]
fn lotteries_and_gifts_are_named() {
    let gift = WALK.replace("Timeout limit=40 win=False", "Timeout limit=5 win=True");
    let remarks = judged(&gift, &["wwwww\nwA gw\nwwwww"], 1).remarks();
    assert!(remarks.iter().any(|remark| remark == "level 0 is won by doing nothing"), "{remarks:?}");
    let lottery = "\
BasicGame
    SpriteSet
        goal > Immovable
        ball > RandomNPC
        avatar > MovingAvatar
    LevelMapping
        g > goal
        b > ball
        A > avatar
    InteractionSet
        avatar wall > stepBack
        goal ball > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=goal win=True
        Timeout limit=12 win=False
";
    let remarks = judged(lottery, &["wwww b \nwA.wg g\nwwwwg g"; 4], 1).remarks();
    assert!(remarks.iter().any(|remark| remark.contains("lottery")), "{remarks:?}");
    let walled = judged(WALK, &["wwwww\nwAwgw\nwwwww"], 1);
    assert!(walled.skill.is_nan() && walled.levels[0].shortest.is_none());
    assert_eq!(walled.remarks(), ["level 0 is won by nobody"]);
}

#[test]
fn games_of_two_are_judged_in_both_seats() {
    let fox = bundled_game("foxandgoose").unwrap();
    let levels: Vec<&str> = fox.levels.iter().map(|level| level.text).take(1).collect();
    let judgement = judged(fox.game, &levels, 2);
    assert!(judgement.to_text(Screen::default()).contains("samplemcts in the other seat"));
    let total = judgement.total();
    // Who does nothing loses as the goose, and wins as the fox only if the goose runs into it or time runs out.
    assert!(total[0].plays == 2 && total[0].wins < 2, "{total:?}");
}

#[test]
fn what_cannot_be_judged() {
    let game = ludex_vgdl::parse(WALK, &ONTOLOGY).unwrap().game;
    let level = |text: &str| vec![(3, Level::parse(text), None)];
    let question =
        |levels| Question { game: &game, levels, plays: 1, budget: Budget::calls(9), jobs: 1, seed: 1 };
    let stopped = judge(&question(level("wA gw")), &AtomicBool::new(true), |_, _| {});
    assert!(matches!(stopped, Err(JudgeError::Stopped)));
    let empty = judge(&question(level("")), &AtomicBool::new(false), |_, _| {});
    assert!(matches!(empty, Err(JudgeError::Level { level: 3, .. })));
}
