//! Short codes: `[name attribute="value"]`, alone or around a text.

use std::collections::HashMap;

use crate::moving::wordpress::entities::decode;

/// The most bytes of a short code's own brackets.
const LENGTH_MAX: usize = 64 << 10;

/// A short code, without what it may stand around.
#[derive(Debug)]
pub(super) struct Shortcode<'html> {
    pub(super) name: &'html str,
    /// The attributes in order; those without a name have an empty one.
    attributes: Vec<(String, String)>,
    /// Whether it ends with `/]`, or cannot stand around anything.
    pub(super) is_void: bool,
    /// Whether it stands in brackets of its own, which says that it is meant as text.
    pub(super) is_masked: bool,
    /// Where its brackets end in the text.
    pub(super) end: usize,
}

impl<'html> Shortcode<'html> {
    /// Reads the short code that begins at a place.
    pub(super) fn at(html: &'html str, start: usize) -> Option<Self> {
        let rest = html.get(start..)?;
        let is_masked = rest.starts_with("[[");
        let named = rest.get(if is_masked { 2 } else { 1 }..)?;
        let name_end = named
            .find(|character: char| !(character.is_ascii_alphanumeric() || matches!(character, '_' | '-')))?;
        let (name, after) = named.split_at(name_end);
        let begins_well = name.starts_with(|first: char| first.is_ascii_alphabetic());
        let goes_on_well =
            after.starts_with(|next: char| next.is_whitespace() || matches!(next, ']' | '/' | '='));
        if !begins_well || !goes_on_well {
            return None;
        }
        let length = bracket(after)?;
        let inner = after.get(..length)?.trim_end();
        let is_void = inner.ends_with('/') && !inner.ends_with("//");
        let inner = if is_void {
            inner.trim_end_matches('/')
        } else {
            inner
        };
        let end = html.len() - named.len() + name_end + length + 1;
        let is_masked = is_masked && html.get(end..).is_some_and(|rest| rest.starts_with(']'));
        if rest.starts_with("[[") && !is_masked {
            return None;
        }
        Some(Self {
            name,
            attributes: attributes(inner),
            is_void,
            is_masked,
            end: end + usize::from(is_masked),
        })
    }

    /// Returns an attribute; names are compared without their case.
    pub(super) fn attribute(&self, wanted: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(name, _)| name.eq_ignore_ascii_case(wanted))?;
        Some(value)
    }

    /// Returns the first of some attributes that is not empty.
    pub(super) fn first_of(&self, wanted: &[&str]) -> Option<&str> {
        let mut values = wanted.iter().filter_map(|name| self.attribute(name));
        values.find(|value| !value.is_empty())
    }

    /// Returns the first attribute without a name.
    pub(super) fn positional(&self) -> Option<&str> {
        self.attribute("")
    }

    /// Returns the first value that is an address on the web.
    pub(super) fn address(&self) -> Option<&str> {
        let mut values = self.attributes.iter().map(|(_, value)| value.as_str());
        values.find(|value| is_address(value))
    }

    /// Whether any attribute has a name.
    pub(super) fn has_attributes(&self) -> bool {
        self.attributes.iter().any(|(name, _)| !name.is_empty())
    }
}

/// Whether a text is nothing but an address on the web.
pub(super) fn is_address(text: &str) -> bool {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    rest.or_else(|| text.strip_prefix("//")).is_some_and(|rest| {
        rest.contains('.')
            && !rest
                .contains(|next: char| next.is_whitespace() || matches!(next, '<' | '>' | '"' | '[' | '\0'))
    })
}

/// Returns where the closing bracket of a short code stands, outside of quotes.
fn bracket(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut is_value = false;
    for (at, byte) in text.bytes().enumerate().take(LENGTH_MAX) {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b']') => return Some(at),
            (None, b'[' | b'\0') => return None,
            (None, b'"' | b'\'') if is_value => {
                quote = Some(byte);
                is_value = false;
            }
            (None, b'=') => is_value = true,
            (None, _) => is_value = false,
        }
    }
    None
}

/// Splits attributes; editors turn their quotes into entities or typographic ones.
fn attributes(text: &str) -> Vec<(String, String)> {
    let is_quote = |character: char| {
        matches!(
            character,
            '"' | '\'' | '\u{201c}' | '\u{201d}' | '\u{2019}' | '\u{2018}' | '\u{2033}'
        )
    };
    let mut found = Vec::new();
    let plain = text
        .replace("&quot;", "\"")
        .replace("&#8221;", "\"")
        .replace("&#8220;", "\"");
    let mut rest = plain.trim_start();
    // `[youtube=address]`
    rest = rest.strip_prefix('=').unwrap_or(rest);
    while !rest.is_empty() {
        let name_end = rest.find(|character: char| {
            !(character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | ':'))
        });
        let (name, after) = rest.split_at(name_end.unwrap_or(rest.len()));
        let value = after.trim_start().strip_prefix('=').map(str::trim_start);
        let (name, value) = match value {
            Some(value) if !name.is_empty() => (name, value),
            _ => ("", rest),
        };
        let quote = value.chars().next().filter(|first| is_quote(*first));
        let (value, after) = match quote {
            Some(quote) => {
                let inner = value.get(quote.len_utf8()..).unwrap_or_default();
                let is_end =
                    |character: char| character == quote || (!quote.is_ascii() && is_quote(character));
                inner.split_once(is_end).unwrap_or((inner, ""))
            }
            None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
        };
        found.push((name.to_owned(), decode(value)));
        rest = after.trim_start();
    }
    found
}

/// The closing short codes of a text, found once.
pub(super) struct Closings<'html> {
    html: &'html str,
    places: HashMap<&'html str, Vec<(usize, usize)>>,
}

impl<'html> Closings<'html> {
    pub(super) fn of(html: &'html str) -> Self {
        let mut places: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for (start, begin) in html.match_indices("[/") {
            let named = html.get(start + begin.len()..).unwrap_or_default();
            let length = named
                .find(|character: char| {
                    !(character.is_ascii_alphanumeric() || matches!(character, '_' | '-'))
                })
                .unwrap_or(named.len());
            let (name, after) = named.split_at(length);
            if let Some(spaces) = after.find(|character: char| !character.is_whitespace())
                && after.get(spaces..).is_some_and(|after| after.starts_with(']'))
                && !name.is_empty()
            {
                let end = start + begin.len() + length + spaces + 1;
                places.entry(name).or_default().push((start, end));
            }
        }
        Self { html, places }
    }

    /// Returns what a short code stands around, and where its closing one ends.
    pub(super) fn content(&self, code: &Shortcode<'html>) -> Option<(&'html str, usize)> {
        if code.is_void {
            return None;
        }
        let places = self.places.get(code.name)?;
        let next = places.partition_point(|(start, _)| *start < code.end);
        let (start, end) = *places.get(next)?;
        Some((self.html.get(code.end..start)?, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_attributes_in_all_their_forms() {
        let code = Shortcode::at(
            "x[a-b one=\"1 ]\" two='2' THREE=3 four &quot;five six&quot; seven=\u{201d}7\u{201d} /]y",
            1,
        );
        let code = code.unwrap();
        assert_eq!(code.name, "a-b");
        assert!(code.is_void);
        assert_eq!(code.attribute("one"), Some("1 ]"));
        assert_eq!(code.attribute("two"), Some("2"));
        assert_eq!(code.attribute("three"), Some("3"));
        assert_eq!(code.attribute("seven"), Some("7"));
        assert_eq!(code.positional(), Some("four"));
        let code = Shortcode::at("[youtube=http://youtu.be/x&amp;w=1]", 0).unwrap();
        assert_eq!(code.address(), Some("http://youtu.be/x&w=1"));
        let code = Shortcode::at("[[a]]", 0).unwrap();
        assert!(code.is_masked);
        assert_eq!(code.end, 5);
    }

    #[test]
    fn knows_what_is_none() {
        for text in ["[1]", "[]", "[a", "[a.b]", "[^1]", "[a [b]", "[[a]"] {
            assert!(Shortcode::at(text, 0).is_none(), "{text}");
        }
    }

    #[test]
    fn finds_the_nearest_closing() {
        let html = "[a][b]x[/a]y[/ a][/a ]";
        let closings = Closings::of(html);
        let code = Shortcode::at(html, 0).unwrap();
        assert_eq!(closings.content(&code), Some(("[b]x", 11)));
        let code = Shortcode::at(html, 3).unwrap();
        assert_eq!(closings.content(&code), None);
    }
}
