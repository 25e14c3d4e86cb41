//! The expressions that Liquid and Nunjucks write between `{{` and `}}`: a value, and filters behind it.

use crate::moving::markdown::dates::Moment;

/// The most bytes of a value.
const VALUE_MAX: usize = 10_000;

/// Finds the value of a name such as `site.title`.
pub(super) type Lookup<'lookup> = &'lookup dyn Fn(&str) -> Option<String>;

/// Returns the value of an expression; `None` if it uses what is not known here.
pub(super) fn evaluate(expression: &str, lookup: Lookup<'_>) -> Option<String> {
    let mut parts = split(expression, '|').into_iter();
    let mut value = operand(parts.next()?, lookup)?;
    for filter in parts {
        if value.len() > VALUE_MAX {
            return None;
        }
        value = filtered(&value, filter.trim(), lookup)?;
    }
    (value.len() <= VALUE_MAX).then_some(value)
}

/// Splits a text at a character outside of quotes.
pub(super) fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (at, character) in text.char_indices() {
        if let Some(open) = quote {
            quote = Some(open).filter(|open| *open != character);
        } else if matches!(character, '"' | '\'') {
            quote = Some(character);
        } else if character == separator {
            parts.push(&text[start..at]);
            start = at + character.len_utf8();
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the text between quotes.
pub(super) fn unquoted(text: &str) -> Option<&str> {
    let text = text.trim();
    ['"', '\'', '`']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
}

fn operand(text: &str, lookup: Lookup<'_>) -> Option<String> {
    let text = text.trim();
    if let Some(text) = unquoted(text) {
        return Some(text.to_owned());
    }
    let is_name = text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text
            .chars()
            .all(|character| character.is_alphanumeric() || matches!(character, '.' | '_' | '-'));
    if is_name { lookup(text) } else { None }
}

fn filtered(value: &str, filter: &str, lookup: Lookup<'_>) -> Option<String> {
    let end = filter.find([':', '(', ' ']).unwrap_or(filter.len());
    let (name, rest) = filter.split_at(end);
    let rest = rest.trim();
    let arguments = rest
        .strip_prefix(':')
        .or_else(|| rest.strip_prefix('(')?.strip_suffix(')'))
        .unwrap_or_default();
    let arguments: Vec<&str> = split(arguments, ',');
    let argument = |number: usize| operand(arguments.get(number)?, lookup);
    Some(match name {
        // Addresses are those below the front page, wherever that is.
        "relative_url" | "absolute_url" | "url" | "escape" | "escape_once" | "xml_escape" | "safe"
        | "uri_escape" | "htmlBaseUrl" | "default" => value.to_owned(),
        "strip" | "trim" => value.trim().to_owned(),
        "downcase" | "lower" => value.to_lowercase(),
        "upcase" | "upper" => value.to_uppercase(),
        "slugify" | "slug" => slug::slugify(value),
        "prepend" => argument(0)? + value,
        "append" => value.to_owned() + &argument(0)?,
        "remove" => value.replace(&argument(0)?, ""),
        "replace" => value.replace(&argument(0)?, &argument(1)?),
        "date" => {
            let civil = Moment::parse(value)?.civil;
            jiff::fmt::strtime::format(argument(0)?, civil).ok()?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluates_what_is_known() {
        let lookup = |name: &str| match name {
            "site.baseurl" => Some(String::new()),
            "page.title" => Some("A | b".to_owned()),
            "page.date" => Some("2020-01-02T10:00:00".to_owned()),
            _ => None,
        };
        for (expression, expected) in [
            (" '/a' ", Some("/a")),
            ("\"/a|b\" | relative_url", Some("/a|b")),
            ("'/a' | prepend: site.baseurl | prepend: '/x'", Some("/x/a")),
            ("page.title|upcase", Some("A | B")),
            ("page.title | slugify", Some("a-b")),
            ("page.date | date: '%Y/%m'", Some("2020/01")),
            ("page.date | date('%Y')", Some("2020")),
            ("page.date | date: '%Q%'", None),
            ("page.unknown", None),
            ("'a' | unknown", None),
            ("1 + 1", None),
            ("'a", None),
            ("", None),
            ("'a' | append", None),
        ] {
            assert_eq!(evaluate(expression, &lookup).as_deref(), expected, "{expression}");
        }
    }
}
