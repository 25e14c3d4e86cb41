//! The values of rows and cards, which other programs write in more types than Ghost does.

use std::borrow::Cow;

use serde_json::Value;

use crate::domain::Time;

/// Returns a value as text; empty if it is none.
pub(super) fn text<'value>(of: &'value Value, name: &str) -> Cow<'value, str> {
    match of.get(name) {
        Some(Value::String(text)) => Cow::Borrowed(text),
        Some(Value::Number(number)) => Cow::Owned(number.to_string()),
        _ => Cow::Borrowed(""),
    }
}

/// Returns a text that is not blank.
pub(super) fn filled(of: &Value, name: &str) -> Option<String> {
    let text = text(of, name);
    (!text.trim().is_empty()).then(|| text.into_owned())
}

/// Whether a value is true, as databases and programs write it.
pub(super) fn flag(of: &Value, name: &str) -> bool {
    match of.get(name) {
        Some(Value::Bool(flag)) => *flag,
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(Value::String(text)) => matches!(text.as_str(), "1" | "true"),
        _ => false,
    }
}

/// Returns the entries of a list; none if it is no list.
pub(super) fn list<'value>(of: &'value Value, name: &str) -> &'value [Value] {
    of.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns a time: as RFC 3339, as databases write it, or in milliseconds.
pub(super) fn time(of: &Value, name: &str) -> Option<Time> {
    match of.get(name)? {
        Value::String(text) => {
            let text = text.trim();
            let parse_number = || text.parse().ok().map(Time::from_milliseconds);
            Time::parse(text)
                .or_else(|| Time::parse(&format!("{}Z", text.replacen(' ', "T", 1))))
                .or_else(parse_number)
        }
        Value::Number(number) => number.as_i64().map(Time::from_milliseconds),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_times_in_every_form() {
        let expected = Time::parse("2017-09-01T12:30:00Z");
        for value in [
            json!("2017-09-01T12:30:00.000Z"),
            json!("2017-09-01T14:30:00+02:00"),
            json!("2017-09-01 12:30:00"),
            json!("2017-09-01T12:30:00"),
            json!("1504269000000"),
            json!(1_504_269_000_000_i64),
        ] {
            assert_eq!(time(&json!({ "at": value }), "at"), expected, "{value}");
        }
        for value in [json!("soon"), json!(null), json!({}), json!("")] {
            assert_eq!(time(&json!({ "at": value }), "at"), None, "{value}");
        }
    }

    #[test]
    fn reads_what_is_true_in_every_form() {
        for value in [json!(true), json!(1), json!("1"), json!("true")] {
            assert!(flag(&json!({ "is": value }), "is"), "{value}");
        }
        for value in [json!(false), json!(0), json!("0"), json!(null), json!("")] {
            assert!(!flag(&json!({ "is": value }), "is"), "{value}");
        }
    }
}
