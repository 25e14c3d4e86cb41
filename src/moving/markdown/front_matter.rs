//! The fields at the beginning of a file: YAML between `---`, TOML between `+++`, or a JSON object.

use serde_json::{Map, Number, Value};
use serde_saphyr::{DuplicateKeyPolicy, NonFiniteFloatPolicy, Options};

/// The most bytes of front matter.
const LENGTH_MAX: usize = 256 << 10;
const TOO_LONG: &str = "Its front matter is larger than 256 KiB";
/// The tables within the fields that systems leave to themes; what is in them counts like what is beside them.
const TABLES: [&str; 3] = ["params", "extra", "taxonomies"];

/// Named values. Names are compared without regard to case, `-` and `_`: `publish_date` is `publishDate`.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Returns the field with this name, which is written as [`key`] returns it, unless it is empty.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        let own = self.0.get(name).filter(|value| !value.is_null());
        own.or_else(|| {
            TABLES
                .iter()
                .filter_map(|table| self.0.get(*table)?.as_object()?.get(name))
                .find(|value| !value.is_null())
        })
    }

    /// Returns the value at a path such as `cover.image`, in which names may be written in any way.
    pub(super) fn at(&self, path: &str) -> Option<&Value> {
        let mut parts = path.split('.').map(key);
        let mut value = self.get(&parts.next()?)?;
        for part in parts {
            value = value.get(part)?;
        }
        Some(value).filter(|value| !value.is_null())
    }

    /// Returns the text at a path: a text, a number or a truth value; `None` if it is blank.
    pub(super) fn text(&self, path: &str) -> Option<String> {
        self.at(path).and_then(scalar)
    }

    /// Returns the first text at one of the paths.
    pub(super) fn first_text(&self, paths: &[&str]) -> Option<String> {
        paths.iter().find_map(|path| self.text(path))
    }

    /// Returns the truth value of a field, which may be written as a text; `None` if it is none.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Bool(flag) => Some(*flag),
            Value::Number(number) => number.as_i64().map(|number| number != 0),
            Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" | "y" | "1" => Some(true),
                "false" | "no" | "off" | "n" | "0" => Some(false),
                _ => None,
            },
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// Returns the texts of a field: the items of a list, or a single text.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        match self.get(name) {
            Some(Value::Array(items)) => items.iter().filter_map(scalar).collect(),
            Some(value) => scalar(value).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// Adds the fields that are not there yet.
    pub(super) fn fill_from(&mut self, defaults: &Map<String, Value>) {
        for (name, value) in defaults {
            if self.0.get(name).is_none_or(Value::is_null) {
                self.0.insert(name.clone(), value.clone());
            }
        }
    }

    /// All fields.
    pub(super) fn map(&self) -> &Map<String, Value> {
        &self.0
    }

    /// All fields as one value.
    pub(super) fn to_value(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// Sets a field.
    pub(super) fn set(&mut self, name: &str, value: Value) {
        self.0.insert(key(name), value);
    }
}

impl From<Map<String, Value>> for Fields {
    fn from(map: Map<String, Value>) -> Self {
        Self(with_keys(map))
    }
}

/// Returns a name without what systems write in different ways.
pub(super) fn key(name: &str) -> String {
    name.chars()
        .filter(|character| !matches!(character, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

fn with_keys(map: Map<String, Value>) -> Map<String, Value> {
    map.into_iter()
        .map(|(name, value)| (key(&name), with_keys_within(value)))
        .collect()
}

fn with_keys_within(value: Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(with_keys(map)),
        Value::Array(items) => Value::Array(items.into_iter().map(with_keys_within).collect()),
        other => other,
    }
}

/// Returns a value that is no list and no table as a text, unless it is blank.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Reads one of the three forms; `None` if it is no table of fields.
type Parse = fn(&str) -> Result<Option<Fields>, String>;

/// Splits a file into its fields, if it has such, and its text.
///
/// # Errors
/// Says why its fields cannot be read.
pub(super) fn split(file: &str) -> Result<(Option<Fields>, &str), String> {
    let file = file.strip_prefix('\u{feff}').unwrap_or(file);
    let (first, rest) = file.split_once('\n').unwrap_or((file, ""));
    let (parse, ends): (Parse, &[&str]) = match first.trim_end() {
        "---" | "---yaml" | "---yml" => (yaml, &["---", "..."]),
        "---toml" => (toml, &["---"]),
        "---json" => (json, &["---"]),
        "+++" => (toml, &["+++"]),
        "---js" | "---javascript" => {
            return Err("Its front matter is a program in JavaScript, which is not run".to_owned());
        }
        _ if begins_with_object(file) => return split_object(file),
        _ => return Ok((None, file)),
    };
    let is_likely = rest
        .lines()
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .is_some_and(|line| begins_with_name(line) || ends.contains(&line.trim_end()));
    let Some((fields, text)) = split_at_end(rest, ends) else {
        return if is_likely {
            Err("Its front matter does not end".to_owned())
        } else {
            Ok((None, file))
        };
    };
    let parsed = if fields.len() > LENGTH_MAX {
        Err(TOO_LONG.to_owned())
    } else {
        parse(fields)
    };
    match parsed {
        Ok(Some(fields)) => Ok((Some(fields), text)),
        Err(reason) if is_likely => Err(reason),
        // The line is a break between parts of the text.
        Ok(None) | Err(_) => Ok((None, file)),
    }
}

fn split_at_end<'text>(rest: &'text str, ends: &[&str]) -> Option<(&'text str, &'text str)> {
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if ends.contains(&line.trim_end()) {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

/// Whether a line begins as `name:` or `name =` do.
fn begins_with_name(line: &str) -> bool {
    let name_end = line.find([':', '=']).unwrap_or_default();
    let name = line[..name_end].trim().trim_matches(['"', '\'']);
    line.starts_with(['{', '['])
        || (!name.is_empty()
            && name
                .chars()
                .all(|character| character.is_alphanumeric() || matches!(character, '-' | '_' | '.')))
}

fn begins_with_object(file: &str) -> bool {
    file.strip_prefix('{')
        .is_some_and(|rest| rest.trim_start().starts_with(['"', '}']))
}

fn split_object(file: &str) -> Result<(Option<Fields>, &str), String> {
    let mut values = serde_json::Deserializer::from_str(file).into_iter::<Map<String, Value>>();
    match values.next() {
        Some(Ok(_)) if values.byte_offset() > LENGTH_MAX => Err(TOO_LONG.to_owned()),
        Some(Ok(map)) => {
            let text = file.get(values.byte_offset()..).unwrap_or_default();
            Ok((Some(map.into()), text.trim_start_matches([' ', '\r', '\n'])))
        }
        Some(Err(error)) => Err(format!("Its front matter is not valid JSON: {error}")),
        None => Ok((None, file)),
    }
}

/// Reads YAML; `None` if it is no table.
///
/// # Errors
/// Says why it cannot be read.
pub(super) fn yaml(text: &str) -> Result<Option<Fields>, String> {
    match serde_saphyr::from_str_with_options(text, yaml_options()) {
        Ok(Value::Object(map)) => Ok(Some(map.into())),
        Ok(Value::Null) => Ok(Some(Fields::default())),
        Ok(_) => Ok(None),
        Err(error) => {
            let line = error.location().map_or(0, |location| location.line());
            let message = error.without_snippet().to_string();
            let message = message.lines().next().unwrap_or_default();
            Err(format!("Line {line} of its YAML cannot be read: {message}"))
        }
    }
}

/// Bounds for what a person writes at the head of a text, and the truth values of YAML 1.2 alone: a tag may be called `no`.
fn yaml_options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 32,
            max_events: 100_000,
            max_nodes: 50_000,
            max_documents: 2,
            max_anchors: 100,
            max_aliases: 100,
            max_total_scalar_bytes: 4 << 20,
            max_merge_keys: 100,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 10_000,
            max_replay_stack_depth: 8,
        },
        duplicate_keys: DuplicateKeyPolicy::LastWins,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        strict_booleans: true,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
    }
}

/// Reads TOML.
///
/// # Errors
/// Says why it cannot be read.
pub(super) fn toml(text: &str) -> Result<Option<Fields>, String> {
    let table: toml::Table =
        toml::from_str(text).map_err(|error| format!("Its TOML cannot be read: {}", error.message()))?;
    match from_toml(toml::Value::Table(table)) {
        Value::Object(map) => Ok(Some(map.into())),
        _ => Ok(None),
    }
}

fn from_toml(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::Number(number.into()),
        toml::Value::Float(number) => {
            Number::from_f64(number).map_or_else(|| Value::String(number.to_string()), Value::Number)
        }
        toml::Value::Boolean(flag) => Value::Bool(flag),
        toml::Value::Datetime(time) => Value::String(time.to_string()),
        toml::Value::Array(items) => Value::Array(items.into_iter().map(from_toml).collect()),
        toml::Value::Table(table) => Value::Object(
            table
                .into_iter()
                .map(|(name, value)| (name, from_toml(value)))
                .collect(),
        ),
    }
}

/// Reads JSON; `None` if it is no object.
///
/// # Errors
/// Says why it cannot be read.
pub(super) fn json(text: &str) -> Result<Option<Fields>, String> {
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => Ok(Some(map.into())),
        Ok(_) => Ok(None),
        Err(error) => Err(format!("Its JSON cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(file: &str) -> Option<String> {
        split(file).unwrap().0?.text("title")
    }

    #[test]
    fn reads_the_three_forms() {
        for file in [
            "---\ntitle: A\n---\ntext",
            "\u{feff}---\r\ntitle: A\r\n---\r\ntext",
            "--- \ntitle: 'A'\n...\ntext",
            "+++\ntitle = \"A\"\n+++\ntext",
            "{\n  \"title\": \"A\"\n}\n\ntext",
            "---json\n{\"title\": \"A\"}\n---\ntext",
            "---toml\ntitle = 'A'\n---\ntext",
        ] {
            let (fields, text) = split(file).unwrap();
            assert_eq!(fields.unwrap().text("title").as_deref(), Some("A"), "{file}");
            assert_eq!(text, "text", "{file}");
        }
    }

    #[test]
    fn takes_what_is_no_front_matter_as_text() {
        for file in [
            "# A",
            "---\n\nA break, not a beginning\n\n---\nmore",
            "---\n\nOne break",
            "{% raw %}",
            "{{< figure >}}",
            "{: .class}",
            "",
        ] {
            assert_eq!(split(file).unwrap(), (None, file), "{file}");
        }
    }

    #[test]
    fn says_why_front_matter_cannot_be_read() {
        for (file, reason) in [
            ("---\ntitle: A\ntext", "does not end"),
            ("---\ntitle: a: b\n---\n", "Line 1 of its YAML"),
            ("+++\ntitle = \n+++\n", "Its TOML"),
            ("{\"title\": }\ntext", "not valid JSON"),
            ("---js\n{}\n---\n", "JavaScript"),
        ] {
            assert!(split(file).unwrap_err().contains(reason), "{file}");
        }
    }

    #[test]
    fn keeps_the_spelling_of_what_looks_like_something_else() {
        let (fields, _) = split("---\ntags: [007, 1_000, no, yes, 2020-01-02, .inf]\n---\n").unwrap();
        assert_eq!(
            fields.unwrap().list("tags"),
            ["007", "1_000", "no", "yes", "2020-01-02", ".inf"]
        );
        assert_eq!(title("---\ntitle: 1984\n---\n").as_deref(), Some("1984"));
        assert_eq!(title("---\ntitle: true\n---\n").as_deref(), Some("true"));
        assert_eq!(title("---\ntitle: ~\n---\n"), None);
        assert_eq!(title("---\ntitle: a\ntitle: b\n---\n").as_deref(), Some("b"));
        assert_eq!(title("---\n---\n"), None);
    }

    #[test]
    fn refuses_what_expands_without_end() {
        let mut bomb = "---\na0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..20 {
            let name = format!("*a{}", level - 1);
            let line = format!("a{level}: &a{level} [{}]\n", [name.as_str(); 9].join(", "));
            bomb.push_str(&line);
        }
        assert!(split(&(bomb + "---\n")).is_err());
        assert!(split(&format!("---\na: {}\n---\n", "[".repeat(5000))).is_err());
        assert!(split(&format!("+++\na = {}\n+++\n", "[".repeat(5000))).is_err());
        assert!(split(&format!("{{\"a\": {}", "[".repeat(5000))).is_err());
    }

    #[test]
    fn finds_fields_however_they_are_written() {
        let (fields, _) =
            split("---\nPublish_Date: x\ncover:\n  Image-Path: y\nparams:\n  author: z\n---\n").unwrap();
        let fields = fields.unwrap();
        assert_eq!(fields.text("publishdate").as_deref(), Some("x"));
        assert_eq!(fields.text("cover.imagePath").as_deref(), Some("y"));
        assert_eq!(fields.text("author").as_deref(), Some("z"));
    }
}
