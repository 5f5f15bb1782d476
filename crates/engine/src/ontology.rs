//! The words of the language and what they take: the engine's side of [`ludex_vgdl::ontology`].
//!
//! Classes are listed in [`classes`](crate::classes), effects in [`effects`](crate::effects), terminations in
//! [`terminations`](crate::terminations); here are the parameters that all of a kind share.

use ludex_vgdl::{Need, Ontology, ParamKind, ParamSpec};

/// Everything a game description can name.
pub static ONTOLOGY: Ontology = Ontology {
    classes: crate::classes::CLASSES,
    sprite_params: SPRITE_PARAMS,
    effects: crate::effects::EFFECTS,
    effect_params: EFFECT_PARAMS,
    time_params: TIME_PARAMS,
    terminations: crate::terminations::TERMINATIONS,
    termination_params: TERMINATION_PARAMS,
};

/// An optional parameter.
pub(crate) const fn param(name: &'static str, kind: ParamKind, doc: &'static str) -> ParamSpec {
    ParamSpec { name, kind, need: Need::Optional, doc }
}

/// A parameter that must be given.
pub(crate) const fn required(name: &'static str, kind: ParamKind, doc: &'static str) -> ParamSpec {
    ParamSpec { name, kind, need: Need::Required, doc }
}

/// A parameter that must name a known sprite.
pub(crate) const fn sprite(name: &'static str, doc: &'static str) -> ParamSpec {
    ParamSpec { name, kind: ParamKind::Sprite, need: Need::RequiredSprite, doc }
}

/// A parameter that must name a known sprite, of which sprites are made.
pub(crate) const fn product(name: &'static str, doc: &'static str) -> ParamSpec {
    ParamSpec { name, kind: ParamKind::NewSprite, need: Need::RequiredSprite, doc }
}

/// A field that a text can set in the reference without any effect on play.
const fn internal(name: &'static str, kind: ParamKind) -> ParamSpec {
    param(name, kind, "")
}

use ParamKind::{Bool, Color, Direction, Double, Int, Text};

const SPRITE_PARAMS: &[ParamSpec] = &[
    param("speed", Double, "blocks per move (grid physics) or pixels per tick (continuous physics)"),
    param("cooldown", Int, "ticks between two moves; for spawners also between two spawns"),
    param("orientation", Direction, "the direction it faces"),
    param("is_oriented", Bool, "does it have an orientation?"),
    param("rotateInPlace", Bool, "does it turn before it moves?"),
    param("stationary", Bool, "never moves actively"),
    param("physicstype", Int, "GRID or CONT"),
    param("mass", Double, "continuous physics: divides every force"),
    param("friction", Double, "continuous physics: share of the speed lost in a tick"),
    param("gravity", Double, "continuous physics: downward force"),
    param("max_speed", Double, "continuous physics: the speed is cut to this"),
    param("jump_strength", Double, "the impulse of a jump"),
    param("on_ground", Bool, "does it stand on something solid?"),
    param("solid", Bool, "can be stood upon"),
    param("healthPoints", Int, "health at birth"),
    param("maxHealthPoints", Int, "the most health it has had"),
    param("limitHealthPoints", Int, "the most health it can have"),
    param("timeToLive", Int, "ticks until it dies, -1 for ever"),
    param("wMult", Double, "width in blocks"),
    param("hMult", Double, "height in blocks"),
    param("rotation", Double, "angle in radians of avatars that rotate"),
    param("is_static", Bool, "never moves passively; seen as an immovable"),
    param("only_active", Bool, "never moves passively"),
    param("is_npc", Bool, "seen as an NPC"),
    param("is_resource", Bool, "seen as a resource"),
    param("portal", Bool, "seen as a portal"),
    param("is_avatar", Bool, "seen as an avatar"),
    param("is_from_avatar", Bool, "seen as made by the avatar"),
    param("is_stochastic", Bool, "does it behave randomly?"),
    param("singleton", Bool, "at most one of it can exist"),
    param("hidden", Text, "per player: is it absent from observations?"),
    param("invisible", Text, "per player: is it not drawn?"),
    param("isFirstTick", Bool, "skips the next passive move"),
    param("lastmove", Int, "ticks since its last move"),
    param("color", Color, "its colour"),
    param("img", Text, "its picture"),
    param("orientedImg", Text, "its picture, turned to its orientation"),
    param("shrinkfactor", Double, "drawn smaller than its cell"),
    param("autotiling", Bool, "drawn to fit its neighbours"),
    param("randomtiling", Double, "drawn with a random tile"),
    param("frameRate", Double, "speed of its animation"),
    param("draw_arrow", Bool, "drawn with an arrow"),
    param("name", Text, "a name for display"),
    internal("bucket", Int),
    internal("bucketSharp", Bool),
    internal("currentFrame", Int),
    internal("frameRemaining", Double),
    internal("spriteID", Int),
];

const EFFECT_PARAMS: &[ParamSpec] = &[
    param("scoreChange", Text, "added to the score at each execution, one number per player"),
    param("counter", Text, "added to the game's counters, one number each, at least two"),
    param("counterElse", Text, "a second list for the game's counters"),
    param("prob", Double, "probability, for effects that draw"),
    param("repeat", Int, "how many times in a row the effect is tried"),
    param("enabled", Bool, "false switches the effect off"),
    param("applyScore", Bool, "false keeps scoreChange from being added"),
    param("count", Bool, "false keeps counter from being added"),
    param("countElse", Bool, "false keeps counterElse from being added"),
    param("inBatch", Bool, "handle all sprites touched at once"),
    internal("is_kill_effect", Bool),
    internal("is_stochastic", Bool),
    internal("sequential", Bool),
];

const TIME_PARAMS: &[ParamSpec] = &[
    param("timer", Int, "ticks between two executions"),
    param("nextExecution", Int, "any number but -1 delays the first execution to tick `timer`"),
    param("repeating", Bool, "does it go on after the first execution?"),
];

const TERMINATION_PARAMS: &[ParamSpec] = &[
    param("win", Text, "True or False for each player"),
    param("limit", Int, "the number that is compared with"),
    param("count_score", Bool, "the players with the best score win"),
    internal("canEnd", Bool),
];
