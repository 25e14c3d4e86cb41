//! What a search looks for, and the form of text in which it looks.

use super::Invalid;

const QUERY_LENGTH_MAX: usize = 200;
const WORDS_MAX: usize = 16;

/// The words of a search, folded, each once. All of them must occur in what is found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(Vec<String>);

impl Words {
    /// The words of what somebody typed: at most 200 characters and 16 words.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let refuse = |message| Err(Invalid::new("search", message));
        if text.contains('\0') {
            return refuse("The search cannot hold the character U+0000");
        }
        if text.chars().count() > QUERY_LENGTH_MAX {
            return refuse("The search must be at most 200 characters");
        }
        let mut words: Vec<String> = Vec::new();
        for word in fold(text).split_whitespace() {
            if !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        if words.len() > WORDS_MAX {
            return refuse("The search must be at most 16 words");
        }
        Ok(Self(words))
    }

    /// Whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words, folded.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// The form in which texts are compared: lower case, character by character, so that a part of a text
/// folds to a part of the folded text.
pub fn fold(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(|character| if character == 'ς' { 'σ' } else { character })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_kept_once() {
        let words = Words::parse("  Rust RUST  C++ \u{a0}Ünïcode ΟΔΟΣ").unwrap();
        assert_eq!(
            words.iter().collect::<Vec<_>>(),
            ["rust", "c++", "ünïcode", "οδοσ"]
        );
        assert!(Words::parse(" \t\n").unwrap().is_empty());
    }

    #[test]
    fn a_search_has_limits() {
        assert!(Words::parse(&"é".repeat(200)).is_ok());
        assert!(Words::parse(&"é".repeat(201)).is_err());
        assert!(Words::parse("a\0b").is_err());
        let many: Vec<String> = (0..17).map(|number| number.to_string()).collect();
        assert!(Words::parse(&many.join(" ")).is_err());
    }

    #[test]
    fn a_part_of_a_text_folds_to_a_part_of_the_folded_text() {
        let text = "ΟΔΟΣ İstanbul STRASSE";
        for part in ["ΟΔΟΣ", "ΔΟ", "İst", "l STR"] {
            assert!(fold(text).contains(&fold(part)), "{part}");
        }
    }
}
