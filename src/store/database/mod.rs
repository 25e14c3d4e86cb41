//! The store: the database and the memory that is derived from it.

mod upkeep;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout, timeout_at};

use super::commit_log;
use super::commits::{self, Change, Dependencies, Generation};
use super::derived::site::{StoredMailSettings, StoredSettings};
use super::engine::{self, Engine, Follower, Place, StoreError, StoreOptions, Transaction};
use super::memory::Memory;
use super::tx::Tx;
use super::upgrade;

/// The longest time for which a request waits for a commit of another node that its browser has seen.
const FOLLOW_TIMEOUT: Duration = Duration::from_secs(1);

/// The longest time for which a write waits for a server.
const WRITE_TIMEOUT: Duration = Duration::from_secs(45);

/// The database. Clones share it; it closes when the last one is dropped.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    place: Place,
    /// The latest version of the schema that this program knows.
    known_version: u32,
    engine: Engine,
    memory: Arc<Memory>,
    /// The last data version of the database that has been followed.
    data_version: Arc<AtomicI64>,
    is_preparing: watch::Sender<bool>,
}

impl Store {
    /// Opens or creates the database, migrates its schema, and starts the threads. Before a migration, the database is
    /// copied to `{path}.before-v{version}`.
    ///
    /// # Errors
    /// When the file cannot be created or written, is not a database, or was written by a newer version.
    pub fn open(options: &StoreOptions) -> Result<Self, StoreError> {
        engine::on_own_thread(|| Self::open_here(options))
    }

    fn open_here(options: &StoreOptions) -> Result<Self, StoreError> {
        let mut opening = engine::open(&options.place)?;
        if opening.is_behind()? || upgrade::is_incomplete(opening.transaction())? {
            opening.upgrade(upgrade::complete)?;
        }
        let is_shared = matches!(options.place, Place::Server(_));
        let memory = Arc::new(Memory::load(is_shared, opening.transaction())?);
        let data_version = opening.transaction().connection().data_version()?;
        let follower: Arc<dyn Follower> = Arc::<Memory>::clone(&memory);
        Ok(Self {
            inner: Arc::new(Inner {
                place: options.place.clone(),
                known_version: opening.known_version(),
                engine: Engine::start(opening, options.readers, follower)?,
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

    /// Runs `work` on one snapshot of a connection of its own, so that it may take as long as it likes: the reader threads
    /// stay available. It records no dependencies. Blocks the thread, which must belong to no async runtime.
    ///
    /// # Errors
    /// See [`Store::read`].
    pub fn read_at_length<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let derived = &self.inner.memory.derived;
        self.inner
            .engine
            .read_on_new_connection(|transaction| Ok(work(&Tx::for_read(transaction, derived))))?
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
    /// [`Store::is_current`] reflects it. A write that a server does not let begin in [`WRITE_TIMEOUT`] is never done.
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
        let writer = &self.inner.engine.writer;
        if !self.is_shared() {
            let result = writer.submit(with_changes(work)).await?.result.await;
            return result.unwrap_or_else(|_| Err(StoreError::WorkPanicked.into()));
        }
        // A server without its synchronous standby lets commits wait for it, for as long as it is away.
        let deadline = Instant::now() + WRITE_TIMEOUT;
        let Ok(submitted) = timeout_at(deadline, writer.submit(with_changes(work))).await else {
            return Err(StoreError::Busy.into());
        };
        let mut submitted = submitted?;
        match timeout_at(deadline, &mut submitted.result).await {
            Ok(result) => result.unwrap_or_else(|_| Err(StoreError::WorkPanicked.into())),
            Err(_) if submitted.give_up() => Err(StoreError::Busy.into()),
            Err(_) => Err(StoreError::InDoubt.into()),
        }
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
        let submitted = self.inner.engine.writer.submit_blocking(with_changes(work))?;
        submitted
            .result
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

    /// The settings of the site that the panel has stored, as of the last commit that was followed.
    pub fn site_settings(&self) -> Arc<StoredSettings> {
        self.inner.memory.derived.site.get()
    }

    /// The settings of the mail server that the panel has stored, as of the last commit that was followed.
    pub fn mail_settings(&self) -> Arc<StoredMailSettings> {
        self.inner.memory.derived.site.mail()
    }

    /// A number that increases with every change of accounts.
    pub fn accounts_version(&self) -> u64 {
        self.inner.memory.generations.accounts()
    }

    /// Whether several nodes may share the database.
    pub fn is_shared(&self) -> bool {
        self.inner.memory.is_shared()
    }

    /// Whether this node has followed the commit of this number, and learns of every later one.
    pub fn has_followed(&self, number: u64) -> bool {
        self.inner.memory.has_followed(number)
    }

    /// The number of the last commit that this node wrote or followed; 0 for a database that is not shared.
    pub fn last_commit(&self) -> u64 {
        self.inner.memory.last_commit()
    }

    /// The number of commits that this node has not followed yet.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn commits_behind(&self) -> Result<u64, StoreError> {
        if !self.is_shared() {
            return Ok(0);
        }
        let latest = self.read(|tx| commit_log::latest(**tx)).await?;
        Ok(latest.number.saturating_sub(self.inner.memory.followed()))
    }

    /// Whether the search index is being built.
    pub fn is_preparing(&self) -> bool {
        *self.inner.is_preparing.borrow()
    }

    /// Publishes the views since the last call, and follows the writes of other processes, such as a command beside the
    /// running site. Has to be called every second.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn catch_up(&self) -> Result<(), StoreError> {
        let memory = Arc::clone(&self.inner.memory);
        if memory.is_shared() {
            let published = tokio::task::spawn_blocking(move || memory.publish_views());
            return published.await.map_err(|_| StoreError::WorkPanicked);
        }
        let followed = Arc::clone(&self.inner.data_version);
        self.write(move |tx| {
            let data_version = tx.connection().data_version()?;
            if followed.swap(data_version, Ordering::AcqRel) != data_version || memory.is_behind() {
                tx.changed(Change::Everything);
            }
            memory.publish_views();
            Ok(())
        })
        .await
    }

    /// Waits at most [`FOLLOW_TIMEOUT`] until the commit of this number is followed, whichever node wrote it. Returns at
    /// once if it is, unless a server announces no commits at present: then whatever there is gets followed.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn follow(&self, number: u64) -> Result<(), StoreError> {
        let memory = &self.inner.memory;
        if memory.has_followed(number) {
            return Ok(());
        }
        let following = Arc::clone(memory);
        self.read(move |tx| following.catch_up(**tx)).await?;
        // A commit that a server has lost never comes.
        drop(timeout(FOLLOW_TIMEOUT, memory.wait_for(number)).await);
        Ok(())
    }

    /// Builds the search index on a new connection, so that the reader threads stay available.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn build_search_index(&self) -> Result<(), StoreError> {
        self.inner.is_preparing.send_replace(true);
        let inner = Arc::clone(&self.inner);
        let work = move || {
            let index = &inner.memory.derived.search;
            inner
                .engine
                .read_on_new_connection(|transaction| index.prepare(transaction))
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
