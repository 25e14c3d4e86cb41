//! The readable part of URLs.

use std::collections::HashSet;
use std::fmt;

use super::{PostId, ValidationError};

/// The most characters of a slug derived from a title, without the numeric suffix.
const FROM_TITLE_MAX: usize = 80;
/// The most characters of any slug, such as one from an import.
const LENGTH_MAX: usize = 120;
/// The words in paths of the site where a slug would stand, in alphabetical order. A test of the router compares them
/// with the routes; `following` is kept for a list to come.
const RESERVED: [&str; 16] = [
    "admin",
    "analytics",
    "bookmarks",
    "bookmarks-status",
    "comments",
    "create",
    "featured",
    "following",
    "likes-status",
    "markdown",
    "preview",
    "public",
    "recently-viewed",
    "recommended",
    "trending",
    "update",
];

/// Lower-case words of `a` to `z` and `0` to `9` joined by single hyphens.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Slug(String);

impl Slug {
    /// Validates a slug without changing it.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let words_are_plain = text.split('-').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
        if words_are_plain && text.len() <= LENGTH_MAX {
            Ok(Self(text.to_owned()))
        } else {
            ValidationError::reject(
                "slug",
                "A slug is lower-case words of a-z and 0-9 joined by hyphens, at most 120 characters",
            )
        }
    }

    /// Derives a slug from a title: transliterated, lower case, cut at a word boundary.
    pub fn from_title(title: &str) -> Self {
        Self::from_name(title, "post")
    }

    /// Derives a slug from a name as from a title. `otherwise`, which is a slug, stands for a name of which a slug can hold
    /// nothing.
    pub fn from_name(name: &str, otherwise: &'static str) -> Self {
        let full = slug::slugify(name);
        let cut = cut_at_word(&full, FROM_TITLE_MAX);
        Self(if cut.is_empty() { otherwise } else { cut }.to_owned())
    }

    /// Derives a slug from a part of an address of another system, or from any other text: transliterated, lower case, cut
    /// at a word boundary. `None` if a slug can hold nothing of it.
    pub fn from_foreign(text: &str) -> Option<Self> {
        if let Ok(slug) = Self::parse(text) {
            return Some(slug);
        }
        let full = slug::slugify(text);
        let cut = cut_at_word(&full, LENGTH_MAX);
        (!cut.is_empty()).then(|| Self(cut.to_owned()))
    }

    /// Appends a number as [`Self::numbered`] does, and cuts what stands before it, so that the slug is not too long.
    #[must_use]
    pub fn numbered_within(&self, number: u64) -> Self {
        let suffix = format!("-{number}");
        let start = cut_at_word(&self.0, LENGTH_MAX - suffix.len());
        Self(format!("{start}{suffix}"))
    }

    /// Returns the slug, or the first one with a number that is not among those that are taken, and takes it.
    #[must_use]
    pub fn take(&self, taken: &mut HashSet<Self>) -> Self {
        let mut slug = self.clone();
        let mut number = 1;
        while taken.contains(&slug) {
            number += 1;
            slug = self.numbered(number);
        }
        taken.insert(slug.clone());
        slug
    }

    /// Appends a number to make the slug unique: `name-2`.
    #[must_use]
    pub fn numbered(&self, number: u64) -> Self {
        Self(format!("{}-{number}", self.0))
    }

    /// Whether no post may get this slug, because a path of the site has the word in its place, or because it would be
    /// read as an id. Posts of earlier versions may have it.
    pub fn is_reserved(&self) -> bool {
        RESERVED.binary_search(&self.as_str()).is_ok() || PostId::parse(&self.0).is_some()
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
    fn derives_a_slug_from_the_words_of_a_title() {
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
    fn cuts_a_long_title_at_a_word_boundary() {
        let slug = Slug::from_title(&"reasonable ".repeat(20));
        assert_eq!(slug.as_str(), "reasonable-".repeat(7).trim_end_matches('-'));
        assert_eq!(Slug::from_title(&"x".repeat(200)).as_str().len(), 80);
    }

    #[test]
    fn parses_slugs_derived_from_titles() {
        for title in ["Hello, World!", "数据库", "a -- b", "\u{1F600} smile"] {
            let slug = Slug::from_title(title);
            assert_eq!(Slug::parse(slug.as_str()), Ok(slug));
        }
    }

    proptest! {
        #[test]
        fn derives_a_valid_slug_from_every_title(title in any::<String>()) {
            let slug = Slug::from_title(&title);
            prop_assert!(slug.as_str().len() <= FROM_TITLE_MAX);
            prop_assert_eq!(Slug::parse(slug.as_str()), Ok(slug.clone()));
            prop_assert_eq!(Slug::from_title(slug.as_str()), slug);
        }

        #[test]
        fn parse_does_not_change_a_slug(text in prop_oneof![any::<String>(), "[a-z0-9-]{0,130}"]) {
            if let Ok(slug) = Slug::parse(&text) {
                prop_assert_eq!(slug.as_str(), text);
            }
        }
    }

    #[test]
    fn reserves_the_words_of_paths_and_what_reads_as_an_id() {
        assert!(RESERVED.is_sorted());
        for reserved in ["trending", "public", "0198c0de-0000-7000-8000-000000000001"] {
            assert!(Slug::parse(reserved).unwrap().is_reserved(), "{reserved}");
        }
        for free in ["trending-2", "publicity", "0198c0de-0000-7000-8000-00000000000"] {
            assert!(!Slug::parse(free).unwrap().is_reserved(), "{free}");
        }
    }

    #[test]
    fn derives_slugs_from_foreign_addresses() {
        for (text, expected) in [
            ("already-a-slug", Some("already-a-slug")),
            ("Über_uns", Some("uber-uns")),
            ("привет-мир", Some("privet-mir")),
            ("What's new?", Some("what-s-new")),
            ("---", None),
            ("", None),
        ] {
            let slug = Slug::from_foreign(text);
            assert_eq!(slug.as_ref().map(Slug::as_str), expected, "{text}");
        }
        let long = Slug::from_foreign(&"Word ".repeat(40)).unwrap();
        assert_eq!(long.as_str().len(), 119);
        assert!(Slug::parse(long.as_str()).is_ok());
    }

    #[test]
    fn takes_the_first_number_that_is_free() {
        let mut taken = HashSet::new();
        let free = ["Ada", "ada", "ADA!", "Ada 2"]
            .map(|name| Slug::from_name(name, "author").take(&mut taken).to_string());
        assert_eq!(free, ["ada", "ada-2", "ada-3", "ada-2-2"]);
    }

    #[test]
    fn a_number_fits_into_the_longest_slug() {
        for text in ["a".repeat(120), "word-".repeat(23) + "words", "name".to_owned()] {
            let numbered = Slug::parse(&text).unwrap().numbered_within(12);
            assert!(Slug::parse(numbered.as_str()).is_ok(), "{numbered}");
            assert!(numbered.as_str().ends_with("-12"), "{numbered}");
        }
    }

    #[test]
    fn rejects_text_that_is_not_a_slug() {
        for text in ["", "-", "a--b", "-a", "a-", "A", "a b", "a/b", "ä", "a_b"] {
            assert!(Slug::parse(text).is_err(), "{text}");
        }
        assert!(Slug::parse(&"a".repeat(121)).is_err());
    }
}
