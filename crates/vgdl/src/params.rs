//! Parameters as written, and how their text becomes values.
//!
//! The reference gives a value a type first, from its text alone, and then assigns it only if the field has
//! that type. A mismatch is ignored without a word and the default stays.

use crate::number::{parse_double, parse_int};

/// A cardinal direction, none, or the special "nil" direction, as a vector.
pub type Vector = (f64, f64);

/// A colour as red, green, blue.
pub type Rgb = (u8, u8, u8);

/// The effective parameters of a sprite, an effect or a termination, in a stable order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Params {
    entries: Vec<(String, String)>,
}

impl Params {
    /// Sets a parameter; a later value replaces an earlier one.
    pub fn set(&mut self, key: &str, value: &str) {
        match self.entries.iter_mut().find(|(k, _)| k == key) {
            Some(entry) => entry.1 = value.to_owned(),
            None => self.entries.push((key.to_owned(), value.to_owned())),
        }
    }

    /// All parameters as written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// The text of a parameter, whatever its type.
    pub fn raw(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    fn value(&self, key: &str) -> Option<Value<'_>> {
        self.raw(key).map(|text| Value::of(key, text))
    }

    /// The value for an integer field.
    pub fn int(&self, key: &str) -> Option<i32> {
        match self.value(key)? {
            Value::Int(v) => Some(v),
            _ => None,
        }
    }

    /// The value for a double field: integers count too.
    pub fn double(&self, key: &str) -> Option<f64> {
        match self.value(key)? {
            Value::Int(v) => Some(f64::from(v)),
            Value::Double(v) => Some(v),
            _ => None,
        }
    }

    /// The value for a boolean field.
    pub fn bool(&self, key: &str) -> Option<bool> {
        match self.value(key)? {
            Value::Bool(v) => Some(v),
            _ => None,
        }
    }

    /// The value for a text field.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.value(key)? {
            Value::Text(v) => Some(v),
            _ => None,
        }
    }

    /// The value for a direction field.
    pub fn direction(&self, key: &str) -> Option<Vector> {
        match self.value(key)? {
            Value::Direction(v) => Some(v),
            _ => None,
        }
    }

    /// The value for a colour field.
    pub fn color(&self, key: &str) -> Option<Rgb> {
        match self.value(key)? {
            Value::Color(v) => Some(v),
            _ => None,
        }
    }
}

/// Splits at commas as Java does: empty parts at the end vanish, but an empty text is one empty part.
pub fn java_split(text: &str) -> impl Iterator<Item = &str> {
    let kept =
        if text.is_empty() { Some(text) } else { Some(text.trim_end_matches(',')).filter(|t| !t.is_empty()) };
    kept.into_iter().flat_map(|text| text.split(','))
}

/// A parameter's text with the type that the reference sees in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// A decimal 32-bit integer or an integer constant.
    Int(i32),
    /// Anything else that Java reads as a double.
    Double(f64),
    /// `true` or `false` in any case.
    Bool(bool),
    /// A direction constant.
    Direction(Vector),
    /// A colour constant.
    Color(Rgb),
    /// A constant of a type that no field has.
    Unusable,
    /// All other text.
    Text(&'a str),
}

impl<'a> Value<'a> {
    /// Types a value; the key matters for a few fields that always stay text.
    pub fn of(key: &str, text: &'a str) -> Self {
        let is = |names: &[&str]| names.iter().any(|n| key.eq_ignore_ascii_case(n));
        if let Some(constant) = constant(text) {
            return constant;
        }
        if is(&["scoreChange", "scoreChangeIfKilled"]) {
            return Value::Text(text);
        }
        if let Some(v) = parse_int(text) {
            return Value::Int(v);
        }
        if let Some(v) = parse_double(text) {
            return Value::Double(v);
        }
        if !is(&["win", "hidden", "invisible"]) {
            if text.eq_ignore_ascii_case("true") {
                return Value::Bool(true);
            }
            if text.eq_ignore_ascii_case("false") {
                return Value::Bool(false);
            }
        }
        Value::Text(text)
    }
}

/// The names of directions.
pub const DIRECTIONS: &[(&str, Vector)] = &[
    ("UP", (0.0, -1.0)),
    ("DOWN", (0.0, 1.0)),
    ("LEFT", (-1.0, 0.0)),
    ("RIGHT", (1.0, 0.0)),
    ("NONE", (0.0, 0.0)),
    ("NIL", (-1.0, -1.0)),
    ("DUP", (0.0, -1.0)),
    ("DDOWN", (0.0, 1.0)),
    ("DLEFT", (-1.0, 0.0)),
    ("DRIGHT", (1.0, 0.0)),
    ("DNONE", (0.0, 0.0)),
    ("DNIL", (-1.0, -1.0)),
];

/// The names of colours.
pub const COLORS: &[(&str, Rgb)] = &[
    ("GREEN", (0, 200, 0)),
    ("BLUE", (0, 0, 200)),
    ("RED", (200, 0, 0)),
    ("GRAY", (90, 90, 90)),
    ("WHITE", (250, 250, 250)),
    ("BROWN", (140, 120, 100)),
    ("BLACK", (0, 0, 0)),
    ("ORANGE", (250, 160, 0)),
    ("YELLOW", (250, 250, 0)),
    ("PINK", (250, 200, 200)),
    ("GOLD", (250, 212, 0)),
    ("LIGHTRED", (250, 50, 50)),
    ("LIGHTORANGE", (250, 200, 100)),
    ("LIGHTBLUE", (50, 100, 250)),
    ("LIGHTGREEN", (50, 250, 50)),
    ("DARKGREEN", (35, 117, 29)),
    ("LIGHTYELLOW", (255, 250, 128)),
    ("LIGHTGRAY", (238, 238, 238)),
    ("DARKGRAY", (30, 30, 30)),
    ("DARKBLUE", (20, 20, 100)),
    // One colour per process in the reference; drawing only, so any fixed one will do.
    ("RANDOM", (140, 80, 200)),
];

/// The names of numbers.
const NUMBERS: &[(&str, i32)] = &[
    ("GRID", 0),
    ("CONT", 1),
    ("PHYSICS_NONE", -1),
    ("TYPE_AVATAR", 0),
    ("TYPE_RESOURCE", 1),
    ("TYPE_PORTAL", 2),
    ("TYPE_NPC", 3),
    ("TYPE_STATIC", 4),
    ("TYPE_FROMAVATAR", 5),
    ("TYPE_MOVABLE", 6),
    ("SCORE_DISQ", -1000),
    ("NUM_LEARNING_LEVELS", 5),
    ("NUM_TRAINING_LEVELS", 3),
    ("DEFAULT_SINGLE_PLAYER_KEYIDX", 0),
];

/// Names of things that no field can hold, and of numbers of GVGAI's own that no game can mean: their values are left
/// out, but they are no text either.
const UNUSABLE: &[&str] =
    &["BASEDIRS", "DBASEDIRS", "ALL_ACTIONS", "COLOR_DISC", "LEARNING_RESULT_DISQ", "LEARNING_FINISH_ROUND"];

/// All names of GVGAI's own section numbers start with this.
const SECTION_NUMBER: &str = "VGDL_";

/// The built-in constant of this exact name.
fn constant(text: &str) -> Option<Value<'static>> {
    fn find<T: Copy>(table: &[(&str, T)], text: &str) -> Option<T> {
        table.iter().find(|(name, _)| *name == text).map(|&(_, value)| value)
    }
    find(DIRECTIONS, text)
        .map(Value::Direction)
        .or_else(|| find(COLORS, text).map(Value::Color))
        .or_else(|| find(NUMBERS, text).map(Value::Int))
        .or_else(|| (UNUSABLE.contains(&text) || text.starts_with(SECTION_NUMBER)).then_some(Value::Unusable))
}

/// Is this the name of a built-in constant? A parameter with this text never names a sprite.
pub fn is_constant(text: &str) -> bool {
    constant(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_the_type_that_its_text_has() {
        assert_eq!(Value::of("k", "12"), Value::Int(12));
        assert_eq!(Value::of("k", "+12"), Value::Int(12));
        assert_eq!(Value::of("k", "3000000000"), Value::Double(3e9));
        assert_eq!(Value::of("k", "0x1.8p1"), Value::Double(3.0));
        assert_eq!(Value::of("k", "0x18"), Value::Text("0x18"));
        assert_eq!(Value::of("k", "tRue"), Value::Bool(true));
        assert_eq!(Value::of("k", "UP"), Value::Direction((0.0, -1.0)));
        assert_eq!(Value::of("k", "GOLD"), Value::Color((250, 212, 0)));
        assert_eq!(Value::of("k", "CONT"), Value::Int(1));
        assert_eq!(Value::of("k", "NUM_LEARNING_LEVELS"), Value::Int(5));
        assert_eq!(Value::of("k", "DEFAULT_SINGLE_PLAYER_KEYIDX"), Value::Int(0));
        for text in ["BASEDIRS", "VGDL_SPRITE_SET", "LEARNING_FINISH_ROUND"] {
            assert_eq!(Value::of("k", text), Value::Unusable, "{text}");
        }
    }

    #[test]
    fn some_keys_keep_their_text() {
        assert_eq!(Value::of("ScoreChange", "1"), Value::Text("1"));
        assert_eq!(Value::of("counter", "1"), Value::Int(1));
        assert_eq!(Value::of("WIN", "True"), Value::Text("True"));
        assert_eq!(Value::of("hidden", "true"), Value::Text("true"));
        assert_eq!(Value::of("win", "1"), Value::Int(1));
    }

    #[test]
    fn a_field_takes_only_values_of_its_type() {
        let mut params = Params::default();
        for (key, value) in [("a", "1"), ("b", "1.5"), ("c", "True"), ("d", "x"), ("a", "2")] {
            params.set(key, value);
        }
        assert_eq!((params.int("a"), params.int("b"), params.int("c")), (Some(2), None, None));
        assert_eq!(
            (params.double("a"), params.double("b"), params.double("d")),
            (Some(2.0), Some(1.5), None)
        );
        assert_eq!((params.bool("a"), params.bool("c")), (None, Some(true)));
        assert_eq!((params.text("a"), params.text("d"), params.text("e")), (None, Some("x"), None));
    }

    #[test]
    fn commas_split_as_in_java() {
        let parts = |text| java_split(text).collect::<Vec<_>>();
        assert_eq!(parts("a,,b,,"), ["a", "", "b"]);
        assert_eq!(parts(","), [""; 0]);
        assert_eq!(parts(""), [""]);
    }
}
