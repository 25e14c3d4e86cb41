//! The requests that follow redirects: counted in memory, and written now and then.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::domain::{RedirectId, Time};
use crate::store::{Store, StoreError, redirects};

/// The most redirects of one write: some milliseconds.
const BATCH: usize = 200;

/// The requests that followed redirects since the last write. There are never more entries than redirects.
#[derive(Default)]
pub struct RedirectHits(Mutex<HashMap<RedirectId, Hits>>);

struct Hits {
    count: u64,
    last_at: Time,
}

impl RedirectHits {
    /// Counts a request that followed a redirect.
    pub fn note(&self, id: RedirectId, now: Time) {
        let mut noted = self.0.lock();
        let hits = noted.entry(id).or_insert(Hits {
            count: 0,
            last_at: now,
        });
        hits.count += 1;
        hits.last_at = hits.last_at.max(now);
    }

    /// Writes what was counted. What a process has counted and not written when it is killed, of at most a minute, is lost.
    ///
    /// # Errors
    /// If the database cannot be written: what is not written yet is then lost too.
    pub async fn write(&self, store: &Store) -> Result<(), StoreError> {
        let noted = std::mem::take(&mut *self.0.lock());
        let mut noted = noted.into_iter().peekable();
        while noted.peek().is_some() {
            let batch: Vec<(RedirectId, Hits)> = noted.by_ref().take(BATCH).collect();
            store
                .write(move |tx| {
                    batch
                        .iter()
                        .try_for_each(|(id, hits)| redirects::add_hits(tx, *id, hits.count, hits.last_at))
                })
                .await?;
        }
        Ok(())
    }
}
