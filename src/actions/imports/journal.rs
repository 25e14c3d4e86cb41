//! How far the work on an import is, and the report of a dry run, written now and then.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{LEASE_MILLISECONDS, report};
use crate::actions::moving::{Event, LeftOut, MovingError, ReportItem};
use crate::domain::Clock;
use crate::store::imports::{self, Claim};
use crate::store::{Store, StoreError};

/// The least pause between two writes of the progress.
const INTERVAL: Duration = Duration::from_secs(1);
/// The entries of a report that one write records: some milliseconds.
const BATCH: usize = 500;

/// Writes how far the work is, about once a second. When the import is this process's no more, it says so by a flag.
pub(super) struct Progress<'a> {
    store: &'a Store,
    clock: &'a dyn Clock,
    claim: &'a Claim,
    work: u64,
    is_lost: Arc<AtomicBool>,
    left_out: LeftOut,
    done: u64,
    written_at: Instant,
    failure: Option<StoreError>,
}

impl<'a> Progress<'a> {
    /// Begins with nothing done of so many bytes of work.
    pub(super) fn new(
        store: &'a Store,
        clock: &'a dyn Clock,
        claim: &'a Claim,
        work: u64,
        is_lost: Arc<AtomicBool>,
    ) -> Self {
        let mut progress = Self {
            store,
            clock,
            claim,
            work,
            is_lost,
            left_out: LeftOut::default(),
            done: 0,
            written_at: Instant::now(),
            failure: None,
        };
        progress.write();
        progress
    }

    /// Takes an event of the work, which says how far it is or shows at least that it goes on. Returns whether that was
    /// written.
    pub(super) fn take(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Progress(bytes) => self.done = *bytes,
            Event::LeftOut(item) => self.left_out.add(item),
            Event::Item(_) => {}
        }
        let is_due = self.written_at.elapsed() >= INTERVAL && !self.is_lost();
        if is_due {
            self.write();
        }
        is_due
    }

    fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Acquire)
    }

    fn write(&mut self) {
        let (claim, now, done) = (self.claim.clone(), self.clock.now(), (self.done, self.work));
        let lease_until = now.plus_milliseconds(LEASE_MILLISECONDS);
        let written = self
            .store
            .write_blocking(move |tx| imports::report_progress(tx, &claim, done, lease_until, now));
        match written {
            Ok(true) => {}
            Ok(false) => self.is_lost.store(true, Ordering::Release),
            Err(error) => {
                self.is_lost.store(true, Ordering::Release);
                self.failure = Some(error);
            }
        }
        self.written_at = Instant::now();
    }

    /// Returns what the work has left out, or the error that has stopped it.
    pub(super) fn end<T>(self, worked: Result<T, MovingError>) -> Result<LeftOut, MovingError> {
        match self.failure {
            Some(error) => Err(error.into()),
            None => worked.map(|_| self.left_out),
        }
    }
}

/// Records the report of a dry run.
pub(super) struct Journal<'a> {
    progress: Progress<'a>,
    items: Vec<ReportItem>,
    failure: Option<MovingError>,
}

impl<'a> Journal<'a> {
    pub(super) fn new(progress: Progress<'a>) -> Self {
        Self {
            progress,
            items: Vec::new(),
            failure: None,
        }
    }

    /// Takes an event of the dry run.
    pub(super) fn take(&mut self, event: &Event<'_>) {
        if let Event::Item(item) = event {
            self.items.push((*item).clone());
        }
        let is_due = self.progress.take(event);
        if is_due || self.items.len() == BATCH {
            self.write();
        }
    }

    fn write(&mut self) {
        let items = mem::take(&mut self.items);
        if items.is_empty() || self.progress.is_lost() {
            return;
        }
        let claim = self.progress.claim.clone();
        let written = self
            .progress
            .store
            .write_blocking(move |tx| report::record(tx, &claim, &items));
        if let Err(error) = written {
            self.progress.is_lost.store(true, Ordering::Release);
            self.failure = Some(error);
        }
    }

    /// Records the rest, and returns what the dry run has left out or the error that has stopped it.
    pub(super) fn end<T>(mut self, checked: Result<T, MovingError>) -> Result<LeftOut, MovingError> {
        self.write();
        let checked = match self.failure {
            Some(error) => Err(error),
            None => checked,
        };
        self.progress.end(checked)
    }
}
