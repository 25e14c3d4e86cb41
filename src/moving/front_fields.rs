//! The front matter of dev.to and Hashnode: one field a line. It is not quite YAML: titles hold quotes within quotes.

/// The most bytes of front matter.
const LENGTH_MAX: usize = 64 << 10;

/// Fields in their order, with names in lower case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FrontFields(Vec<(String, String)>);

impl FrontFields {
    /// Returns a field that is not blank.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found
            .map(|(_, value)| value.clone())
            .filter(|value| !value.is_empty())
    }

    /// Returns whether a field says yes or no.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        match self.text(name)?.to_ascii_lowercase().as_str() {
            "true" | "yes" => Some(true),
            "false" | "no" => Some(false),
            _ => None,
        }
    }

    /// Returns the entries of a list in square brackets, with dashes, or with commas alone.
    pub(super) fn names(&self, name: &str) -> Vec<String> {
        let list = self.text(name).unwrap_or_default();
        list.trim_matches(['[', ']'])
            .split(',')
            .map(|entry| unquoted(entry.trim()).trim_start_matches('#').to_owned())
            .filter(|entry| !entry.is_empty())
            .collect()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Splits a text into its front matter and the rest. A text that begins with a line of dashes has none unless fields
/// follow.
pub(super) fn split(text: &str) -> (FrontFields, &str) {
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    match fields(begin) {
        Some((fields, rest)) => (fields, rest.trim_start_matches(['\n', '\r'])),
        None => (FrontFields::default(), text),
    }
}

fn fields(text: &str) -> Option<(FrontFields, &str)> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| line.trim_end() == "---")?;
    let mut length = first.len();
    let mut fields = FrontFields::default();
    for line in lines {
        length += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return (!fields.is_empty()).then(|| (fields, text.get(length..).unwrap_or_default()));
        }
        if length > LENGTH_MAX {
            return None;
        }
        fields.read(line.trim_end())?;
    }
    None
}

impl FrontFields {
    /// Reads a line; `None` if it is none of front matter.
    fn read(&mut self, line: &str) -> Option<()> {
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return Some(());
        }
        let entry = trimmed.strip_prefix("- ");
        if entry.is_some() || trimmed.len() < line.len() {
            let (_, value) = self.0.last_mut()?;
            let separator = match (value.is_empty(), entry.is_some()) {
                (true, _) => "",
                (false, true) => ", ",
                (false, false) => " ",
            };
            value.push_str(separator);
            value.push_str(unquoted(entry.unwrap_or(trimmed).trim()).as_str());
            return Some(());
        }
        let (name, value) = line.split_once(':')?;
        let is_name = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        if !is_name {
            return None;
        }
        // The beginning of a text of several lines.
        let value = value.trim();
        let value = if matches!(value, ">" | "|" | ">-" | "|-" | "null" | "~") {
            String::new()
        } else {
            unquoted(value)
        };
        self.0.push((name.to_owned(), value));
        Some(())
    }
}

/// Returns a value without the quotes around it. Those within are kept, escaped or not.
fn unquoted(value: &str) -> String {
    let within = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(text) = within('"') {
        text.replace("\\\"", "\"").replace("\\\\", "\\")
    } else if let Some(text) = within('\'') {
        text.replace("''", "'")
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_fields_that_are_not_quite_yaml() {
        let text = "---\ntitle: \"Error \"bash: git\" in \\\"it\\\"\"\nDate: 'it''s: now'\n# no field\npublished: false\n\
                    tags: [a, \"b\", '#c']\nmore:\n  - d\n  - e f\nlong: >\n  one\n  two\nempty:\n---\n\n# Text\n";
        let (fields, rest) = split(text);
        assert_eq!(rest, "# Text\n");
        assert_eq!(
            fields.text("title").as_deref(),
            Some("Error \"bash: git\" in \"it\"")
        );
        assert_eq!(fields.text("date").as_deref(), Some("it's: now"));
        assert_eq!(fields.flag("published"), Some(false));
        assert_eq!(fields.flag("title"), None);
        assert_eq!(fields.names("tags"), ["a", "b", "c"]);
        assert_eq!(fields.names("more"), ["d", "e f"]);
        assert_eq!(fields.text("long").as_deref(), Some("one two"));
        assert_eq!(fields.text("empty"), None);
        assert_eq!(fields.text("missing"), None);
    }

    #[test]
    fn takes_dashes_without_fields_for_a_text() {
        for text in [
            "---\n\nText\n\n---\n",
            "---\n---\nText",
            "Text\n---\na: b\n---\n",
            "---\na: b\n",
            "---",
            "",
        ] {
            assert_eq!(split(text), (FrontFields::default(), text), "{text}");
        }
    }
}
