//! The generated cover of a post without a picture, identical to that of the client.

use crate::actions::previews::seed;

const HUES: [u32; 8] = [264, 230, 195, 160, 300, 340, 25, 60];
const INITIALS_MAX: usize = 2;

/// A generated cover, in coordinates of 160 × 90.
pub(super) struct Generated {
    /// In degrees.
    pub(super) hue: u32,
    /// In degrees.
    pub(super) rotation: u32,
    /// A circle's x and radius.
    pub(super) large: (u32, u32),
    /// A circle's x, y and radius.
    pub(super) small: (u32, u32, u32),
    /// A line's y on the left and on the right.
    pub(super) line: (u32, u32),
    pub(super) initials: String,
}

impl Generated {
    /// Returns the cover of a title, which is always the same.
    pub(super) fn of(title: &str) -> Self {
        let seed = seed(title);
        Self {
            hue: HUES[seed as usize % HUES.len()],
            rotation: (seed >> 4) % 4 * 90,
            large: (30 + seed % 60, 28 + seed % 23),
            small: (110 + seed % 30, 12 + seed % 17, 14 + seed % 13),
            line: (20 + seed % 30, 60 + seed % 40),
            initials: initials(title),
        }
    }
}

fn initials(title: &str) -> String {
    title
        .split_whitespace()
        .filter_map(|word| word.chars().next())
        .filter(|first| first.is_alphanumeric())
        .take(INITIALS_MAX)
        .flat_map(char::to_uppercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn draws_the_covers_that_the_client_draws() {
        let covers: Vec<Value> =
            serde_json::from_str(include_str!("../../../tests/fixtures/covers.json")).unwrap();
        for expected in covers {
            let title = expected["title"].as_str().unwrap();
            let cover = Generated::of(title);
            let drawn = json!({
                "title": title, "hue": cover.hue, "rotation": cover.rotation, "large": cover.large,
                "small": cover.small, "line": cover.line, "initials": cover.initials,
            });
            assert_eq!(drawn, expected);
        }
    }

    #[test]
    fn takes_the_initials_of_the_first_two_words_with_letters_or_digits() {
        for (title, expected) in [
            ("ownership is a tool", "OI"),
            ("— 2026 in review", "2I"),
            ("émile", "É"),
            ("!!! ???", ""),
        ] {
            assert_eq!(initials(title), expected, "{title}");
        }
    }

    #[test]
    fn derives_the_same_seed_from_the_same_title() {
        assert_eq!(seed("Ownership"), seed("Ownership"));
        assert_ne!(seed("Ownership"), seed("Borrowing"));
        assert_eq!(seed(""), 0);
    }
}
