//! Escapes in Markdown, only where a character would otherwise be read as markup.

/// Returns a text without line breaks as Markdown that is read as this text. Pipes in tables are left to the writer.
pub(super) fn escaped(text: &str, is_line_start: bool) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = '\n';
    let marker = if is_line_start {
        marker_at_start(text)
    } else {
        None
    };
    for (at, character) in text.char_indices() {
        let after = &text[at + character.len_utf8()..];
        if marker == Some(at) || is_markup(before, character, after) {
            out.push('\\');
        }
        match character {
            '\u{a0}' => out.push_str("&nbsp;"),
            _ => out.push(character),
        }
        before = character;
    }
    out
}

fn is_markup(before: char, character: char, after: &str) -> bool {
    let next = after.chars().next();
    match character {
        '`' | '[' | ']' | '$' | '~' => true,
        '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
        '*' => !(before.is_whitespace() && next.is_none_or(char::is_whitespace)),
        '_' => !(before.is_alphanumeric() && next.is_some_and(char::is_alphanumeric)),
        '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
        '&' => next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '#'),
        // Web and email addresses in plain text become links.
        ':' => after.starts_with("//"),
        '@' => !before.is_whitespace() && next.is_some_and(|next| next.is_ascii_alphanumeric()),
        '.' => before.eq_ignore_ascii_case(&'w'),
        _ => false,
    }
}

/// Returns where the character stands that makes a line a heading, a quote, an item or an underline.
fn marker_at_start(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[digits..].chars().next()? {
        '.' | ')' if digits > 0 => Some(digits),
        '#' | '>' | '=' | '+' | '-' if digits == 0 => Some(0),
        _ => None,
    }
}
