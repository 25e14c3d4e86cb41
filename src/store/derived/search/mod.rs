//! Full-text search: every search word must occur in the title or the text, as a substring of a word.
//!
//! A search word has no white space, so it lies within one word of a post. Posts have far fewer distinct words than
//! characters, so an index of all words and their posts fits in memory (about a kilobyte per post). Finding the words
//! that contain a substring takes one pass over a few megabytes, and the union of their posts is exact. No post is read
//! to find or count posts, unless the search has a phrase.
//!
//! The tables `search_words` and `search_posts` hold the data of the index, and `search_texts` the plain texts. The first
//! search after a start reads all of the index, every later search the rows that were written since.

mod alternatives;
mod conditions;
mod index;
mod phrases;
mod posting_list;
mod relaxed;
mod shared;
mod similar_words;
mod term_dictionary;
mod unused_words;
mod write;

use fixedbitset::FixedBitSet;

use super::{Derived, rankings};
use crate::domain::post::Order;
use crate::domain::search::SearchQuery;
use crate::store::engine::{StoreError, Transaction};
use alternatives::Alternatives;
use index::{Found, Index};
use relaxed::Relaxed;

pub(in crate::store) use conditions::BY_AUTHOR;
pub(in crate::store) use shared::SharedIndex;
pub use unused_words::UnusedWords;
pub(in crate::store) use unused_words::{remove_words, unused_words};
pub(in crate::store) use write::{index_all, index_missing, is_missing, remove};

/// A query, and the posts to search.
pub(in crate::store) struct SearchFilter<'filter> {
    /// The query, whose terms a post must meet.
    pub(in crate::store) query: &'filter SearchQuery,
    pub(in crate::store) category: Option<&'filter str>,
    /// The key of a tag.
    pub(in crate::store) tag: Option<String>,
    pub(in crate::store) author: Option<String>,
}

/// The order of found posts.
#[derive(Debug, Clone, Copy)]
pub(in crate::store) enum Sorting {
    /// Posts with all words in the title, then the others, the newest first in both.
    BestMatch,
    Newest,
    Oldest,
    /// By a ranking of all published posts.
    Ranked(Order),
}

/// The posts that a search finds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::store) struct Hits {
    /// The number of found posts.
    pub(in crate::store) total: u64,
    /// The row numbers of a page of them.
    pub(in crate::store) seqs: Vec<i64>,
    /// The words that were taken for those of the query, of which no post has one.
    pub(in crate::store) similar_words: Vec<String>,
    /// Corrected queries with results, if no post has all words of the query.
    pub(in crate::store) corrections: Vec<String>,
}

/// Searches for posts. Where none meets the query, words may also stand in the name of an author, and those that no post
/// has may be similar to words that posts have.
pub(in crate::store) fn page(
    transaction: Transaction<'_>,
    derived: Option<&Derived>,
    filter: &SearchFilter<'_>,
    sorting: Sorting,
    limit: u32,
    offset: u64,
) -> Result<Hits, StoreError> {
    let limit = limit as usize;
    let skip = usize::try_from(offset).unwrap_or(usize::MAX);
    with_index(transaction, derived, |index| {
        let search = Search::new(transaction, index, filter)?;
        let mut found = search.find(filter.query, &Alternatives::default())?;
        let mut relaxed = Relaxed::default();
        if found.anywhere.is_clear() {
            relaxed = relaxed::relax(transaction, index, filter.query)?;
            if !relaxed.alternatives.is_empty() {
                found = search.find(filter.query, &relaxed.alternatives)?;
            }
        }
        let total = found.anywhere.count_ones(..) as u64;
        let seqs = match sorting {
            Sorting::BestMatch => best_matches(index, found, skip, limit),
            Sorting::Newest => index.newest(&found.anywhere, skip, limit),
            Sorting::Oldest => index.oldest(&found.anywhere, skip, limit),
            Sorting::Ranked(order) => rankings::read(transaction, derived, |rankings| {
                let found = rankings
                    .all(order)
                    .filter(|seq| index.is_among(&found.anywhere, *seq));
                found.skip(skip).take(limit).collect()
            })?,
        };
        Ok(Hits {
            total,
            seqs,
            corrections: search.with_results(&relaxed.corrections)?,
            similar_words: relaxed.similar_words,
        })
    })
}

/// Returns the row numbers of at most `limit` posts with all words in their title, newest first.
pub(in crate::store) fn with_title(
    transaction: Transaction<'_>,
    derived: Option<&Derived>,
    words: &str,
    limit: usize,
) -> Result<Vec<i64>, StoreError> {
    with_index(transaction, derived, |index| {
        let found = index.with_words_of(words, true, index.live());
        Ok(index.newest(&found, 0, limit))
    })
}

fn with_index<T>(
    transaction: Transaction<'_>,
    derived: Option<&Derived>,
    work: impl FnOnce(&Index) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    match derived {
        Some(derived) => derived.search.with_current(transaction, work),
        None => SharedIndex::default().with_current(transaction, work),
    }
}

/// An index, and the documents in it that a search may find, whatever its words are.
struct Search<'search> {
    transaction: Transaction<'search>,
    index: &'search Index,
    allowed: FixedBitSet,
}

impl<'search> Search<'search> {
    fn new(
        transaction: Transaction<'search>,
        index: &'search Index,
        filter: &SearchFilter<'_>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            transaction,
            index,
            allowed: conditions::allowed(transaction, index, filter)?,
        })
    }

    fn find(&self, query: &SearchQuery, alternatives: &Alternatives) -> Result<Found, StoreError> {
        let mut found = self.index.find(query, alternatives, self.allowed.clone());
        phrases::restrict(self.transaction, self.index, query, &mut found)?;
        Ok(found)
    }

    /// Returns those of the queries that find something and that a person could have typed. Of a query with a phrase there
    /// is none, since each would read as many texts as the search itself.
    fn with_results(&self, queries: &[SearchQuery]) -> Result<Vec<String>, StoreError> {
        let mut corrections = Vec::new();
        for query in queries.iter().filter(|query| !phrases::has_phrase(query)) {
            let search = query.to_string();
            // The similar words may make the search longer than the maximum.
            if SearchQuery::parse(&search).is_ok()
                && !self.find(query, &Alternatives::default())?.anywhere.is_clear()
            {
                corrections.push(search);
            }
        }
        Ok(corrections)
    }
}

fn best_matches(index: &Index, found: Found, skip: usize, limit: usize) -> Vec<i64> {
    let in_title = found.in_title.count_ones(..);
    let mut seqs = index.newest(&found.in_title, skip, limit);
    let mut others = found.anywhere;
    others.difference_with(&found.in_title);
    seqs.extend(index.newest(&others, skip.saturating_sub(in_title), limit - seqs.len()));
    seqs
}

/// The statements, for the tests of their query plans.
#[cfg(test)]
pub(in crate::store) mod plans {
    pub(in crate::store) use super::conditions::{BY_AUTHOR_NAME, OF_CATEGORIES, OF_TAG};
    pub(in crate::store) use super::phrases::TEXTS;
    pub(in crate::store) use super::relaxed::{BY_AUTHORS, NAMED};
    pub(in crate::store) use super::unused_words::WRITTEN_SINCE;
}
