//! The in-memory index: the words of all posts, and the posts that contain each.
//!
//! The index is append-only. A changed post is added as a new document, and its previous document is no longer live.

use std::cmp::Reverse;
use std::collections::HashMap;

use fixedbitset::FixedBitSet;

use super::posting_list::numbers;
use super::similar_words;
use super::term_dictionary::TermDictionary;
use crate::domain::search::SearchQuery;

/// The number of obsolete documents below which a rebuild is not worthwhile.
const OBSOLETE_ALLOWED: usize = 1_000;
/// The most words of a search that gets suggestions, so that running three suggested searches takes no longer than one
/// long search.
const SUGGESTED_WORDS_MAX: usize = 5;
/// The most words of such a search that occur in no post.
const UNKNOWN_MAX: usize = 2;

/// A version of a post: its time of creation in milliseconds and its row number. Documents are ordered by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Document {
    pub(super) created_at: i64,
    pub(super) seq: i64,
}

#[derive(Debug, Default)]
pub(super) struct Index {
    words: TermDictionary,
    title_words: TermDictionary,
    /// Maps the number of a word in `words` to its number in `title_words`.
    title_numbers: HashMap<u32, usize>,
    documents: Vec<Document>,
    live: FixedBitSet,
    /// The live document of each post, by row number.
    by_seq: HashMap<i64, usize>,
}

/// The documents that contain all words, and those of them with all words in the title.
pub(super) struct Found {
    pub(super) anywhere: FixedBitSet,
    pub(super) in_title: FixedBitSet,
}

/// Returns the subset of `documents` that contain all words. Stops as soon as the subset is empty.
fn with_all_words(terms: &TermDictionary, words: &[&str], mut documents: FixedBitSet) -> FixedBitSet {
    for word in words {
        if documents.is_clear() {
            break;
        }
        documents = terms.documents_with(word, &documents);
    }
    documents
}

impl Index {
    pub(super) fn word_count(&self) -> usize {
        self.words.len()
    }

    pub(super) fn add_word(&mut self, word: &str) {
        self.words.add_word(word.as_bytes());
    }

    /// Adds or replaces a post, with the encoded numbers of its words and of the words of its title.
    pub(super) fn add(&mut self, document: Document, words: &[u8], title: &[u8]) {
        self.remove(document.seq);
        let number = self.documents.len();
        self.documents.push(document);
        self.live.grow(number + 1);
        self.live.insert(number);
        self.by_seq.insert(document.seq, number);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        for word in numbers(words) {
            self.words.add_document(word as usize, number);
        }
        for word in numbers(title) {
            let word = self.title_number(word);
            self.title_words.add_document(word, number);
        }
    }

    fn title_number(&mut self, word: u32) -> usize {
        *self.title_numbers.entry(word).or_insert_with(|| {
            self.title_words
                .add_word(self.words.word(word as usize).unwrap_or_default());
            self.title_words.len() - 1
        })
    }

    pub(super) fn remove(&mut self, seq: i64) {
        if let Some(number) = self.by_seq.remove(&seq) {
            self.live.remove(number);
        }
    }

    /// Whether most documents are obsolete, so that a rebuild is worthwhile.
    pub(super) fn is_mostly_obsolete(&self) -> bool {
        self.documents.len() > 2 * self.by_seq.len() + OBSOLETE_ALLOWED
    }

    pub(super) fn shrink(&mut self) {
        self.words.shrink();
        self.documents.shrink_to_fit();
    }

    /// Returns the documents that contain every word, and those of them with every word in the title.
    pub(super) fn find(&self, words: &SearchQuery) -> Found {
        let words = words.essential();
        let anywhere = with_all_words(&self.words, &words, self.live.clone());
        // The words of a title are among the words of its post.
        let in_title = with_all_words(&self.title_words, &words, anywhere.clone());
        Found { anywhere, in_title }
    }

    /// Returns similar searches, where similar words replace those that occur in no post: first with the nearest word
    /// for each, then with the second nearest, as long as every word has one.
    pub(super) fn similar_searches(&self, words: &SearchQuery) -> Vec<SearchQuery> {
        if words.iter().count() > SUGGESTED_WORDS_MAX {
            return Vec::new();
        }
        let unknown: Vec<(usize, &str)> = words
            .iter()
            .enumerate()
            .filter(|(_, word)| !self.words.occurs_in_any(word, &self.live))
            .take(UNKNOWN_MAX + 1)
            .collect();
        if unknown.is_empty() || unknown.len() > UNKNOWN_MAX {
            return Vec::new();
        }
        let nearest: Vec<(usize, Vec<String>)> = unknown
            .into_iter()
            .map(|(position, word)| (position, similar_words::words(&self.words, word)))
            .collect();
        let of_rank = |rank: usize| {
            let replacements: Option<Vec<(usize, &str)>> = nearest
                .iter()
                .map(|(position, nearest)| Some((*position, nearest.get(rank)?.as_str())))
                .collect();
            replacements.map(|replacements| words.with_replaced(&replacements))
        };
        (0..similar_words::FOUND_MAX).map_while(of_rank).collect()
    }

    pub(super) fn of_posts(&self, seqs: impl IntoIterator<Item = i64>) -> FixedBitSet {
        let mut documents = FixedBitSet::with_capacity(self.documents.len());
        documents.extend(seqs.into_iter().filter_map(|seq| self.by_seq.get(&seq).copied()));
        documents
    }

    pub(super) fn is_among(&self, documents: &FixedBitSet, seq: i64) -> bool {
        self.by_seq
            .get(&seq)
            .is_some_and(|number| documents.contains(*number))
    }

    /// Returns at most `limit` posts from `skip` on, newest first.
    pub(super) fn newest(&self, documents: &FixedBitSet, skip: usize, limit: usize) -> Vec<i64> {
        self.ordered(documents, skip, limit, |document| Reverse(*document))
    }

    /// Returns at most `limit` posts from `skip` on, oldest first.
    pub(super) fn oldest(&self, documents: &FixedBitSet, skip: usize, limit: usize) -> Vec<i64> {
        self.ordered(documents, skip, limit, |document| *document)
    }

    fn ordered<K: Ord>(
        &self,
        documents: &FixedBitSet,
        skip: usize,
        limit: usize,
        key: impl Fn(&Document) -> K,
    ) -> Vec<i64> {
        let mut found: Vec<Document> = documents.ones().map(|number| self.documents[number]).collect();
        let end = skip.saturating_add(limit).min(found.len());
        if skip >= end {
            return Vec::new();
        }
        if end < found.len() {
            found.select_nth_unstable_by_key(end, &key);
            found.truncate(end);
        }
        found.sort_unstable_by_key(&key);
        found[skip..].iter().map(|document| document.seq).collect()
    }
}
