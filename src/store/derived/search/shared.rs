//! One index for all reader threads. A reader that finds it out of date updates it.

use parking_lot::RwLock;

use super::index::{Document, Index};
use crate::store::engine::{StoreError, Transaction, params};

#[derive(Debug, Default)]
pub(in crate::store) struct SharedIndex {
    state: RwLock<State>,
}

#[derive(Debug, Default)]
struct State {
    index: Index,
    /// The id of the last row of `search_posts` that the index contains.
    last_change: i64,
}

impl SharedIndex {
    /// Builds the index, so that the first search does not have to.
    pub(in crate::store) fn prepare(&self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        self.with_current(transaction, |_| Ok(()))
    }

    /// Forgets everything, so that the next search builds the index.
    pub(in crate::store) fn clear(&self) {
        *self.state.write() = State::default();
    }

    /// Runs `work` on the index of the snapshot, or a slightly newer one if another reader has updated it.
    pub(super) fn with_current<T>(
        &self,
        transaction: Transaction<'_>,
        work: impl FnOnce(&Index) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let latest = latest_change(transaction)?;
        let state = self.state.read();
        if state.last_change >= latest {
            return work(&state.index);
        }
        drop(state);
        let mut state = self.state.write();
        if state.last_change < latest {
            state.catch_up(transaction)?;
        }
        work(&state.index)
    }
}

impl State {
    fn catch_up(&mut self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        if self.index.is_mostly_obsolete() {
            *self = Self::default();
        }
        let is_first = self.last_change == 0;
        self.read_words(transaction)?;
        self.read_posts(transaction)?;
        if is_first {
            self.index.shrink();
        }
        Ok(())
    }

    /// Reads new words. The stored number of a word is one less than its id. Ids have gaps, because words are removed, and
    /// none is given again.
    fn read_words(&mut self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        let index = &mut self.index;
        transaction.query_while(
            "select id - 1, word from search_words where id > ?1 order by id",
            params![index.stored_words()],
            |row| {
                let stored = row.get::<usize>(0)?;
                if stored < index.stored_words() {
                    return Err(StoreError::Corrupt("search_words.id".to_owned()));
                }
                index.add_word(stored, row.get_str(1)?);
                Ok(true)
            },
        )
    }

    fn read_posts(&mut self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        let last_change = self.last_change;
        transaction.query_while(
            "select s.id, s.post_seq, s.words, s.title, p.created_at
             from search_posts s left join posts p on p.seq = s.post_seq
             where s.id > ?1 order by s.id",
            params![last_change],
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

/// Returns the id of the last row of `search_posts`.
pub(super) fn latest_change(transaction: Transaction<'_>) -> Result<i64, StoreError> {
    let latest = transaction.query_value::<Option<i64>>("select max(id) from search_posts", params![])?;
    Ok(latest.flatten().unwrap_or(0))
}
