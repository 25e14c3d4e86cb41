//! Words, and the documents that contain each.

use fixedbitset::FixedBitSet;
use memchr::memmem::Finder;

use super::posting_list::PostingList;

/// The separator of words. It never matches, because search words have no white space.
const WORD_END: u8 = b'\n';

#[derive(Debug, Default)]
pub(super) struct TermDictionary {
    /// All words, each followed by [`WORD_END`].
    text: Vec<u8>,
    /// The index in `text` at which each word begins.
    starts: Vec<usize>,
    postings: Vec<PostingList>,
}

impl TermDictionary {
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn add_word(&mut self, word: &[u8]) {
        self.starts.push(self.text.len());
        self.text.extend_from_slice(word);
        self.text.push(WORD_END);
        self.postings.push(PostingList::default());
    }

    pub(super) fn word(&self, word: usize) -> Option<&[u8]> {
        let start = *self.starts.get(word)?;
        self.text.get(start..self.end(word) - 1)
    }

    /// Adds a document to a word. Documents must be added in ascending order.
    pub(super) fn add_document(&mut self, word: usize, document: u32) {
        if let Some(postings) = self.postings.get_mut(word) {
            postings.push(document);
        }
    }

    /// Returns every word, in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|word| self.word(word))
    }

    /// Returns the number of the documents of a word that are among the given ones.
    pub(super) fn count_documents(&self, word: usize, among: &FixedBitSet) -> usize {
        self.documents_of(word)
            .filter(|document| among.contains(*document))
            .count()
    }

    /// Adds the documents of a word to a set.
    pub(super) fn add_documents_to(&self, word: usize, documents: &mut FixedBitSet) {
        for document in self.documents_of(word) {
            documents.grow(document + 1);
            documents.insert(document);
        }
    }

    fn documents_of(&self, word: usize) -> impl Iterator<Item = usize> {
        let postings = self.postings.get(word).into_iter();
        postings
            .flat_map(PostingList::iter)
            .map(|document| document as usize)
    }

    /// Returns the subset of `among` that contain a word with the substring `part`.
    pub(super) fn documents_with(&self, part: &str, among: &FixedBitSet) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(among.len());
        let mut missing = among.count_ones(..);
        let finder = Finder::new(part);
        let mut words = self.with_part(&finder);
        while missing > 0
            && let Some(word) = words.next()
        {
            for document in self.postings[word].iter() {
                let document = document as usize;
                if among.contains(document) {
                    missing -= usize::from(!found.put(document));
                }
            }
        }
        found
    }

    /// Whether one of the documents contains a word with the substring `part`.
    pub(super) fn occurs_in_any(&self, part: &str, documents: &FixedBitSet) -> bool {
        self.with_part(&Finder::new(part)).any(|word| {
            let mut postings = self.postings[word].iter();
            postings.any(|document| documents.contains(document as usize))
        })
    }

    /// Returns the numbers of the words that contain a substring, ascending.
    fn with_part(&self, part: &Finder<'_>) -> impl Iterator<Item = usize> {
        let (mut from, mut word) = (0, 0);
        std::iter::from_fn(move || {
            let offset = part.find(&self.text[from..])?;
            word = self.word_at(from + offset, word);
            from = self.end(word);
            Some(word)
        })
    }

    /// Returns the word at an index of `text`. It is not before `word`, and usually near it.
    fn word_at(&self, index: usize, word: usize) -> usize {
        let mut reach = 1;
        while self.starts.get(word + reach).is_some_and(|start| *start <= index) {
            reach *= 2;
        }
        let candidates = &self.starts[word..self.starts.len().min(word + reach)];
        word + candidates.partition_point(|start| *start <= index) - 1
    }

    fn end(&self, word: usize) -> usize {
        self.starts.get(word + 1).copied().unwrap_or(self.text.len())
    }

    pub(super) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.postings.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> TermDictionary {
        let mut terms = TermDictionary::default();
        for (word, documents) in [("rust", &[0, 2][..]), ("trust", &[1]), ("go", &[1, 2]), ("", &[])] {
            terms.add_word(word.as_bytes());
            for document in documents {
                terms.add_document(terms.len() - 1, *document);
            }
        }
        terms
    }

    #[test]
    fn finds_a_part_within_words_but_not_across_them() {
        let terms = terms();
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
                terms.documents_with(part, &all).ones().collect::<Vec<_>>(),
                expected,
                "{part}"
            );
        }
    }

    #[test]
    fn finds_only_documents_of_the_given_set() {
        let mut some = FixedBitSet::with_capacity(3);
        some.insert(1);
        assert_eq!(
            terms().documents_with("st", &some).ones().collect::<Vec<_>>(),
            [1]
        );
        assert!(terms().documents_with("xx", &some).is_clear());
    }

    #[test]
    fn tells_whether_a_part_occurs_in_any_of_the_given_documents() {
        let terms = terms();
        let occurs =
            |part: &str, documents: &[usize]| terms.occurs_in_any(part, &documents.iter().copied().collect());
        assert!(occurs("rust", &[1]));
        assert!(occurs("ust", &[0, 2]));
        assert!(!occurs("go", &[0]));
        assert!(!occurs("rust", &[]));
        assert!(!occurs("zig", &[0, 1, 2]));
    }

    #[test]
    fn returns_words_by_their_number() {
        let terms = terms();
        assert_eq!(terms.word(1), Some(&b"trust"[..]));
        assert_eq!(terms.word(3), Some(&b""[..]));
        assert_eq!(terms.word(4), None);
    }
}
