//! Checkpoints of the write-ahead log, in a thread of their own.
//!
//! By default SQLite checkpoints in the thread that commits, which takes a third of the writer's time and delays every
//! caller. But the log restarts only when all of it is copied, and a busy writer is always ahead of the thread. So the
//! writer copies the rest of a long log. Little is left to copy by then, and little to wait for, since the thread has
//! synced its own copies.

use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{Builder, JoinHandle};

use rusqlite::hooks::Wal;
use rusqlite::{Connection, ErrorCode};

use super::open;
use crate::store::engine::StoreError;

/// The most pages that the writer copies to restart the log, unless the thread falls far behind.
const REST_MAX: i32 = 500;

/// The checkpoint thread. It ends with the connection of the writer. Its own connection closes when this is dropped.
pub(in crate::store::engine) struct Checkpoints(Option<JoinHandle<Connection>>);

impl Checkpoints {
    /// Starts the thread and replaces the automatic checkpoints of the writer's connection.
    pub(in crate::store::engine) fn start(
        path: &Path,
        log_pages: i32,
        writer: &mut Connection,
    ) -> Result<Self, StoreError> {
        let connection = open::writable(path)?;
        let pages = CopiedPages {
            path: path.to_owned(),
            file: None,
        };
        let (mut watch, requests) = Watch::new(log_pages);
        let thread = Builder::new()
            .name("checkpoints".to_owned())
            .spawn(move || {
                copy(&connection, pages, &requests);
                connection
            })
            .map_err(|error| open::unwritable(path, &error))?;
        writer.wal_hook(Some(move |log: &mut Wal, pages| {
            if watch.is_restart_due(pages) {
                // Fails as busy while the thread runs a checkpoint; the next commit tries again.
                log.checkpoint().unwrap_or_else(|error| warn_unless_busy(&error));
            }
            Ok(())
        }))?;
        Ok(Self(Some(thread)))
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            drop(thread.join());
        }
    }
}

/// The number of pages of one log that the thread has copied and synced.
type Copied = Arc<AtomicI32>;

/// Checks the length of the log after each commit, and requests checkpoints from the thread.
struct Watch {
    /// The length at which checkpoints begin, in pages.
    log_pages: i32,
    due: SyncSender<Copied>,
    copied: Copied,
    /// The length of the log at the last commit, in pages.
    pages: i32,
}

impl Watch {
    fn new(log_pages: i32) -> (Self, Receiver<Copied>) {
        let (due, requests) = sync_channel(1);
        let watch = Self {
            log_pages,
            due,
            copied: Copied::default(),
            pages: 0,
        };
        (watch, requests)
    }

    /// Whether the writer has to copy the rest of the log, now of this many pages, so that it restarts.
    fn is_restart_due(&mut self, pages: i32) -> bool {
        if pages < self.pages {
            self.copied = Copied::default();
        }
        self.pages = pages;
        if pages < self.log_pages {
            return false;
        }
        let rest = pages - self.copied.load(Ordering::Relaxed);
        if rest <= REST_MAX || pages >= 2 * self.log_pages {
            return true;
        }
        if let Err(TrySendError::Disconnected(_)) = self.due.try_send(Arc::clone(&self.copied)) {
            tracing::error!("the checkpoint thread has ended");
        }
        false
    }
}

fn copy(connection: &Connection, mut pages: CopiedPages, requests: &Receiver<Copied>) {
    for progress in requests {
        let copied = connection.query_row("pragma wal_checkpoint(passive)", [], |row| {
            row.get("checkpointed")
        });
        if let Err(error) = pages.sync() {
            tracing::warn!(%error, "the database file could not be synced after a checkpoint");
        }
        // Not before the sync: the writer would restart the log, and wait for the disk together with this thread.
        match copied {
            Ok(copied) => progress.store(copied, Ordering::Relaxed),
            Err(error) => warn_unless_busy(&error),
        }
    }
}

/// The copied pages of the database file. SQLite syncs them only when the log restarts, and the writer would wait tens
/// of milliseconds for that.
struct CopiedPages {
    path: PathBuf,
    /// Never closed, because that would release the locks that this process holds on the database.
    file: Option<ManuallyDrop<File>>,
}

impl CopiedPages {
    fn sync(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            empty => empty.insert(ManuallyDrop::new(File::open(&self.path)?)),
        };
        file.sync_data()
    }
}

fn warn_unless_busy(error: &rusqlite::Error) {
    if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) {
        tracing::warn!(%error, "a checkpoint failed; the log remains valid, and grows");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restarts_a_long_log_when_little_is_left_to_copy() {
        let (mut watch, requests) = Watch::new(2_000);
        assert!(!watch.is_restart_due(1_999));
        assert!(requests.try_recv().is_err());
        assert!(!watch.is_restart_due(2_000));
        requests.try_recv().unwrap().store(2_000, Ordering::Relaxed);
        assert!(!watch.is_restart_due(2_501));
        requests.try_recv().unwrap().store(2_400, Ordering::Relaxed);
        assert!(watch.is_restart_due(2_900));
    }

    #[test]
    fn restarts_a_log_of_twice_the_length_in_any_case() {
        let (mut watch, _requests) = Watch::new(2_000);
        assert!(!watch.is_restart_due(3_999));
        assert!(watch.is_restart_due(4_000));
    }

    #[test]
    fn ignores_the_progress_of_an_earlier_log() {
        let (mut watch, requests) = Watch::new(2_000);
        assert!(!watch.is_restart_due(2_000));
        let late = requests.try_recv().unwrap();
        assert!(!watch.is_restart_due(3));
        late.store(2_000, Ordering::Relaxed);
        assert!(!watch.is_restart_due(2_000));
    }
}
