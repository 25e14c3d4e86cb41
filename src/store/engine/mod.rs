//! The seam to the database engine: everything that knows SQLite is in this folder.
//!
//! Reader threads, each with its own connection, answer reads from one snapshot a call. One writer
//! thread takes queued writes, runs each in its own savepoint inside one transaction, commits once
//! for the batch, and only then answers each caller: a write that was acknowledged is on disk.

mod backup;
mod check;
mod checkpoints;
mod error;
mod generation;
mod lock;
mod migrate;
mod open;
pub(in crate::store) mod rankings;
mod readers;
mod restore;
pub(in crate::store) mod search;
#[cfg(test)]
mod tests;
mod tx;
mod writer;

use std::fs::File;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{oneshot, watch};

pub use error::StoreError;
pub use generation::{Moment, Shown, Touched};
pub use lock::ServingLock;
pub use tx::Tx;
pub(in crate::store) use tx::{Params, Row, each, folded_words, has_every_word, integers, params, strings};
pub use writer::Writes;

use checkpoints::Checkpoints;
use generation::Generation;
use readers::Readers;
use tx::Shared;
use writer::Writer;

/// Where the database lies, and how much may be read at once.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// The database file; it is made when it is not there.
    pub path: PathBuf,
    /// Reader threads, each with a connection of its own.
    pub readers: usize,
    /// The pages of 4 KiB at which the log is copied into the database and begins anew. What was written often
    /// meanwhile is copied once.
    pub log_pages: i32,
}

impl StoreOptions {
    /// The log becomes as long as it is best for most: 64 MB, a little more while many write.
    pub fn new(path: impl Into<PathBuf>, readers: usize) -> Self {
        Self {
            path: path.into(),
            readers,
            log_pages: 16_000,
        }
    }
}

/// The database. Clones share it; it closes when the last one is dropped.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    generation: Arc<Generation>,
    shared: Arc<Shared>,
    is_preparing: watch::Sender<bool>,
    // Dropped in this order: the writer drains its queue while the others are still there, and the connection that
    // copies the log is closed last, by itself. Of two that are closed at once each may take the other for one that
    // goes on, and leave the log as it is.
    writer: Writer,
    readers: Readers,
    _checkpoints: Checkpoints,
    _lock: File,
}

impl Store {
    /// Opens or makes the database, brings its schema up to date, and starts the threads. A database that
    /// has to change for it is copied first, to `{path}.before-v{version}`.
    ///
    /// # Errors
    /// When the file cannot be made or written, is no database, or was written by a newer version.
    pub fn open(options: &StoreOptions) -> Result<Self, StoreError> {
        let lock = lock::shared(&options.path)?;
        let mut connection = open::writable(&options.path)?;
        if migrate::is_behind(&connection)? || search::is_missing(&connection)? {
            // Nobody else may have a database open that changes under them.
            lock::make_alone(&lock, &options.path)?;
            migrate::to_latest(&mut connection, &options.path)?;
            search::index_missing(&mut connection)?;
            lock::make_shared(&lock, &options.path)?;
        }
        let generation = Arc::<Generation>::default();
        let shared = Arc::<Shared>::default();
        shared.rankings.load(&Tx::new(&connection))?;
        let checkpoints = Checkpoints::start(&options.path, options.log_pages, &mut connection)?;
        Ok(Self {
            inner: Arc::new(Inner {
                path: options.path.clone(),
                writer: Writer::start(connection, Arc::clone(&generation), Arc::clone(&shared))?,
                readers: Readers::start(&options.path, options.readers.max(1))?,
                _checkpoints: checkpoints,
                generation,
                shared,
                is_preparing: watch::Sender::default(),
                _lock: lock,
            }),
        })
    }

    /// Runs `work` on a snapshot of the database, off the async threads.
    ///
    /// # Errors
    /// What `work` gives, or that the database cannot be read.
    pub async fn read<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let answer = self.submit(work);
        answer
            .await
            .unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()))
    }

    /// Runs `work` as one write, all or nothing, off the async threads. What it gives is acknowledged
    /// only once it is on disk, and [`Store::is_current`] knows of it by then.
    ///
    /// # Errors
    /// What `work` gives, or that the database cannot be written.
    pub async fn write<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.write_touching(Touched::Anything, work).await
    }

    /// The same as [`Store::write`], for what touches no more than this of what the site shows.
    ///
    /// # Errors
    /// See [`Store::write`].
    pub async fn write_touching<T, E>(
        &self,
        touched: Touched,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.write_touching_by(move |_| touched, work).await
    }

    /// The same, for what touches more or less depending on what comes of it.
    ///
    /// # Errors
    /// See [`Store::write`].
    pub async fn write_touching_by<T, E>(
        &self,
        touches: impl Fn(&T) -> Touched + Send + 'static,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let answer = self.inner.writer.submit(touches, work).await?;
        answer
            .await
            .unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()))
    }

    /// The same as [`Store::read`], for threads that may block.
    ///
    /// # Errors
    /// See [`Store::read`].
    pub fn read_blocking<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let answer = self.submit(work);
        answer
            .blocking_recv()
            .unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()))
    }

    fn submit<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> oneshot::Receiver<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let shared = Arc::clone(&self.inner.shared);
        self.inner.readers.submit(move |tx| work(&tx.sharing(&shared)))
    }

    /// Reads what the search is made from, on a thread and a connection of its own: the readers go on meanwhile.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn prepare_search(&self) -> Result<(), StoreError> {
        self.inner.is_preparing.send_replace(true);
        let (path, shared) = (self.inner.path.clone(), Arc::clone(&self.inner.shared));
        let work = move || search::prepare(&shared.search, &open::readable(&path)?);
        let prepared = tokio::task::spawn_blocking(work).await;
        self.inner.is_preparing.send_replace(false);
        prepared.unwrap_or(Err(StoreError::WorkPanicked))
    }

    /// Waits while the search is being prepared, so that no reader has to.
    pub async fn search_is_prepared(&self) {
        let mut is_preparing = self.inner.is_preparing.subscribe();
        // It ends only with the store, which is still here.
        drop(is_preparing.wait_for(|is_preparing| !is_preparing).await);
    }

    /// The same as [`Store::write`], for threads that may block.
    ///
    /// # Errors
    /// See [`Store::write`].
    pub fn write_blocking<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let answer = self.inner.writer.submit_blocking(work)?;
        answer
            .blocking_recv()
            .unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()))
    }

    /// The last commit that changed what the site shows.
    pub fn moment(&self) -> Moment {
        self.inner.generation.moment()
    }

    /// Whether what was read from `moment` on, and shows this, is what would be read now.
    pub fn is_current(&self, moment: Moment, shown: &Shown) -> bool {
        self.inner.generation.is_current(moment, shown)
    }

    /// A number that is another one once something about accounts may have changed.
    pub fn accounts_version(&self) -> u64 {
        self.inner.generation.of_accounts()
    }

    /// Shows what may be seen a moment after it was written, and what another process has written
    /// meanwhile, such as a command line beside the running site. To be called every second.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn catch_up(&self) -> Result<(), StoreError> {
        let generation = Arc::clone(&self.inner.generation);
        let shared = Arc::clone(&self.inner.shared);
        self.write_touching(Touched::Nothing, move |tx| {
            let data_version = tx.data_version()?;
            let are_behind = shared.rankings.are_behind();
            if are_behind || generation.is_elsewhere(data_version) {
                shared.rankings.load(tx)?;
            }
            if are_behind {
                // What was answered meanwhile is in an order that was wrong.
                generation.note(iter::once(Touched::Anything));
            }
            generation.catch_up(data_version);
            Ok(())
        })
        .await
    }

    /// From now on leaves this time between two commits. Each then holds what came meanwhile, and takes less of the
    /// processors for a write, which leaves them to whoever reads; a write that comes alone waits for nothing.
    pub fn pause_between_commits(&self, pause: Duration) {
        self.inner.writer.pause_between_commits(pause);
    }

    /// What was written since the database was opened, and what waits to be.
    pub fn writes(&self) -> Writes {
        self.inner.writer.writes()
    }

    /// The bytes of the database.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn size_bytes(&self) -> Result<u64, StoreError> {
        self.read(check::size_bytes).await
    }

    /// Writes a consistent copy of the database to `target` while the site goes on. `progress` is told
    /// how many pages of how many are done. Gives what went wrong when something that a killed backup had left behind
    /// could not be removed.
    ///
    /// # Errors
    /// When `target` exists or cannot be written.
    pub fn backup(
        &self,
        target: &Path,
        progress: impl FnMut(u32, u32),
    ) -> Result<Option<StoreError>, StoreError> {
        backup::write_recorded(&self.inner.path, target, progress)
    }

    /// Makes the backup `source` the database at `database`, where none may be yet, and gives the version of
    /// its schema. `progress` is told how many pages of how many are done.
    ///
    /// # Errors
    /// When there is a database or somebody has it open, when `source` is none, is damaged or was written by
    /// a newer version, or when the copy cannot be written.
    pub fn restore(
        source: &Path,
        database: &Path,
        progress: impl FnMut(u32, u32),
    ) -> Result<u32, StoreError> {
        restore::put_in_place(source, database, progress)
    }

    /// What the engine itself finds wrong with the file: nothing, when all is well.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn damage(&self) -> Result<Vec<String>, StoreError> {
        self.read_blocking(check::damage)
    }

    /// The version of the schema.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn schema_version(&self) -> Result<u32, StoreError> {
        self.read_blocking(check::schema_version)
    }
}
