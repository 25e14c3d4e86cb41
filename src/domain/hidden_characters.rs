//! Invisible characters, with which one name can imitate another.

/// The first character of the scripts that need joiners; Latin, Greek and Cyrillic precede it.
const JOINING_FROM: char = '\u{590}';

/// Whether a single-line text contains characters that a name must not have: control characters, those that change
/// the writing direction (such as `U+202E`), and invisible ones.
///
/// The zero-width joiner and non-joiner are allowed between two characters of Persian, of Indic scripts and of emoji,
/// which need them.
pub fn contains_hidden_characters(text: &str) -> bool {
    let mut previous = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_rejected = if is_joiner(character) {
            !(joins(previous) && joins(characters.peek().copied()))
        } else {
            is_hidden(character)
        };
        if is_rejected {
            return true;
        }
        previous = Some(character);
    }
    false
}

fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

fn joins(character: Option<char>) -> bool {
    character.is_some_and(|character| {
        character >= JOINING_FROM
            && !is_joiner(character)
            // More Latin, and punctuation.
            && !matches!(character, '\u{1e00}'..='\u{20ff}')
    })
}

fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'                        // soft hyphen
            | '\u{34f}'                     // combining grapheme joiner
            | '\u{61c}'                     // Arabic letter mark
            | '\u{115f}' | '\u{1160}'       // Hangul fillers
            | '\u{17b4}' | '\u{17b5}'       // Khmer inherent vowels
            | '\u{180b}'..='\u{180f}'       // Mongolian separators
            | '\u{200b}'                    // zero-width space
            | '\u{200e}' | '\u{200f}'       // left-to-right and right-to-left mark
            | '\u{2028}'..='\u{202e}'       // line and paragraph separator, embeddings and overrides
            | '\u{2060}'..='\u{206f}'       // word joiner, isolates, and deprecated characters
            | '\u{3164}' | '\u{ffa0}'       // Hangul fillers
            | '\u{feff}'                    // byte order mark
            | '\u{fff0}'..='\u{fffb}'       // annotations
            | '\u{1bca0}'..='\u{1bca3}'     // shorthand format controls
            | '\u{1d173}'..='\u{1d17a}'     // musical format controls
            | '\u{e0000}'..='\u{e0fff}'     // tags
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_names_in_all_scripts() {
        for name in [
            "Ada Lovelace",
            "Zoë O’Brien-Šťastný",
            "Анна",
            "李小龍",
            "أحمد",
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "👩\u{200d}💻",
            "❤\u{fe0f}\u{200d}🔥",
        ] {
            assert!(!contains_hidden_characters(name), "{name}");
        }
    }

    #[test]
    fn finds_control_direction_and_invisible_characters() {
        for character in [
            '\0',
            '\n',
            '\u{7f}',
            '\u{85}',
            '\u{ad}',
            '\u{61c}',
            '\u{200b}',
            '\u{200e}',
            '\u{200f}',
            '\u{202a}',
            '\u{202b}',
            '\u{202c}',
            '\u{202d}',
            '\u{202e}',
            '\u{2066}',
            '\u{2067}',
            '\u{2068}',
            '\u{2069}',
            '\u{2028}',
            '\u{3164}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            assert!(
                contains_hidden_characters(&format!("Ada{character}Lovelace")),
                "{character:?}"
            );
            assert!(
                contains_hidden_characters(&character.to_string()),
                "{character:?}"
            );
        }
    }

    #[test]
    fn accepts_joiners_only_between_characters_that_they_join() {
        for name in [
            "A\u{200d}da",
            "é\u{200c}é",
            "\u{200d}👩",
            "👩\u{200d}",
            "می\u{200c}\u{200c}خواهم",
            "می\u{200c} خواهم",
        ] {
            assert!(contains_hidden_characters(name), "{name:?}");
        }
    }
}
