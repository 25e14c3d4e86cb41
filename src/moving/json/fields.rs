//! Fields of JSON, which systems write in one form today and in another tomorrow.

use serde_json::Value;

use crate::domain::Time;
use crate::moving::times;

/// Returns a text that is not blank, or a number as text.
pub(in crate::moving) fn text(value: &Value, key: &str) -> Option<String> {
    match value.get(key)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the first of some fields that has a text.
pub(in crate::moving) fn first_text(value: &Value, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| text(value, key))
}

/// Returns whether a field says yes or no.
pub(in crate::moving) fn flag(value: &Value, key: &str) -> Option<bool> {
    match value.get(key)? {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => Some(number.as_i64() != Some(0)),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" => Some(true),
            "false" | "0" | "no" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the first of some fields that has a time.
pub(in crate::moving) fn first_time(value: &Value, keys: &[&str]) -> Option<Time> {
    keys.iter()
        .find_map(|key| text(value, key).and_then(|text| times::time(&text)))
}

/// Returns the names of a list, whose entries are texts or objects with a name, or of a text with commas between them.
pub(in crate::moving) fn names(value: &Value, key: &str) -> Vec<String> {
    let names: Vec<String> = match value.get(key) {
        Some(Value::Array(list)) => list
            .iter()
            .filter_map(|entry| match entry {
                Value::String(name) => Some(name.clone()),
                _ => first_text(entry, &["name", "slug"]),
            })
            .collect(),
        Some(Value::String(names)) => names.split(',').map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    names
        .iter()
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_fields_in_all_their_forms() {
        let value = json!({
            "text": " a ", "blank": " ", "number": 7, "yes": "True", "no": 0, "null": null,
            "list": ["a", {"name": "b"}, {"slug": "c"}, 4, " "], "commas": "a, b,,",
            "time": "2023-03-21",
        });
        assert_eq!(text(&value, "text").as_deref(), Some(" a "));
        assert_eq!(text(&value, "number").as_deref(), Some("7"));
        for key in ["blank", "null", "list", "missing"] {
            assert_eq!(text(&value, key), None, "{key}");
        }
        assert_eq!(first_text(&value, &["blank", "number"]).as_deref(), Some("7"));
        assert_eq!(flag(&value, "yes"), Some(true));
        assert_eq!(flag(&value, "no"), Some(false));
        assert_eq!(flag(&value, "text"), None);
        assert_eq!(names(&value, "list"), ["a", "b", "c"]);
        assert_eq!(names(&value, "commas"), ["a", "b"]);
        assert_eq!(first_time(&value, &["text", "time"]), times::time("2023-03-21"));
    }
}
