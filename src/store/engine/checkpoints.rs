//! Copying the log into the database, by a thread of its own while the writer goes on.
//!
//! SQLite would do it in the thread that commits: a third of the writer's time, and a pause that every caller
//! feels. But the log begins anew only when all of it is copied, and a busy writer is always ahead of the
//! thread: a log that has become long is copied to its end by the writer, which has little left to copy.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{Builder, JoinHandle};

use rusqlite::hooks::Wal;
use rusqlite::{Connection, ErrorCode};

use super::{StoreError, open};

/// Pages that the log grows by before they are copied.
const PORTION: i32 = 1_000;
/// Pages at which the log is to begin anew: 16 MB.
const LONG: i32 = 4_000;

/// The thread. It ends with the connection that it was started for.
pub(super) struct Checkpoints(Option<JoinHandle<()>>);

impl Checkpoints {
    /// Takes the checkpoints of the writer's connection over.
    pub(super) fn start(path: &Path, writer: &mut Connection) -> Result<Self, StoreError> {
        let connection = open::writable(path)?;
        let (due, requests) = sync_channel(1);
        let thread = Builder::new()
            .name("checkpoints".to_owned())
            .spawn(move || copy(&connection, &requests))
            .map_err(|error| open::unwritable(path, &error))?;
        let mut watch = Watch { due, asked_at: 0 };
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
    due: SyncSender<()>,
    /// The pages of the log when it was last asked for a copy.
    asked_at: i32,
}

impl Watch {
    fn committed(&mut self, log: &mut Wal, pages: i32) {
        if pages < self.asked_at {
            self.asked_at = 0;
        }
        if pages >= LONG {
            // While the thread is at it the engine is busy, and the next commit tries again.
            log.checkpoint().unwrap_or_else(|error| warn_unless_busy(&error));
        } else if pages - self.asked_at >= PORTION {
            self.asked_at = pages;
            if let Err(TrySendError::Disconnected(())) = self.due.try_send(()) {
                tracing::error!("the thread is gone that copies the log into the database");
            }
        }
    }
}

fn copy(connection: &Connection, requests: &Receiver<()>) {
    for () in requests {
        let copied = connection.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()));
        copied.unwrap_or_else(|error| warn_unless_busy(&error));
    }
}

fn warn_unless_busy(error: &rusqlite::Error) {
    if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) {
        tracing::warn!(%error, "the log could not be copied into the database; it stays whole, and grows");
    }
}
