//! Posts from a JSONL file: one JSON object a line (rulings §1).
//!
//! One thread reads and sanitises while the caller's thread writes, a batch at a time. A line that is
//! wrong is reported and left out; a slug that exists is skipped, so that a file can be run again.

mod line;

use std::io::BufRead;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

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

struct Batch {
    posts: Vec<ImportedPost>,
    refused: Vec<(u64, String)>,
    bytes: u64,
}

/// Imports every line of `file`.
///
/// # Errors
/// When the database cannot be written; what was imported before stays.
pub fn posts(
    store: &Store,
    clock: &dyn Clock,
    entropy: &dyn Entropy,
    file: impl BufRead + Send,
    mut tell: impl FnMut(Event),
) -> Result<Report, StoreError> {
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
        };
        let mut is_over = false;
        while batch.posts.len() + batch.refused.len() < BATCH {
            let Some((number, result)) = lines.next_post() else {
                is_over = true;
                break;
            };
            match result {
                Ok(post) => batch.posts.push(post),
                Err(message) => batch.refused.push((number, message)),
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
) -> Result<Report, StoreError> {
    let mut report = Report::default();
    for batch in ready {
        let now = clock.now();
        let named: Vec<_> = batch
            .posts
            .into_iter()
            .map(|post| (PostId::new(now, entropy), AuthorId::new(now, entropy), post))
            .collect();
        let count = named.len() as u64;
        let imported = store.write_blocking(move |tx| insert_all(tx, named))?;
        report.imported += imported;
        report.skipped += count - imported;
        report.refused += batch.refused.len() as u64;
        for (number, message) in batch.refused {
            tell(Event::Refused(number, message));
        }
        tell(Event::Progress(batch.bytes));
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
