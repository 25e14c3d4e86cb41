//! What lists say of a text: how it begins, and how long it takes to read.

/// The most characters of an excerpt, its ellipsis included (rulings §2).
const EXCERPT_LENGTH: usize = 150;
/// Characters of HTML that take a minute to read (product.md §9).
const CHARACTERS_PER_MINUTE: usize = 1_000;

/// How a plain text begins: at most 150 characters, cut at a word's end and then marked with `…`.
pub fn excerpt(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(EXCERPT_LENGTH) else {
        return text.to_owned();
    };
    let last_word_end = text[..end]
        .char_indices()
        .rev()
        .find(|(_, character)| character.is_whitespace())
        .map(|(start, _)| start);
    let cut = match last_word_end {
        Some(word_end) if word_end > 0 => &text[..word_end],
        // One word as long as the excerpt: room must be left for the ellipsis.
        _ => text[..end]
            .char_indices()
            .last()
            .map_or("", |(last, _)| &text[..last]),
    };
    format!("{}…", cut.trim_end())
}

/// Minutes to read a post: the characters of its HTML divided by 1,000, rounded up (product.md §9).
pub fn read_minutes(html: &str) -> u32 {
    let minutes = html.chars().count().div_ceil(CHARACTERS_PER_MINUTE);
    u32::try_from(minutes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_stays_whole() {
        assert_eq!(excerpt(""), "");
        assert_eq!(excerpt(&"é".repeat(150)), "é".repeat(150));
    }

    #[test]
    fn a_long_text_ends_at_a_word() {
        let text = "word ".repeat(40);
        assert_eq!(excerpt(&text), format!("{}word…", "word ".repeat(29)));
        assert_eq!(excerpt(&text).chars().count(), 150);
    }

    #[test]
    fn one_endless_word_is_cut() {
        assert_eq!(excerpt(&"é".repeat(200)), format!("{}…", "é".repeat(149)));
    }

    #[test]
    fn every_thousand_characters_begun_take_a_minute() {
        for (length, minutes) in [(0, 0), (1, 1), (1_000, 1), (1_001, 2), (7_508, 8)] {
            assert_eq!(read_minutes(&"é".repeat(length)), minutes);
        }
    }
}
