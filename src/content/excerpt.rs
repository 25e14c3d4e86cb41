//! Excerpts and reading times.

/// The most characters of an excerpt, its ellipsis included (rulings §2).
const EXCERPT_LENGTH: usize = 150;
/// Characters of HTML that take a minute to read (product.md §9).
const CHARACTERS_PER_MINUTE: usize = 1_000;

/// The excerpt of a plain text: at most 150 characters, cut at a word boundary with `…` appended.
pub fn excerpt(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(EXCERPT_LENGTH) else {
        return text.to_owned();
    };
    let start = &text[..end];
    let cut = match start.rfind(char::is_whitespace) {
        Some(word_end) if word_end > 0 => &start[..word_end],
        // One word as long as the excerpt: leave room for the ellipsis.
        _ => start.char_indices().last().map_or("", |(last, _)| &start[..last]),
    };
    format!("{}…", cut.trim_end())
}

/// The reading time in minutes: the characters of its HTML divided by 1,000, rounded up (product.md §9).
pub fn read_minutes(html: &str) -> u32 {
    let minutes = html.chars().count().div_ceil(CHARACTERS_PER_MINUTE);
    u32::try_from(minutes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_a_short_text_unchanged() {
        assert_eq!(excerpt(""), "");
        assert_eq!(excerpt(&"é".repeat(150)), "é".repeat(150));
    }

    #[test]
    fn cuts_a_long_text_at_a_word_boundary() {
        let text = "word ".repeat(40);
        assert_eq!(excerpt(&text), format!("{}word…", "word ".repeat(29)));
        assert_eq!(excerpt(&text).chars().count(), 150);
    }

    #[test]
    fn cuts_a_long_word() {
        assert_eq!(excerpt(&"é".repeat(200)), format!("{}…", "é".repeat(149)));
    }

    #[test]
    fn counts_a_minute_for_every_thousand_characters_rounded_up() {
        for (length, minutes) in [(0, 0), (1, 1), (1_000, 1), (1_001, 2), (7_508, 8)] {
            assert_eq!(read_minutes(&"é".repeat(length)), minutes);
        }
    }
}
