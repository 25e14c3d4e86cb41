//! The writer thread: a batch of queued writes costs one fsync, and a write that fails is rolled back alone.

mod queued_write;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};
use std::vec;

use tokio::sync::mpsc;

use super::connection::Connection;
use super::{Follower, StoreError, Transaction};
use crate::store::commits::Change;
use queued_write::{Job, Submitted, job};

/// The most writes of one commit: with more, the first would wait longer than they save.
const BATCH_MAX: usize = 256;
/// The time after which a commit takes no further writes: on a server, the writes of all other nodes wait for it.
const BATCH_TIME_MAX: Duration = Duration::from_millis(100);
/// The capacity of the queue. Callers wait while it is full.
const QUEUE_LENGTH: usize = 1_024;

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
    pub(super) fn start(
        connection: Box<dyn Connection>,
        follower: Arc<dyn Follower>,
    ) -> Result<Self, StoreError> {
        let (queue, jobs) = mpsc::channel(QUEUE_LENGTH);
        let mut committer = Committer {
            connection,
            follower,
            counts: Arc::default(),
        };
        let counts = Arc::clone(&committer.counts);
        let thread = Builder::new()
            .name("writer".to_owned())
            .spawn(move || committer.run(jobs))
            .map_err(StoreError::NoThread)?;
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

    /// Queues `work`, and waits while the queue is full.
    pub(in crate::store) async fn submit<T, E>(
        &self,
        work: impl FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> + Send + 'static,
    ) -> Result<Submitted<T, E>, StoreError>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (job, submitted) = job(work);
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        queue.send(job).await.map_err(|_| StoreError::Closed)?;
        Ok(submitted)
    }

    /// The blocking form of [`Writer::submit`].
    pub(in crate::store) fn submit_blocking<T, E>(
        &self,
        work: impl FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> + Send + 'static,
    ) -> Result<Submitted<T, E>, StoreError>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (job, submitted) = job(work);
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        queue.blocking_send(job).map_err(|_| StoreError::Closed)?;
        Ok(submitted)
    }
}

struct Committer {
    connection: Box<dyn Connection>,
    follower: Arc<dyn Follower>,
    counts: Arc<Counts>,
}

impl Committer {
    fn run(&mut self, mut jobs: mpsc::Receiver<Job>) {
        while let Some(first) = jobs.blocking_recv() {
            let mut batch = vec![first];
            while batch.len() < BATCH_MAX
                && let Ok(next) = jobs.try_recv()
            {
                batch.push(next);
            }
            let mut waiting = batch.into_iter();
            while waiting.len() > 0 {
                self.write(&mut waiting);
            }
        }
    }

    /// Runs a batch in one transaction. After the commit, the memory follows it, and then every caller
    /// receives its result. What `waiting` still has did not fit in the batch; without a commit everything fails.
    fn write(&mut self, waiting: &mut vec::IntoIter<Job>) {
        let mut done = Done::default();
        let committed = in_transaction(&mut *self.connection, waiting, &mut done);
        match &committed {
            Ok(number) => {
                let writes = done.jobs.len() as u64;
                self.counts.committed.fetch_add(writes, Ordering::Relaxed);
                self.counts.batches.fetch_add(1, Ordering::Relaxed);
                let transaction = Transaction::new(&*self.connection);
                self.follower.committed(transaction, *number, &done.changes);
            }
            Err(error) if done.jobs.is_empty() => tracing::warn!(%error, "writes are refused"),
            Err(error) => {
                tracing::error!(%error, writes = done.jobs.len(), "a batch of writes was lost");
            }
        }
        let unwritten = waiting.take(if committed.is_ok() { 0 } else { usize::MAX });
        for job in done.jobs.into_iter().chain(unwritten) {
            job.finish(committed.as_ref().map(|_| ()).map_err(StoreError::duplicate));
        }
    }
}

/// The writes of a batch that have run, and all their changes.
#[derive(Default)]
struct Done {
    jobs: Vec<Job>,
    changes: Vec<Change>,
}

/// Runs a batch, and returns the number of the commit.
fn in_transaction(
    connection: &mut dyn Connection,
    waiting: &mut impl Iterator<Item = Job>,
    done: &mut Done,
) -> Result<u64, StoreError> {
    connection.begin_batch()?;
    let result = run_all(connection, waiting, done).and_then(|()| connection.commit(&done.changes));
    if result.is_err()
        && let Err(error) = connection.roll_back()
    {
        tracing::warn!(%error, "a batch of writes could not be rolled back");
    }
    result
}

fn run_all(
    connection: &mut dyn Connection,
    waiting: &mut impl Iterator<Item = Job>,
    done: &mut Done,
) -> Result<(), StoreError> {
    let start = Instant::now();
    while start.elapsed() < BATCH_TIME_MAX
        && let Some(mut job) = waiting.next()
    {
        if !job.claim() {
            continue;
        }
        // A panic drops the job: its channel closes, and the panic hook logs it.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let has_succeeded = job.run(Transaction::new(connection));
            (job, has_succeeded)
        }));
        let has_succeeded = result.as_ref().is_ok_and(|(_, has_succeeded)| *has_succeeded);
        if let Ok((mut job, _)) = result {
            done.changes.append(&mut job.take_changes());
            done.jobs.push(job);
        }
        if let Some(error) = connection.lost_batch() {
            return Err(error);
        }
        connection.next_write(has_succeeded)?;
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
