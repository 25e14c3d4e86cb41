//! The values of rows and cards.

use std::borrow::Cow;

use serde_json::Value;

use crate::domain::Time;
use crate::moving::json;
/// Returns a text that is not blank.
pub(super) use crate::moving::json::text as filled;

/// Returns a value as text; empty if it is none.
pub(super) fn text<'value>(of: &'value Value, name: &str) -> Cow<'value, str> {
    match of.get(name) {
        Some(Value::String(text)) => Cow::Borrowed(text),
        Some(Value::Number(number)) => Cow::Owned(number.to_string()),
        _ => Cow::Borrowed(""),
    }
}

/// Whether a value is true.
pub(super) fn flag(of: &Value, name: &str) -> bool {
    json::flag(of, name) == Some(true)
}

/// Returns the entries of a list; none if it is no list.
pub(super) fn list<'value>(of: &'value Value, name: &str) -> &'value [Value] {
    of.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns a time.
pub(super) fn time(of: &Value, name: &str) -> Option<Time> {
    json::first_time(of, &[name])
}
