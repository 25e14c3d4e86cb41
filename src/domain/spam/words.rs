//! Lists of words.

use super::folding::fold;

/// The most words of a list.
pub const WORDS_MAX: usize = 1_000;
/// The most characters of a word.
pub const WORD_LENGTH_MAX: usize = 60;

/// A list of words or of several words in a row, with `*` at the end for any ending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordList {
    typed: Vec<String>,
    folded: Vec<Word>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    folded: String,
    /// Whether it stands for all words that begin with it.
    is_prefix: bool,
    /// Whether it is one word of those that [`FoldedText`] finds.
    is_single: bool,
}

/// A text in which words are looked up.
#[derive(Debug, Clone)]
pub(super) struct FoldedText {
    folded: String,
    /// Where its words begin and end, in the order of the words.
    words: Vec<(usize, usize)>,
}

impl WordList {
    /// Validates a list, without blank entries. Returns the message for the person who entered it otherwise.
    pub fn parse(typed: &[String]) -> Result<Self, String> {
        let mut list = Self::default();
        for word in typed {
            let word = word.trim();
            if word.is_empty() || list.typed.iter().any(|known| known == word) {
                continue;
            }
            if list.typed.len() == WORDS_MAX {
                return Err(format!("At most {WORDS_MAX} words are possible"));
            }
            list.folded.push(Word::parse(word)?);
            list.typed.push(word.to_owned());
        }
        Ok(list)
    }

    /// The words as they were typed.
    pub fn as_typed(&self) -> &[String] {
        &self.typed
    }

    /// Whether a text has one of the words.
    pub(super) fn is_in(&self, text: &FoldedText) -> bool {
        self.folded.iter().any(|word| text.has(word))
    }
}

impl Word {
    fn parse(typed: &str) -> Result<Self, String> {
        if typed.chars().count() > WORD_LENGTH_MAX {
            return Err(format!(
                "A word must be at most {WORD_LENGTH_MAX} characters long"
            ));
        }
        let stem = typed.strip_suffix('*').unwrap_or(typed);
        let folded = fold(stem);
        if stem.contains('*') || folded.is_empty() {
            return Err(format!("‘{typed}’ can have one * at the end of a word"));
        }
        Ok(Self {
            is_prefix: stem.len() < typed.len(),
            is_single: folded.chars().all(is_part_of_word),
            folded,
        })
    }
}

impl FoldedText {
    pub(super) fn new(text: &str) -> Self {
        let folded = fold(text);
        let mut words = Vec::new();
        let mut start = None;
        for (at, character) in folded.char_indices() {
            match (start, is_part_of_word(character)) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    words.push((from, at));
                    start = None;
                }
                _ => {}
            }
        }
        words.extend(start.map(|from| (from, folded.len())));
        words.sort_unstable_by_key(|(from, to)| &folded[*from..*to]);
        Self { folded, words }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.folded
    }

    fn has(&self, word: &Word) -> bool {
        if !word.is_single {
            return self.has_at_boundaries(word);
        }
        let from = self
            .words
            .partition_point(|range| self.word(*range) < &*word.folded);
        self.words.get(from).is_some_and(|range| {
            let found = self.word(*range);
            found == word.folded || (word.is_prefix && found.starts_with(&word.folded))
        })
    }

    fn word(&self, (from, to): (usize, usize)) -> &str {
        &self.folded[from..to]
    }

    /// Whether the text has a word that is more than letters and digits, or of a script without spaces.
    fn has_at_boundaries(&self, word: &Word) -> bool {
        self.folded.match_indices(&word.folded).any(|(at, found)| {
            let (before, after) = (&self.folded[..at], &self.folded[at + found.len()..]);
            let continues = |one: Option<char>, other: Option<char>| {
                one.is_some_and(is_part_of_word) && other.is_some_and(is_part_of_word)
            };
            let is_start = !continues(before.chars().next_back(), found.chars().next());
            let is_end = !continues(found.chars().next_back(), after.chars().next());
            is_start && (is_end || word.is_prefix)
        })
    }
}

/// Whether a character is part of the words that spaces and punctuation separate.
fn is_part_of_word(character: char) -> bool {
    character.is_alphanumeric() && !is_written_without_spaces(character)
}

/// Whether the script of a character puts no spaces between words: those of China, Japan and South-East Asia.
fn is_written_without_spaces(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}'           // Thai, Lao
        | '\u{1000}'..='\u{109f}'       // Myanmar
        | '\u{1780}'..='\u{17ff}'       // Khmer
        | '\u{3040}'..='\u{30ff}'       // Hiragana, Katakana
        | '\u{3400}'..='\u{4dbf}'       // Han
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(words: &[&str]) -> Result<WordList, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        WordList::parse(&words)
    }

    #[test]
    fn finds_whole_words_alone() {
        for (word, inside, outside) in [
            ("casino", "At the CASINO!", "casinos"),
            ("casino", "(casino)", "mycasino"),
            ("casino", "best_casino_ever", "casino1"),
            ("casin*", "casinos", "mycasino"),
            ("casino*", "casino", "casin"),
            ("Buy  Now", "so buy\nnow.", "buy nowhere"),
            ("buy now", "buy now", "buy it now"),
            ("buy now*", "buy nowhere", "rebuy now"),
            ("c++", "I like C++.", "objc++"),
            ("$$$", "only $$$!", "only $$"),
            ("ﬁx", "FIX", "fixed"),
            ("straße", "STRASSE", "strassen"),
            ("сasino", "\u{441}asino", "casino"),
            ("博彩", "在线博彩网站", "博 彩"),
            ("casino", "在线casino网站", "在线casinos网站"),
            ("free", "f\u{200b}ree", "freedom"),
        ] {
            let list = list(&["other", word, "zzz"]).unwrap();
            assert!(list.is_in(&FoldedText::new(inside)), "{word} in {inside}");
            assert!(!list.is_in(&FoldedText::new(outside)), "{word} in {outside}");
        }
        assert!(!WordList::default().is_in(&FoldedText::new("a")));
    }

    #[test]
    fn accepts_a_thousand_words_of_60_characters() {
        let words: Vec<String> = (0..1_001).map(|number| format!("{number:060}")).collect();
        assert!(WordList::parse(&words[..1_000]).is_ok());
        assert!(WordList::parse(&words).is_err());
        assert!(list(&[&"é".repeat(60)]).is_ok());
        for word in [
            "é".repeat(61),
            "*".to_owned(),
            "a*b".to_owned(),
            "a**".to_owned(),
            "\u{200b}".to_owned(),
        ] {
            assert!(list(&[&word]).is_err(), "{word}");
        }
    }

    #[test]
    fn drops_blank_and_repeated_entries() {
        let list = list(&[" a ", "", "a", "b"]).unwrap();
        assert_eq!(list.as_typed(), ["a", "b"]);
    }
}
