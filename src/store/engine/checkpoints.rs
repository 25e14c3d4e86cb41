//! Copying the log into the database, by a thread of its own while the writer goes on.
//!
//! SQLite would do it in the thread that commits: a third of the writer's time, and a pause that every caller
//! feels. But the log begins anew only when all of it is copied, and a busy writer is always ahead of the
//! thread: a log that has become long is copied to its end by the writer, which has little left to copy and,
//! since the thread has brought its own copies to the disk, little to wait for.

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

use super::{StoreError, open};

/// Pages that the writer copies at most when the log is to begin anew, while the thread keeps up at all.
const REST: i32 = 500;

/// The thread. It ends with the connection that it was started for, and leaves its own to whoever drops this.
pub(super) struct Checkpoints(Option<JoinHandle<Connection>>);

impl Checkpoints {
    /// Takes the checkpoints of the writer's connection over.
    pub(super) fn start(path: &Path, log_pages: i32, writer: &mut Connection) -> Result<Self, StoreError> {
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
            if watch.is_to_end(pages) {
                // While the thread is at it the engine is busy, and the next commit tries again.
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

/// The pages of one log that the thread has copied and brought to the disk.
type Copied = Arc<AtomicI32>;

/// Looks at the log after each commit, and asks the thread to copy it.
struct Watch {
    /// The pages of a long log.
    long: i32,
    due: SyncSender<Copied>,
    copied: Copied,
    /// The pages of the log at the last commit.
    pages: i32,
}

impl Watch {
    fn new(long: i32) -> (Self, Receiver<Copied>) {
        let (due, requests) = sync_channel(1);
        let watch = Self {
            long,
            due,
            copied: Copied::default(),
            pages: 0,
        };
        (watch, requests)
    }

    /// Whether the writer is to copy the rest of the log, which has so many pages now, so that it begins anew.
    fn is_to_end(&mut self, pages: i32) -> bool {
        if pages < self.pages {
            self.copied = Copied::default();
        }
        self.pages = pages;
        if pages < self.long {
            return false;
        }
        let rest = pages - self.copied.load(Ordering::Relaxed);
        if rest <= REST || pages >= 2 * self.long {
            return true;
        }
        if let Err(TrySendError::Disconnected(_)) = self.due.try_send(Arc::clone(&self.copied)) {
            tracing::error!("the thread is gone that copies the log into the database");
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
            tracing::warn!(%error, "what was copied into the database stays in memory for a while");
        }
        // Not before: the writer would end the log, and wait for the disk together with this thread.
        match copied {
            Ok(copied) => progress.store(copied, Ordering::Relaxed),
            Err(error) => warn_unless_busy(&error),
        }
    }
}

/// The pages that were copied into the database, which the engine brings to the disk only with the end of the log:
/// tens of milliseconds in which the writer would wait.
struct CopiedPages {
    path: PathBuf,
    /// Never closed: that would end the locks which this process has on the database.
    file: Option<ManuallyDrop<File>>,
}

impl CopiedPages {
    fn sync(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(ManuallyDrop::new(File::open(&self.path)?)),
        };
        file.sync_data()
    }
}

fn warn_unless_busy(error: &rusqlite::Error) {
    if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) {
        tracing::warn!(%error, "the log could not be copied into the database; it stays whole, and grows");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_log_is_copied_and_ends_when_little_is_left() {
        let (mut watch, requests) = Watch::new(2_000);
        assert!(!watch.is_to_end(1_999));
        assert!(requests.try_recv().is_err());
        assert!(!watch.is_to_end(2_000));
        requests.try_recv().unwrap().store(2_000, Ordering::Relaxed);
        assert!(!watch.is_to_end(2_501));
        requests.try_recv().unwrap().store(2_400, Ordering::Relaxed);
        assert!(watch.is_to_end(2_900));
    }

    #[test]
    fn a_log_ends_in_any_case_when_it_is_twice_as_long() {
        let (mut watch, _requests) = Watch::new(2_000);
        assert!(!watch.is_to_end(3_999));
        assert!(watch.is_to_end(4_000));
    }

    #[test]
    fn what_was_copied_of_one_log_says_nothing_of_the_next() {
        let (mut watch, requests) = Watch::new(2_000);
        assert!(!watch.is_to_end(2_000));
        let late = requests.try_recv().unwrap();
        assert!(!watch.is_to_end(3));
        late.store(2_000, Ordering::Relaxed);
        assert!(!watch.is_to_end(2_000));
    }
}
