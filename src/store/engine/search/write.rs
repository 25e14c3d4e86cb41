//! What the index is made from, written with the posts.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, TransactionBehavior};

use super::ascending::Ascending;
use crate::content::plain_text;
use crate::domain::search::Findable;
use crate::store::engine::{StoreError, Tx, each, integers, params};

/// Posts that are read at once when a blog is made findable as a whole.
const PORTION: usize = 500;
/// Posts after which that tells how far it is.
const REPORT: usize = 10_000;

/// Makes published posts findable, each by its row number.
pub(in crate::store) fn index_all<'post>(
    tx: &mut Tx<'_>,
    posts: impl Iterator<Item = (i64, &'post Findable)>,
) -> Result<(), StoreError> {
    let mut ids = WordIds::default();
    for (seq, findable) in posts {
        let title = ids.of(tx, findable.title_words.split(' '))?;
        let text = ids.of(tx, findable.text_words.split(' '))?;
        let words: Ascending = title.union(&text).copied().collect();
        let title: Ascending = title.into_iter().collect();
        renew(tx, seq, Some((words.bytes(), title.bytes())))?;
    }
    Ok(())
}

/// Makes a post no longer findable.
pub(in crate::store) fn forget(tx: &mut Tx<'_>, seq: i64) -> Result<(), StoreError> {
    renew(tx, seq, None)
}

/// Another row for a post: only what has a new id is noticed.
fn renew(tx: &mut Tx<'_>, seq: i64, words: Option<(&[u8], &[u8])>) -> Result<(), StoreError> {
    let (words, title) = words.unzip();
    tx.execute("delete from search_posts where post_seq = ?1", params![seq])?;
    tx.execute(
        "insert into search_posts (post_seq, words, title) values (?1, ?2, ?3)",
        params![seq, words, title],
    )?;
    Ok(())
}

/// The numbers of words, from 0, looked up once each.
#[derive(Default)]
struct WordIds<'word>(HashMap<&'word str, u32>);

impl<'word> WordIds<'word> {
    fn of(
        &mut self,
        tx: &mut Tx<'_>,
        words: impl Iterator<Item = &'word str>,
    ) -> Result<BTreeSet<u32>, StoreError> {
        words
            .filter(|word| !word.is_empty())
            .map(|word| {
                if let Some(number) = self.0.get(word) {
                    return Ok(*number);
                }
                let number = number(tx, word)?;
                self.0.insert(word, number);
                Ok(number)
            })
            .collect()
    }
}

fn number(tx: &mut Tx<'_>, word: &str) -> Result<u32, StoreError> {
    let known = tx.query_one(
        "select id - 1 from search_words where word = ?1",
        params![word],
        |row| row.get(0),
    )?;
    if let Some(number) = known {
        return Ok(number);
    }
    let added = tx.query_one(
        "insert into search_words (word) values (?1) returning id - 1",
        params![word],
        |row| row.get(0),
    )?;
    added.ok_or_else(|| StoreError::Corrupt("search_words.id".to_owned()))
}

/// Makes all published posts findable where none is: after the migration that began to keep words.
/// All or nothing, so that an interruption is begun anew.
pub(in crate::store::engine) fn index_missing(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut tx = Tx::new(&transaction);
    let seqs: Vec<i64> = tx.query_all(
        "select seq from posts where status = 'published' order by seq",
        params![],
        |row| row.get(0),
    )?;
    if seqs.is_empty() || has_index(&tx)? {
        return Ok(());
    }
    tracing::info!(
        posts = seqs.len(),
        "the words of all posts are read for the search"
    );
    let mut done = 0;
    for portion in seqs.chunks(PORTION) {
        let findables = findables(&tx, portion)?;
        index_all(&mut tx, findables.iter().map(|(seq, findable)| (*seq, findable)))?;
        done += portion.len();
        if done % REPORT == 0 {
            tracing::info!(done, of = seqs.len(), "the words are read");
        }
    }
    transaction.commit()?;
    tracing::info!(posts = seqs.len(), "the search is ready");
    Ok(())
}

/// Whether there are published posts and none of them can be found.
pub(in crate::store::engine) fn is_missing(connection: &Connection) -> Result<bool, StoreError> {
    let tx = Tx::new(connection);
    if has_index(&tx)? {
        return Ok(false);
    }
    let any = tx.query_one(
        "select 1 from posts where status = 'published' limit 1",
        params![],
        |row| row.get::<i64>(0),
    )?;
    Ok(any.is_some())
}

fn has_index(tx: &Tx<'_>) -> Result<bool, StoreError> {
    let any = tx.query_one("select 1 from search_posts limit 1", params![], |row| {
        row.get::<i64>(0)
    })?;
    Ok(any.is_some())
}

fn findables(tx: &Tx<'_>, seqs: &[i64]) -> Result<Vec<(i64, Findable)>, StoreError> {
    tx.query_all(
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
            Ok((row.get("seq")?, Findable::new(&title, &plain_text(&html))))
        },
    )
}
