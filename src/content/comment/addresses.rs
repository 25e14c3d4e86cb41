//! Web addresses in texts.

use url::Url;

const LENGTH_MAX: usize = 2_000;
const SCHEMES: [&str; 2] = ["http://", "https://"];
const WWW: &str = "www.";
const SENTENCE_MARKS: &str = ".,;:!?'’”*_~";
const BRACKETS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];

/// Whether a text begins with an address, or with what could be one.
pub(super) fn begins(text: &str) -> bool {
    SCHEMES.iter().any(|scheme| has_prefix(text, scheme)) || has_prefix(text, WWW)
}

/// The bytes up to the end of the word that begins a text.
pub(super) fn length(text: &str) -> usize {
    text.find(ends_address).unwrap_or(text.len())
}

/// Returns the address up to the parenthesis that closes it.
pub(super) fn in_parentheses(text: &str) -> Option<&str> {
    let mut open = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => open += 1,
            ')' if open == 0 => return Some(&text[..at]),
            ')' => open -= 1,
            // Another try may begin here: all of them together read the text once.
            '[' | ']' => return None,
            other if ends_address(other) => return None,
            _ => {}
        }
    }
    None
}

/// Parses an address of the web. One with a name before its host could pretend to be another site.
pub(super) fn parse(text: &str) -> Option<Url> {
    let has_scheme = SCHEMES.iter().any(|scheme| has_prefix(text, scheme));
    let has_name = !has_scheme && has_prefix(text, WWW) && text[WWW.len()..].contains('.');
    if text.len() > LENGTH_MAX || !(has_scheme || has_name) {
        return None;
    }
    let url = if has_scheme {
        Url::parse(text)
    } else {
        Url::parse(&format!("https://{text}"))
    };
    url.ok().filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.host_str().is_some_and(|host| !host.is_empty())
            && url.username().is_empty()
            && url.password().is_none()
    })
}

/// Removes the punctuation after an address. A closing bracket belongs to the address if it was opened there. Brackets
/// are counted once, so that a text of brackets takes linear time.
pub(super) fn without_punctuation(address: &str) -> &str {
    let mut unopened = BRACKETS.map(|(open, close)| {
        let opened = address.matches(open).count();
        address.matches(close).count().saturating_sub(opened)
    });
    let mut kept = address;
    while let Some(last) = kept.chars().next_back() {
        let bracket = BRACKETS.iter().position(|(_, close)| *close == last);
        match bracket {
            Some(bracket) if unopened[bracket] > 0 => unopened[bracket] -= 1,
            None if SENTENCE_MARKS.contains(last) => {}
            _ => break,
        }
        kept = &kept[..kept.len() - last.len_utf8()];
    }
    kept
}

fn ends_address(character: char) -> bool {
    character.is_whitespace() || character.is_control() || "<>\"`".contains(character)
}

fn has_prefix(text: &str, prefix: &str) -> bool {
    let start = text.as_bytes().get(..prefix.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
}
