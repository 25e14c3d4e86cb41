//! Search queries, and the folded form of texts in which they are looked up.

use std::cmp::Reverse;

use icu_normalizer::properties::{CanonicalDecomposition, CanonicalDecompositionBorrowed, Decomposed};

use super::ValidationError;

const QUERY_LENGTH_MAX: usize = 200;
const WORDS_MAX: usize = 16;

/// The distinct words of a search query, folded. A match contains all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchQuery(Vec<String>);

impl SearchQuery {
    /// Parses a typed query of at most 200 characters and 16 words.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let reject = |message| ValidationError::reject("search", message);
        if text.contains('\0') {
            return reject("The search cannot hold the character U+0000");
        }
        if text.chars().count() > QUERY_LENGTH_MAX {
            return reject("The search must be at most 200 characters");
        }
        let mut words: Vec<String> = Vec::new();
        for word in fold(text).split_whitespace() {
            if !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        if words.len() > WORDS_MAX {
            return reject("The search must be at most 16 words");
        }
        Ok(Self(words))
    }

    /// Whether the query is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words that are not part of another one, longest first: a text with these contains all, and the longest are
    /// mostly the rarest.
    pub fn essential(&self) -> Vec<&str> {
        let is_essential = |word: &&str| !self.iter().any(|other| other != *word && other.contains(*word));
        let mut essential: Vec<&str> = self.iter().filter(is_essential).collect();
        essential.sort_by_key(|word| Reverse(word.len()));
        essential
    }

    /// Returns the same query with the words at some positions replaced.
    #[must_use]
    pub fn with_replaced(&self, replacements: &[(usize, &str)]) -> Self {
        let mut words = self.0.clone();
        for (position, word) in replacements {
            if let Some(original) = words.get_mut(*position) {
                (*word).clone_into(original);
            }
        }
        Self(words)
    }

    /// The words, folded.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Folds a text for comparison, character by character, so that a part of a text folds to a part of the folded
/// text. Lowercases, removes accents, apostrophes and quotation marks, and replaces letters that do not decompose
/// into a letter and an accent by those that people type instead (`ß` by `ss`, `ø` by `o`).
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_ascii() && !is_quotation_mark(character) {
            folded.push(character);
            continue;
        }
        match without_accents(character) {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' => folded.push('d'),
            'ı' => folded.push('i'),
            'ς' => folded.push('σ'),
            accent if is_accent(accent) => {}
            mark if is_quotation_mark(mark) => {}
            letter => folded.push(letter),
        }
    }
    folded
}

/// Removes the accents from a character by canonical decomposition. Combining marks that form another letter
/// (Hangul, kana, Indic vowels) are not accents.
fn without_accents(character: char) -> char {
    const TABLE: CanonicalDecompositionBorrowed<'static> = CanonicalDecomposition::new();
    match TABLE.decompose(character) {
        Decomposed::Expansion(letter, mark) if is_accent(mark) => without_accents(letter),
        Decomposed::Singleton(letter) => without_accents(letter),
        _ => character,
    }
}

/// Whether a character is in the block Combining Diacritical Marks.
fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '\'' | '"' | '\u{2018}'..='\u{201f}' | '«' | '»' | '‹' | '›' | 'ʼ' | '＇' | '＂'
    )
}

/// The searchable words of a post, each once.
///
/// A searched word has no white space, so it matches within one word; a word that is a prefix of another one
/// is found in that one.
#[derive(Debug, Clone, Default)]
pub struct SearchTerms {
    /// The words of the title, separated by spaces.
    pub title_words: String,
    /// The words of the text, separated by spaces.
    pub text_words: String,
}

impl SearchTerms {
    /// Extracts the terms of a title and a plain text.
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
    words.sort_unstable_by(|one, other| other.cmp(one));
    // In this order a prefix of other words directly follows one of them.
    words.dedup_by(|word, previous| previous.starts_with(*word));
    words.reverse();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_words_and_drops_duplicates() {
        let words = SearchQuery::parse("  Rust RUST  C++ \u{a0}Ünïcode ΟΔΟΣ").unwrap();
        assert_eq!(
            words.iter().collect::<Vec<_>>(),
            ["rust", "c++", "unicode", "οδοσ"]
        );
        assert!(SearchQuery::parse(" \t\n").unwrap().is_empty());
    }

    #[test]
    fn essential_omits_words_within_other_words() {
        let words = SearchQuery::parse("a java script javascript go a").unwrap();
        assert_eq!(words.essential(), ["javascript", "go"]);
    }

    #[test]
    fn search_terms_omit_duplicates_and_prefixes() {
        let search_terms = SearchTerms::new("Go", "go Going gone GO rust, rust c c++");
        assert_eq!(search_terms.title_words, "go");
        assert_eq!(search_terms.text_words, "c++ going gone rust,");
    }

    #[test]
    fn rejects_queries_beyond_the_limits() {
        assert!(SearchQuery::parse(&"é".repeat(200)).is_ok());
        assert!(SearchQuery::parse(&"é".repeat(201)).is_err());
        assert!(SearchQuery::parse("a\0b").is_err());
        let many: Vec<String> = (0..17).map(|number| number.to_string()).collect();
        assert!(SearchQuery::parse(&many.join(" ")).is_err());
    }

    #[test]
    fn folds_a_part_of_a_text_to_a_part_of_the_folded_text() {
        let text = "ΟΔΟΣ İstanbul STRASSE Don’t “quote” it, Ærø é e\u{301}x";
        for part in ["ΟΔΟΣ", "ΔΟ", "İst", "l STR", "n’t “q", "Ær", "é e", "\u{301}x"] {
            assert!(fold(text).contains(&fold(part)), "{part}");
        }
    }

    #[test]
    fn folding_ignores_quotes_accents_and_case() {
        for (one, other) in [
            ("don’t", "don't"),
            ("DON‘T", "dont"),
            ("cafe", "Café"),
            ("cafe\u{301}", "café"),
            ("Ångström", "angstrom"),
            ("Việt Nam", "viet nam"),
            ("Straße", "STRASSE"),
            ("smørrebrød", "smorrebrod"),
            ("Œuvre", "oeuvre"),
            ("ΆΛΦΑ", "αλφα"),
            ("«à propos»", "\"a propos\""),
            ("“rust async”", "rust async"),
            ("İstanbul", "istanbul"),
            ("ё", "е"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
    }

    #[test]
    fn folding_keeps_marks_that_form_another_letter() {
        for (one, other) in [("か", "が"), ("가", "각"), ("कि", "कु"), ("o", "σ"), ("c", "c++")]
        {
            assert_ne!(fold(one), fold(other), "{one} {other}");
        }
    }

    #[test]
    fn ignores_quotation_marks_around_words() {
        let words = |text: &str| SearchQuery::parse(text).unwrap();
        for quoted in [
            "\"rust async\"",
            "“rust async”",
            "'rust' 'async'",
            "„rust“ »async«",
            "\" rust async \"",
        ] {
            assert_eq!(words(quoted), words("rust async"), "{quoted}");
        }
        assert!(words("\" ' ’").is_empty());
    }
}
