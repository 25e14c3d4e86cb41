//! Searches for words alone, as in the lists of the panel.

use super::{SearchQuery, fold};
use crate::domain::ValidationError;

const LENGTH_MAX: usize = 200;
pub(super) const WORDS_MAX: usize = 16;

/// The distinct words of a search, folded. A match contains all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchWords(Vec<String>);

impl SearchWords {
    /// Parses a typed search of at most 200 characters and 16 words.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        validate_characters(text)?;
        let mut words: Vec<String> = Vec::new();
        for word in fold(text).split_whitespace() {
            if !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        validate_word_count(words.len())?;
        Ok(Self(words))
    }

    /// Returns the words of a query alone, without its phrases and operators.
    pub fn of_query(query: &SearchQuery) -> Self {
        Self(query.plain_words().map(|(_, word)| word.to_owned()).collect())
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words, folded.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Validates the length of a typed search, and that a database can hold its characters.
pub(super) fn validate_characters(text: &str) -> Result<(), ValidationError> {
    if text.contains('\0') {
        return ValidationError::reject("search", "The search cannot hold the character U+0000");
    }
    if text.chars().count() > LENGTH_MAX {
        return ValidationError::reject("search", "The search must be at most 200 characters");
    }
    Ok(())
}

pub(super) fn validate_word_count(count: usize) -> Result<(), ValidationError> {
    if count > WORDS_MAX {
        return ValidationError::reject("search", "The search must be at most 16 words");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_words_and_drops_duplicates() {
        let words = SearchWords::parse("  Rust RUST  C++ \u{a0}Ünïcode ΟΔΟΣ").unwrap();
        assert_eq!(
            words.iter().collect::<Vec<_>>(),
            ["rust", "c++", "unicode", "οδοσ"]
        );
        assert!(SearchWords::parse(" \t\n").unwrap().is_empty());
    }

    #[test]
    fn rejects_searches_beyond_the_limits() {
        assert!(SearchWords::parse(&"é".repeat(200)).is_ok());
        assert!(SearchWords::parse(&"é".repeat(201)).is_err());
        assert!(SearchWords::parse("a\0b").is_err());
        let many: Vec<String> = (0..17).map(|number| number.to_string()).collect();
        assert!(SearchWords::parse(&many.join(" ")).is_err());
        assert!(SearchWords::parse(&many[1..].join(" ")).is_ok());
    }

    #[test]
    fn ignores_quotation_marks_and_operators() {
        let words = |text: &str| SearchWords::parse(text).unwrap();
        for quoted in [
            "\"rust async\"",
            "“rust async”",
            "'rust' 'async'",
            "„rust“ »async«",
        ] {
            assert_eq!(words(quoted), words("rust async"), "{quoted}");
        }
        assert!(words("\" ' ’").is_empty());
        assert_eq!(words("-tag:rust").iter().collect::<Vec<_>>(), ["-tag:rust"]);
    }
}
