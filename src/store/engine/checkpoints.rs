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
        let copied = Arc::<AtomicI32>::default();
        let (due, requests) = sync_channel(1);
        let progress = Arc::clone(&copied);
        let thread = Builder::new()
            .name("checkpoints".to_owned())
            .spawn(move || {
                copy(&connection, pages, &progress, &requests);
                connection
            })
            .map_err(|error| open::unwritable(path, &error))?;
        let mut watch = Watch {
            long: log_pages,
            due,
            copied,
            pages: 0,
        };
        writer.wal_hook(Some(move |log: &mut Wal, pages| {
            watch.committed(log, pages);
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

/// Looks at the log after each commit.
struct Watch {
    /// The pages of a long log.
    long: i32,
    due: SyncSender<()>,
    /// The pages of the log that the thread has copied.
    copied: Arc<AtomicI32>,
    /// The pages of the log at the last commit.
    pages: i32,
}

impl Watch {
    fn committed(&mut self, log: &mut Wal, pages: i32) {
        let is_new = pages < self.pages;
        self.pages = pages;
        if is_new {
            self.copied.store(0, Ordering::Relaxed);
        }
        if pages < self.long {
            return;
        }
        let rest = pages - self.copied.load(Ordering::Relaxed);
        if rest <= REST || pages >= 2 * self.long {
            // While the thread is at it the engine is busy, and the next commit tries again.
            log.checkpoint().unwrap_or_else(|error| warn_unless_busy(&error));
        } else if let Err(TrySendError::Disconnected(())) = self.due.try_send(()) {
            tracing::error!("the thread is gone that copies the log into the database");
        }
    }
}

fn copy(connection: &Connection, mut pages: CopiedPages, progress: &AtomicI32, requests: &Receiver<()>) {
    for () in requests {
        let copied = connection.query_row("pragma wal_checkpoint(passive)", [], |row| {
            row.get("checkpointed")
        });
        match copied {
            Ok(copied) => progress.store(copied, Ordering::Relaxed),
            Err(error) => warn_unless_busy(&error),
        }
        if let Err(error) = pages.sync() {
            tracing::warn!(%error, "what was copied into the database stays in memory for a while");
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
