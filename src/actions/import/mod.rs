//! Import of posts from a JSONL file: one JSON object per line (rulings §1).
//!
//! One thread reads and sanitises while the caller's thread writes in batches. An invalid line is reported and left
//! out; an existing slug is skipped, so that a file can be imported again.

mod line;

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use thiserror::Error;

use crate::domain::post::{Cover, NewPost};
use crate::domain::{AuthorId, Clock, Entropy, PostId};
use crate::store::{Store, StoreError, Tx, authors, posts};

use line::{ImportedPost, Lines};

/// Lines per batch; a batch is one write.
const BATCH: usize = 200;
/// The most batches queued for the writer.
const BATCHES_AHEAD: usize = 2;

/// The outcome of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// New posts.
    pub imported: u64,
    /// Posts whose slug existed already.
    pub skipped: u64,
    /// Invalid lines.
    pub refused: u64,
}

/// An event during an import, for the caller to display.
#[derive(Debug)]
pub enum Event {
    /// The number of bytes of the file processed so far.
    Progress(u64),
    /// An invalid line: its number (from 1) and the reason.
    Refused(u64, String),
}

/// An error that ends an import early. Posts imported before it stay.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file could not be read any further.
    #[error("line {line} cannot be read: {cause}")]
    Unreadable {
        /// The line (from 1) at which reading failed.
        line: u64,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The database could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Batch {
    posts: Vec<ImportedPost>,
    refused: Vec<(u64, String)>,
    bytes: u64,
    /// The error that ended reading before the end of the file.
    failure: Option<ImportError>,
}

/// Imports every line of `file`.
///
/// # Errors
/// If the file cannot be read or the database cannot be written; posts imported before that stay.
pub fn posts(
    store: &Store,
    clock: &dyn Clock,
    entropy: &dyn Entropy,
    file: impl BufRead + Send,
    mut on_event: impl FnMut(Event),
) -> Result<Report, ImportError> {
    let (batches, ready) = sync_channel(BATCHES_AHEAD);
    thread::scope(|scope| {
        scope.spawn(move || read(Lines::new(file), &batches));
        write(store, clock, entropy, &ready, &mut on_event)
    })
}

fn read(mut lines: Lines<impl BufRead>, batches: &SyncSender<Batch>) {
    loop {
        let mut batch = Batch {
            posts: Vec::with_capacity(BATCH),
            refused: Vec::new(),
            bytes: 0,
            failure: None,
        };
        let mut at_end = false;
        while !at_end && batch.posts.len() + batch.refused.len() < BATCH {
            match lines.next_post() {
                Ok(Some((_, Ok(post)))) => batch.posts.push(post),
                Ok(Some((number, Err(message)))) => batch.refused.push((number, message)),
                Ok(None) => at_end = true,
                // A file that fails once fails at every further line.
                Err(cause) => {
                    let line = lines.number();
                    batch.failure = Some(ImportError::Unreadable { line, cause });
                    at_end = true;
                }
            }
        }
        batch.bytes = lines.bytes_read();
        // The receiver is dropped only after the writer has failed, which returns its own error.
        if batches.send(batch).is_err() || at_end {
            return;
        }
    }
}

fn write(
    store: &Store,
    clock: &dyn Clock,
    entropy: &dyn Entropy,
    ready: &Receiver<Batch>,
    on_event: &mut impl FnMut(Event),
) -> Result<Report, ImportError> {
    let mut report = Report::default();
    for batch in ready {
        let now = clock.now();
        let posts_with_ids: Vec<_> = batch
            .posts
            .into_iter()
            .map(|post| (PostId::new(now, entropy), AuthorId::new(now, entropy), post))
            .collect();
        let count = posts_with_ids.len() as u64;
        let imported: u64 = store.write_blocking(move |tx| insert_all(tx, posts_with_ids))?;
        report.imported += imported;
        report.skipped += count - imported;
        report.refused += batch.refused.len() as u64;
        for (number, message) in batch.refused {
            on_event(Event::Refused(number, message));
        }
        on_event(Event::Progress(batch.bytes));
        if let Some(failure) = batch.failure {
            return Err(failure);
        }
    }
    Ok(report)
}

fn insert_all(
    tx: &mut Tx<'_>,
    posts_with_ids: Vec<(PostId, AuthorId, ImportedPost)>,
) -> Result<u64, StoreError> {
    let mut new_posts = Vec::with_capacity(posts_with_ids.len());
    for (id, new_author, post) in posts_with_ids {
        let author = authors::find_or_create_imported(tx, &post.author, new_author)?;
        new_posts.push(NewPost {
            id,
            slug: post.slug,
            article: post.article,
            cover: post.cover.map(Cover::Address),
            author: Some(author),
            is_featured: false,
            created_at: post.created_at,
            updated_at: post.created_at,
        });
    }
    Ok(posts::insert_all(tx, &new_posts)? as u64)
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;
    use crate::domain::{SystemClock, SystemEntropy};
    use crate::store::StoreOptions;

    /// A file that yields two lines, and fails from then on.
    struct FailingFile(bool);

    impl Read for FailingFile {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::Error::other("the disk is broken"));
            }
            let text = b"not json\nnot json\n";
            buffer[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }

    #[test]
    fn ends_the_import_when_reading_fails() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1)).unwrap();
        let mut refused = Vec::new();
        let file = BufReader::new(FailingFile(false));
        let result = posts(&store, &SystemClock, &SystemEntropy, file, |event| {
            if let Event::Refused(number, _) = event {
                refused.push(number);
            }
        });
        assert_eq!(
            result.unwrap_err().to_string(),
            "line 3 cannot be read: the disk is broken"
        );
        assert_eq!(refused, [1, 2]);
    }
}
