//! A value of bounded size.

use std::cell::Cell;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The most bytes that one entry may take in memory, nearly.
pub(super) const ENTRY_MAX: usize = 12 << 20;
/// The bytes of a value beside its text.
const VALUE_SIZE: usize = 64;

/// What an entry may still take.
pub(super) struct Budget<'c> {
    left: usize,
    is_exceeded: bool,
    was_cut: &'c Cell<bool>,
}

impl<'c> Budget<'c> {
    /// Creates the budget of an entry; it is exceeded as well when `was_cut` is set.
    pub(super) fn new(was_cut: &'c Cell<bool>) -> Self {
        was_cut.set(false);
        Self {
            left: ENTRY_MAX,
            is_exceeded: false,
            was_cut,
        }
    }

    /// Takes room for a value with a text of so many bytes; returns whether there is.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let rest = self.left.checked_sub(bytes.saturating_add(VALUE_SIZE));
        self.is_exceeded |= rest.is_none() || self.was_cut.take();
        self.left = rest.unwrap_or_default();
        !self.is_exceeded
    }

    /// Whether everything of the entry was kept.
    pub(super) fn is_kept(&self) -> bool {
        !self.is_exceeded && !self.was_cut.get()
    }
}

/// Reads a value; what exceeds the budget is read and dropped.
pub(super) struct Bounded<'b, 'c>(pub(super) &'b mut Budget<'c>);

impl<'de> DeserializeSeed<'de> for Bounded<'_, '_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_, '_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element_seed(Bounded(&mut *self.0))? {
            if self.0.spend(0) {
                list.push(entry);
            }
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(Bounded(&mut *self.0))?;
            if self.0.spend(key.len()) {
                object.insert(key, value);
            }
        }
        Ok(Value::Object(object))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        if self.0.spend(text.len()) {
            Ok(Value::String(text.to_owned()))
        } else {
            Ok(Value::Null)
        }
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
}
