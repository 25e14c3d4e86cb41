//! The memory that follows the commits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use super::commit_log::{self, Position};
use super::commits::{Change, Generations};
use super::derived::Derived;
use super::engine::{Follower, StoreError, Transaction};

/// The memory that follows the commits: of this process on a file, of all nodes on a server.
pub(super) struct Memory {
    pub(super) generations: Generations,
    pub(super) derived: Derived,
    /// The last commit of a server that was followed; held while commits are followed, one after the other.
    following: Mutex<Position>,
    /// Its number.
    number: watch::Sender<u64>,
    /// The number of the last commit of this node on a server.
    written: AtomicU64,
    /// Whether commits of other nodes are announced.
    is_notified: AtomicBool,
    /// Whether a commit could not be followed.
    is_behind: AtomicBool,
    /// Whether commits are read from the table of a server, which all nodes write.
    is_shared: bool,
}

impl Memory {
    /// Reads everything from the tables.
    pub(super) fn load(is_shared: bool, transaction: Transaction<'_>) -> Result<Self, StoreError> {
        let position = if is_shared {
            commit_log::latest(transaction)?
        } else {
            Position::default()
        };
        let number = position.number;
        let memory = Self {
            generations: Generations::default(),
            derived: Derived::default(),
            following: Mutex::new(position),
            number: watch::Sender::new(number),
            written: AtomicU64::new(number),
            is_notified: AtomicBool::new(!is_shared),
            is_behind: AtomicBool::default(),
            is_shared,
        };
        memory.derived.rankings.load(transaction)?;
        memory.derived.site.load(transaction)?;
        Ok(memory)
    }

    /// Publishes the views that were followed since the last call. Waits while commits are followed.
    pub(super) fn publish_views(&self) {
        let _following = self.following.lock();
        self.generations.publish_views();
    }

    /// Whether a commit of this process on a file could not be followed, so that everything has to be read again.
    pub(super) fn is_behind(&self) -> bool {
        self.is_behind.load(Ordering::Acquire)
    }

    /// Whether several nodes share the database.
    pub(super) fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Whether everything up to the commit of this number was followed, and later ones are announced.
    pub(super) fn has_followed(&self, number: u64) -> bool {
        self.is_notified.load(Ordering::Acquire) && *self.number.borrow() >= number
    }

    /// The number of the last commit that was written here or followed.
    pub(super) fn last_commit(&self) -> u64 {
        self.written.load(Ordering::Acquire).max(self.followed())
    }

    /// Waits until the commit of this number was followed.
    pub(super) async fn wait_for(&self, number: u64) {
        let mut followed = self.number.subscribe();
        // Cannot fail: the sender lives as long as `self`.
        drop(followed.wait_for(|followed| *followed >= number).await);
    }

    fn apply(
        &self,
        transaction: Transaction<'_>,
        changes: &[Change],
        _following: &MutexGuard<'_, Position>,
    ) -> Result<(), StoreError> {
        // Before the generations: a reader of the new generation must find the new rankings and settings.
        let rankings = self.derived.rankings.follow(transaction, changes);
        let followed = rankings.and(self.derived.site.follow(transaction, changes));
        if followed.is_ok() || !self.is_shared {
            self.generations.apply_all(changes);
        }
        followed
    }
}

impl Follower for Memory {
    fn committed(&self, transaction: Transaction<'_>, number: u64, changes: &[Change]) {
        self.written.fetch_max(number, Ordering::AcqRel);
        if self.is_shared {
            if let Err(error) = self.catch_up(transaction) {
                tracing::warn!(%error, "a commit could not be followed; reads do it");
                self.lose_track();
            }
            return;
        }
        let followed = self.apply(transaction, changes, &self.following.lock());
        if changes.contains(&Change::Everything) {
            self.is_behind.store(false, Ordering::Release);
        }
        if let Err(error) = followed {
            tracing::error!(%error, "lists may show posts out of order for a second");
            self.is_behind.store(true, Ordering::Release);
        }
    }

    fn catch_up(&self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        let mut following = self.following.lock();
        let Some(new) = commit_log::since(transaction, &following)? else {
            return Ok(());
        };
        if !new.is_continuous {
            // Its numbers of words and posts may have been given again.
            self.derived.search.clear();
            self.written.store(new.position.number, Ordering::Release);
        }
        self.apply(transaction, &new.changes, &following)?;
        self.number.send_replace(new.position.number);
        *following = new.position;
        Ok(())
    }

    fn keep_track(&self) {
        self.is_notified.store(true, Ordering::Release);
    }

    fn lose_track(&self) {
        self.is_notified.store(!self.is_shared, Ordering::Release);
    }

    fn followed(&self) -> u64 {
        *self.number.borrow()
    }
}
