//! Words, and which documents hold each.

use fixedbitset::FixedBitSet;
use memchr::memmem::Finder;

use super::ascending::Ascending;

/// Nobody looks for it: what is looked for has no white space.
const WORD_END: u8 = b'\n';

#[derive(Debug, Default)]
pub(super) struct Lexicon {
    /// All words, one after the other, each with its end.
    text: Vec<u8>,
    /// Where each word begins in `text`.
    starts: Vec<usize>,
    /// The documents of each word.
    holders: Vec<Ascending>,
}

impl Lexicon {
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Adds a word that no document holds yet.
    pub(super) fn add_word(&mut self, word: &[u8]) {
        self.starts.push(self.text.len());
        self.text.extend_from_slice(word);
        self.text.push(WORD_END);
        self.holders.push(Ascending::default());
    }

    pub(super) fn word(&self, word: usize) -> Option<&[u8]> {
        let start = *self.starts.get(word)?;
        self.text.get(start..self.end(word) - 1)
    }

    /// Notes that a document holds a word; documents come in ascending order.
    pub(super) fn add_holder(&mut self, word: usize, document: u32) {
        if let Some(holders) = self.holders.get_mut(word) {
            holders.push(document);
        }
    }

    /// Every word, with about as many bytes as there are documents that hold it.
    pub(super) fn all(&self) -> impl Iterator<Item = (&[u8], usize)> {
        let words = (0..self.len()).filter_map(|word| self.word(word));
        words.zip(self.holders.iter().map(|holders| holders.bytes().len()))
    }

    /// Those of these documents that hold a word with `part` in it.
    pub(super) fn holding(&self, part: &str, among: &FixedBitSet) -> FixedBitSet {
        let mut holding = FixedBitSet::with_capacity(among.len());
        let mut missing = among.count_ones(..);
        let finder = Finder::new(part);
        let mut words = self.with_part(&finder);
        while missing > 0
            && let Some(word) = words.next()
        {
            for document in self.holders[word].iter() {
                let document = document as usize;
                if among.contains(document) {
                    missing -= usize::from(!holding.put(document));
                }
            }
        }
        holding
    }

    /// Whether one of these documents holds a word with `part` in it.
    pub(super) fn is_held(&self, part: &str, documents: &FixedBitSet) -> bool {
        self.with_part(&Finder::new(part)).any(|word| {
            let mut holders = self.holders[word].iter();
            holders.any(|document| documents.contains(document as usize))
        })
    }

    /// The numbers of the words with a part in them, ascending.
    fn with_part(&self, part: &Finder<'_>) -> impl Iterator<Item = usize> {
        let (mut from, mut word) = (0, 0);
        std::iter::from_fn(move || {
            let offset = part.find(&self.text[from..])?;
            word = self.word_at(from + offset, word);
            from = self.end(word);
            Some(word)
        })
    }

    /// The word at a place of `text`, which is `word` or a later one, and most often a near one.
    fn word_at(&self, place: usize, word: usize) -> usize {
        let mut reach = 1;
        while self.starts.get(word + reach).is_some_and(|start| *start <= place) {
            reach *= 2;
        }
        let near = &self.starts[word..self.starts.len().min(word + reach)];
        word + near.partition_point(|start| *start <= place) - 1
    }

    fn end(&self, word: usize) -> usize {
        self.starts.get(word + 1).copied().unwrap_or(self.text.len())
    }

    /// Gives the memory back that growing has left unused.
    pub(super) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.holders.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> Lexicon {
        let mut lexicon = Lexicon::default();
        for (word, documents) in [("rust", &[0, 2][..]), ("trust", &[1]), ("go", &[1, 2]), ("", &[])] {
            lexicon.add_word(word.as_bytes());
            for document in documents {
                lexicon.add_holder(lexicon.len() - 1, *document);
            }
        }
        lexicon
    }

    #[test]
    fn a_part_is_found_within_words_and_never_across_them() {
        let lexicon = lexicon();
        let mut all = FixedBitSet::with_capacity(3);
        all.insert_range(..);
        for (part, expected) in [
            ("rust", &[0, 1, 2][..]),
            ("trust", &[1]),
            ("o", &[1, 2]),
            ("st", &[0, 1, 2]),
            ("tt", &[]),
            ("go", &[1, 2]),
        ] {
            assert_eq!(
                lexicon.holding(part, &all).ones().collect::<Vec<_>>(),
                expected,
                "{part}"
            );
        }
    }

    #[test]
    fn only_the_documents_that_are_asked_about_are_found() {
        let mut some = FixedBitSet::with_capacity(3);
        some.insert(1);
        assert_eq!(lexicon().holding("st", &some).ones().collect::<Vec<_>>(), [1]);
        assert!(lexicon().holding("xx", &some).is_clear());
    }

    #[test]
    fn a_part_is_held_by_the_documents_that_are_asked_for_or_not() {
        let lexicon = lexicon();
        let held =
            |part: &str, documents: &[usize]| lexicon.is_held(part, &documents.iter().copied().collect());
        assert!(held("rust", &[1]));
        assert!(held("ust", &[0, 2]));
        assert!(!held("go", &[0]));
        assert!(!held("rust", &[]));
        assert!(!held("zig", &[0, 1, 2]));
    }

    #[test]
    fn words_are_kept_by_their_number() {
        let lexicon = lexicon();
        assert_eq!(lexicon.word(1), Some(&b"trust"[..]));
        assert_eq!(lexicon.word(3), Some(&b""[..]));
        assert_eq!(lexicon.word(4), None);
    }
}
