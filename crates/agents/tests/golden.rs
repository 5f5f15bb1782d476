//! What agents play with a budget in calls is pinned: whoever makes a search faster must not change what it finds.

use ludex_agents::{AgentSpec, Budget, Match, Rules};
use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::Level;

const GAMES: [&str; 5] = ["boulderdash", "chase", "frogs", "sokoban", "zelda"];

/// One number for all games of an agent: its actions, how the games stood after a while, and what it spent.
fn fingerprint(agent: &str) -> u64 {
    let spec: AgentSpec = agent.parse().unwrap();
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut add = |number: u64| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    };
    for name in GAMES {
        let files = ludex_library::find(name, None).unwrap();
        let game = ludex_vgdl::parse(&files.text, &ONTOLOGY).unwrap().game;
        for (level, calls, ticks) in [(0, 200, 80), (1, 1000, 25)] {
            let world = World::new(&game, &Level::parse(&files.level(level).unwrap().text)).unwrap();
            let mut play = Match::new(&world, 7, &[(&spec, 3)], Rules::new(Budget::calls(calls)));
            for _ in 0..ticks {
                if !play.is_over() {
                    play.step().iter().for_each(|&action| add(action as u64));
                }
            }
            let result = play.result();
            let player = &result.players[0];
            [
                player.score.to_bits(),
                u64::from(player.won()),
                result.ticks.into(),
                player.calls,
                player.iterations,
            ]
            .into_iter()
            .for_each(&mut add);
        }
    }
    hash
}

#[test]
fn games_are_the_same_as_ever() {
    // A change on purpose brings new numbers; everything else is a mistake.
    let expected = [
        ("ybcriber", 0x16C6_A164_4D60_FA60),
        ("iw(1)", 0xC1A0_3CE4_DE3F_4B0F),
        ("iw(3/2)", 0xE5FF_43FF_36B4_21C9),
        ("olets", 0x7CC3_5DE3_9CFB_613A),
        ("soemers-all", 0xAA2D_C419_84B8_C852),
        ("omcts", 0x1B11_E746_BCE2_CD72),
        ("champion", 0xE302_588D_0D24_6149),
    ];
    let played = expected.map(|(agent, _)| (agent, fingerprint(agent)));
    assert_eq!(played, expected, "{played:#x?}");
}
