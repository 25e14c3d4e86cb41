//! Words of posts that are spelled like a word that occurs in no post.

use std::cmp::Reverse;
use std::collections::HashMap;

use fixedbitset::FixedBitSet;

use super::term_dictionary::TermDictionary;

/// The most words that are read. The most frequent words are among the first of the index.
const READ_MAX: usize = 200_000;
/// The most of them that are compared letter by letter.
const COMPARISONS_MAX: usize = 20_000;
/// The length in characters above which a word is not regarded as a typing error.
const LENGTH_MAX: usize = 40;

/// A word of posts, without punctuation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SimilarWord {
    pub(super) text: String,
    /// The number of missing, added, replaced and exchanged letters.
    pub(super) differences: usize,
    /// Its numbers in the dictionary, which has it with and without punctuation.
    pub(super) numbers: Vec<usize>,
    /// The number of posts with it, those counted twice that have it in two forms.
    posts: usize,
}

impl SimilarWord {
    /// Whether it is so near that it stands for the word without asking: one letter off if that has four to seven letters,
    /// and two if it has more.
    pub(super) fn is_forgiven_for(&self, word: &str) -> bool {
        match without_punctuation(word).chars().count() {
            0..=3 => false,
            4..=7 => self.differences <= 1,
            _ => self.differences <= 2,
        }
    }
}

/// Returns the words that may be meant by a word, ordered by the number of different letters, then by the number of
/// posts.
pub(super) fn find(terms: &TermDictionary, wanted: &str, live: &FixedBitSet) -> Vec<SimilarWord> {
    let wanted = without_punctuation(wanted);
    let differences_max = match wanted.chars().count() {
        3..=5 => 1,
        6..=LENGTH_MAX => 2,
        _ => return Vec::new(),
    };
    let mut similar: HashMap<&str, SimilarWord> = HashMap::new();
    for (number, text) in candidates(terms, wanted, differences_max).take(COMPARISONS_MAX) {
        let differences = strsim::osa_distance(wanted, text);
        if differences > differences_max {
            continue;
        }
        let posts = terms.count_documents(number, live);
        if posts > 0 {
            let word = similar.entry(text).or_insert_with(|| SimilarWord {
                text: text.to_owned(),
                differences,
                numbers: Vec::new(),
                posts: 0,
            });
            word.numbers.push(number);
            word.posts += posts;
        }
    }
    let mut similar: Vec<SimilarWord> = similar.into_values().collect();
    similar.sort_unstable_by(|one, other| {
        let key = |word: &SimilarWord| (word.differences, Reverse(word.posts));
        key(one).cmp(&key(other)).then_with(|| one.text.cmp(&other.text))
    });
    similar
}

/// Returns the words, without punctuation, that have about as many letters and mostly the same.
fn candidates<'terms>(
    terms: &'terms TermDictionary,
    wanted: &str,
    differences_max: usize,
) -> impl Iterator<Item = (usize, &'terms str)> {
    let wanted_length = wanted.chars().count();
    let wanted_letters = letters(wanted.as_bytes());
    let is_far = move |missing: u64| missing.count_ones() as usize > differences_max;
    terms
        .iter()
        .enumerate()
        .take(READ_MAX)
        .filter_map(move |(number, word)| {
            // Each difference removes at most one letter and adds at most one.
            if is_far(wanted_letters & !letters(word)) {
                return None;
            }
            let word = without_punctuation(std::str::from_utf8(word).unwrap_or_default());
            let is_near = word.chars().count().abs_diff(wanted_length) <= differences_max
                && !is_far(letters(word.as_bytes()) & !wanted_letters);
            is_near.then_some((number, word))
        })
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
        let live = (0..20).collect();
        find(&terms, wanted, &live)
            .into_iter()
            .map(|word| word.text)
            .collect()
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
            ("rant", 0),
        ];
        assert_eq!(nearest(&known, "kubernetis"), ["kubernetes", "kubernete"]);
        assert_eq!(nearest(&known, "rast"), ["rest", "rust"]);
        assert_eq!(nearest(&known, "rst"), ["rest", "rust"]);
        assert!(nearest(&known, "ru").is_empty());
        assert!(nearest(&known, "postgres").is_empty());
        assert!(nearest(&known, &"k".repeat(100)).is_empty());
    }

    #[test]
    fn joins_the_forms_of_a_word_and_leaves_out_those_of_no_live_post() {
        let mut terms = TermDictionary::default();
        for (word, document) in [("rust", 0), ("rust,", 1), ("rusk", 2)] {
            terms.add_word(word.as_bytes());
            terms.add_document(terms.len() - 1, document);
        }
        let live = [0, 1].into_iter().collect();
        let found = find(&terms, "ruxt", &live);
        let expected = SimilarWord {
            text: "rust".to_owned(),
            differences: 1,
            numbers: vec![0, 1],
            posts: 2,
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn forgives_one_letter_in_words_of_four_to_seven_and_two_beyond() {
        for (word, differences, expected) in [
            ("abc", 0, false),
            ("abc", 1, false),
            ("abcd", 1, true),
            ("abcd", 2, false),
            ("abcdefg", 1, true),
            ("(abcdefg)", 2, false),
            ("abcdefgh", 2, true),
        ] {
            let similar = SimilarWord {
                text: String::new(),
                differences,
                numbers: Vec::new(),
                posts: 1,
            };
            assert_eq!(similar.is_forgiven_for(word), expected, "{word} {differences}");
        }
    }
}
