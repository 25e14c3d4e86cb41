//! Collections: the posts with a tag, those of an author, and those of a series, each of which has a page.

use super::ValidationError;
use super::site::texts::line;

/// The most characters of a description.
const DESCRIPTION_LENGTH_MAX: usize = 500;

/// A kind of collections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollectionKind {
    /// The posts with a tag.
    Tag,
    /// The posts of an author.
    Author,
    /// The posts of a series.
    Series,
}

impl CollectionKind {
    /// The name in the database, which is also the first part of the paths of the pages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Author => "author",
            Self::Series => "series",
        }
    }

    /// Returns the path of the page with this slug. No other code builds this path.
    pub fn path(self, slug: &str) -> String {
        format!("/{}/{slug}", self.name())
    }
}

/// What a tag or a series is about: one line of at most 500 characters, or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CollectionDescription(String);

impl CollectionDescription {
    /// Trims and validates a description.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        line("description", "The description", text, 0, DESCRIPTION_LENGTH_MAX).map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_descriptions_of_one_line() {
        let parse = CollectionDescription::parse;
        assert_eq!(parse("  ").unwrap(), CollectionDescription::default());
        assert_eq!(parse(" On ownership ").unwrap().as_str(), "On ownership");
        assert!(parse(&"é".repeat(500)).is_ok());
        for text in ["é".repeat(501), "two\nlines".to_owned(), "a\0b".to_owned()] {
            assert_eq!(parse(&text).unwrap_err().field, "description");
        }
    }

    #[test]
    fn a_page_has_a_path() {
        assert_eq!(CollectionKind::Author.path("ada"), "/author/ada");
    }
}
