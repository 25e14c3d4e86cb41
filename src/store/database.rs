//! The store: the database and the memory that is derived from it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::{oneshot, watch};

use super::commits::{self, Change, Dependencies, Generation, Generations};
use super::derived::{Derived, search};
use super::engine::{self, Engine, Opening, StoreError, StoreOptions, Transaction, WriteStats};
use super::tx::Tx;

/// The database. Clones share it; it closes when the last one is dropped.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    engine: Engine,
    memory: Arc<Memory>,
    /// The last [`Transaction::data_version`] that has been followed.
    data_version: Arc<AtomicI64>,
    is_preparing: watch::Sender<bool>,
}

/// The memory that follows the commits.
#[derive(Default)]
struct Memory {
    generations: Generations,
    derived: Derived,
}

impl Memory {
    fn follow(&self, transaction: Transaction<'_>, changes: &[Change]) {
        // Before the generations: a reader of the new generation must find the new rankings.
        self.derived.rankings.follow(transaction, changes);
        self.generations.apply_all(changes);
    }
}

impl Store {
    /// Opens or creates the database, migrates its schema, and starts the threads. Before a migration, the database is
    /// copied to `{path}.before-v{version}`.
    ///
    /// # Errors
    /// When the file cannot be created or written, is not a database, or was written by a newer version.
    pub fn open(options: &StoreOptions) -> Result<Self, StoreError> {
        let mut opening = Opening::new(options)?;
        if opening.is_behind()? || search::is_missing(opening.transaction())? {
            opening.upgrade(search::index_missing)?;
        }
        let memory = Arc::<Memory>::default();
        memory.derived.rankings.load(opening.transaction())?;
        let data_version = opening.transaction().data_version()?;
        let following = Arc::clone(&memory);
        let on_commit = Box::new(move |transaction: Transaction<'_>, changes: &[Change]| {
            following.follow(transaction, changes);
        });
        Ok(Self {
            inner: Arc::new(Inner {
                engine: opening.start(on_commit)?,
                memory,
                data_version: Arc::new(AtomicI64::new(data_version)),
                is_preparing: watch::Sender::default(),
            }),
        })
    }

    /// Runs `work` on a snapshot of the database in a reader thread. Its dependencies are recorded for
    /// [`commits::record_dependencies`].
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be read.
    pub async fn read<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (value, dependencies) = self
            .submit_read(work)
            .await
            .unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()))?;
        commits::record(dependencies);
        Ok(value)
    }

    /// The blocking form of [`Store::read`]. It records no dependencies.
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
        let read = self
            .submit_read(work)
            .blocking_recv()
            .unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()));
        Ok(read?.0)
    }

    fn submit_read<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> oneshot::Receiver<Result<(T, Dependencies), E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let memory = Arc::clone(&self.inner.memory);
        self.inner.engine.readers.submit(move |transaction| {
            let tx = Tx::for_read(transaction, &memory.derived);
            let value = work(&tx)?;
            Ok((value, tx.dependencies.into_inner()))
        })
    }

    /// Runs `work` as one atomic write in the writer thread. Returns after the commit is on disk and
    /// [`Store::is_current`] reflects it.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be written.
    pub async fn write<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let result = self.inner.engine.writer.submit(with_changes(work)).await?;
        result
            .await
            .unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()))
    }

    /// The blocking form of [`Store::write`].
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
        let result = self.inner.engine.writer.submit_blocking(with_changes(work))?;
        result
            .blocking_recv()
            .unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()))
    }

    /// The generation of the last commit that may invalidate responses.
    pub fn generation(&self) -> Generation {
        self.inner.memory.generations.latest()
    }

    /// Whether a response that was started at `generation` with these dependencies is still valid.
    pub fn is_current(&self, generation: Generation, dependencies: &Dependencies) -> bool {
        self.inner.memory.generations.is_current(generation, dependencies)
    }

    /// A number that increases with every change of accounts.
    pub fn accounts_version(&self) -> u64 {
        self.inner.memory.generations.accounts()
    }

    /// Publishes the views since the last call, and follows the writes of other processes, such as a command beside the
    /// running site. Has to be called every second.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn catch_up(&self) -> Result<(), StoreError> {
        let memory = Arc::clone(&self.inner.memory);
        let followed = Arc::clone(&self.inner.data_version);
        self.write(move |tx| {
            let data_version = tx.data_version()?;
            if followed.swap(data_version, Ordering::AcqRel) != data_version
                || memory.derived.rankings.is_behind()
            {
                tx.changed(Change::Everything);
            }
            memory.generations.publish_views();
            Ok(())
        })
        .await
    }

    /// Builds the search index on a new connection, so that the reader threads stay available.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn build_search_index(&self) -> Result<(), StoreError> {
        self.inner.is_preparing.send_replace(true);
        let (path, memory) = (self.inner.engine.path.clone(), Arc::clone(&self.inner.memory));
        let work = move || {
            Engine::read_on_new_connection(&path, |transaction| memory.derived.search.prepare(transaction))
        };
        let result = tokio::task::spawn_blocking(work).await;
        self.inner.is_preparing.send_replace(false);
        result.unwrap_or(Err(StoreError::WorkPanicked))
    }

    /// Waits while the search index is being built, so that no reader thread has to.
    pub async fn wait_for_search_index(&self) {
        let mut is_preparing = self.inner.is_preparing.subscribe();
        // Cannot fail: the sender lives as long as the store.
        drop(is_preparing.wait_for(|is_preparing| !is_preparing).await);
    }

    /// Counters of the writer since the database was opened.
    pub fn write_stats(&self) -> WriteStats {
        self.inner.engine.writer.writes()
    }

    /// The size of the database in bytes.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn size_bytes(&self) -> Result<u64, StoreError> {
        self.read(|tx| engine::size_bytes(**tx)).await
    }

    /// Writes a consistent copy of the database to `target` while the site runs. `progress` receives the number of
    /// copied pages and of all pages. Returns an error as a value if the leftover of a killed backup could not be
    /// removed.
    ///
    /// # Errors
    /// When `target` exists or cannot be written.
    pub fn backup(
        &self,
        target: &Path,
        progress: impl FnMut(u32, u32),
    ) -> Result<Option<StoreError>, StoreError> {
        engine::backup(&self.inner.engine.path, target, progress)
    }

    /// Restores the backup `source` to `database`, which must not exist yet, and returns its schema version. `progress`
    /// receives the number of copied pages and of all pages.
    ///
    /// # Errors
    /// When `database` exists or is open, when `source` is not a database, is damaged or was written by a newer
    /// version, or when the copy cannot be written.
    pub fn restore(
        source: &Path,
        database: &Path,
        progress: impl FnMut(u32, u32),
    ) -> Result<u32, StoreError> {
        engine::restore(source, database, progress)
    }

    /// Returns the findings of SQLite's integrity and foreign key checks; empty if there are none.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn integrity_errors(&self) -> Result<Vec<String>, StoreError> {
        self.read_blocking(|tx| engine::integrity_errors(**tx))
    }

    /// The version of the schema.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn schema_version(&self) -> Result<u32, StoreError> {
        self.read_blocking(|tx| engine::schema_version(**tx))
    }
}

/// Wraps a write so that it returns its changes with its value.
fn with_changes<T, E>(
    work: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
) -> impl FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> {
    move |transaction| {
        let mut tx = Tx::for_write(transaction);
        let value = work(&mut tx)?;
        Ok((value, tx.changes))
    }
}
