//! Archives that are sent while they are made.
//!
//! An archive is written to a temporary file as fast as the disk takes it, and sent from there as fast as its client takes
//! it: otherwise the client would decide for how long the snapshot of the database is held. The file has no name, so that
//! nothing of it remains whatever happens.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::task::spawn_blocking;

use crate::domain::error_chain::error_chain;
use crate::http::cache::Streamed;
use crate::http::{ApiError, AppState};
use crate::store::marks::MarkTargets;

/// The bytes that are read from the file at a time.
const CHUNK_BYTES: u64 = 256 << 10;

/// An error that ended an archive before its end.
pub(super) type WriteError = Box<dyn Error + Send + Sync>;

/// The right to make an archive: there are few of them, since each holds a connection to the database.
pub(super) struct ExportPermit(OwnedSemaphorePermit);

impl ExportPermit {
    /// Takes one of the permits, or returns 503 when all are in use.
    pub(super) fn acquire(state: &AppState) -> Result<Self, ApiError> {
        let permit = Arc::clone(&state.exports).try_acquire_owned();
        permit.map(Self).map_err(|_| ApiError::Unavailable)
    }
}

/// Returns the archive of this name, which `write` writes on a thread of its own. A client that receives no end of it knows
/// that it is not complete.
pub(super) fn respond(
    state: &AppState,
    permit: ExportPermit,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> Result<(), WriteError> + Send + 'static,
) -> Result<Response, ApiError> {
    let file = temporary_file(&state.config.server.data_dir).map_err(ApiError::internal)?;
    let file = Arc::new(file);
    let (progress, following) = watch::channel(Progress::default());
    let spool = Spool {
        file: Arc::clone(&file),
        progress,
    };
    thread::Builder::new()
        .name("export".to_owned())
        .spawn(move || spool.fill(permit, write))
        .map_err(ApiError::internal)?;
    let follower = Follower {
        file,
        sent: 0,
        progress: following,
        is_over: false,
    };
    let parts = unfold(follower, |mut follower| async move {
        let part = follower.next().await.transpose()?;
        follower.is_over = part.is_err();
        Some((part, follower))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let streamed = Extension(Streamed(MarkTargets::default()));
    Ok((streamed, headers, Body::from_stream(parts)).into_response())
}

/// Makes a file without a name in the data folder, which has room for copies of the database. A node beside a server may have
/// no such folder.
fn temporary_file(folder: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => tempfile::tempfile(),
        _ => Err(error),
    })
}

/// How much of the archive is in the file.
#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    written: u64,
    /// Whether it is complete, once nothing follows.
    outcome: Option<bool>,
}

/// Writes the archive.
struct Spool {
    file: Arc<File>,
    progress: watch::Sender<Progress>,
}

impl Spool {
    fn fill(self, permit: ExportPermit, write: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>) {
        let mut output = BufWriter::new(&self);
        let written = write(&mut output).and_then(|()| Ok(output.flush()?));
        // What is left must not be written after an error.
        drop(output.into_parts());
        if let Err(error) = &written {
            if self.progress.is_closed() {
                tracing::info!("an archive was given up, since its client has left");
            } else {
                tracing::error!(error = error_chain(&**error), "an archive could not be made");
            }
        }
        self.progress
            .send_modify(|progress| progress.outcome = Some(written.is_ok()));
        drop(permit.0);
    }
}

impl Write for &Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.progress.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let written = (&*self.file).write(bytes)?;
        self.progress
            .send_modify(|progress| progress.written += written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sends what is in the file, and waits for more.
struct Follower {
    file: Arc<File>,
    sent: u64,
    progress: watch::Receiver<Progress>,
    is_over: bool,
}

impl Follower {
    /// Returns the next part; `None` after the last one.
    async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        loop {
            let progress = *self.progress.borrow_and_update();
            if self.is_over {
                return Ok(None);
            }
            if progress.written > self.sent {
                return self.read(progress.written).await.map(Some);
            }
            match progress.outcome {
                Some(true) => return Ok(None),
                Some(false) => return Err(incomplete()),
                // The sender is gone without a word only if its thread has panicked.
                None => self.progress.changed().await.map_err(|_| incomplete())?,
            }
        }
    }

    async fn read(&mut self, written: u64) -> Result<Bytes, ApiError> {
        let length = (written - self.sent).min(CHUNK_BYTES);
        let (file, begin) = (Arc::clone(&self.file), self.sent);
        let read = spawn_blocking(move || {
            let mut part = vec![0; usize::try_from(length).unwrap_or_default()];
            file.read_exact_at(&mut part, begin).map(|()| part)
        });
        let part = read.await.map_err(ApiError::internal)?;
        self.sent += length;
        Ok(part.map_err(ApiError::internal)?.into())
    }
}

fn incomplete() -> ApiError {
    ApiError::internal(io::Error::other("the archive is not complete"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spool() -> (Spool, Follower) {
        let file = Arc::new(tempfile::tempfile().unwrap());
        let (progress, following) = watch::channel(Progress::default());
        let spool = Spool {
            file: Arc::clone(&file),
            progress,
        };
        let follower = Follower {
            file,
            sent: 0,
            progress: following,
            is_over: false,
        };
        (spool, follower)
    }

    #[tokio::test]
    async fn sends_what_is_there_and_waits_for_the_rest() {
        let (spool, mut follower) = spool();
        let mut output = &spool;
        output.write_all(&vec![7; 300_000]).unwrap();
        assert_eq!(follower.next().await.unwrap().unwrap().len(), 256 << 10);
        assert_eq!(
            follower.next().await.unwrap().unwrap().len(),
            300_000 - (256 << 10)
        );
        let rest = thread::spawn(move || {
            let mut output = &spool;
            output.write_all(b"rest").unwrap();
            spool
                .progress
                .send_modify(|progress| progress.outcome = Some(true));
        });
        assert_eq!(follower.next().await.unwrap().unwrap(), "rest");
        assert!(follower.next().await.unwrap().is_none());
        rest.join().unwrap();
    }

    #[tokio::test]
    async fn an_archive_that_fails_has_no_end() {
        let (spool, mut follower) = spool();
        let mut output = &spool;
        output.write_all(b"begin").unwrap();
        spool
            .progress
            .send_modify(|progress| progress.outcome = Some(false));
        assert_eq!(follower.next().await.unwrap().unwrap(), "begin");
        assert!(follower.next().await.is_err());
        let (spool, mut follower) = self::spool();
        drop(spool);
        assert!(follower.next().await.is_err());
    }

    #[test]
    fn is_given_up_when_its_client_leaves() {
        let (spool, follower) = spool();
        drop(follower);
        let written = (&spool).write_all(b"more");
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
