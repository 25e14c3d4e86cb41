//! Words of posts whose spelling is similar to a word that occurs in no post.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::term_dictionary::TermDictionary;

/// The most words that are returned.
pub(super) const FOUND_MAX: usize = 3;
/// The most words that are read. The most frequent words are among the first of the index.
const READ_MAX: usize = 200_000;
/// The most of them that are compared letter by letter.
const COMPARISONS_MAX: usize = 20_000;
/// The length in characters above which a word is not regarded as a typing error.
const LENGTH_MAX: usize = 40;

/// Returns at most [`FOUND_MAX`] words, ordered by the number of different letters, then by the number of posts.
pub(super) fn words(terms: &TermDictionary, wanted: &str) -> Vec<String> {
    let wanted = without_punctuation(wanted);
    let wanted_length = wanted.chars().count();
    let differences_max = match wanted_length {
        0..=2 => return Vec::new(),
        3..=5 => 1,
        6..=LENGTH_MAX => 2,
        _ => return Vec::new(),
    };
    let wanted_letters = letters(wanted.as_bytes());
    let is_far = |missing: u64| missing.count_ones() as usize > differences_max;
    let mut comparisons = 0;
    let mut nearest: HashMap<&str, (usize, usize)> = HashMap::new();
    for (word, posts) in terms.iter_with_sizes().take(READ_MAX) {
        // Each difference removes at most one letter and adds at most one.
        if is_far(wanted_letters & !letters(word)) || posts == 0 {
            continue;
        }
        let word = without_punctuation(std::str::from_utf8(word).unwrap_or_default());
        let length = word.chars().count();
        if length.abs_diff(wanted_length) > differences_max
            || is_far(letters(word.as_bytes()) & !wanted_letters)
        {
            continue;
        }
        comparisons += 1;
        if comparisons > COMPARISONS_MAX {
            break;
        }
        // Missing, added, replaced and exchanged letters.
        let differences = strsim::osa_distance(wanted, word);
        if differences <= differences_max {
            let entry = nearest.entry(word).or_insert((differences, 0));
            entry.1 += posts;
        }
    }
    let mut nearest: Vec<_> = nearest.into_iter().collect();
    nearest.sort_unstable_by_key(|(word, (differences, posts))| (*differences, Reverse(*posts), *word));
    nearest.truncate(FOUND_MAX);
    nearest.into_iter().map(|(word, _)| word.to_owned()).collect()
}

fn without_punctuation(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_alphanumeric())
}

/// Returns a bit set of the ASCII characters that occur. Some characters share a bit.
fn letters(word: &[u8]) -> u64 {
    let ascii = word.iter().filter(|byte| byte.is_ascii());
    ascii.fold(0, |letters, byte| letters | 1 << (byte % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(known: &[(&str, u32)], wanted: &str) -> Vec<String> {
        let mut terms = TermDictionary::default();
        for (number, (word, posts)) in known.iter().enumerate() {
            terms.add_word(word.as_bytes());
            (0..*posts).for_each(|post| terms.add_document(number, post));
        }
        words(&terms, wanted)
    }

    #[test]
    fn counts_missing_added_replaced_and_exchanged_letters() {
        for (one, other, expected) in [
            ("rust", "rust", 0),
            ("rst", "rust", 1),
            ("rusty", "rust", 1),
            ("rast", "rust", 1),
            ("rsut", "rust", 1),
            ("", "rust", 4),
            ("kubernets", "kubernetes", 1),
        ] {
            assert_eq!(strsim::osa_distance(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn orders_words_by_differences_and_then_by_posts() {
        let known = [
            ("kubernetes", 2),
            ("(kubernetes),", 9),
            ("kubernete", 1),
            ("rust", 3),
            ("rest", 5),
            ("trust", 1),
        ];
        assert_eq!(nearest(&known, "kubernetis"), ["kubernetes", "kubernete"]);
        assert_eq!(nearest(&known, "rast"), ["rest", "rust"]);
        assert_eq!(nearest(&known, "rst"), ["rest", "rust"]);
        assert!(nearest(&known, "ru").is_empty());
        assert!(nearest(&known, "postgres").is_empty());
        assert!(nearest(&known, &"k".repeat(100)).is_empty());
    }
}
