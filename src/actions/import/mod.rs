//! Posts from a JSONL file: one JSON object a line (rulings §1).
//!
//! One thread reads and sanitises while the caller's thread writes, a batch at a time. A line that is
//! wrong is reported and left out; a slug that exists is skipped, so that a file can be run again.

mod line;

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use thiserror::Error;

use crate::domain::post::{Cover, NewPost};
use crate::domain::{AuthorId, Clock, Entropy, PostId, Time};
use crate::store::{Store, StoreError, Tx, authors, posts};

use line::{ImportedPost, Lines};

/// Posts that are written together.
const BATCH: usize = 200;
/// Batches that may wait for the writer.
const BATCHES_AHEAD: usize = 2;

/// What became of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Posts that are new.
    pub imported: u64,
    /// Posts whose slug was there already.
    pub skipped: u64,
    /// Lines that are wrong.
    pub refused: u64,
}

/// What the caller may show while the import goes on.
#[derive(Debug)]
pub enum Event {
    /// So many bytes of the file are done.
    Progress(u64),
    /// The line of this number (from 1) is wrong.
    Refused(u64, String),
}

/// Why an import ended early. What was imported before stays.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file could not be read on.
    #[error("line {line} cannot be read: {cause}")]
    Unreadable {
        /// The line (from 1) at which reading failed.
        line: u64,
        /// What the system said.
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
    /// Why this batch is the last one, when it is not the end of the file.
    failure: Option<ImportError>,
}

/// Imports every line of `file`.
///
/// # Errors
/// When the file cannot be read or the database cannot be written; what was imported before stays.
pub fn posts(
    store: &Store,
    clock: &dyn Clock,
    entropy: &dyn Entropy,
    file: impl BufRead + Send,
    mut tell: impl FnMut(Event),
) -> Result<Report, ImportError> {
    let (batches, ready) = sync_channel(BATCHES_AHEAD);
    thread::scope(|scope| {
        scope.spawn(move || read(Lines::new(file), &batches));
        write(store, clock, entropy, &ready, &mut tell)
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
        let mut is_over = false;
        while !is_over && batch.posts.len() + batch.refused.len() < BATCH {
            match lines.next_post() {
                Ok(Some((_, Ok(post)))) => batch.posts.push(post),
                Ok(Some((number, Err(message)))) => batch.refused.push((number, message)),
                Ok(None) => is_over = true,
                // A file that fails once fails at every further line.
                Err(cause) => {
                    let line = lines.number();
                    batch.failure = Some(ImportError::Unreadable { line, cause });
                    is_over = true;
                }
            }
        }
        batch.bytes = lines.bytes_read();
        // The writer stops listening only when it failed, and then it says so itself.
        if batches.send(batch).is_err() || is_over {
            return;
        }
    }
}

fn write(
    store: &Store,
    clock: &dyn Clock,
    entropy: &dyn Entropy,
    ready: &Receiver<Batch>,
    tell: &mut impl FnMut(Event),
) -> Result<Report, ImportError> {
    let mut report = Report::default();
    for batch in ready {
        let now = clock.now();
        let named: Vec<_> = batch
            .posts
            .into_iter()
            .map(|post| (PostId::new(now, entropy), AuthorId::new(now, entropy), post))
            .collect();
        let count = named.len() as u64;
        let imported: u64 = store.write_blocking(move |tx| insert_all(tx, named))?;
        report.imported += imported;
        report.skipped += count - imported;
        report.refused += batch.refused.len() as u64;
        for (number, message) in batch.refused {
            tell(Event::Refused(number, message));
        }
        tell(Event::Progress(batch.bytes));
        if let Some(failure) = batch.failure {
            return Err(failure);
        }
    }
    Ok(report)
}

fn insert_all(tx: &mut Tx<'_>, named: Vec<(PostId, AuthorId, ImportedPost)>) -> Result<u64, StoreError> {
    let mut new_posts = Vec::with_capacity(named.len());
    for (id, new_author, post) in named {
        let author = authors::imported(tx, &post.author, new_author)?;
        new_posts.push(new_post(id, author, post));
    }
    Ok(posts::insert_all(tx, &new_posts)? as u64)
}

fn new_post(id: PostId, author: AuthorId, post: ImportedPost) -> NewPost {
    let created_at: Time = post.created_at;
    NewPost {
        id,
        slug: post.slug,
        article: post.article,
        cover: post.cover.map(Cover::Address),
        author,
        is_featured: false,
        created_at,
        updated_at: created_at,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;
    use crate::domain::{SystemClock, SystemEntropy};
    use crate::store::StoreOptions;

    /// A disk that gives two lines, and fails from then on.
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
    fn a_file_that_fails_while_it_is_read_ends_the_import() {
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
