//! The words of posts that are spelled nearly as a word that no post holds.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::lexicon::Lexicon;

/// The most words that are found.
pub(super) const FOUND_MAX: usize = 3;
/// The most words that are looked at. What most posts hold is among the first that the index learned.
const LOOKED_AT_MAX: usize = 200_000;
/// The most of them that are compared letter by letter.
const COMPARISONS_MAX: usize = 20_000;
/// Longer words are no slips of the pen.
const LENGTH_MAX: usize = 40;

/// At most three words, those with the fewest different letters first, then those of most posts.
pub(super) fn words(lexicon: &Lexicon, wanted: &str) -> Vec<String> {
    let wanted: Vec<char> = bare(wanted).chars().collect();
    let reach = match wanted.len() {
        0..=2 => return Vec::new(),
        3..=5 => 1,
        6..=LENGTH_MAX => 2,
        _ => return Vec::new(),
    };
    let letters_wanted = letters(wanted.iter().collect::<String>().as_bytes());
    let is_far = |missing: u64| missing.count_ones() as usize > reach;
    let mut comparisons = 0;
    let mut near: HashMap<&str, (usize, usize)> = HashMap::new();
    for (word, posts) in lexicon.all().take(LOOKED_AT_MAX) {
        // Each difference takes at most one letter away and brings at most one in.
        if is_far(letters_wanted & !letters(word)) || posts == 0 {
            continue;
        }
        let word = bare(std::str::from_utf8(word).unwrap_or_default());
        let length = word.chars().count();
        if length.abs_diff(wanted.len()) > reach || is_far(letters(word.as_bytes()) & !letters_wanted) {
            continue;
        }
        comparisons += 1;
        if comparisons > COMPARISONS_MAX {
            break;
        }
        let differences = differences(&wanted, &word.chars().collect::<Vec<_>>());
        if differences <= reach {
            let known = near.entry(word).or_insert((differences, 0));
            known.1 += posts;
        }
    }
    let mut near: Vec<_> = near.into_iter().collect();
    near.sort_unstable_by_key(|(word, (differences, posts))| (*differences, Reverse(*posts), *word));
    near.truncate(FOUND_MAX);
    near.into_iter().map(|(word, _)| word.to_owned()).collect()
}

/// Without the marks around a word.
fn bare(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_alphanumeric())
}

/// A bit for each letter of ASCII that occurs, some letters sharing one.
fn letters(word: &[u8]) -> u64 {
    let ascii = word.iter().filter(|byte| byte.is_ascii());
    ascii.fold(0, |letters, byte| letters | 1 << (byte % 64))
}

/// Letters that are missing, too many, others, or two that have changed places.
fn differences(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other_letter) in other.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other_letter);
            let mut fewest = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *letter == other[column - 1] && one[row - 1] == *other_letter {
                fewest = fewest.min(before[column - 1] + 1);
            }
            current.push(fewest);
        }
        before = std::mem::replace(&mut last, current);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(known: &[(&str, u32)], wanted: &str) -> Vec<String> {
        let mut lexicon = Lexicon::default();
        for (number, (word, posts)) in known.iter().enumerate() {
            lexicon.add_word(word.as_bytes());
            (0..*posts).for_each(|post| lexicon.add_holder(number, post));
        }
        words(&lexicon, wanted)
    }

    #[test]
    fn counts_missing_added_replaced_and_exchanged_letters() {
        let count = |one: &str, other: &str| {
            let letters = |word: &str| word.chars().collect::<Vec<_>>();
            differences(&letters(one), &letters(other))
        };
        for (one, other, expected) in [
            ("rust", "rust", 0),
            ("rst", "rust", 1),
            ("rusty", "rust", 1),
            ("rast", "rust", 1),
            ("rsut", "rust", 1),
            ("", "rust", 4),
            ("kubernets", "kubernetes", 1),
        ] {
            assert_eq!(count(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn finds_the_nearest_first_and_then_those_of_most_posts() {
        let known = [
            ("kubernetes", 2),
            ("(kubernetes),", 9),
            ("kubernete", 1),
            ("rust", 3),
            ("rest", 5),
            ("trust", 1),
        ];
        assert_eq!(near(&known, "kubernetis"), ["kubernetes", "kubernete"]);
        assert_eq!(near(&known, "rast"), ["rest", "rust"]);
        assert_eq!(near(&known, "rst"), ["rest", "rust"]);
        assert!(near(&known, "ru").is_empty());
        assert!(near(&known, "postgres").is_empty());
        assert!(near(&known, &"k".repeat(100)).is_empty());
    }
}
