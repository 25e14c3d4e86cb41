//! A number that every committed change to what visitors see raises, so that what was made from an
//! earlier one is known to be old.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

/// How soon visitors are to see what was written. The order is that of haste.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// Nothing that visitors see has changed.
    Never,
    /// Within a second: counts of views.
    Soon,
    /// By the next request.
    Now,
}

#[derive(Debug, Default)]
pub(super) struct Generation {
    number: AtomicU64,
    is_due: AtomicBool,
    data_version: AtomicI64,
}

impl Generation {
    pub(super) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    /// What was committed just now.
    pub(super) fn note(&self, visibility: Visibility) {
        match visibility {
            Visibility::Never => {}
            Visibility::Soon => self.is_due.store(true, Ordering::Release),
            Visibility::Now => self.raise(),
        }
    }

    /// Shows what was to be seen soon, and what another process wrote: SQLite's `data_version` of the
    /// writer's connection changes with the commits of others alone.
    pub(super) fn catch_up(&self, data_version: i64) {
        let is_elsewhere = self.data_version.swap(data_version, Ordering::AcqRel) != data_version;
        if self.is_due.swap(false, Ordering::AcqRel) || is_elsewhere {
            self.raise();
        }
    }

    fn raise(&self) {
        self.number.fetch_add(1, Ordering::AcqRel);
    }
}
