//! The path finder: which of several shortest paths it takes.

use ludex_engine::{Action, ONTOLOGY, State, World};
use ludex_vgdl::Level;

const GAME: &str = "\
BasicGame square_size=10 obs=wall
  SpriteSet
    c > PathChaser stype=t
    t > Immovable
    avatar > MovingAvatar
  LevelMapping
    c > c
    t > t
    b > c t
";

/// The first step of a chaser from one cell to another: a letter, or `.` if it stays.
fn first_step(map: &[&str], from: (usize, usize), to: (usize, usize)) -> char {
    let mut rows: Vec<Vec<char>> = map.iter().map(|row| row.replace('.', " ").chars().collect()).collect();
    rows[to.1][to.0] = 't';
    rows[from.1][from.0] = if from == to { 'b' } else { 'c' };
    let text: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    let game = ludex_vgdl::parse(GAME, &ONTOLOGY).expect("a game").game;
    let world = World::new(&game, &Level::parse(&text.join("\n"))).expect("a world");
    let mut state = State::new(&world, 1);
    state.advance(&[Action::Nil]);
    let chaser = state.sprites_of_type(2).next().expect("a chaser").rect;
    match (chaser.x - 10 * from.0 as i32, chaser.y - 10 * from.1 as i32) {
        (10, 0) => 'R',
        (-10, 0) => 'L',
        (0, 10) => 'D',
        (0, -10) => 'U',
        _ => '.',
    }
}

/// The first steps from a cell to all others; obstacles are not asked for.
fn table(map: &[&str], from: (usize, usize)) -> Vec<String> {
    let cell = |x: usize, y: usize| {
        if map[y].as_bytes()[x] == b'w' { '.' } else { first_step(map, from, (x, y)) }
    };
    (0..map.len()).map(|y| (0..map[0].len()).map(|x| cell(x, y)).collect()).collect()
}

#[test]
fn ties_on_an_open_field() {
    let open = ["......."; 5];
    assert_eq!(table(&open, (0, 0)), [".RRRRRR", "DDDRRRR", "DDDDRRR", "DDDDRRR", "DDDDRRR"]);
    assert_eq!(table(&open, (3, 2)), ["LLUUUUU", "LLUUUUU", "LLL.RRR", "DDDDRRR", "DDDDRRR"]);
    assert_eq!(table(&open, (6, 4)), ["LLLUUUU", "LLLUUUU", "LLLUUUU", "LLLLUUU", "LLLLLL."]);
}

#[test]
fn ways_round_obstacles() {
    let map = ["..w....", "..w.w..", "....w..", ".ww.w..", "......."];
    assert_eq!(table(&map, (0, 0)), [".R.DDDD", "DD.D.DD", "DDDD.DD", "D..D.DD", "DDDDDDD"]);
    assert_eq!(table(&map, (6, 2)), ["LU.UUUU", "LU.U.UU", "LUUU.L.", "L..L.LD", "LLLLLLD"]);
}

#[test]
fn a_pursuer_comes_back_to_where_its_last_target_was() {
    let game = "\
BasicGame square_size=10 obs=wall
  SpriteSet
    c > PathAltChaser stype1=t
    t > Immovable
    avatar > MovingAvatar
  LevelMapping
    c > c
    t > t
  InteractionSet
    t c > killSprite
";
    let game = ludex_vgdl::parse(game, &ONTOLOGY).expect("a game").game;
    let level = Level::parse("       \n       \n       \n c t   \n       \n       \n       ");
    for seed in 0..8 {
        let mut state = State::new(&World::new(&game, &level).expect("a world"), seed);
        let mut at_target = Vec::new();
        for _ in 0..8 {
            state.advance(&[Action::Nil]);
            let rect = state.sprites_of_type(2).next().expect("a pursuer").rect;
            at_target.push((rect.x, rect.y) == (30, 30));
        }
        // It gets there in two steps, and the target dies. With nobody else to pursue it strays, but heads back
        // whenever it has left the place.
        assert_eq!(at_target, [false, true, false, true, false, true, false, true], "seed {seed}");
    }
}
