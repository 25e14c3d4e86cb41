//! The tables of the index, written together with the posts.

use std::collections::{BTreeSet, HashMap};

use super::posting_list::PostingList;
use crate::content::plain_text;
use crate::domain::search::SearchTerms;
use crate::store::engine::{
    Row, StoreError, Transaction, each_integer, each_text, integers, params, strings,
};

/// The number of posts that [`index_missing`] reads at once.
const CHUNK_SIZE: usize = 500;
/// The number of posts after which [`index_missing`] logs its progress.
const REPORT_INTERVAL: usize = 10_000;

/// Adds published posts to the index, each by its row number.
pub(in crate::store) fn index_all<'post>(
    transaction: &mut Transaction<'_>,
    posts: impl Iterator<Item = (i64, &'post SearchTerms)>,
) -> Result<(), StoreError> {
    let posts: Vec<_> = posts.collect();
    let all_words = posts.iter().flat_map(|(_, terms)| {
        let words = terms.title_words.split(' ').chain(terms.text_words.split(' '));
        words.filter(|word| !word.is_empty())
    });
    let numbers = numbers_of(transaction, &all_words.collect())?;
    let numbers_in = |words: &str| -> BTreeSet<u32> {
        let numbers = words.split(' ').filter_map(|word| numbers.get(word));
        numbers.copied().collect()
    };
    for (seq, terms) in posts {
        let (title, text) = (numbers_in(&terms.title_words), numbers_in(&terms.text_words));
        let words: PostingList = title.union(&text).copied().collect();
        let title: PostingList = title.into_iter().collect();
        replace(transaction, seq, Some((words.bytes(), title.bytes())))?;
        transaction.execute(
            "insert into search_texts (post_seq, text) values (?1, ?2)
             on conflict (post_seq) do update set text = excluded.text",
            params![seq, terms.text],
        )?;
    }
    Ok(())
}

pub(in crate::store) fn remove(transaction: &mut Transaction<'_>, seq: i64) -> Result<(), StoreError> {
    replace(transaction, seq, None)?;
    transaction.execute("delete from search_texts where post_seq = ?1", params![seq])?;
    Ok(())
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

/// Returns the numbers of words, from 0. New words are added.
fn numbers_of(
    transaction: &mut Transaction<'_>,
    words: &BTreeSet<&str>,
) -> Result<HashMap<String, u32>, StoreError> {
    const KNOWN: &str = concat!(
        "select word, id - 1 as number from search_words where word in ",
        each_text!("?1")
    );
    // The database generates the ids: the largest id of a word that was removed must not be given again.
    const ADD: &str = concat!(
        "insert into search_words (word) select value from ",
        each_text!("?1"),
        " as new where true returning word, id - 1 as number"
    );
    let numbered = |row: &Row<'_>| Ok((row.get("word")?, row.get("number")?));
    let wanted: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let known = transaction.query_all(KNOWN, params![strings(&wanted)], numbered)?;
    let mut numbers: HashMap<String, u32> = known.into_iter().collect();
    let new: Vec<String> = wanted
        .into_iter()
        .filter(|word| !numbers.contains_key(word))
        .collect();
    if !new.is_empty() {
        numbers.extend(transaction.query_all(ADD, params![strings(&new)], numbered)?);
    }
    Ok(numbers)
}

/// Indexes all published posts if none is indexed: after the migration that added the index. The caller's transaction makes
/// it all or nothing, so that it starts over after an interruption.
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
            each_integer!("?1"),
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
