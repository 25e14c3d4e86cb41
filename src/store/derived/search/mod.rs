//! Full-text search: every search word must occur in the title or the text, as a substring of a word.
//!
//! A search word has no white space, so it lies within one word of a post. Posts have far fewer distinct words than
//! characters, so an index of all words and their posts fits in memory (about a kilobyte per post). Finding the words
//! that contain a substring takes one pass over a few megabytes, and the union of their posts is exact. No post is read
//! to find or count posts.
//!
//! The tables `search_words` and `search_posts` hold the data of the index. The first search after a start reads all of
//! it, every later search the rows that were written since.

mod index;
mod posting_list;
mod shared;
mod similar_words;
mod term_dictionary;
mod write;

use super::{Derived, rankings};
use crate::domain::post::Order;
use crate::domain::search::SearchQuery;
use crate::store::engine::{StoreError, Transaction, params};
use index::{Found, Index};

pub(in crate::store) use shared::SharedIndex;
pub(in crate::store) use write::{index_all, index_missing, is_missing, remove};

/// The words of a search, and the posts to search.
pub(in crate::store) struct SearchFilter<'filter> {
    /// The words, all of which must occur.
    pub(in crate::store) words: &'filter SearchQuery,
    pub(in crate::store) category: Option<&'filter str>,
    /// The key of a tag.
    pub(in crate::store) tag: Option<String>,
    pub(in crate::store) author: Option<String>,
}

/// Selects the published posts of an author, who may be any of their authors.
pub(in crate::store) const BY_AUTHOR: &str = "
    select seq from posts where author_id = ?1 and status = 'published'
    union all
    select p.seq from post_authors c join posts p on p.seq = c.post_seq
    where c.author_id = ?1 and p.status = 'published'";

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

/// Returns the number of found posts, and the row numbers of a page of them.
pub(in crate::store) fn page(
    transaction: Transaction<'_>,
    derived: Option<&Derived>,
    filter: &SearchFilter<'_>,
    sorting: Sorting,
    limit: u32,
    offset: u64,
) -> Result<(u64, Vec<i64>), StoreError> {
    let limit = limit as usize;
    let skip = usize::try_from(offset).unwrap_or(usize::MAX);
    with_index(transaction, derived, |index| {
        let mut found = index.find(filter.words);
        restrict(transaction, index, filter, &mut found)?;
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
        Ok((total, seqs))
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

/// Returns searches with results, for a search without results: words that occur in no post are replaced by words of
/// posts with a similar spelling.
pub(in crate::store) fn suggestions(
    transaction: Transaction<'_>,
    derived: Option<&Derived>,
    filter: &SearchFilter<'_>,
) -> Result<Vec<String>, StoreError> {
    with_index(transaction, derived, |index| {
        let mut suggestions = Vec::new();
        for words in index.similar_searches(filter.words) {
            let mut found = index.find(&words);
            let similar = SearchFilter {
                words: &words,
                category: filter.category,
                tag: filter.tag.clone(),
                author: filter.author.clone(),
            };
            restrict(transaction, index, &similar, &mut found)?;
            let search = words.iter().collect::<Vec<_>>().join(" ");
            // The similar words may make the search longer than the maximum.
            if !found.anywhere.is_clear() && SearchQuery::parse(&search).is_ok() {
                suggestions.push(search);
            }
        }
        Ok(suggestions)
    })
}

fn restrict(
    transaction: Transaction<'_>,
    index: &Index,
    filter: &SearchFilter<'_>,
    found: &mut Found,
) -> Result<(), StoreError> {
    const OF_CATEGORY: &str = "select seq from posts where category = ?1 and status = 'published'";
    const OF_TAG: &str = "select post_seq from post_tags where tag = ?1";
    for (statement, value) in [
        (OF_CATEGORY, filter.category),
        (OF_TAG, filter.tag.as_deref()),
        (BY_AUTHOR, filter.author.as_deref()),
    ] {
        if let Some(value) = value {
            let seqs: Vec<i64> = transaction.query_column(statement, params![value])?;
            let documents = index.of_posts(seqs);
            found.anywhere.intersect_with(&documents);
            found.in_title.intersect_with(&documents);
        }
    }
    Ok(())
}

fn best_matches(index: &Index, found: Found, skip: usize, limit: usize) -> Vec<i64> {
    let in_title = found.in_title.count_ones(..);
    let mut seqs = index.newest(&found.in_title, skip, limit);
    let mut others = found.anywhere;
    others.difference_with(&found.in_title);
    seqs.extend(index.newest(&others, skip.saturating_sub(in_title), limit - seqs.len()));
    seqs
}
