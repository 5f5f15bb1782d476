//! Rules act on one contact after the other, or in groups where sprites may be shielded from them: the same games come out with
//! shields that nobody ever puts up.

use crate::facts;

use facts::facts;
use ludex_engine::{Action, ONTOLOGY, Random, Shortcuts, State, World};
use ludex_vgdl::Level;

/// Rules that move, make, change and kill, some of them about the same two types.
const RULES: [&str; 20] = [
    "stone seed > changeResource resource=gold value=1",
    "stone seed > spawnIfHasMore resource=gold limit=2 stype=moss",
    "seed stone > killIfOtherHasMore resource=gold limit=3 scoreChange=1",
    "seed stone > spawn stype=moss",
    "stone seed > killIfHasLess resource=gold limit=0",
    "seed stone > spawn stype=moss prob=0.5",
    "seed stone > spawn stype=seed",
    "stone seed > killSprite",
    "seed avatar > changeResource resource=gold value=1",
    "avatar seed > changeResource resource=gold value=-1 scoreChange=2",
    "seed avatar > killIfOtherHasMore resource=gold limit=2",
    "avatar stone > stepBack",
    "stone avatar > bounceForward",
    "moss avatar > killSprite scoreChange=1",
    "gold avatar > collectResource",
    "fern stone > changeResource resource=gold value=1",
    "stone fern > spawn stype=moss",
    "stone plant > changeResource resource=gold value=1",
    "plant stone > spawn stype=moss",
    "stone plant > killIfOtherHasMore resource=gold limit=4",
];

const SPRITES: &str = "seed > Passive\n    moss > Flicker limit=2\n    plant > Passive\n      fern >\n      reed >\n    \
    stone > RandomNPC\n    gold > Resource limit=5\n    ghost > Immovable\n    avatar > MovingAvatar";

/// A heap of many on one cell is among them.
const LEVEL: &str = "t s r t\n tsfh  \nst A hs\nrg  t s\n sf tr ";

const MAPPING: &str = "t > stone\n    s > seed\n    g > gold\n    f > fern\n    r > reed\n    h > seed reed stone seed fern stone";

#[test]
fn rules_act_in_groups_as_one_by_one() {
    let shields: Vec<String> = ["stone", "seed", "moss", "fern", "plant", "avatar"]
        .iter()
        .flat_map(|stype| {
            let effects = RULES.map(|rule| rule.split_whitespace().nth(3).unwrap_or_default());
            effects.map(|effect| format!("ghost ghost > shieldFrom stype={stype} ftype={effect}"))
        })
        .collect();
    let shields = shields.join("\n    ");
    let mut random = Random::new(3);
    let mut differ = 0;
    for seed in 0..400 {
        let mut rules = RULES;
        for i in (1..rules.len()).rev() {
            // Not all are moved, so that some stay together.
            if random.next_int(2) == 0 {
                rules.swap(i, random.next_int(i as u32 + 1) as usize);
            }
        }
        let some = &rules[..3 + random.next_int(14) as usize];
        let some = some.join("\n    ");
        let start = |shields: &str| {
            let text = format!(
                "BasicGame\n  SpriteSet\n    {SPRITES}\n  InteractionSet\n    {some}\n    {shields}\n  LevelMapping\n    {MAPPING}\n"
            );
            let game = ludex_vgdl::parse(&text, &ONTOLOGY).expect("a game").game;
            let state = |shortcuts| {
                let world = World::with_shortcuts(&game, &Level::parse(LEVEL), shortcuts).expect("a level");
                State::new(&world, seed)
            };
            (state(Shortcuts::ALL), state(Shortcuts::NONE), text)
        };
        let ((mut single, mut plain, text), (mut grouped, ..)) = (start(""), start(&shields));
        let before = facts(&single);
        for tick in 0..25 {
            let action = [Action::ALL[random.next_int(6) as usize]];
            single.advance(&action);
            grouped.advance(&action);
            plain.advance(&action);
            assert_eq!(single.check(), Ok(()), "tick {tick} of\n{text}");
            assert_eq!(facts(&single), facts(&grouped), "tick {tick} of\n{text}");
            assert_eq!(facts(&single), facts(&plain), "tick {tick} of\n{text}");
        }
        differ += usize::from(facts(&single) != before);
    }
    assert!(differ > 300, "something happens in most games, not in {differ} of 400");
}
