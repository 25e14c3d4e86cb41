//! The transaction that query functions accept.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

use super::commits::{Change, Dependencies};
use super::derived::Derived;
use super::derived::activity::{self, Activity};
use super::derived::rankings::{self, Rankings};
use super::derived::search::{self, Hits, SearchFilter, Sorting, UnusedWords};
use super::engine::{StoreError, Transaction};
use crate::domain::post::Order;
use crate::domain::ranking::ActivityWindow;
use crate::domain::{PostId, Time};

/// An open transaction. `&Tx` can read, `&mut Tx` can also write.
///
/// A query function records its dependencies, a write function its changes. They decide which cached responses a commit
/// invalidates (see [`super::commits`]).
pub struct Tx<'connection> {
    transaction: Transaction<'connection>,
    derived: Option<&'connection Derived>,
    pub(super) changes: Vec<Change>,
    pub(super) dependencies: RefCell<Dependencies>,
}

impl<'connection> Tx<'connection> {
    /// Creates a transaction that writes. It does not use derived memory, so that it reads its own uncommitted changes
    /// and those of the earlier writes of its batch.
    pub(super) fn for_write(transaction: Transaction<'connection>) -> Self {
        Self {
            transaction,
            derived: None,
            changes: Vec::new(),
            dependencies: RefCell::default(),
        }
    }

    /// Creates a transaction that reads a snapshot, with the derived memory.
    pub(super) fn for_read(transaction: Transaction<'connection>, derived: &'connection Derived) -> Self {
        Self {
            derived: Some(derived),
            ..Self::for_write(transaction)
        }
    }

    /// Runs `work` on the rankings, which may be slightly newer than the snapshot. `order` is the one that it reads.
    pub(super) fn with_rankings<T>(
        &self,
        order: Order,
        work: impl FnOnce(&Rankings) -> T,
    ) -> Result<T, StoreError> {
        if order.is_ranked() {
            self.dependencies.borrow_mut().add_ranking();
        }
        rankings::read(self.transaction, self.derived, work)
    }

    /// Returns what readers did with posts in a window that begins with `first_day`.
    pub(super) fn activity(
        &self,
        window: ActivityWindow,
        first_day: i64,
        now: Time,
    ) -> Result<Activity, StoreError> {
        self.dependencies.borrow_mut().add_ranking();
        activity::read(self.transaction, self.derived, window, first_day, now)
    }

    /// Searches for posts, and returns a page of them.
    pub(super) fn search(
        &self,
        filter: &SearchFilter<'_>,
        sorting: Sorting,
        limit: u32,
        offset: u64,
    ) -> Result<Hits, StoreError> {
        if let Sorting::Ranked(order) = sorting
            && order.is_ranked()
        {
            self.dependencies.borrow_mut().add_ranking();
        }
        search::page(self.transaction, self.derived, filter, sorting, limit, offset)
    }

    /// Returns the row numbers of at most `limit` posts with all words of a folded text in their title, newest first.
    pub(super) fn posts_with_title(&self, words: &str, limit: usize) -> Result<Vec<i64>, StoreError> {
        search::with_title(self.transaction, self.derived, words, limit)
    }

    /// Returns the words of the search that no post has.
    pub(super) fn unused_words(&self) -> Result<UnusedWords, StoreError> {
        search::unused_words(self.transaction)
    }

    pub(super) fn changed(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Records that this read depends on which redirects there are.
    pub(super) fn depends_on_redirects(&self) {
        self.dependencies.borrow_mut().add_redirects();
    }

    /// Records that this read returns the activity of a post.
    pub(super) fn depends_on_post(&self, post: PostId) {
        self.dependencies.borrow_mut().add_post(post);
    }
}

impl<'connection> Deref for Tx<'connection> {
    type Target = Transaction<'connection>;

    fn deref(&self) -> &Transaction<'connection> {
        &self.transaction
    }
}

impl DerefMut for Tx<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.transaction
    }
}
