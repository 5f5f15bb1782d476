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
    example_sprites: EXAMPLE_SPRITES,
};

/// The sprites that the examples of classes, effects and terminations speak of.
pub(crate) const EXAMPLE_SPRITES: &str = "\
wall > Immovable
exit > Door
door > Door
hole > Immovable
tree > Immovable
lava > Immovable
box > Passive
raft > Missile orientation=RIGHT speed=0.1
gold > Resource limit=10
key > Resource limit=1
fruit > Passive
  apple >
  pear >
goblin > RandomNPC cooldown=4
nest > SpawnPoint stype=goblin cooldown=20
portal > Portal stype=exit
sword > OrientedFlicker limit=5
arrow > Missile orientation=UP
ball > Missile orientation=RIGHT speed=5 physicstype=CONT
ship > SpaceshipAvatar stype=ball
avatar > ShootAvatar stype=arrow";

/// An optional parameter.
pub(crate) const fn param(name: &'static str, kind: ParamKind, doc: &'static str) -> ParamSpec {
    ParamSpec::new(name, kind, Need::Optional, doc)
}

/// A parameter that must be given.
pub(crate) const fn required(name: &'static str, kind: ParamKind, doc: &'static str) -> ParamSpec {
    ParamSpec::new(name, kind, Need::Required, doc)
}

/// A parameter that must name a known sprite.
pub(crate) const fn sprite(name: &'static str, doc: &'static str) -> ParamSpec {
    ParamSpec::new(name, ParamKind::Sprite, Need::RequiredSprite, doc)
}

/// A parameter that must name a known sprite, of which sprites are made.
pub(crate) const fn product(name: &'static str, doc: &'static str) -> ParamSpec {
    ParamSpec::new(name, ParamKind::NewSprite, Need::RequiredSprite, doc)
}

/// A field that a text can set in the reference without any effect on play.
const fn internal(name: &'static str, kind: ParamKind) -> ParamSpec {
    param(name, kind, "")
}

use ParamKind::{Bool, Color, Direction, Double, Int, Text};

const SPRITE_PARAMS: &[ParamSpec] = &[
    param("speed", Double, "blocks per move (grid physics) or pixels per tick (continuous physics)").or("0"),
    param("cooldown", Int, "ticks between two moves; for spawners also between two spawns").or("0"),
    param("orientation", Direction, "the direction it faces"),
    param("is_oriented", Bool, "does it have an orientation?").or("False"),
    param("rotateInPlace", Bool, "does it turn before it moves?").or("False"),
    param("stationary", Bool, "never moves actively").or("False"),
    param("physicstype", Int, "GRID or CONT").or("GRID"),
    param("mass", Double, "continuous physics: divides every force").or("1"),
    param("friction", Double, "continuous physics: share of the speed lost in a tick, 0 to 1").or("0"),
    param("gravity", Double, "continuous physics: downward force").or("0"),
    param("max_speed", Double, "continuous physics: the speed is cut to this").or("-1"),
    param("jump_strength", Double, "the impulse of a jump").or("0"),
    param("on_ground", Bool, "does it stand on something solid?").or("False"),
    param("solid", Bool, "can be stood upon").or("False"),
    param("healthPoints", Int, "health at birth").or("0"),
    param("maxHealthPoints", Int, "the most health it has had"),
    param("limitHealthPoints", Int, "the most health it can have").or("1000"),
    param("timeToLive", Int, "ticks until it dies, -1 for ever").or("-1"),
    param("wMult", Double, "width in blocks").or("1"),
    param("hMult", Double, "height in blocks").or("1"),
    param("rotation", Double, "angle in radians of avatars that rotate").or("0"),
    param("is_static", Bool, "never moves passively; seen as an immovable").or("False"),
    param("only_active", Bool, "never moves passively").or("False"),
    param("is_npc", Bool, "seen as an NPC").or("False"),
    param("is_resource", Bool, "seen as a resource").or("False"),
    param("portal", Bool, "seen as a portal").or("False"),
    param("is_avatar", Bool, "seen as an avatar").or("False"),
    param("is_from_avatar", Bool, "seen as made by the avatar").or("False"),
    param("is_stochastic", Bool, "does it behave randomly?"),
    param("singleton", Bool, "at most one of it can exist").or("False"),
    param("hidden", Text, "per player: is it absent from observations?").or("False"),
    param("invisible", Text, "per player: is it not drawn?").or("False"),
    param("isFirstTick", Bool, "skips the next passive move").or("True"),
    param("lastmove", Int, "ticks since its last move").or("0"),
    param("color", Color, "its colour"),
    param("img", Text, "its picture"),
    param("orientedImg", Text, "its picture, turned to its orientation"),
    param("shrinkfactor", Double, "drawn smaller than its cell").or("1"),
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
    param("scoreChange", Text, "added to the score at each execution, one number per player").or("0"),
    param("counter", Text, "added to the game's counters, one number each, at least two"),
    param("counterElse", Text, "a second list for the game's counters"),
    param("prob", Double, "probability, 0 to 1, for effects that draw").or("1"),
    param("repeat", Int, "how many times in a row the effect is tried").or("1"),
    param("enabled", Bool, "false switches the effect off").or("True"),
    param("applyScore", Bool, "false keeps scoreChange from being added").or("True"),
    param("count", Bool, "false keeps counter from being added").or("True"),
    param("countElse", Bool, "false keeps counterElse from being added").or("True"),
    param("inBatch", Bool, "handle all sprites touched at once"),
    internal("is_kill_effect", Bool),
    internal("is_stochastic", Bool),
    internal("sequential", Bool),
];

const TIME_PARAMS: &[ParamSpec] = &[
    param("timer", Int, "ticks between two executions").or("-1"),
    param("nextExecution", Int, "any number but -1 delays the first execution to tick `timer`"),
    param("repeating", Bool, "does it go on after the first execution?").or("False"),
];

const TERMINATION_PARAMS: &[ParamSpec] = &[
    param("win", Text, "True or False for each player").or("False"),
    param("limit", Int, "the number that is compared with").or("0"),
    param("count_score", Bool, "the players with the best score win").or("False"),
    internal("canEnd", Bool),
];

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::sync::Arc;

    use ludex_vgdl::{Level, Severity, check_game};

    use super::*;
    use crate::{Action, State, World};

    /// A game about the sprites of the examples, with a line in each section.
    fn game(sprite: &str, rule: &str, termination: &str) -> String {
        let mut text = "BasicGame\n  SpriteSet\n".to_owned();
        let defined = sprite.split_whitespace().next().unwrap_or_default();
        let others = EXAMPLE_SPRITES.lines().filter(|line| line.split_whitespace().next() != Some(defined));
        for line in others.chain([sprite]) {
            let _ = writeln!(text, "    {line}");
        }
        let _ = writeln!(text, "  InteractionSet\n    avatar wall > stepBack\n    {rule}");
        let _ = writeln!(text, "  TerminationSet\n    Timeout limit=1000 win=False\n    {termination}");
        let places = "A > avatar wall\n    x > avatar goblin key apple lava hole tree portal raft box gold\n    \
            o > ball wall lava box goblin arrow sword ship nest pear door";
        let _ = writeln!(text, "  LevelMapping\n    {places}\n    s > {defined}");
        text
    }

    /// Reads a game without errors.
    fn world(text: &str) -> Arc<World> {
        let checked = check_game(text, &ONTOLOGY);
        let errors: Vec<_> = checked.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?} in\n{text}");
        let game = ludex_vgdl::parse(text, &ONTOLOGY).expect("a game").game;
        World::new(&game, &Level::parse("wwwwwww\nw x s w\nw  o  w\nwwwwwww")).expect("a world")
    }

    /// What a game is compiled to.
    fn compiled(text: &str) -> String {
        let world = world(text);
        format!("{:?} {:?} {:?}", world.compiled.types, world.compiled.lines, world.compiled.terminations)
    }

    /// Plays a game for a while.
    fn play(text: &str) {
        let mut state = State::new(&world(text), 7);
        for action in Action::ALL.iter().cycle().take(20) {
            state.advance(&[*action]);
            state.check().expect("a sound state");
        }
    }

    /// A line without a parameter, and with its default, for each default that can be written.
    fn without_and_with(example: &str, defaults: &[(&str, &str)]) -> Vec<[String; 2]> {
        let pair = |&(name, value): &(&str, &str)| {
            let is_it = |word: &&str| word.split_once('=').is_some_and(|(key, _)| key == name);
            let words = example.split(' ').filter(|word| !is_it(word));
            let without = words.collect::<Vec<_>>().join(" ");
            let with = format!("{without} {name}={value}");
            [without, with]
        };
        defaults.iter().filter(|(_, value)| !value.is_empty()).map(pair).collect()
    }

    fn defaults<'a>(params: impl IntoIterator<Item = &'a ParamSpec>) -> Vec<(&'a str, &'a str)> {
        params.into_iter().map(|p| (p.name, p.default)).collect()
    }

    #[test]
    fn examples_of_effects_run_and_defaults_are_true() {
        for effect in ONTOLOGY.effects {
            assert_eq!(effect.example.split_whitespace().nth(3), Some(effect.name));
            play(&game("", effect.example, ""));
            for [without, with] in
                without_and_with(effect.example, &defaults(effect.params.iter().chain(EFFECT_PARAMS)))
            {
                let [is, should] = [&with, &without].map(|line| compiled(&game("", line, "")));
                assert!(is == should, "{with}: another default");
            }
        }
    }

    #[test]
    fn examples_of_classes_run_and_defaults_are_true() {
        for class in ONTOLOGY.classes {
            assert_eq!(class.example.split_whitespace().nth(2), Some(class.name));
            play(&game(class.example, "", ""));
            let own = (class.defaults)();
            let is_own = |p: &&ParamSpec| own.iter().any(|(name, _)| *name == p.name);
            let common = SPRITE_PARAMS.iter().filter(|p| !is_own(p));
            let mut all = defaults(class.params.iter().chain(common));
            all.extend(own.iter().map(|(name, value)| (*name, value.as_str())));
            for [without, with] in without_and_with(class.example, &all) {
                let [is, should] = [&with, &without].map(|line| compiled(&game(line, "", "")));
                assert!(is == should, "{with}: another default");
            }
        }
    }

    #[test]
    fn examples_of_terminations_run_and_defaults_are_true() {
        for termination in ONTOLOGY.terminations {
            assert_eq!(termination.example.split_whitespace().next(), Some(termination.name));
            play(&game("", "", termination.example));
            let all = defaults(termination.params.iter().chain(TERMINATION_PARAMS));
            for [without, with] in without_and_with(termination.example, &all) {
                let [is, should] = [&with, &without].map(|line| compiled(&game("", "", line)));
                assert!(is == should, "{with}: another default");
            }
        }
    }
}
