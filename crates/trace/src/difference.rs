//! Differences between what a recording says and what the engine did, for people to read.

use crate::json::Double;
use crate::record::{Event, Header, Inventory, Sprite, Tick};
use crate::seen::Observation;
use ludex_engine::Action;
use ludex_vgdl::TypeId;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// One thing that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Of what.
    pub what: String,
    /// What the recording says.
    pub expected: String,
    /// What the engine did.
    pub got: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, got {}", self.what, self.expected, self.got)
    }
}

/// Collects differences.
#[derive(Default)]
struct Differences(Vec<Difference>);

impl Differences {
    fn add(&mut self, what: impl fmt::Display, expected: impl fmt::Display, got: impl fmt::Display) {
        let (what, expected, got) = (what.to_string(), expected.to_string(), got.to_string());
        self.0.push(Difference { what, expected, got });
    }

    fn check<T: PartialEq + fmt::Display>(&mut self, what: impl fmt::Display, expected: T, got: T) {
        if expected != got {
            self.add(what, expected, got);
        }
    }

    /// Names the first place where two lists differ.
    fn check_list<T: PartialEq>(
        &mut self,
        what: &str,
        expected: &[T],
        got: &[T],
        show: impl Fn(&T) -> String,
    ) {
        let show = |list: &[T], at: usize| list.get(at).map_or_else(|| "nothing".to_owned(), &show);
        if let Some(at) = (0..expected.len().max(got.len())).find(|&i| expected.get(i) != got.get(i)) {
            self.add(format!("{what}, entry {at}"), show(expected, at), show(got, at));
        }
    }
}

/// Says sprites and types by name.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    fn kind(&self, kind: TypeId) -> &str {
        self.0.get(usize::from(kind)).map_or("unknown type", String::as_str)
    }

    fn sprite(&self, sprite: &Sprite) -> String {
        let Sprite { id, x, y, orientation, health, .. } = *sprite;
        let facing = number_pair(orientation);
        let disabled = if sprite.disabled { ", disabled" } else { "" };
        format!("{} #{id} at ({x}, {y}) facing {facing}, health {health}{disabled}", self.kind(sprite.kind))
    }

    fn event(&self, event: &Event) -> String {
        let (active, passive) = (self.kind(event.active_type), self.kind(event.passive_type));
        let by = if event.from_avatar { ", made by the avatar," } else { "" };
        let Event { active: id, passive: other, x, y, .. } = *event;
        format!("{active} #{id}{by} at ({x}, {y}) with {passive} #{other}")
    }

    fn inventory(&self, inventory: &Inventory) -> String {
        let items: Vec<_> =
            inventory.iter().map(|(&kind, amount)| format!("{amount} {}", self.kind(kind))).collect();
        if items.is_empty() { "nothing".to_owned() } else { items.join(", ") }
    }
}

fn number_pair((x, y): (f64, f64)) -> String {
    format!("({}, {})", number(x), number(y))
}

/// A double as recordings write it: the last digit counts.
fn number(value: f64) -> String {
    serde_json::to_string(&Double(value)).unwrap_or_default()
}

fn actions(list: &[Action]) -> String {
    if list.is_empty() {
        return "no actions".to_owned();
    }
    list.iter().map(|action| action.name()).collect::<Vec<_>>().join(" ")
}

/// How the game at its start differs from the recording's header.
pub fn of_headers(expected: &Header, got: &Header) -> Vec<Difference> {
    let mut found = Differences::default();
    found.check("players", expected.players, got.players);
    found.check("block size", expected.block, got.block);
    found.check("width", expected.width, got.width);
    found.check("height", expected.height, got.height);
    found.check_list("sprite types", &expected.types, &got.types, |name| format!("`{name}`"));
    let names = Names(&expected.types);
    found.check_list("sprite order", &expected.order, &got.order, |&kind| names.kind(kind).to_owned());
    for (player, (expected, got)) in expected.actions.iter().zip(&got.actions).enumerate() {
        found.check(format!("actions of player {player}"), actions(expected), actions(got));
    }
    found.check("generator", expected.rng, got.rng);
    found.check_list("sprites at the start", &expected.sprites, &got.sprites, |sprite| names.sprite(sprite));
    found.0
}

/// How a tick differs; `now` finds the engine's sprites after it.
pub fn of_ticks(
    expected: &Tick,
    got: &Tick,
    names: Names<'_>,
    now: impl Fn(i32) -> Option<Sprite>,
) -> Vec<Difference> {
    if expected == got {
        return Vec::new();
    }
    let mut found = Differences::default();
    for player in 0..expected.scores.len() {
        let pick = |list: &[f64]| list.get(player).copied().map_or_else(String::new, number);
        found.check(format!("score of player {player}"), pick(&expected.scores), pick(&got.scores));
        let pick = |list: &[i32]| list.get(player).copied().map_or("nothing", winner);
        found.check(format!("result of player {player}"), pick(&expected.winners), pick(&got.winners));
    }
    let end = |ended| if ended { "over" } else { "going on" };
    found.check("the game", end(expected.ended), end(got.ended));
    found.check("generator", expected.rng, got.rng);
    changed_sprites(&mut found, expected, got, names, now);
    gone_sprites(&mut found, &expected.gone, &got.gone);
    found.check_list("events", &expected.events, &got.events, |event| names.event(event));
    let inventories = [(&expected.inventory0, &got.inventory0), (&expected.inventory1, &got.inventory1)]
        .into_iter()
        .enumerate();
    for (player, (expected, got)) in inventories {
        let show = |changed: &Option<Inventory>| match changed {
            None => "no change".to_owned(),
            Some(inventory) => names.inventory(inventory),
        };
        found.check(format!("inventory of player {player}"), show(expected), show(got));
    }
    found.check_list("counters", &expected.counters, &got.counters, i32::to_string);
    found.0
}

fn winner(key: i32) -> &'static str {
    match key {
        -1 => "undecided",
        0 => "lost",
        1 => "won",
        _ => "disqualified",
    }
}

fn changed_sprites(
    found: &mut Differences,
    expected: &Tick,
    got: &Tick,
    names: Names<'_>,
    now: impl Fn(i32) -> Option<Sprite>,
) {
    if expected.changed == got.changed {
        return;
    }
    let before = found.0.len();
    let mut others: BTreeMap<i32, &Sprite> = got.changed.iter().map(|sprite| (sprite.id, sprite)).collect();
    for sprite in &expected.changed {
        let called = format!("{} #{}", names.kind(sprite.kind), sprite.id);
        match (others.remove(&sprite.id), now(sprite.id)) {
            (Some(other), _) => sprite_fields(found, &called, sprite, other, names),
            (None, Some(other)) => sprite_fields(found, &called, sprite, &other, names),
            (None, None) => found.add(called, names.sprite(sprite), "no such sprite"),
        }
    }
    for sprite in others.values() {
        let called = format!("{} #{}", names.kind(sprite.kind), sprite.id);
        found.add(called, "no change", names.sprite(sprite));
    }
    if found.0.len() == before {
        found
            .check_list("order of the changed sprites", &expected.changed, &got.changed, |s| names.sprite(s));
    }
}

fn sprite_fields(found: &mut Differences, called: &str, expected: &Sprite, got: &Sprite, names: Names<'_>) {
    found.check(format!("{called}, type"), names.kind(expected.kind), names.kind(got.kind));
    found.check(format!("{called}, x"), expected.x, got.x);
    found.check(format!("{called}, y"), expected.y, got.y);
    let facing = |sprite: &Sprite| number_pair(sprite.orientation);
    found.check(format!("{called}, orientation"), facing(expected), facing(got));
    found.check(format!("{called}, health"), expected.health, got.health);
    found.check(format!("{called}, disabled"), expected.disabled, got.disabled);
}

fn gone_sprites(found: &mut Differences, expected: &[i32], got: &[i32]) {
    let (expected, got): (BTreeSet<_>, BTreeSet<_>) = (expected.iter().collect(), got.iter().collect());
    for id in expected.difference(&got) {
        found.add(format!("sprite #{id}"), "gone", "still there");
    }
    for id in got.difference(&expected) {
        found.add(format!("sprite #{id}"), "still there", "gone");
    }
}

/// How two observations differ, key by key.
pub fn of_observations(expected: &Observation, got: &Observation) -> Vec<Difference> {
    let mut found = Differences::default();
    let keys = |observation: &Observation| match serde_json::to_value(observation) {
        Ok(Value::Object(keys)) => keys,
        _ => serde_json::Map::new(),
    };
    let (expected, got) = (keys(expected), keys(got));
    for (key, expected) in &expected {
        values(&mut found, key.clone(), expected, got.get(key).unwrap_or(&Value::Null));
    }
    found.0
}

/// Descends into lists of equal length to the first entry that differs.
fn values(found: &mut Differences, what: String, expected: &Value, got: &Value) {
    match (expected, got) {
        (Value::Array(a), Value::Array(b))
            if a.iter().any(Value::is_array) || b.iter().any(Value::is_array) =>
        {
            let entry = (0..a.len().max(b.len())).find(|&i| a.get(i) != b.get(i));
            if let Some(i) = entry {
                let missing = Value::String("nothing".to_owned());
                let (a, b) = (a.get(i).unwrap_or(&missing), b.get(i).unwrap_or(&missing));
                values(found, format!("{what}[{i}]"), a, b);
            }
        }
        _ => found.check(what, expected, got),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tick() -> Tick {
        let line = concat!(
            r#"{"t":3,"a":["UP"],"s":[2],"w":[-1],"e":0,"r":5,"c":[[4,1,10,20,0,1,0],[9,2,0,0,0.1,0,3]],"#,
            r#""k":[7],"v":[[1,1,2,4,9,10,20]],"i0":{"2":1},"n":[1]}"#
        );
        serde_json::from_str(line).unwrap()
    }

    /// The differences, one a line, where the engine still has the sprites of the tick.
    fn differences(change: impl FnOnce(&mut Tick)) -> Vec<String> {
        let names = ["wall", "avatar", "key"].map(str::to_owned);
        let mut got = tick();
        change(&mut got);
        let now = |id| {
            tick().changed.into_iter().find(|sprite| sprite.id == id).map(|s| Sprite { x: s.x - 1, ..s })
        };
        of_ticks(&tick(), &got, Names(&names), now).iter().map(Difference::to_string).collect()
    }

    #[test]
    fn nothing_differs() {
        assert!(differences(|_| ()).is_empty());
        assert!(differences(|got| got.changed[0].orientation.0 = -0.0).is_empty());
    }

    #[test]
    fn sprites_are_told_by_name_and_field() {
        assert_eq!(differences(|got| got.changed[0].y = 21), ["avatar #4, y: expected 20, got 21"]);
        assert_eq!(
            differences(|got| got.changed[1].orientation.0 = 0.1_f64.next_up()),
            ["key #9, orientation: expected (0.1, 0), got (0.10000000000000002, 0)"]
        );
        assert_eq!(differences(|got| got.changed.truncate(1)), ["key #9, x: expected 0, got -1"]);
        assert_eq!(
            differences(|got| got.changed[0].id = 5),
            [
                "avatar #4, x: expected 10, got 9",
                "avatar #5: expected no change, got avatar #5 at (10, 20) facing (0, 1), health 0"
            ]
        );
        assert_eq!(
            differences(|got| got.changed.reverse()),
            [
                "order of the changed sprites, entry 0: expected avatar #4 at (10, 20) facing (0, 1), health 0, \
              got key #9 at (0, 0) facing (0.1, 0), health 3"
            ]
        );
        assert_eq!(
            differences(|got| got.gone = vec![8]),
            ["sprite #7: expected gone, got still there", "sprite #8: expected still there, got gone"]
        );
    }

    #[test]
    fn everything_else() {
        assert_eq!(differences(|got| got.scores[0] = 2.5), ["score of player 0: expected 2, got 2.5"]);
        assert_eq!(
            differences(|got| got.winners[0] = 1),
            ["result of player 0: expected undecided, got won"]
        );
        assert_eq!(differences(|got| got.ended = true), ["the game: expected going on, got over"]);
        assert_eq!(differences(|got| got.rng = 6), ["generator: expected 5, got 6"]);
        assert_eq!(
            differences(|got| got.events.clear()),
            ["events, entry 0: expected avatar #4, made by the avatar, at (10, 20) with key #9, got nothing"]
        );
        assert_eq!(
            differences(|got| got.inventory0 = None),
            ["inventory of player 0: expected 1 key, got no change"]
        );
        assert_eq!(differences(|got| got.counters[0] = 0), ["counters, entry 0: expected 1, got 0"]);
    }
}
