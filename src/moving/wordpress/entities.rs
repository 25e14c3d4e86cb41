//! Entities, as far as they matter in addresses and in code. A text keeps its own: they are HTML.

/// Replaces the five entities of XML, numbered ones and some that editors write; others stay.
pub(super) fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let (character, length) = entity(rest).unwrap_or(('&', 1));
        decoded.push(character);
        rest = rest.get(length..).unwrap_or_default();
    }
    decoded.push_str(rest);
    decoded
}

/// Returns the character of the entity at the beginning of a text, and the length of the entity.
fn entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "hellip" => '\u{2026}',
        "ndash" => '\u{2013}',
        "mdash" => '\u{2014}',
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            let character = number.ok().and_then(char::from_u32)?;
            let is_allowed = !character.is_control() || matches!(character, '\t' | '\n' | '\r');
            is_allowed.then_some(character)?
        }
    };
    Some((character, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_what_is_an_entity() {
        assert_eq!(
            decode("&lt;&#60;&#x3C;&amp;lt; & &nope; &#0; &"),
            "<<<&lt; & &nope; &#0; &"
        );
    }
}
