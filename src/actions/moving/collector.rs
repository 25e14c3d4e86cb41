//! The second pass: what reads an export and hands batches of entries to the one who stores them.

use std::mem;
use std::sync::mpsc::SyncSender;

use super::MovingError;
use super::entries::Entry;
use super::preparer::Preparer;
use crate::moving::item::Item;
use crate::moving::{ReadError, Sink};
use crate::store::StoreError;

/// The entries of a batch, which is one write. Each comment changes the row with the totals of the site, and PostgreSQL keeps
/// all its versions until the transaction ends.
pub(super) const BATCH: usize = 50;
/// The bytes of a batch, about.
const BATCH_BYTES: usize = 4 << 20;
/// The most comments of an import: a dry run holds a hash of the id of each.
const COMMENTS_MAX: usize = 1_000_000;

/// A batch on its way to the writer.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    pub(super) entries: Vec<Entry>,
    /// The bytes of the export that have been read.
    pub(super) bytes: u64,
    /// The error that ended the reading before the end of the export.
    pub(super) failure: Option<MovingError>,
}

/// Collects entries.
pub(super) struct Collector<'a> {
    preparer: Preparer<'a>,
    batches: SyncSender<Prepared>,
    batch: Prepared,
    size: usize,
    comments: usize,
    failure: Option<StoreError>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(preparer: Preparer<'a>, batches: SyncSender<Prepared>) -> Self {
        Self {
            preparer,
            batches,
            batch: Prepared::default(),
            size: 0,
            comments: 0,
            failure: None,
        }
    }

    /// Hands on what is left, with the error that has ended the reading.
    pub(super) fn finish(mut self, read: Result<(), ReadError>) {
        self.batch.failure = match (self.failure.take(), read) {
            (Some(failure), _) => Some(failure.into()),
            (None, Err(failure)) => Some(failure.into()),
            (None, Ok(())) => None,
        };
        // The receiver is gone only after an error of its own.
        drop(self.send());
    }

    fn send(&mut self) -> Result<(), ReadError> {
        let bytes = self.batch.bytes;
        let batch = mem::replace(
            &mut self.batch,
            Prepared {
                bytes,
                ..Prepared::default()
            },
        );
        self.size = 0;
        self.batches.send(batch).map_err(|_| ReadError::Stopped)
    }
}

impl Sink for Collector<'_> {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        if matches!(item, Item::Comment(_)) {
            self.comments += 1;
            if self.comments > COMMENTS_MAX {
                return Err(ReadError::Form(format!(
                    "it has more than {COMMENTS_MAX} comments"
                )));
            }
        }
        match self.preparer.prepare(item) {
            Ok(Some(entry)) => {
                self.size += entry.size();
                self.batch.entries.push(entry);
            }
            Ok(None) => {}
            Err(failure) => {
                self.failure = Some(failure);
                return Err(ReadError::Stopped);
            }
        }
        if self.batch.entries.len() >= BATCH || self.size >= BATCH_BYTES {
            self.send()?;
        }
        Ok(())
    }

    fn read(&mut self, bytes: u64) {
        self.batch.bytes = bytes;
    }
}
