//! How recordings write what JSON has no form for.

use ludex_engine::Action;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A double: whole numbers without a fraction, and names for what is not a number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Double(pub f64);

/// Doubles that recordings cannot tell apart: zero has no sign there, and there is only one `NaN`.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

impl Serialize for Double {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// Up to here every whole number is a double.
        const WHOLE: f64 = (1_u64 << 53) as f64;
        let value = self.0;
        if value.fract() == 0.0 && value.abs() < WHOLE {
            serializer.serialize_i64(value as i64)
        } else if value.is_finite() {
            serializer.serialize_f64(value)
        } else {
            serializer.serialize_str(match value {
                f64::INFINITY => "Infinity",
                f64::NEG_INFINITY => "-Infinity",
                _ => "NaN",
            })
        }
    }
}

impl<'de> Deserialize<'de> for Double {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Double;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }
            fn visit_i64<E: Error>(self, v: i64) -> Result<Double, E> {
                Ok(Double(v as f64))
            }
            fn visit_u64<E: Error>(self, v: u64) -> Result<Double, E> {
                Ok(Double(v as f64))
            }
            fn visit_f64<E: Error>(self, v: f64) -> Result<Double, E> {
                Ok(Double(v))
            }
            fn visit_str<E: Error>(self, v: &str) -> Result<Double, E> {
                match v {
                    "NaN" => Ok(Double(f64::NAN)),
                    "Infinity" => Ok(Double(f64::INFINITY)),
                    "-Infinity" => Ok(Double(f64::NEG_INFINITY)),
                    _ => Err(E::invalid_value(Unexpected::Str(v), &self)),
                }
            }
        }
        deserializer.deserialize_any(Number)
    }
}

/// A yes or no, written 1 or 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flag(pub bool);

impl Serialize for Flag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0.into())
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            0 => Ok(Flag(false)),
            1 => Ok(Flag(true)),
            other => Err(D::Error::invalid_value(Unexpected::Unsigned(other), &"0 or 1")),
        }
    }
}

/// An action, written as its name in upper case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ActionName(pub Action);

impl Serialize for ActionName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for ActionName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = ActionName;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an action")
            }
            fn visit_str<E: Error>(self, v: &str) -> Result<ActionName, E> {
                v.parse().map(ActionName).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Name)
    }
}

/// A value that recordings write in one of the forms above. `#[serde(with = "json")]` marks a field of it.
pub(crate) trait Written: Sized {
    /// What is written.
    type Form: Serialize + for<'de> Deserialize<'de>;
    fn form(&self) -> Self::Form;
    fn of(form: Self::Form) -> Self;
}

impl Written for f64 {
    type Form = Double;
    fn form(&self) -> Double {
        Double(*self)
    }
    fn of(form: Double) -> f64 {
        form.0
    }
}

impl Written for bool {
    type Form = Flag;
    fn form(&self) -> Flag {
        Flag(*self)
    }
    fn of(form: Flag) -> bool {
        form.0
    }
}

impl Written for Action {
    type Form = ActionName;
    fn form(&self) -> ActionName {
        ActionName(*self)
    }
    fn of(form: ActionName) -> Action {
        form.0
    }
}

impl<A: Written, B: Written> Written for (A, B) {
    type Form = (A::Form, B::Form);
    fn form(&self) -> Self::Form {
        (self.0.form(), self.1.form())
    }
    fn of(form: Self::Form) -> Self {
        (A::of(form.0), B::of(form.1))
    }
}

impl<T: Written> Written for Vec<T> {
    type Form = Vec<T::Form>;
    fn form(&self) -> Self::Form {
        self.iter().map(T::form).collect()
    }
    fn of(form: Self::Form) -> Self {
        form.into_iter().map(T::of).collect()
    }
}

pub(crate) fn serialize<T: Written, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.form().serialize(serializer)
}

pub(crate) fn deserialize<'de, T: Written, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::Form::deserialize(deserializer).map(T::of)
}
