//! A small ontology, enough to read games with.

use ludex_vgdl::{
    ClassSpec, EffectSpec, Fires, Need, Ontology, ParamKind, ParamSpec, TerminationSpec, Waits,
};

const fn param(name: &'static str, kind: ParamKind, need: Need) -> ParamSpec {
    ParamSpec::new(name, kind, need, "for tests")
}

const fn optional(name: &'static str, kind: ParamKind) -> ParamSpec {
    param(name, kind, Need::Optional)
}

const fn class(name: &'static str, avatar: bool, params: &'static [ParamSpec]) -> ClassSpec {
    ClassSpec { name, doc: "", example: "", avatar, still: false, params, defaults: Vec::new }
}

const fn effect(name: &'static str, needs_second: bool, params: &'static [ParamSpec]) -> EffectSpec {
    EffectSpec { name, doc: "", example: "", needs_second, outcomes: &[], params }
}

const STYPE: ParamSpec = param("stype", ParamKind::Sprite, Need::RequiredSprite);
const LIMIT: ParamSpec = optional("limit", ParamKind::Int);

const fn termination(name: &'static str, waits: Waits, params: &'static [ParamSpec]) -> TerminationSpec {
    TerminationSpec {
        name,
        doc: "",
        example: "",
        params,
        waits,
        fires: |_, _| Fires::Perhaps,
        help: ["", ""],
    }
}

pub static ONTOLOGY: Ontology = Ontology {
    classes: &[
        class("Immovable", false, &[]),
        class("Missile", false, &[]),
        class("RandomNPC", false, &[optional("cons", ParamKind::Int)]),
        class("Chaser", false, &[optional("stype", ParamKind::Sprite)]),
        class("SpawnPoint", false, &[optional("stype", ParamKind::Sprite)]),
        class("Resource", false, &[LIMIT, optional("value", ParamKind::Int)]),
        class("MovingAvatar", true, &[]),
        class("ShootAvatar", true, &[optional("stype", ParamKind::Sprite)]),
    ],
    sprite_params: &[
        optional("speed", ParamKind::Double),
        optional("cooldown", ParamKind::Int),
        optional("color", ParamKind::Color),
        optional("img", ParamKind::Text),
        optional("orientation", ParamKind::Direction),
        optional("singleton", ParamKind::Bool),
        optional("solid", ParamKind::Bool),
    ],
    effects: &[
        effect("killSprite", false, &[]),
        effect("stepBack", false, &[]),
        effect("bounceForward", true, &[]),
        effect("spawn", false, &[STYPE]),
        effect("transformTo", false, &[STYPE, optional("killSecond", ParamKind::Bool)]),
        effect("changeResource", true, &[param("resource", ParamKind::Sprite, Need::Required)]),
        effect(
            "addTimer",
            false,
            &[
                param("ftype", ParamKind::Effect, Need::RequiredEffect),
                optional("timer", ParamKind::Int),
                optional("repeating", ParamKind::Bool),
            ],
        ),
    ],
    effect_params: &[
        optional("scoreChange", ParamKind::Text),
        optional("counter", ParamKind::Text),
        optional("repeat", ParamKind::Int),
    ],
    time_params: &[
        optional("timer", ParamKind::Int),
        optional("nextExecution", ParamKind::Int),
        optional("repeating", ParamKind::Bool),
    ],
    terminations: &[
        termination("SpriteCounter", Waits::ForFew, &[STYPE]),
        termination(
            "MultiSpriteCounter",
            Waits::ForCount,
            &[
                param("stype1", ParamKind::Sprite, Need::KnownIfGiven),
                param("stype2", ParamKind::Sprite, Need::KnownIfGiven),
            ],
        ),
        termination("Timeout", Waits::ForTime, &[]),
    ],
    termination_params: &[optional("win", ParamKind::Text), LIMIT],
    example_sprites: "",
};
