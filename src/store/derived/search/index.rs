//! The in-memory index: the words of all posts, and the posts that contain each.
//!
//! The index is append-only. A changed post is added as a new document, and its previous document is no longer live.

use std::cmp::Reverse;
use std::collections::HashMap;

use fixedbitset::FixedBitSet;

use super::alternatives::{Alternative, Alternatives};
use super::posting_list::numbers;
use super::similar_words::{self, SimilarWord};
use super::term_dictionary::TermDictionary;
use crate::domain::search::{Condition, SearchQuery, is_phrase};

/// The number of obsolete documents below which a rebuild is not worthwhile.
const OBSOLETE_ALLOWED: usize = 1_000;
/// Stands for the number of a word that is no longer stored.
const REMOVED: u32 = u32::MAX;

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
    /// Maps the stored number of a word to its number in `words`.
    word_numbers: Vec<u32>,
    /// Maps the number of a word in `words` to its number in `title_words`.
    title_numbers: HashMap<u32, usize>,
    documents: Vec<Document>,
    live: FixedBitSet,
    /// The live document of each post, by row number.
    by_seq: HashMap<i64, usize>,
}

/// The documents that a search finds, and those of them with all words in the title.
pub(super) struct Found {
    pub(super) anywhere: FixedBitSet,
    pub(super) in_title: FixedBitSet,
}

impl Index {
    /// The number of stored words up to the last one that was added, those counted that are no longer stored.
    pub(super) fn stored_words(&self) -> usize {
        self.word_numbers.len()
    }

    /// Adds the word with a stored number, which must be greater than all before it.
    pub(super) fn add_word(&mut self, stored: usize, word: &str) {
        let number = u32::try_from(self.words.len()).unwrap_or(REMOVED);
        self.word_numbers.resize(stored, REMOVED);
        self.word_numbers.push(number);
        self.words.add_word(word.as_bytes());
    }

    /// Adds or replaces a post, with the encoded stored numbers of its words and of the words of its title.
    pub(super) fn add(&mut self, document: Document, words: &[u8], title: &[u8]) {
        self.remove(document.seq);
        let number = self.documents.len();
        self.documents.push(document);
        self.live.grow(number + 1);
        self.live.insert(number);
        self.by_seq.insert(document.seq, number);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        for word in numbers(words) {
            if let Some(word) = self.word_number(word) {
                self.words.add_document(word as usize, number);
            }
        }
        for word in numbers(title) {
            if let Some(word) = self.word_number(word) {
                let word = self.title_number(word);
                self.title_words.add_document(word, number);
            }
        }
    }

    fn word_number(&self, stored: u32) -> Option<u32> {
        let number = self.word_numbers.get(stored as usize).copied();
        number.filter(|number| *number != REMOVED)
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

    /// All published posts.
    pub(super) fn live(&self) -> FixedBitSet {
        self.live.clone()
    }

    /// Returns the documents among some that meet the conditions of which the index alone can tell: words, alternatives in
    /// their place, words of the title, excluded words, and times. Of a phrase they have each word somewhere.
    pub(super) fn find(
        &self,
        query: &SearchQuery,
        alternatives: &Alternatives,
        mut anywhere: FixedBitSet,
    ) -> Found {
        self.restrict_to_times(query, &mut anywhere);
        let words = if alternatives.is_empty() {
            query.essential_words()
        } else {
            query.words()
        };
        for word in &words {
            let instead = alternatives.of_word(word).map(|instead| &instead.anywhere);
            anywhere = with_word(&self.words, word, instead, &anywhere);
        }
        self.restrict_to_terms(query, &mut anywhere);
        // The words of a title are among the words of its post.
        let mut in_title = anywhere.clone();
        for word in &words {
            let instead = alternatives.of_word(word).map(|instead| &instead.in_title);
            in_title = with_word(&self.title_words, word, instead, &in_title);
        }
        Found { anywhere, in_title }
    }

    fn restrict_to_times(&self, query: &SearchQuery, documents: &mut FixedBitSet) {
        for term in query.terms() {
            let (time, is_before) = match term.condition {
                Condition::Before(time) => (time.milliseconds(), !term.is_excluded),
                Condition::After(time) => (time.milliseconds(), term.is_excluded),
                _ => continue,
            };
            let is_of_time = |number: &usize| (self.documents[*number].created_at < time) == is_before;
            *documents = documents.ones().filter(is_of_time).collect();
        }
    }

    /// Applies the terms about words of the title, and those that exclude a word.
    fn restrict_to_terms(&self, query: &SearchQuery, documents: &mut FixedBitSet) {
        for term in query.terms() {
            let (terms, text) = match &term.condition {
                Condition::Text(text) if term.is_excluded => (&self.words, text),
                Condition::Title(text) => (&self.title_words, text),
                _ => continue,
            };
            if !term.is_excluded {
                *documents = with_all_words(terms, text, documents.clone());
            } else if !is_phrase(text) {
                documents.difference_with(&terms.documents_with(text, documents));
            }
        }
    }

    /// Returns the documents among some that have each word of a text, in the title or anywhere.
    pub(super) fn with_words_of(&self, text: &str, is_in_title: bool, among: FixedBitSet) -> FixedBitSet {
        let terms = if is_in_title {
            &self.title_words
        } else {
            &self.words
        };
        with_all_words(terms, text, among)
    }

    /// Whether a post has a word with this part.
    pub(super) fn occurs(&self, part: &str) -> bool {
        self.words.occurs_in_any(part, &self.live)
    }

    /// Returns the words of posts that are spelled like a word, the nearest first, and of those the most used first.
    pub(super) fn similar_words(&self, word: &str) -> Vec<SimilarWord> {
        similar_words::find(&self.words, word, &self.live)
    }

    /// Returns the documents with any of these words.
    pub(super) fn with_any(&self, words: &[SimilarWord]) -> Alternative {
        let mut found = Alternative::default();
        let numbers = words.iter().flat_map(|word| &word.numbers);
        for number in numbers {
            self.words.add_documents_to(*number, &mut found.anywhere);
            let title_number = u32::try_from(*number).ok();
            if let Some(number) = title_number.and_then(|number| self.title_numbers.get(&number)) {
                self.title_words.add_documents_to(*number, &mut found.in_title);
            }
        }
        found
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

/// Returns the subset of `among` with a word, or with what may stand instead.
fn with_word(
    terms: &TermDictionary,
    word: &str,
    instead: Option<&FixedBitSet>,
    among: &FixedBitSet,
) -> FixedBitSet {
    if among.is_clear() {
        return among.clone();
    }
    let mut documents = terms.documents_with(word, among);
    if let Some(instead) = instead {
        let mut others = among.clone();
        others.intersect_with(instead);
        documents.union_with(&others);
    }
    documents
}

/// Returns the subset of `documents` with all words of a text. Stops as soon as the subset is empty.
fn with_all_words(terms: &TermDictionary, text: &str, mut documents: FixedBitSet) -> FixedBitSet {
    for word in text.split(' ') {
        documents = with_word(terms, word, None, &documents);
    }
    documents
}
