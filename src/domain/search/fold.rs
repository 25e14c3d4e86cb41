//! The folded form of texts, in which they are compared.

use icu_normalizer::properties::{CanonicalDecomposition, CanonicalDecompositionBorrowed, Decomposed};

/// Folds a text for comparison, character by character, so that a part of a text folds to a part of the folded
/// text. Lowercases, removes accents, apostrophes and quotation marks, and replaces letters that do not decompose
/// into a letter and an accent by those that people type instead (`ß` by `ss`, `ø` by `o`).
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        push_folded(&mut folded, character, String::push);
    }
    folded
}

/// Folds a text like [`fold`], with one space for each run of white space and none at its beginning, so that a phrase
/// is a part of it.
pub fn fold_collapsed(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        push_collapsed(&mut folded, character);
    }
    folded
}

/// Appends the next character of a text to its form by [`fold_collapsed`].
pub(super) fn push_collapsed(folded: &mut String, character: char) {
    push_folded(folded, character, |folded, letter| {
        if !letter.is_whitespace() {
            folded.push(letter);
        } else if !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(' ');
        }
    });
}

/// Whether a character is a quotation mark that can begin and end a phrase.
pub fn is_double_quotation_mark(character: char) -> bool {
    matches!(character, '"' | '\u{201c}'..='\u{201f}' | '«' | '»' | '＂')
}

fn push_folded(folded: &mut String, character: char, push: impl Fn(&mut String, char)) {
    if character.is_ascii() {
        if !is_quotation_mark(character) {
            push(folded, character.to_ascii_lowercase());
        }
        return;
    }
    for lowercase in character.to_lowercase() {
        match without_accents(lowercase) {
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
            letter => push(folded, letter),
        }
    }
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
    is_double_quotation_mark(character)
        || matches!(character, '\'' | '\u{2018}'..='\u{201b}' | '‹' | '›' | 'ʼ' | '＇')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
    fn collapses_white_space_also_where_marks_were_removed() {
        assert_eq!(fold_collapsed(" A \"\n\u{a0}b  'C' "), "a b c ");
    }

    proptest! {
        #[test]
        fn collapsed_folding_has_the_words_of_the_folded_text(text in any::<String>()) {
            let folded = fold(&text);
            let words: Vec<&str> = folded.split_whitespace().collect();
            let collapsed = fold_collapsed(&text);
            prop_assert_eq!(words.join(" "), collapsed.trim_end());
        }

        #[test]
        fn folding_again_changes_nothing(text in any::<String>()) {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }
    }
}
