//! The writer thread: a batch of queued writes costs one fsync, and a write that fails is rolled back alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{StoreError, Transaction};
use crate::store::commits::Change;

/// The most writes of one commit: with more, the first would wait longer than they save.
const BATCH_MAX: usize = 256;
/// The capacity of the queue. Callers wait while it is full.
const QUEUE_LENGTH: usize = 1_024;

/// Called with the changes of a commit before its callers receive their results. The transaction reads the committed
/// state.
pub(in crate::store) type OnCommit = Box<dyn Fn(Transaction<'_>, &[Change]) + Send>;

/// A queued write with its type erased.
trait Write: Send {
    /// Runs the write and returns whether it succeeded.
    fn run(&mut self, transaction: Transaction<'_>) -> bool;
    fn take_changes(&mut self) -> Vec<Change>;
    /// Sends the result to the caller, given the result of the commit.
    fn finish(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Pending<W, T, E> {
    work: Option<W>,
    result: Option<Result<T, E>>,
    changes: Vec<Change>,
    caller: oneshot::Sender<Result<T, E>>,
}

impl<W, T, E> Write for Pending<W, T, E>
where
    W: FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, transaction: Transaction<'_>) -> bool {
        self.result = self.work.take().map(|work| {
            let (value, changes) = work(transaction)?;
            self.changes = changes;
            Ok(value)
        });
        matches!(self.result, Some(Ok(_)))
    }

    fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let outcome = match (self.result, committed) {
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.into()),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(StoreError::Closed.into()),
        };
        // The caller may no longer wait; the write is committed all the same.
        drop(self.caller.send(outcome));
    }
}

type Job = Box<dyn Write>;

/// Counters of the writer since the database was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteStats {
    /// Committed writes. This includes one a second by which the site checks for writes of other processes.
    pub committed: u64,
    /// Commits, each of one batch.
    pub batches: u64,
    /// Writes in the queue.
    pub waiting: u64,
}

#[derive(Default)]
struct Counts {
    committed: AtomicU64,
    batches: AtomicU64,
}

pub(in crate::store) struct Writer {
    counts: Arc<Counts>,
    queue: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection, on_commit: OnCommit) -> Result<Self, StoreError> {
        let (queue, jobs) = mpsc::channel(QUEUE_LENGTH);
        let committer = Committer {
            connection,
            on_commit,
            counts: Arc::default(),
        };
        let counts = Arc::clone(&committer.counts);
        let thread = Builder::new()
            .name("writer".to_owned())
            .spawn(move || committer.run(jobs))
            .map_err(|error| StoreError::Migration(error.to_string()))?;
        Ok(Self {
            counts,
            queue: Some(queue),
            thread: Some(thread),
        })
    }

    pub(in crate::store) fn writes(&self) -> WriteStats {
        let waiting = self
            .queue
            .as_ref()
            .map_or(0, |queue| queue.max_capacity() - queue.capacity());
        WriteStats {
            committed: self.counts.committed.load(Ordering::Relaxed),
            batches: self.counts.batches.load(Ordering::Relaxed),
            waiting: waiting as u64,
        }
    }

    /// Queues `work`, and waits while the queue is full. The channel closes without a result if `work` panics.
    pub(in crate::store) async fn submit<T, E>(
        &self,
        work: impl FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, E>>, StoreError>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (job, result) = job(work);
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        queue.send(job).await.map_err(|_| StoreError::Closed)?;
        Ok(result)
    }

    /// The blocking form of [`Writer::submit`].
    pub(in crate::store) fn submit_blocking<T, E>(
        &self,
        work: impl FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, E>>, StoreError>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (job, result) = job(work);
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        queue.blocking_send(job).map_err(|_| StoreError::Closed)?;
        Ok(result)
    }
}

fn job<T, E>(
    work: impl FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> + Send + 'static,
) -> (Job, oneshot::Receiver<Result<T, E>>)
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let (caller, result) = oneshot::channel();
    let pending = Pending {
        work: Some(work),
        result: None,
        changes: Vec::new(),
        caller,
    };
    (Box::new(pending), result)
}

struct Committer {
    connection: Connection,
    on_commit: OnCommit,
    counts: Arc<Counts>,
}

impl Committer {
    fn run(self, mut jobs: mpsc::Receiver<Job>) {
        while let Some(first) = jobs.blocking_recv() {
            let mut batch = vec![first];
            while batch.len() < BATCH_MAX
                && let Ok(next) = jobs.try_recv()
            {
                batch.push(next);
            }
            self.write(batch);
        }
    }

    /// Runs a batch in one transaction. After the commit, `on_commit` updates the derived memory, and then every
    /// caller receives its result.
    fn write(&self, batch: Vec<Job>) {
        let mut done = Done::default();
        let mut waiting = batch.into_iter();
        let committed = in_transaction(&self.connection, &mut waiting, &mut done);
        match &committed {
            Ok(()) => {
                let writes = done.jobs.len() as u64;
                self.counts.committed.fetch_add(writes, Ordering::Relaxed);
                self.counts.batches.fetch_add(1, Ordering::Relaxed);
                (self.on_commit)(Transaction::new(&self.connection), &done.changes);
            }
            Err(error) => {
                tracing::error!(%error, writes = done.jobs.len(), "a batch of writes was lost");
            }
        }
        for job in done.jobs.into_iter().chain(waiting) {
            job.finish(committed.as_ref().copied().map_err(StoreError::duplicate));
        }
    }
}

/// The writes of a batch that have run, and all their changes.
#[derive(Default)]
struct Done {
    jobs: Vec<Job>,
    changes: Vec<Change>,
}

fn in_transaction(
    connection: &Connection,
    waiting: &mut impl Iterator<Item = Job>,
    done: &mut Done,
) -> Result<(), StoreError> {
    let transaction = Transaction::new(connection);
    transaction.control("begin immediate")?;
    let result = run_all(transaction, waiting, done).and_then(|()| transaction.control("commit"));
    if result.is_err() && !connection.is_autocommit() {
        transaction.control("rollback")?;
    }
    result
}

fn run_all(
    transaction: Transaction<'_>,
    waiting: &mut impl Iterator<Item = Job>,
    done: &mut Done,
) -> Result<(), StoreError> {
    for mut job in waiting {
        transaction.control("savepoint write")?;
        // A panic drops the job: its channel closes, and the panic hook logs it.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let has_succeeded = job.run(transaction);
            (job, has_succeeded)
        }));
        let has_succeeded = result.as_ref().is_ok_and(|(_, has_succeeded)| *has_succeeded);
        if let Ok((mut job, _)) = result {
            done.changes.append(&mut job.take_changes());
            done.jobs.push(job);
        }
        if transaction.is_over() {
            // A full disk rolls back the whole transaction, not only the failed statement.
            return Err(StoreError::DiskFull);
        }
        if !has_succeeded {
            transaction.control("rollback to write")?;
        }
        transaction.control("release write")?;
    }
    Ok(())
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
