//! What a search looks for, and the form of text in which it looks.

use std::cmp::Reverse;

use icu_normalizer::properties::{CanonicalDecomposition, CanonicalDecompositionBorrowed, Decomposed};

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

    /// The same search with other words at some places.
    #[must_use]
    pub fn with_replaced(&self, others: &[(usize, &str)]) -> Self {
        let mut words = self.0.clone();
        for (place, word) in others {
            if let Some(present) = words.get_mut(*place) {
                (*word).clone_into(present);
            }
        }
        Self(words)
    }

    /// The words, folded.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// The form in which texts are compared, made character by character, so that a part of a text folds to a part
/// of the folded text. Letters are lower case, accents, apostrophes and quotation marks are left out, and letters
/// that are no letter with an accent become those that people type instead (`ß` is `ss`, `ø` is `o`).
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

/// The letter without what Unicode puts over and under it in a character of its own, where that is an accent.
/// Marks that make another letter (Hangul, kana, Indic vowels) are no accents.
fn without_accents(character: char) -> char {
    const TABLE: CanonicalDecompositionBorrowed<'static> = CanonicalDecomposition::new();
    match TABLE.decompose(character) {
        Decomposed::Expansion(letter, mark) if is_accent(mark) => without_accents(letter),
        Decomposed::Singleton(letter) => without_accents(letter),
        _ => character,
    }
}

/// Combining Diacritical Marks.
fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '\'' | '"' | '\u{2018}'..='\u{201f}' | '«' | '»' | '‹' | '›' | 'ʼ' | '＇' | '＂'
    )
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
            ["rust", "c++", "unicode", "οδοσ"]
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
        let text = "ΟΔΟΣ İstanbul STRASSE Don’t “quote” it, Ærø é e\u{301}x";
        for part in ["ΟΔΟΣ", "ΔΟ", "İst", "l STR", "n’t “q", "Ær", "é e", "\u{301}x"] {
            assert!(fold(text).contains(&fold(part)), "{part}");
        }
    }

    #[test]
    fn quotes_accents_and_case_are_equal() {
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
    fn marks_that_make_another_letter_stay() {
        for (one, other) in [("か", "が"), ("가", "각"), ("कि", "कु"), ("o", "σ"), ("c", "c++")]
        {
            assert_ne!(fold(one), fold(other), "{one} {other}");
        }
    }

    #[test]
    fn quotation_marks_around_words_are_no_part_of_them() {
        let words = |text: &str| Words::parse(text).unwrap();
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
