//! Each type of options alone, in games made for it.

use std::sync::Arc;

use ludex_engine::{Action, ONTOLOGY, State, World};
use ludex_vgdl::Level;

use crate::interface::Rng;
use crate::options::instance::{Instance, Target, Tools, begin};
use crate::options::routes::Routes;
use crate::options::scene::{Avatar, Cell, Scene};
use crate::options::walls::Walls;

const GAME: &str = "\
BasicGame square_size=10
    SpriteSet
        floor > Immovable hidden=True
        gem > Resource
        exit > Portal
        rock > Passive
        lava > Immovable
        cat > RandomNPC cooldown=1000
        bird > Missile orientation=RIGHT speed=1
        avatar > AVATAR
        dart > Missile singleton=True
    InteractionSet
        avatar wall > stepBack
        avatar lava > killSprite
        bird EOS > killSprite
        avatar EOS > stepBack
        dart EOS > killSprite
    LevelMapping
        . > floor
        w > wall
        g > gem floor
        e > exit floor
        r > rock floor
        l > lava floor
        c > cat floor
        b > bird floor
        A > avatar floor
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
";

/// A game in which options are followed by hand.
struct Trial {
    state: State,
    avatar: Avatar,
    tools: Tools,
}

impl Trial {
    fn new(avatar: &str, level: &str) -> Trial {
        let game = ludex_vgdl::parse(&GAME.replace("AVATAR", avatar), &ONTOLOGY).unwrap().game;
        let world: Arc<World> = World::new(&game, &Level::parse(level)).unwrap();
        let state = State::new(&world, 1);
        let avatar = Avatar { player: 0, actions: state.actions(0), aim: Some((0.0, -1.0)) };
        let walls = Walls::new(world.type_names().count());
        Trial { state, avatar, tools: Tools { routes: Routes::new(), walls, rng: Rng::new(1) } }
    }

    fn scene(&self) -> Scene<'_> {
        Scene::new(self.state.observe(), self.avatar)
    }

    /// The options of a type that can begin now.
    fn options(&self, name: &str) -> Vec<Instance> {
        let mut found = Vec::new();
        begin(&self.scene(), &mut Vec::new(), |option| found.push(option));
        found.retain(|option| option.kind().name == name);
        found
    }

    /// The only option of a type.
    fn option(&self, name: &str) -> Instance {
        let options = self.options(name);
        assert_eq!(options.len(), 1, "{name}: {options:?}");
        options[0]
    }

    /// Follows an option for a tick. Says what it did, and whether it is over.
    fn step(&mut self, option: &mut Instance) -> (Action, bool) {
        let before = self.state.clone();
        let before = Scene::new(before.observe(), self.avatar);
        let action = option.act(&before, &mut self.tools);
        self.state.advance(&[action]);
        let after = Scene::new(self.state.observe(), self.avatar);
        self.tools.learn(&before, action, &after);
        (action, self.state.is_over() || option.is_over(&after))
    }

    /// Follows an option to its end, and says what it did.
    fn follow(&mut self, mut option: Instance) -> Vec<Action> {
        let mut actions = Vec::new();
        loop {
            let (action, is_over) = self.step(&mut option);
            actions.push(action);
            if is_over {
                return actions;
            }
            assert!(actions.len() < 60, "{option} does not end: {actions:?}");
        }
    }

    fn cell(&self) -> Cell {
        self.scene().cell
    }
}

use Action::{Down, Left, Nil, Right, Up, Use};

#[test]
fn an_action_once() {
    let mut trial = Trial::new("MovingAvatar", "...\n.A.\n...");
    let targets: Vec<Target> = trial.options("act").iter().map(|option| option.target).collect();
    assert_eq!(targets.len(), 4);
    assert!(targets.contains(&Target::Action(Left)) && !targets.contains(&Target::Action(Nil)));
    for option in trial.options("act") {
        assert_eq!(trial.follow(option).len(), 1);
    }
}

#[test]
fn away_from_the_nearest_npc() {
    for (level, away) in [
        ("c..A..", Right),
        ("..A.c.", Left),
        ("c.....\n..A...", Right),
        (".A.\n...\n.c.", Up),
        ("...\n.c.\n.A.\n...", Down),
        ("c....A.c", Left),
    ] {
        let mut trial = Trial::new("MovingAvatar", level);
        let option = trial.option("avoid-nearest-npc");
        assert_eq!(trial.follow(option), [away], "{level}");
    }
    assert!(Trial::new("MovingAvatar", "g..A.b").options("avoid-nearest-npc").is_empty(), "nobody is there");
}

#[test]
fn an_npc_in_the_same_cell_is_left_in_any_direction() {
    let mut seen = Vec::new();
    for seed in 0..20 {
        let mut trial = Trial::new("MovingAvatar", ".....\n.cA..\n.....");
        trial.tools.rng = Rng::new(seed);
        // Onto the cat.
        trial.state.advance(&[Left]);
        let option = trial.option("avoid-nearest-npc");
        seen.extend(trial.follow(option));
    }
    assert!([Up, Left, Down, Right].iter().all(|action| seen.contains(action)), "{seen:?}");
}

#[test]
fn to_something_that_moves() {
    // The bird flies away to the right, as fast as the avatar goes, until the edge of the level ends it.
    let mut trial = Trial::new("MovingAvatar", "........\nA..b....\n........");
    let option = trial.option("go-to-movable");
    let actions = trial.follow(option);
    assert!(actions.iter().all(|action| *action == Right), "{actions:?}");
    assert!(trial.scene().seen.types_of(ludex_engine::Category::Npc).next().is_none());

    let mut trial = Trial::new("MovingAvatar", "........\nA..c....\n........");
    let option = trial.option("go-to-movable");
    assert_eq!(trial.follow(option), [Right; 3]);
    assert_eq!(trial.cell(), (3, 1), "on the cat");
    assert!(Trial::new("HorizontalAvatar", "A..c").options("go-to-movable").is_empty(), "no way up or down");
}

#[test]
fn near_but_not_onto() {
    for level in
        ["........\nA..c....\n........", "........\nA..g....\n........", "........\nA..e....\n........"]
    {
        let mut trial = Trial::new("MovingAvatar", level);
        let option = trial.option("go-near-movable");
        assert_eq!(trial.follow(option), [Right; 2], "{level}");
    }
}

#[test]
fn to_a_position() {
    let mut trial = Trial::new("MovingAvatar", "A.......\n........\n..g.....");
    let option = trial.option("go-to-position");
    let actions = trial.follow(option);
    assert_eq!((actions.len(), trial.cell()), (4, (2, 2)));
    let mut trial = Trial::new("MovingAvatar", "A......e");
    let option = trial.option("go-to-position");
    assert_eq!(trial.follow(option), [Right; 7]);
    assert!(Trial::new("MovingAvatar", "A..c.l").options("go-to-position").is_empty());
}

#[test]
fn to_the_nearest_of_a_type() {
    let mut trial = Trial::new("MovingAvatar", "g...A.g.l");
    let about = |option: &Instance| match option.target {
        Target::Type(kind) => trial.scene().seen.sprites_of(kind).count(),
        _ => 0,
    };
    let mut found: Vec<usize> = trial.options("go-to-nearest").iter().map(about).collect();
    found.sort_unstable();
    assert_eq!(found, [1, 2], "lava and gems, neither the hidden floor nor walls");
    let gems = *trial.options("go-to-nearest").iter().find(|option| about(option) == 2).unwrap();
    assert_eq!(trial.follow(gems), [Right; 2]);
}

#[test]
fn who_moves_sideways_gets_under_what_is_above() {
    let mut trial = Trial::new("FlakAvatar stype=dart", "....g\n.....\n.....\n.....\n.....\n.....\n.A...");
    let mut option = trial.option("go-to-nearest");
    let actions: Vec<Action> = (0..5).map(|_| trial.step(&mut option).0).collect();
    assert_eq!(actions, [Right, Right, Right, Nil, Nil]);
}

#[test]
fn nobody_sets_out_for_where_they_are() {
    let mut trial = Trial::new("MovingAvatar", "........\nA.g.....\n........");
    for (steps, near, at) in [(0, 1, 1), (1, 0, 1), (1, 0, 0)] {
        (0..steps).for_each(|_| trial.state.advance(&[Right]));
        let count = |name: &str| trial.options(name).len();
        let found = (count("go-near-movable"), count("go-to-position"), count("go-to-nearest"));
        assert_eq!(found, (near, at, at), "at {:?}", trial.cell());
    }
}

#[test]
fn only_the_nearest_ten_of_a_type_get_options() {
    let trial = Trial::new("MovingAvatar", &("A".to_owned() + &"g".repeat(14)));
    let options = trial.options("go-to-position");
    let columns: Vec<i32> = options
        .iter()
        .map(|option| match option.target {
            Target::Sprite(kind, id) => trial.scene().sprite(kind, id).unwrap().x / 10,
            _ => panic!("{option}"),
        })
        .collect();
    assert_eq!(columns, (1..=10).collect::<Vec<i32>>());
    assert_eq!(trial.options("go-near-movable").len(), 10, "the second to the eleventh");
}

#[test]
fn wait_for_a_target_and_shoot() {
    // The avatar shoots up. The bird, an NPC or not, is not waited for unless it is one.
    let level = "......c...\n..........\n..A.......";
    let trial = Trial::new("FlakAvatar stype=dart", level);
    let offsets: Vec<Target> = trial.options("wait-and-shoot").iter().map(|option| option.target).collect();
    assert!(
        matches!(offsets[..], [Target::Offset(_, 0), Target::Offset(_, 2), Target::Offset(_, 4)]),
        "{offsets:?}"
    );
    // The cat sits four columns to the right: only the option that waits for that shoots, and it does so at once.
    for (place, shoots) in [(0, false), (1, false), (2, true)] {
        let mut trial = Trial::new("FlakAvatar stype=dart", level);
        let mut option = trial.options("wait-and-shoot")[place];
        let (action, is_over) = trial.step(&mut option);
        assert_eq!((action == Use, is_over), (shoots, shoots), "{option}");
    }
    // It waits until the avatar has got into position.
    let mut trial = Trial::new("FlakAvatar stype=dart", level);
    let mut option = trial.options("wait-and-shoot")[1];
    assert_eq!(trial.step(&mut option), (Nil, false));
    trial.state.advance(&[Right]);
    trial.state.advance(&[Right]);
    assert_eq!(trial.step(&mut option), (Use, true));
    // What is behind is not shot at, and who cannot shoot does not wait.
    let mut behind = Trial::new("FlakAvatar stype=dart", "..A.\n..c.");
    let mut option = behind.options("wait-and-shoot")[0];
    assert_eq!(behind.step(&mut option), (Nil, false));
    assert!(Trial::new("MovingAvatar", level).options("wait-and-shoot").is_empty());
}

#[test]
fn walls_are_learnt_by_bumping() {
    let level = "wwwwwww\nw.....w\nwA.w.gw\nw.....w\nwwwwwww";
    let mut trial = Trial::new("MovingAvatar", level);
    let option = trial.option("go-to-position");
    let first = trial.follow(option);
    assert!(first.len() > 6, "it walked into the wall: {first:?}");
    let wall = trial.tools.walls.known().next().unwrap();
    assert!(wall.0 == 0 && wall.1 >= 1.0, "{wall:?}");
    // Somebody who knows goes around it at once.
    let mut again = Trial { tools: trial.tools, ..Trial::new("MovingAvatar", level) };
    let option = again.option("go-to-position");
    assert_eq!(again.follow(option).len(), 6);
}

#[test]
fn death_is_learnt_at_once() {
    let level = ".....\nA.l.g\n.....";
    let mut trial = Trial::new("MovingAvatar", level);
    let option = trial.option("go-to-position");
    trial.follow(option);
    assert!(trial.state.is_over(), "straight through the lava");
    assert_eq!(trial.tools.walls.known().map(|(_, score)| score).collect::<Vec<f64>>(), [100.0]);
    let mut again = Trial { tools: trial.tools, ..Trial::new("MovingAvatar", level) };
    let option = again.option("go-to-position");
    assert_eq!(again.follow(option).len(), 6);
    assert_eq!(again.cell(), (4, 1));
}

#[test]
fn ways_are_kept_while_the_world_agrees() {
    let level = "A........g\n..........\n..........";
    let mut trial = Trial::new("MovingAvatar", level);
    let option = trial.option("go-to-position");
    trial.follow(option);
    assert_eq!(trial.tools.routes.searches(), 1, "one way for nine steps");
    // Another simulation of the same search takes the way over, a later search does not.
    trial = Trial { tools: trial.tools, ..Trial::new("MovingAvatar", level) };
    trial.follow(option);
    assert_eq!(trial.tools.routes.searches(), 1);
    trial.tools.routes.begin();
    trial = Trial { tools: trial.tools, ..Trial::new("MovingAvatar", level) };
    trial.follow(option);
    assert_eq!(trial.tools.routes.searches(), 2);
    // Whoever is pushed off the way looks for another.
    trial = Trial { tools: trial.tools, ..Trial::new("MovingAvatar", level) };
    let mut option = option;
    trial.step(&mut option);
    trial.state.advance(&[Down]);
    trial.step(&mut option);
    assert_eq!(trial.tools.routes.searches(), 3);
    // And every 15 ticks.
    let long = format!("A{}g", ".".repeat(30));
    let mut trial = Trial::new("MovingAvatar", &long);
    let option = trial.option("go-to-position");
    assert_eq!(trial.follow(option).len(), 31);
    assert_eq!(trial.tools.routes.searches(), 3);
}
