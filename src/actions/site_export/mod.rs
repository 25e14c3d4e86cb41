//! The export of the whole site: posts, pages, comments, people, tags, series, redirects and settings as an archive that people
//! and other programs can read, and that `import site` takes back.
//!
//! Everything is read in one snapshot, some rows at a time and in the order of their ids, so that the same content makes the
//! same files whatever its size is.

mod collections;
mod comments;
mod file;
mod other;
mod people;
mod texts;

use std::io::{self, Write};

use serde::Serialize;
use thiserror::Error;

pub use file::{FileError, to_file};

use crate::domain::Time;
use crate::moving::archive::ArchiveWriter;
use crate::moving::site::{Counts, FORMAT, FileEntry, MANIFEST, Manifest, VERSION};
use crate::store::{Store, StoreError, Tx, counts};

/// The rows that are read at a time; of posts and pages, without their texts.
const CHUNK_ROWS: u32 = 200;

/// An error of an export, of which nothing is complete then.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The archive cannot be written.
    #[error("the archive cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// How an export is made.
#[derive(Debug, Clone, Copy)]
pub struct ExportOptions {
    /// Whether it holds mail addresses and password hashes, so that accounts can be moved.
    pub with_accounts: bool,
    /// When it is made.
    pub now: Time,
}

/// The progress of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The posts, pages, comments, people, tags, series and redirects that are written.
    pub done: u64,
    /// Those that have to be written.
    pub total: u64,
}

/// Writes the archive, and returns how much of each kind is in it. Takes long; blocks the thread, which must belong to no
/// async runtime.
///
/// # Errors
/// If the database cannot be read, or the archive cannot be written.
pub fn write<Output: Write>(
    store: &Store,
    output: Output,
    options: ExportOptions,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<(Output, Counts), ExportError> {
    store.read_at_length(|tx| {
        let mut exporter = Exporter {
            tx,
            archive: ArchiveWriter::new(output),
            options,
            counts: Counts::default(),
            progress: Progress {
                done: 0,
                total: counts::exported(tx)?,
            },
            on_progress,
        };
        exporter.settings()?;
        exporter.people()?;
        exporter.series()?;
        exporter.tags()?;
        exporter.redirects()?;
        exporter.posts()?;
        exporter.pages()?;
        exporter.comments()?;
        exporter.finish()
    })
}

/// An archive that is being written from one snapshot.
struct Exporter<'a, 'connection, Output: Write> {
    tx: &'a Tx<'connection>,
    archive: ArchiveWriter<Output>,
    options: ExportOptions,
    counts: Counts,
    progress: Progress,
    on_progress: &'a mut dyn FnMut(Progress),
}

impl<Output: Write> Exporter<'_, '_, Output> {
    /// Counts what was written.
    fn advance(&mut self, by: usize) {
        self.progress.done += by as u64;
        (self.on_progress)(self.progress);
    }

    /// Adds a file with records, one a line: chunk by chunk, as `read` returns them after the last one, until there are none.
    /// Returns their number.
    fn lines<Record: Serialize>(
        &mut self,
        path: &str,
        mut read: impl FnMut(&Tx<'_>) -> Result<Vec<Record>, ExportError>,
    ) -> Result<u64, ExportError> {
        let Self {
            tx,
            archive,
            progress,
            on_progress,
            ..
        } = self;
        let mut count = 0;
        archive.add_written(path, |file| {
            loop {
                let records = read(tx)?;
                if records.is_empty() {
                    return Ok::<_, ExportError>(());
                }
                let mut lines = Vec::new();
                for record in &records {
                    serde_json::to_writer(&mut lines, record).map_err(io::Error::from)?;
                    lines.push(b'\n');
                }
                file.write_all(&lines)?;
                count += records.len() as u64;
                progress.done += records.len() as u64;
                on_progress(*progress);
            }
        })?;
        Ok(count)
    }

    /// Adds the manifest, and completes the archive.
    fn finish(mut self) -> Result<(Output, Counts), ExportError> {
        let files = self.archive.files().iter().map(|file| {
            let entry = FileEntry {
                size: file.size,
                sha256: hex::encode(file.sha256),
            };
            (file.path.clone(), entry)
        });
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            created_at: self.options.now.to_string(),
            with_accounts: self.options.with_accounts,
            counts: self.counts,
            files: files.collect(),
        };
        let mut bytes = serde_json::to_vec_pretty(&manifest).map_err(io::Error::from)?;
        bytes.push(b'\n');
        self.archive.add(MANIFEST, &bytes)?;
        Ok((self.archive.finish()?, self.counts))
    }
}
