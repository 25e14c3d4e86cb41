//! Full-text search: every word must occur in the title or the text, as a part of a word.
//!
//! What is looked for has no white space, so it lies within one word of a post. Posts have far fewer
//! different words than characters: an index of all words and their posts is small enough for the memory
//! (about a kilobyte a post), where finding the words that hold a part takes one pass over a few
//! megabytes, and the union of their posts is exact. Nothing is read from a post to find it or to count.
//!
//! The database keeps what the index is made from. The first search after a start reads it all, every
//! later one what was written since.

mod ascending;
mod index;
mod lexicon;
mod nearest;
mod shared;
mod write;

use rusqlite::Connection;

use super::{StoreError, Tx, params, rankings};
use crate::domain::post::Order;
use crate::domain::search::Words;
use index::{Found, Index};

pub(super) use shared::SharedIndex;
pub(in crate::store) use write::{forget, index_all};
pub(super) use write::{index_missing, is_missing};

/// What is looked for, and among which posts.
pub(in crate::store) struct SearchFilter<'filter> {
    /// All of them must occur.
    pub(in crate::store) words: &'filter Words,
    /// The name of a category.
    pub(in crate::store) category: Option<&'filter str>,
    /// The key of a tag.
    pub(in crate::store) tag: Option<String>,
    /// The id of an author.
    pub(in crate::store) author: Option<String>,
}

/// The published posts of an author.
pub(in crate::store) const BY_AUTHOR: &str =
    "select seq from posts where author_id = ?1 and status = 'published'";

/// In which order posts are found.
#[derive(Debug, Clone, Copy)]
pub(in crate::store) enum Sorting {
    /// Posts that have all words in the title, then the others, the newest of each first.
    BestMatch,
    /// The newest first.
    Newest,
    /// The oldest first.
    Oldest,
    /// As all published posts are ranked.
    Ranked(Order),
}

/// How many posts are found, and the row numbers of a page of them.
pub(in crate::store) fn page(
    tx: &Tx<'_>,
    filter: &SearchFilter<'_>,
    sorting: Sorting,
    limit: u32,
    offset: u64,
) -> Result<(u64, Vec<i64>), StoreError> {
    let limit = limit as usize;
    let skip = usize::try_from(offset).unwrap_or(usize::MAX);
    with_index(tx, |index| {
        let mut found = index.find(filter.words);
        restrict(tx, index, filter, &mut found)?;
        let total = found.anywhere.count_ones(..) as u64;
        let seqs = match sorting {
            Sorting::BestMatch => best(index, found, skip, limit),
            Sorting::Newest => index.newest(&found.anywhere, skip, limit),
            Sorting::Oldest => index.oldest(&found.anywhere, skip, limit),
            Sorting::Ranked(order) => rankings::read(tx, |rankings| {
                let found = rankings
                    .all(order)
                    .filter(|seq| index.is_among(&found.anywhere, *seq));
                found.skip(skip).take(limit).collect()
            })?,
        };
        Ok((total, seqs))
    })
}

fn with_index<T>(tx: &Tx<'_>, work: impl FnOnce(&Index) -> Result<T, StoreError>) -> Result<T, StoreError> {
    match tx.shared() {
        Some(shared) => shared.search.with_current(tx, work),
        None => SharedIndex::default().with_current(tx, work),
    }
}

/// Searches that find something, for one that finds nothing because of words that no post holds: with the words
/// of posts that are spelled nearly as those.
pub(in crate::store) fn suggestions(
    tx: &Tx<'_>,
    filter: &SearchFilter<'_>,
) -> Result<Vec<String>, StoreError> {
    with_index(tx, |index| {
        let mut suggestions = Vec::new();
        for words in index.nearest(filter.words) {
            let mut found = index.find(&words);
            let nearest = SearchFilter {
                words: &words,
                category: filter.category,
                tag: filter.tag.clone(),
                author: filter.author.clone(),
            };
            restrict(tx, index, &nearest, &mut found)?;
            let search = words.iter().collect::<Vec<_>>().join(" ");
            // The near words may make the search longer than one may be.
            if !found.anywhere.is_clear() && Words::parse(&search).is_ok() {
                suggestions.push(search);
            }
        }
        Ok(suggestions)
    })
}

/// Reads what the search is made from, so that the first one need not wait for it.
pub(super) fn prepare(shared: &SharedIndex, connection: &Connection) -> Result<(), StoreError> {
    let snapshot = connection.unchecked_transaction()?;
    shared.with_current(&Tx::new(&snapshot), |_| Ok(()))
}

fn restrict(
    tx: &Tx<'_>,
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
            let seqs: Vec<i64> = tx.query_all(statement, params![value], |row| row.get(0))?;
            let documents = index.of_posts(seqs);
            found.anywhere.intersect_with(&documents);
            found.in_title.intersect_with(&documents);
        }
    }
    Ok(())
}

fn best(index: &Index, found: Found, skip: usize, limit: usize) -> Vec<i64> {
    let in_title = found.in_title.count_ones(..);
    let mut seqs = index.newest(&found.in_title, skip, limit);
    let mut others = found.anywhere;
    others.difference_with(&found.in_title);
    seqs.extend(index.newest(&others, skip.saturating_sub(in_title), limit - seqs.len()));
    seqs
}
