//! One index for all readers, brought up to date by whoever finds that it is not.

use std::sync::{PoisonError, RwLock};

use super::index::{Document, Index};
use crate::store::engine::{StoreError, Tx, params};

#[derive(Debug, Default)]
pub(in crate::store::engine) struct SharedIndex {
    known: RwLock<Known>,
}

#[derive(Debug, Default)]
struct Known {
    index: Index,
    /// The last row of `search_posts` that the index holds.
    last_change: i64,
}

impl SharedIndex {
    /// Runs `work` on the index as it is in the snapshot of `tx`, or a little later when another reader
    /// has gone ahead.
    pub(super) fn with_current<T>(
        &self,
        tx: &Tx<'_>,
        work: impl FnOnce(&Index) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let latest = latest_change(tx)?;
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if known.last_change >= latest {
            return work(&known.index);
        }
        drop(known);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.last_change < latest {
            known.catch_up(tx)?;
        }
        work(&known.index)
    }
}

impl Known {
    fn catch_up(&mut self, tx: &Tx<'_>) -> Result<(), StoreError> {
        if self.index.is_mostly_dead() {
            *self = Self::default();
        }
        let is_first = self.last_change == 0;
        self.read_words(tx)?;
        self.read_posts(tx)?;
        if is_first {
            self.index.shrink();
        }
        Ok(())
    }

    /// The number of a word is one less than its id: no id is left out, because no word is ever removed.
    fn read_words(&mut self, tx: &Tx<'_>) -> Result<(), StoreError> {
        let index = &mut self.index;
        tx.query_while(
            "select id, word from search_words where id > ?1 order by id",
            params![index.words()],
            |row| {
                if row.get::<usize>(0)? != index.words() + 1 {
                    return Err(StoreError::Corrupt("search_words.id".to_owned()));
                }
                index.add_word(row.get_str(1)?);
                Ok(true)
            },
        )
    }

    fn read_posts(&mut self, tx: &Tx<'_>) -> Result<(), StoreError> {
        let known_until = self.last_change;
        tx.query_while(
            "select s.id, s.post_seq, s.words, s.title, p.created_at
             from search_posts s left join posts p on p.seq = s.post_seq
             where s.id > ?1 order by s.id",
            params![known_until],
            |row| {
                let seq = row.get(1)?;
                match (row.get_bytes(2)?, row.get_bytes(3)?) {
                    (Some(words), Some(title)) => {
                        let created_at = row.get(4)?;
                        self.index.add(Document { created_at, seq }, words, title);
                    }
                    _ => self.index.remove(seq),
                }
                self.last_change = row.get(0)?;
                Ok(true)
            },
        )
    }
}

fn latest_change(tx: &Tx<'_>) -> Result<i64, StoreError> {
    let latest = tx.query_one("select max(id) from search_posts", params![], |row| {
        row.get::<Option<i64>>(0)
    })?;
    Ok(latest.flatten().unwrap_or(0))
}
