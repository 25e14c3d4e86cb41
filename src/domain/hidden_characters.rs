//! Characters that do not show, and so let one name pass for another.

/// The first letter of the scripts that need joiners; Latin, Greek and Cyrillic come before it.
const JOINING_FROM: char = '\u{590}';

/// Whether a text of one line holds characters that have no place in a name: control characters, those that turn
/// the direction of writing (`U+202E` and its like), and those that show nothing.
///
/// Two that show nothing are needed by Persian, by the scripts of India and by emoji, and are let through between
/// two characters of theirs: the zero-width joiner and non-joiner.
pub fn are_in(text: &str) -> bool {
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_refused = if is_joiner(character) {
            !(joins(before) && joins(characters.peek().copied()))
        } else {
            is_hidden(character)
        };
        if is_refused {
            return true;
        }
        before = Some(character);
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
            // Latin again, and punctuation.
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
            | '\u{2060}'..='\u{206f}'       // word joiner, isolates, and what Unicode gave up
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
    fn names_of_all_scripts_are_taken() {
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
            assert!(!are_in(name), "{name}");
        }
    }

    #[test]
    fn control_direction_and_invisible_characters_are_found() {
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
            assert!(are_in(&format!("Ada{character}Lovelace")), "{character:?}");
            assert!(are_in(&character.to_string()), "{character:?}");
        }
    }

    #[test]
    fn joiners_stand_only_between_what_they_join() {
        for name in [
            "A\u{200d}da",
            "é\u{200c}é",
            "\u{200d}👩",
            "👩\u{200d}",
            "می\u{200c}\u{200c}خواهم",
            "می\u{200c} خواهم",
        ] {
            assert!(are_in(name), "{name:?}");
        }
    }
}
