//! The orders of lists, in memory: an index in the database for each would make a like write a dozen pages.
//!
//! The writer's connection says which posts a commit changed, whatever statement did it, and the writer notes
//! what they are now before anybody is told that the commit is done.

mod orders;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use rusqlite::Connection;

use super::{Row, StoreError, Tx, each, integers, params};
use crate::domain::post::Counts;
use crate::domain::{Category, Time};
use orders::{RankedPost, Rankings};

/// The rankings that readers share. What another process writes is not noticed by itself.
#[derive(Debug, Default)]
pub(super) struct SharedRankings {
    known: RwLock<Rankings>,
    /// Whether a change could not be read.
    is_behind: AtomicBool,
}

/// The row numbers of posts that were changed through a connection, also by what was rolled back.
#[derive(Debug, Clone, Default)]
pub(super) struct Changed(Arc<Mutex<Vec<i64>>>);

/// Runs `work` on the rankings as they are now, which may be a little later than the snapshot of `tx`.
pub(in crate::store) fn read<T>(tx: &Tx<'_>, work: impl FnOnce(&Rankings) -> T) -> Result<T, StoreError> {
    match tx.shared() {
        Some(shared) => Ok(work(
            &shared
                .rankings
                .known
                .read()
                .unwrap_or_else(PoisonError::into_inner),
        )),
        None => Ok(work(&Rankings::new(all(tx)?))),
    }
}

impl SharedRankings {
    /// Reads all posts, in place of what was known.
    pub(super) fn load(&self, tx: &Tx<'_>) -> Result<(), StoreError> {
        self.is_behind.store(true, Ordering::Release);
        let rankings = Rankings::new(all(tx)?);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = rankings;
        self.is_behind.store(false, Ordering::Release);
        Ok(())
    }

    /// Whether only [`SharedRankings::load`] helps.
    pub(super) fn are_behind(&self) -> bool {
        self.is_behind.load(Ordering::Acquire)
    }

    /// Notes what became of posts that were changed.
    pub(super) fn refresh(&self, tx: &Tx<'_>, changed: &[i64]) {
        if changed.is_empty() {
            return;
        }
        match these(tx, changed) {
            Ok(posts) => {
                let published: HashSet<i64> = posts.iter().map(|post| post.seq).collect();
                let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
                for seq in changed.iter().filter(|seq| !published.contains(seq)) {
                    known.remove(*seq);
                }
                for post in posts {
                    known.set(post);
                }
            }
            Err(error) => {
                tracing::error!(%error, "lists may show posts out of order for a second");
                self.is_behind.store(true, Ordering::Release);
            }
        }
    }
}

impl Changed {
    /// From now on notes what this connection changes.
    pub(super) fn watch(connection: &mut Connection) -> Result<Self, StoreError> {
        let changed = Self::default();
        let noted = changed.clone();
        connection.update_hook(Some(move |_, _: &str, table: &str, row| {
            if table == "posts" {
                noted.lock().push(row);
            }
        }))?;
        Ok(changed)
    }

    /// What was changed since the last time, each once.
    pub(super) fn take(&self) -> Vec<i64> {
        let mut seqs = std::mem::take(&mut *self.lock());
        seqs.sort_unstable();
        seqs.dedup();
        seqs
    }

    fn lock(&self) -> MutexGuard<'_, Vec<i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

macro_rules! select_ranked {
    ($condition:expr) => {
        concat!(
            "select seq, category, created_at, like_count, comment_count, view_total, view_unique
             from posts where status = 'published'",
            $condition
        )
    };
}

fn all(tx: &Tx<'_>) -> Result<Vec<RankedPost>, StoreError> {
    tx.query_all(select_ranked!(""), params![], ranked_post)
}

fn these(tx: &Tx<'_>, seqs: &[i64]) -> Result<Vec<RankedPost>, StoreError> {
    let sql = select_ranked!(concat!(" and seq in ", each!("?1")));
    tx.query_all(sql, params![integers(seqs)], ranked_post)
}

fn ranked_post(row: &Row<'_>) -> Result<RankedPost, StoreError> {
    let category = Category::parse(row.get_str("category")?);
    Ok(RankedPost {
        seq: row.get("seq")?,
        category: category.map_err(|_| StoreError::Corrupt("posts.category".to_owned()))?,
        created_at: Time::from_milliseconds(row.get("created_at")?),
        counts: Counts {
            likes: row.get("like_count")?,
            comments: row.get("comment_count")?,
            views: row.get("view_total")?,
            unique_views: row.get("view_unique")?,
        },
    })
}
