//! Do an action once.

use ludex_engine::Action;

use super::super::instance::{Kind, Target};

pub const KIND: Kind = Kind {
    name: "act",
    begin: |scene, targets| targets.extend(scene.avatar.actions.iter().map(|action| Target::Action(*action))),
    act: |option, _, _| match option.target {
        Target::Action(action) => action,
        _ => Action::Nil,
    },
    is_over: |_, _| true,
};
