//! The name and the arguments of a short code, a tag or a component.

/// A mark with a name and arguments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) name: String,
    /// The values, with their names if they have such. A value in braces keeps them.
    arguments: Vec<(Option<String>, String)>,
    /// Whether it ends another one: `/name`.
    pub(super) ends: bool,
    /// Whether nothing belongs to it: `name /`.
    pub(super) is_empty: bool,
}

impl Call {
    /// Parses `name "a" b=c`; `None` if there is no name.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (text, ends) = match text.strip_prefix('/') {
            Some(rest) => (rest.trim_start(), true),
            None => (text, false),
        };
        let (text, is_empty) = match text.strip_suffix('/') {
            Some(rest) if !ends => (rest.trim_end(), true),
            _ => (text, false),
        };
        let end = text
            .find(|character: char| character.is_whitespace())
            .unwrap_or(text.len());
        let (name, arguments) = text.split_at(end);
        let is_name = name
            .chars()
            .all(|character| character.is_alphanumeric() || matches!(character, '-' | '_' | '.' | '/' | ':'));
        (is_name && !name.is_empty()).then(|| Self {
            name: name.to_owned(),
            arguments: parse_arguments(arguments),
            ends,
            is_empty,
        })
    }

    /// Returns the argument with this name.
    pub(super) fn named(&self, name: &str) -> Option<&str> {
        let mut arguments = self.arguments.iter();
        arguments
            .find(|(own, _)| own.as_deref() == Some(name))
            .map(|(_, value)| value.as_str())
    }

    /// Returns the argument without a name at a position.
    pub(super) fn at(&self, position: usize) -> Option<&str> {
        let unnamed = self.arguments.iter().filter(|(name, _)| name.is_none());
        unnamed.map(|(_, value)| value.as_str()).nth(position)
    }

    /// Returns the argument with one of these names, or the one without a name at a position.
    pub(super) fn argument(&self, names: &[&str], position: usize) -> Option<&str> {
        let found = names.iter().find_map(|name| self.named(name));
        found.or_else(|| self.at(position))
    }
}

fn parse_arguments(mut text: &str) -> Vec<(Option<String>, String)> {
    let mut arguments = Vec::new();
    loop {
        text = text.trim_start_matches(|character: char| character.is_whitespace() || character == ',');
        if text.is_empty() {
            return arguments;
        }
        let end = text
            .find(|character: char| {
                !character.is_alphanumeric() && !matches!(character, '-' | '_' | ':' | '@')
            })
            .unwrap_or(text.len());
        let (name, value_at) = match text[end..].strip_prefix('=') {
            Some(rest) if end > 0 => (Some(text[..end].to_owned()), rest),
            _ => (None, text),
        };
        let (value, rest) = value(value_at);
        arguments.push((name, value));
        text = rest;
    }
}

/// Splits a value off: in quotes, in braces, or up to white space.
fn value(text: &str) -> (String, &str) {
    let quote = text
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\'' | '`'));
    if let Some(quote) = quote {
        let mut value = String::new();
        let mut characters = text.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' if quote == '"' => value.extend(characters.next().map(|(_, escaped)| escaped)),
                _ if character == quote => return (value, &text[at + 1..]),
                _ => value.push(character),
            }
        }
        return (value, "");
    }
    if text.starts_with('{') {
        let mut depth = 0_usize;
        for (at, character) in text.char_indices() {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let (value, rest) = text.split_at(at + 1);
                return (value.to_owned(), rest);
            }
        }
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (value, rest) = text.split_at(end);
    (value.to_owned(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_arguments() {
        let call = Call::parse(r#" figure src="a \"b\".png" alt=c `raw "d"` 'e' width={1 + {2}} /"#).unwrap();
        assert_eq!(call.name, "figure");
        assert_eq!(call.named("src"), Some("a \"b\".png"));
        assert_eq!(call.named("alt"), Some("c"));
        assert_eq!(call.named("width"), Some("{1 + {2}}"));
        assert_eq!(
            (call.at(0), call.at(1), call.at(2)),
            (Some("raw \"d\""), Some("e"), None)
        );
        assert!(call.is_empty && !call.ends);
        assert!(Call::parse(" /details ").unwrap().ends);
        for text in ["", "/", " / ", "\"a\"", "a=b", "<"] {
            assert_eq!(Call::parse(text), None, "{text}");
        }
        for text in ["a b=", "a \"b", "a {b", "a é=ö \\", "a ="] {
            assert_eq!(Call::parse(text).unwrap().name, "a", "{text}");
        }
    }
}
