//! The keys of the settings: their values as texts, and what an unknown one may stand for.

use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use toml::de::DeValue;
use toml::{Spanned, Table, Value};

use super::ConfigError;
use super::error::Origin;

/// The largest edit distance at which a name is suggested for another.
const SUGGESTION_DISTANCE_MAX: usize = 3;

/// Reads the value of a key in a file.
pub(super) fn value_of(
    value: &Spanned<DeValue<'_>>,
    key: &str,
    origin: &Origin,
) -> Result<Value, ConfigError> {
    let value = Value::deserialize(value.clone().into_deserializer());
    value.map_err(|error| ConfigError::Setting {
        origin: origin.clone(),
        key: key.to_owned(),
        message: error.message().replace('\n', "; "),
    })
}

/// Parses the text of a variable as a value of the key's type.
pub(super) fn parse_like(existing: &Value, text: &str) -> Value {
    match existing {
        Value::Integer(_) => text.parse().map(Value::Integer).ok(),
        Value::Boolean(_) => text.parse().map(Value::Boolean).ok(),
        Value::Array(_) => Some(Value::Array(
            text.split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty())
                .map(|item| Value::String(item.to_owned()))
                .collect(),
        )),
        _ => None,
    }
    .unwrap_or_else(|| Value::String(text.to_owned()))
}

/// Returns the message about an unknown name, with those that it may stand for.
pub(super) fn hint(what: &str, name: &str, known: &Table) -> String {
    let nearest = known
        .keys()
        .map(|candidate| (strsim::levenshtein(name, candidate), candidate))
        .min();
    match nearest {
        Some((distance, candidate)) if distance <= SUGGESTION_DISTANCE_MAX => {
            format!("{what}; did you mean {candidate}?")
        }
        _ => {
            let names: Vec<&str> = known.keys().map(String::as_str).collect();
            format!("{what}; known are {}", names.join(", "))
        }
    }
}
