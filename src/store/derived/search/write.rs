//! The tables of the index, written together with the posts.

use std::collections::{BTreeSet, HashMap};

use super::posting_list::PostingList;
use crate::content::plain_text;
use crate::domain::search::SearchTerms;
use crate::store::engine::{StoreError, Transaction, each, integers, params};

/// The number of posts that [`index_missing`] reads at once.
const CHUNK_SIZE: usize = 500;
/// The number of posts after which [`index_missing`] logs its progress.
const REPORT_INTERVAL: usize = 10_000;

/// Adds published posts to the index, each by its row number.
pub(in crate::store) fn index_all<'post>(
    transaction: &mut Transaction<'_>,
    posts: impl Iterator<Item = (i64, &'post SearchTerms)>,
) -> Result<(), StoreError> {
    let mut ids = WordIds::default();
    for (seq, search_terms) in posts {
        let title = ids.lookup(transaction, search_terms.title_words.split(' '))?;
        let text = ids.lookup(transaction, search_terms.text_words.split(' '))?;
        let words: PostingList = title.union(&text).copied().collect();
        let title: PostingList = title.into_iter().collect();
        replace(transaction, seq, Some((words.bytes(), title.bytes())))?;
    }
    Ok(())
}

pub(in crate::store) fn remove(transaction: &mut Transaction<'_>, seq: i64) -> Result<(), StoreError> {
    replace(transaction, seq, None)
}

/// Replaces the row of a post with a new one: readers follow the table by its ids.
fn replace(
    transaction: &mut Transaction<'_>,
    seq: i64,
    words: Option<(&[u8], &[u8])>,
) -> Result<(), StoreError> {
    let (words, title) = words.unzip();
    transaction.execute("delete from search_posts where post_seq = ?1", params![seq])?;
    transaction.execute(
        "insert into search_posts (post_seq, words, title) values (?1, ?2, ?3)",
        params![seq, words, title],
    )?;
    Ok(())
}

/// The numbers of words, from 0, each looked up once.
#[derive(Default)]
struct WordIds<'word>(HashMap<&'word str, u32>);

impl<'word> WordIds<'word> {
    fn lookup(
        &mut self,
        transaction: &mut Transaction<'_>,
        words: impl Iterator<Item = &'word str>,
    ) -> Result<BTreeSet<u32>, StoreError> {
        words
            .filter(|word| !word.is_empty())
            .map(|word| {
                if let Some(number) = self.0.get(word) {
                    return Ok(*number);
                }
                let number = find_or_insert(transaction, word)?;
                self.0.insert(word, number);
                Ok(number)
            })
            .collect()
    }
}

fn find_or_insert(transaction: &mut Transaction<'_>, word: &str) -> Result<u32, StoreError> {
    let found = transaction.query_value("select id - 1 from search_words where word = ?1", params![word])?;
    if let Some(number) = found {
        return Ok(number);
    }
    let added = transaction.query_value(
        "insert into search_words (word) values (?1) returning id - 1",
        params![word],
    )?;
    added.ok_or_else(|| StoreError::Corrupt("search_words.id".to_owned()))
}

/// Indexes all published posts if none is indexed: after the migration that added the index. The caller's transaction
/// makes it all or nothing, so that it starts over after an interruption.
pub(in crate::store) fn index_missing(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    let seqs: Vec<i64> = transaction.query_column(
        "select seq from posts where status = 'published' order by seq",
        params![],
    )?;
    if seqs.is_empty() || has_index(*transaction)? {
        return Ok(());
    }
    tracing::info!(posts = seqs.len(), "indexing all posts for the search");
    let mut done = 0;
    for chunk in seqs.chunks(CHUNK_SIZE) {
        let posts = search_terms_of(*transaction, chunk)?;
        index_all(
            transaction,
            posts.iter().map(|(seq, search_terms)| (*seq, search_terms)),
        )?;
        done += chunk.len();
        if done % REPORT_INTERVAL == 0 {
            tracing::info!(done, of = seqs.len(), "indexing posts for the search");
        }
    }
    tracing::info!(posts = seqs.len(), "indexed all posts for the search");
    Ok(())
}

/// Whether there are published posts, but none in the index.
pub(in crate::store) fn is_missing(transaction: Transaction<'_>) -> Result<bool, StoreError> {
    if has_index(transaction)? {
        return Ok(false);
    }
    transaction.exists(
        "select 1 from posts where status = 'published' limit 1",
        params![],
    )
}

fn has_index(transaction: Transaction<'_>) -> Result<bool, StoreError> {
    transaction.exists("select 1 from search_posts limit 1", params![])
}

fn search_terms_of(
    transaction: Transaction<'_>,
    seqs: &[i64],
) -> Result<Vec<(i64, SearchTerms)>, StoreError> {
    transaction.query_all(
        concat!(
            "select p.seq, p.title, c.html from posts p join post_contents c on c.post_seq = p.seq
             where p.seq in ",
            each!("?1"),
            " order by p.seq"
        ),
        params![integers(seqs)],
        |row| {
            let title: String = row.get("title")?;
            let html: String = row.get("html")?;
            Ok((row.get("seq")?, SearchTerms::new(&title, &plain_text(&html))))
        },
    )
}
