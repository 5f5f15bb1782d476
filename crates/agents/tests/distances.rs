//! Distances over observations.

use crate::common;

use common::endless;
use ludex_agents::kit::distance::{nearest, nearest_of_each_type, nearest_square};
use ludex_agents::kit::field::{DistanceField, DistanceFields};
use ludex_engine::{Category, State};

#[test]
fn ways_lead_around_walls() {
    let world = endless("MovingAvatar", "A.w...\n..w.w.\n..w.w.\n....w.");
    let state = State::new(&world, 1);
    let seen = state.observe();
    let wall = world.type_names().position(|name| name == "wall").unwrap() as u16;
    let mut field = DistanceField::default();
    for _ in 0..2 {
        field.measure(&seen, (0, 0), |kind| kind == wall);
        assert_eq!(field.steps((0, 0)), Some(0));
        assert_eq!(field.steps((3, 0)), Some(9));
        assert_eq!(field.steps((5, 3)), Some(14));
        assert_eq!(field.steps((2, 0)), Some(2), "a wall is as far as its nearest side");
        assert_eq!(field.steps((6, 0)), None);
    }
    field.measure(&seen, (0, 0), |_| false);
    assert_eq!(field.steps((3, 0)), Some(3));
    field.measure(&seen, (99, 0), |_| false);
    assert_eq!(field.steps((3, 0)), None);
}

#[test]
fn fields_are_measured_once_and_anew_when_walls_change() {
    let wall =
        |world: &ludex_engine::World| world.type_names().position(|name| name == "wall").unwrap() as u16;
    let mut fields = DistanceFields::default();
    for (level, steps) in
        [("A.w...\n..w.w.\n....w.", 7), ("A.w...\n..w.w.\n....w.", 7), ("A.....\n..w.w.\n....w.", 3)]
    {
        let world = endless("MovingAvatar", level);
        let state = State::new(&world, 1);
        let kind = wall(&world);
        fields.look(&state.observe(), |other| other == kind);
        for _ in 0..2 {
            assert_eq!(fields.from((0, 0)).steps((3, 0)), Some(steps));
            assert_eq!(fields.from((3, 0)).steps((0, 0)), Some(steps));
            assert_eq!(fields.from((9, 0)).steps((0, 0)), None);
        }
    }
}

#[test]
fn the_nearest_of_each_type() {
    let world = endless("MovingAvatar", "c...A..c\n........\nl.......");
    let state = State::new(&world, 1);
    let seen = state.observe();
    let kind = |name: &str| world.type_names().position(|n| n == name).unwrap() as u16;
    let avatar = seen.avatar_position(0);
    let coin = nearest(&seen, kind("coin"), avatar).unwrap();
    assert_eq!((coin.x, coin.y), (70, 0));
    assert_eq!(nearest_square(&seen, kind("lava"), avatar), Some(40.0 * 40.0 + 20.0 * 20.0));
    assert_eq!(nearest_square(&seen, kind("wall"), avatar), None);
    let types: Vec<u16> = nearest_of_each_type(seen, Category::Static, avatar).map(|s| s.type_id).collect();
    assert_eq!(types, [kind("floor"), kind("coin"), kind("lava")]);
}
