//! What a search looks for, and the form of text in which it looks.

use std::cmp::Reverse;

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

    /// The words that are no part of another one, the longest first: where these occur, all do, and the longest are
    /// mostly the rarest.
    pub fn essential(&self) -> Vec<&str> {
        let is_essential = |word: &&str| !self.iter().any(|other| other != *word && other.contains(*word));
        let mut essential: Vec<&str> = self.iter().filter(is_essential).collect();
        essential.sort_by_key(|word| Reverse(word.len()));
        essential
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

/// What the search reads of a post: every word once.
///
/// What is searched for holds no white space, so it lies within one word; a word that begins another one
/// is found in that.
#[derive(Debug, Clone, Default)]
pub struct Findable {
    /// The words of the title, with a space between two.
    pub title_words: String,
    /// The words of the text, likewise.
    pub text_words: String,
}

impl Findable {
    /// Makes a title and a plain text findable.
    pub fn new(title: &str, text: &str) -> Self {
        let (title, text) = (fold(title), fold(text));
        let (title, text) = (distinct_words(&title), distinct_words(&text));
        Self {
            title_words: title.join(" "),
            text_words: text.join(" "),
        }
    }
}

fn distinct_words(folded: &str) -> Vec<&str> {
    let mut words: Vec<&str> = folded.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    // In this order a word that begins others stands directly before one of them.
    let begins_next: Vec<bool> = words
        .windows(2)
        .map(|pair| pair[1].starts_with(pair[0]))
        .collect();
    let mut begins_next = begins_next.into_iter();
    words.retain(|_| !begins_next.next().unwrap_or(false));
    words
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
    fn words_within_others_say_nothing_more() {
        let words = Words::parse("a java script javascript go a").unwrap();
        assert_eq!(words.essential(), ["javascript", "go"]);
    }

    #[test]
    fn every_word_is_indexed_once_and_beginnings_of_others_not_at_all() {
        let findable = Findable::new("Go", "go Going gone GO rust, rust c c++");
        assert_eq!(findable.title_words, "go");
        assert_eq!(findable.text_words, "c++ going gone rust,");
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
