//! The part of a post's address that people read.

use std::fmt;

use super::Invalid;

/// The most characters of a slug that is made from a title; a suffix may be added to it.
const FROM_TITLE_MAX: usize = 80;
/// The most characters of a slug that an import gives.
const LENGTH_MAX: usize = 120;

/// Lower-case words of `a` to `z` and `0` to `9` joined by single hyphens.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Slug(String);

impl Slug {
    /// Takes a slug as it stands, if it is one.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let words_are_plain = text.split('-').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
        if words_are_plain && text.len() <= LENGTH_MAX {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid::new(
                "slug",
                "A slug is lower-case words of a-z and 0-9 joined by hyphens, at most 120 characters",
            ))
        }
    }

    /// The slug of a title: transliterated, lower case, cut at a word's end.
    pub fn from_title(title: &str) -> Self {
        let full = slug::slugify(title);
        let cut = cut_at_word(&full, FROM_TITLE_MAX);
        Self(if cut.is_empty() { "post" } else { cut }.to_owned())
    }

    /// The same slug told apart by a number: `name-2`.
    #[must_use]
    pub fn numbered(&self, number: u64) -> Self {
        Self(format!("{}-{number}", self.0))
    }

    /// The text of the slug.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn cut_at_word(slug: &str, length: usize) -> &str {
    if slug.len() <= length {
        return slug;
    }
    match slug[..=length].rfind('-') {
        Some(end) => &slug[..end],
        None => &slug[..length],
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn is_made_from_words() {
        for (title, slug) in [
            ("Hello, World!", "hello-world"),
            ("  C++ & Rust: 2 worlds ", "c-rust-2-worlds"),
            ("Über naïve Straßen", "uber-naive-strassen"),
            ("Привет, мир", "privet-mir"),
            ("数据库", "shu-ju-ku"),
            ("!!!", "post"),
            ("", "post"),
        ] {
            assert_eq!(Slug::from_title(title).as_str(), slug, "{title}");
        }
    }

    #[test]
    fn a_long_title_is_cut_at_a_word() {
        let slug = Slug::from_title(&"reasonable ".repeat(20));
        assert_eq!(slug.as_str(), "reasonable-".repeat(7).trim_end_matches('-'));
        assert_eq!(Slug::from_title(&"x".repeat(200)).as_str().len(), 80);
    }

    #[test]
    fn what_it_makes_it_also_takes() {
        for title in ["Hello, World!", "数据库", "a -- b", "\u{1F600} smile"] {
            let slug = Slug::from_title(title);
            assert_eq!(Slug::parse(slug.as_str()), Ok(slug));
        }
    }

    proptest! {
        #[test]
        fn every_title_has_a_slug(title in any::<String>()) {
            let slug = Slug::from_title(&title);
            prop_assert!(slug.as_str().len() <= FROM_TITLE_MAX);
            prop_assert_eq!(Slug::parse(slug.as_str()), Ok(slug.clone()));
            prop_assert_eq!(Slug::from_title(slug.as_str()), slug);
        }

        #[test]
        fn a_slug_that_is_taken_stands_as_it_is(text in prop_oneof![any::<String>(), "[a-z0-9-]{0,130}"]) {
            if let Ok(slug) = Slug::parse(&text) {
                prop_assert_eq!(slug.as_str(), text);
            }
        }
    }

    #[test]
    fn refuses_everything_else() {
        for text in ["", "-", "a--b", "-a", "a-", "A", "a b", "a/b", "ä", "a_b"] {
            assert!(Slug::parse(text).is_err(), "{text}");
        }
        assert!(Slug::parse(&"a".repeat(121)).is_err());
    }
}
