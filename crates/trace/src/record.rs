//! What a recording holds: a [`Header`], then a [`Tick`] for each tick played.

use crate::json::{self, Double, same};
use ludex_engine::Action;
use ludex_vgdl::TypeId;
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The first line: the game after its level is built and before its first tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game's file, relative to the folder of games; or a [bundled](crate::games::bundled_names) game.
    pub file: String,
    /// The level's file, likewise.
    #[serde(rename = "levelFile")]
    pub level_file: String,
    /// The game's name.
    pub game: String,
    /// The level's name.
    pub level: String,
    /// The seed of the game's generator.
    pub seed: i64,
    /// Who chose the actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// How many play.
    pub players: usize,
    /// Pixels per cell.
    pub block: i32,
    /// Cells from left to right.
    pub width: i32,
    /// Cells from top to bottom.
    pub height: i32,
    /// The names of the sprite types; the index is the type's id.
    pub types: Vec<String>,
    /// The types in drawing order.
    pub order: Vec<TypeId>,
    /// The actions of each player's avatar, without NIL.
    #[serde(with = "json")]
    pub actions: Vec<Vec<Action>>,
    /// The state of the generator.
    pub rng: u64,
    /// All sprites, by type and in each type in the order of its list.
    pub sprites: Vec<Sprite>,
}

/// One line for each tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tick {
    /// The tick, counted from 0.
    pub t: u32,
    /// The action of each player.
    #[serde(rename = "a", with = "json")]
    pub actions: Vec<Action>,
    /// The score of each player after the tick.
    #[serde(rename = "s", with = "json")]
    pub scores: Vec<f64>,
    /// For each player -1 while nothing is decided, 0 for a loss, 1 for a win.
    #[serde(rename = "w")]
    pub winners: Vec<i32>,
    /// Has the game ended?
    #[serde(rename = "e", with = "json")]
    pub ended: bool,
    /// The state of the generator after the tick.
    #[serde(rename = "r")]
    pub rng: u64,
    /// The sprites that are new or changed, in the order of the header's.
    #[serde(rename = "c", default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Sprite>,
    /// The ids of the sprites that are gone, ascending.
    #[serde(rename = "k", default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<i32>,
    /// The events of this tick, from the last of the history backwards.
    #[serde(rename = "v", default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// What the first player's avatar carries, if that changed: amounts by type.
    #[serde(rename = "i0", default, skip_serializing_if = "Option::is_none")]
    pub inventory0: Option<Inventory>,
    /// The same for the second player.
    #[serde(rename = "i1", default, skip_serializing_if = "Option::is_none")]
    pub inventory1: Option<Inventory>,
    /// The game's counters, in games that have some.
    #[serde(rename = "n", default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<i32>,
}

/// Amounts by type.
pub type Inventory = BTreeMap<TypeId, i32>;

/// A sprite, as much of it as recordings show.
#[derive(Debug, Clone, Copy)]
pub struct Sprite {
    /// Its number, never used twice in a game.
    pub id: i32,
    /// Its type.
    pub kind: TypeId,
    /// Its left edge in pixels.
    pub x: i32,
    /// Its top edge in pixels.
    pub y: i32,
    /// Where it faces.
    pub orientation: (f64, f64),
    /// Its health points.
    pub health: i32,
    /// Is it an avatar that has been killed?
    pub disabled: bool,
}

/// Equal as far as a recording can tell.
impl PartialEq for Sprite {
    fn eq(&self, other: &Self) -> bool {
        let state = |s: &Sprite| (s.id, s.kind, s.x, s.y, s.health, s.disabled);
        state(self) == state(other)
            && same(self.orientation.0, other.orientation.0)
            && same(self.orientation.1, other.orientation.1)
    }
}

/// Something that an avatar, or what it shot, did to another sprite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Was it something that the avatar made, not the avatar itself?
    pub from_avatar: bool,
    /// The type of the avatar, or of what it made.
    pub active_type: TypeId,
    /// The type of the other sprite.
    pub passive_type: TypeId,
    /// The avatar, or what it made.
    pub active: i32,
    /// The other sprite.
    pub passive: i32,
    /// Where the first of the two was.
    pub x: i32,
    /// See `x`.
    pub y: i32,
}

impl Serialize for Sprite {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        list.serialize_element(&self.id)?;
        list.serialize_element(&self.kind)?;
        list.serialize_element(&self.x)?;
        list.serialize_element(&self.y)?;
        list.serialize_element(&Double(self.orientation.0))?;
        list.serialize_element(&Double(self.orientation.1))?;
        list.serialize_element(&self.health)?;
        if self.disabled {
            list.serialize_element(&1)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Sprite {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Sprite;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sprite [id, type, x, y, orientation x, orientation y, health] and perhaps 1")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Sprite, A::Error> {
                let short = |len| A::Error::invalid_length(len, &List);
                let sprite = Sprite {
                    id: list.next_element()?.ok_or_else(|| short(0))?,
                    kind: list.next_element()?.ok_or_else(|| short(1))?,
                    x: list.next_element()?.ok_or_else(|| short(2))?,
                    y: list.next_element()?.ok_or_else(|| short(3))?,
                    orientation: (
                        list.next_element::<Double>()?.ok_or_else(|| short(4))?.0,
                        list.next_element::<Double>()?.ok_or_else(|| short(5))?.0,
                    ),
                    health: list.next_element()?.ok_or_else(|| short(6))?,
                    disabled: list.next_element::<json::Flag>()?.is_some_and(|flag| flag.0),
                };
                match list.next_element::<IgnoredAny>()? {
                    None => Ok(sprite),
                    Some(_) => Err(short(9)),
                }
            }
        }
        deserializer.deserialize_seq(List)
    }
}

type EventTuple = (json::Flag, TypeId, TypeId, i32, i32, i32, i32);

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let flag = json::Flag(self.from_avatar);
        let tuple: EventTuple =
            (flag, self.active_type, self.passive_type, self.active, self.passive, self.x, self.y);
        tuple.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (flag, active_type, passive_type, active, passive, x, y) = EventTuple::deserialize(deserializer)?;
        Ok(Event { from_avatar: flag.0, active_type, passive_type, active, passive, x, y })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_is_read_and_written_the_same() {
        let line = concat!(
            r#"{"t":7,"a":["UP","NIL"],"s":[1,-0.5],"w":[-1,0],"e":1,"r":24056309219,"#,
            r#""c":[[88,1,36,396,1,-2.7755575615628914e-17,0],[9,2,-5,0,0,0,3,1]],"k":[118],"#,
            r#""v":[[1,4,0,118,100,165,397]],"i0":{"3":2,"12":-1},"n":[4,0]}"#
        );
        let tick: Tick = serde_json::from_str(line).unwrap();
        assert!(tick.ended && tick.changed[1].disabled && !tick.changed[0].disabled);
        assert_eq!(tick.changed[0].orientation.1, -2.7755575615628914e-17);
        assert_eq!(tick.inventory0.as_ref().unwrap()[&12], -1);
        assert_eq!(serde_json::to_string(&tick).unwrap(), line);
    }

    #[test]
    fn what_json_has_no_number_for() {
        let sprite = Sprite {
            id: 1,
            kind: 2,
            x: 3,
            y: 4,
            orientation: (f64::NAN, f64::NEG_INFINITY),
            health: 0,
            disabled: false,
        };
        let text = serde_json::to_string(&sprite).unwrap();
        assert_eq!(text, r#"[1,2,3,4,"NaN","-Infinity",0]"#);
        assert_eq!(serde_json::from_str::<Sprite>(&text).unwrap(), sprite);
        let zero = |v| Sprite { orientation: (v, 0.0), ..sprite };
        assert_eq!(serde_json::to_string(&zero(-0.0)).unwrap(), "[1,2,3,4,0,0,0]");
        assert_eq!(zero(-0.0), zero(0.0));
    }

    #[test]
    fn malformed_sprites_are_errors() {
        for text in [
            "[]",
            "[1,2,3]",
            "[1,2,3,4,0,0,0,2]",
            "[1,2,3,4,0,0,0,1,1]",
            "[1,2,3.5,4,0,0,0]",
            "[1,-2,3,4,0,0,0]",
        ] {
            assert!(serde_json::from_str::<Sprite>(text).is_err(), "{text}");
        }
    }
}
