//! The index in memory: the words of all posts, and which posts hold each.
//!
//! Nothing in it is ever changed, only added to. A post that was changed is another document, and the one
//! before is no longer alive.

use std::cmp::Reverse;
use std::collections::HashMap;

use fixedbitset::FixedBitSet;

use super::ascending::numbers;
use super::lexicon::Lexicon;
use super::nearest;
use crate::domain::search::Words;

/// Documents that may be dead before it is worth while to begin anew.
const DEAD_ALLOWED: usize = 1_000;
/// The most words of a search for which another is suggested, so that finding out what three of them find takes no
/// longer than one long search.
const SUGGESTED_WORDS_MAX: usize = 5;
/// The most of them that no post holds.
const UNKNOWN_MAX: usize = 2;

/// A post as it is at a time: when it was written, and its row number. Their order is that of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Document {
    pub(super) created_at: i64,
    pub(super) seq: i64,
}

#[derive(Debug, Default)]
pub(super) struct Index {
    words: Lexicon,
    /// Some of the same words once more, for what stands in titles.
    title_words: Lexicon,
    /// The number in `title_words` of a number in `words`.
    title_numbers: HashMap<u32, usize>,
    documents: Vec<Document>,
    alive: FixedBitSet,
    /// The document of each post that is alive.
    by_seq: HashMap<i64, usize>,
}

/// Documents that hold all words, and those of them that hold all in the title.
pub(super) struct Found {
    pub(super) anywhere: FixedBitSet,
    pub(super) in_title: FixedBitSet,
}

/// Those of some documents that hold all words. Each word is looked for only as long as it can tell of one of them.
fn holding_all(lexicon: &Lexicon, words: &[&str], mut documents: FixedBitSet) -> FixedBitSet {
    for word in words {
        if documents.is_clear() {
            break;
        }
        documents = lexicon.holding(word, &documents);
    }
    documents
}

impl Index {
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    pub(super) fn add_word(&mut self, word: &str) {
        self.words.add_word(word.as_bytes());
    }

    /// Adds a post, or what became of it, with the numbers of its words and of those of its title.
    pub(super) fn add(&mut self, document: Document, words: &[u8], title: &[u8]) {
        self.remove(document.seq);
        let number = self.documents.len();
        self.documents.push(document);
        self.alive.grow(number + 1);
        self.alive.insert(number);
        self.by_seq.insert(document.seq, number);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        for word in numbers(words) {
            self.words.add_holder(word as usize, number);
        }
        for word in numbers(title) {
            let word = self.title_number(word);
            self.title_words.add_holder(word, number);
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
            self.alive.remove(number);
        }
    }

    /// Whether most of it is about posts as they no longer are.
    pub(super) fn is_mostly_dead(&self) -> bool {
        self.documents.len() > 2 * self.by_seq.len() + DEAD_ALLOWED
    }

    /// Gives the memory back that growing has left unused.
    pub(super) fn shrink(&mut self) {
        self.words.shrink();
        self.documents.shrink_to_fit();
    }

    /// Every word must occur, and for `in_title` every word in the title.
    pub(super) fn find(&self, words: &Words) -> Found {
        let words = words.essential();
        let anywhere = holding_all(&self.words, &words, self.alive.clone());
        // What stands in a title is among the words of its post.
        let in_title = holding_all(&self.title_words, &words, anywhere.clone());
        Found { anywhere, in_title }
    }

    /// The same search with nearly the same words in the place of those that no post holds: the nearest of each
    /// first, then the second of each, as long as each has one.
    pub(super) fn nearest(&self, words: &Words) -> Vec<Words> {
        if words.iter().count() > SUGGESTED_WORDS_MAX {
            return Vec::new();
        }
        let unknown: Vec<(usize, &str)> = words
            .iter()
            .enumerate()
            .filter(|(_, word)| !self.words.is_held(word, &self.alive))
            .take(UNKNOWN_MAX + 1)
            .collect();
        if unknown.is_empty() || unknown.len() > UNKNOWN_MAX {
            return Vec::new();
        }
        let near: Vec<(usize, Vec<String>)> = unknown
            .into_iter()
            .map(|(place, word)| (place, nearest::words(&self.words, word)))
            .collect();
        let of_rank = |rank: usize| {
            let others: Option<Vec<(usize, &str)>> = near
                .iter()
                .map(|(place, near)| Some((*place, near.get(rank)?.as_str())))
                .collect();
            others.map(|others| words.with_replaced(&others))
        };
        (0..nearest::FOUND_MAX).map_while(of_rank).collect()
    }

    /// The documents of these posts.
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

    /// The posts from `skip` on, `limit` of them, newest first.
    pub(super) fn newest(&self, documents: &FixedBitSet, skip: usize, limit: usize) -> Vec<i64> {
        self.ordered(documents, skip, limit, |document| Reverse(*document))
    }

    /// The same, oldest first.
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
