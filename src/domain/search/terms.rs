//! The words of a post, by which it is found.

use super::fold;

/// Words of so few characters are never taken for one with a typing error.
const SHORT: usize = 2;

/// The text of a post and its searchable words, each once.
///
/// A searched word has no white space, so it matches within one word. A word of two characters that begins another one
/// is found in that one. A longer one may be what a misspelled word means, so that it is left out only where the other
/// one adds no letters to it.
#[derive(Debug, Clone, Default)]
pub struct SearchTerms {
    /// The words of the title, separated by spaces.
    pub title_words: String,
    /// The words of the text, separated by spaces.
    pub text_words: String,
    /// The plain text.
    pub text: String,
}

impl SearchTerms {
    /// Extracts the terms of a title and a plain text.
    pub fn new(title: &str, text: &str) -> Self {
        let (folded_title, folded_text) = (fold(title), fold(text));
        Self {
            title_words: distinct_words(&folded_title).join(" "),
            text_words: distinct_words(&folded_text).join(" "),
            text: text.to_owned(),
        }
    }
}

fn distinct_words(folded: &str) -> Vec<&str> {
    let mut words: Vec<&str> = folded.split_whitespace().collect();
    words.sort_unstable_by(|one, other| other.cmp(one));
    // In this order the shortest of the words that begin with a word directly precedes it.
    words.dedup_by(|word, previous| {
        previous
            .strip_prefix(*word)
            .is_some_and(|rest| is_short(word) || !rest.contains(char::is_alphanumeric))
    });
    words.reverse();
    words
}

fn is_short(word: &str) -> bool {
    word.chars()
        .filter(|character| character.is_alphanumeric())
        .count()
        <= SHORT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omits_duplicates_and_what_another_word_contains() {
        let search_terms = SearchTerms::new("Go", "go Going gone GO rust, rust c c++");
        assert_eq!(search_terms.title_words, "go");
        assert_eq!(search_terms.text_words, "c++ going gone rust,");
    }

    #[test]
    fn keeps_words_that_begin_another_one() {
        let search_terms = SearchTerms::new("", "rusty rust-like rust rust, (rust to too in index");
        assert_eq!(search_terms.text_words, "(rust index rust, rust-like rusty too");
    }

    #[test]
    fn keeps_the_text_as_it_is() {
        assert_eq!(SearchTerms::new("A", "Ünïcode “text”").text, "Ünïcode “text”");
    }
}
