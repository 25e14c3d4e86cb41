//! The one thread that writes.
//!
//! Queued writes run in one transaction, each in its own savepoint, and are answered after the
//! commit: many at once cost one fsync, and the failure of one is undone without its neighbours.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::generation::{Generation, Touched};
use super::rankings::Changed;
use super::tx::Shared;
use super::{StoreError, Tx};

/// Writes that share one commit at most: more would make the first one wait longer than they save.
const BATCH_MAX: usize = 256;
/// Writes that may wait; beyond, callers wait for a place in the queue.
const QUEUE_LENGTH: usize = 1_024;

/// A write that waits, runs, and then waits for the commit of its batch.
trait Write: Send {
    /// Runs it, and gives whether its changes are to be kept.
    fn run(&mut self, tx: &mut Tx<'_>) -> bool;
    /// What its changes touch; nothing, when there are none.
    fn touched(&self) -> Touched;
    /// Tells the caller how it ended, given what became of the batch.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Pending<W, F, T, E> {
    work: Option<W>,
    /// What a write of this result has touched.
    touches: F,
    result: Option<Result<T, E>>,
    caller: oneshot::Sender<Result<T, E>>,
}

impl<W, F, T, E> Write for Pending<W, F, T, E>
where
    W: FnOnce(&mut Tx<'_>) -> Result<T, E> + Send,
    F: Fn(&T) -> Touched + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, tx: &mut Tx<'_>) -> bool {
        self.result = self.work.take().map(|work| work(tx));
        matches!(self.result, Some(Ok(_)))
    }

    fn touched(&self) -> Touched {
        match &self.result {
            Some(Ok(value)) => (self.touches)(value),
            _ => Touched::Nothing,
        }
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let answer = match (self.result, committed) {
            (Some(Err(refused)), _) => Err(refused),
            (_, Err(error)) => Err(error.into()),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(StoreError::Stopped.into()),
        };
        // The caller may have gone meanwhile; what was written stays written.
        drop(self.caller.send(answer));
    }
}

type Job = Box<dyn Write>;

/// What the writer has done since the database was opened, and what it has before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Writes {
    /// Writes that are on disk. The site itself looks once a second, through the same queue, for what
    /// others wrote.
    pub committed: u64,
    /// Commits that they shared.
    pub batches: u64,
    /// Writes that wait for their turn.
    pub waiting: u64,
}

#[derive(Default)]
struct Counts {
    committed: AtomicU64,
    batches: AtomicU64,
}

/// The time that one commit leaves to the next.
#[derive(Default)]
struct Pause {
    microseconds: AtomicU64,
}

impl Pause {
    fn get(&self) -> Duration {
        Duration::from_micros(self.microseconds.load(Ordering::Relaxed))
    }

    fn set(&self, pause: Duration) {
        let microseconds = u64::try_from(pause.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.store(microseconds, Ordering::Relaxed);
    }
}

pub(super) struct Writer {
    counts: Arc<Counts>,
    pause: Arc<Pause>,
    queue: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread; what it commits raises `generation`, and the rankings in `shared` follow it.
    pub(super) fn start(
        mut connection: Connection,
        generation: Arc<Generation>,
        shared: Arc<Shared>,
    ) -> Result<Self, StoreError> {
        let (queue, jobs) = mpsc::channel(QUEUE_LENGTH);
        let committer = Committer {
            changed: Changed::watch(&mut connection)?,
            connection,
            generation,
            shared,
            counts: Arc::default(),
            pause: Arc::default(),
        };
        let (counts, pause) = (Arc::clone(&committer.counts), Arc::clone(&committer.pause));
        let thread = Builder::new()
            .name("writer".to_owned())
            .spawn(move || committer.run(jobs))
            .map_err(|error| StoreError::Migration(error.to_string()))?;
        Ok(Self {
            counts,
            pause,
            queue: Some(queue),
            thread: Some(thread),
        })
    }

    /// See [`super::Store::pause_between_commits`].
    pub(super) fn pause_between_commits(&self, pause: Duration) {
        self.pause.set(pause);
    }

    pub(super) fn writes(&self) -> Writes {
        let waiting = self
            .queue
            .as_ref()
            .map_or(0, |queue| queue.max_capacity() - queue.capacity());
        Writes {
            committed: self.counts.committed.load(Ordering::Relaxed),
            batches: self.counts.batches.load(Ordering::Relaxed),
            waiting: waiting as u64,
        }
    }

    /// Queues `work`, and waits for a place in the queue. The answer's channel closes without one when
    /// `work` panics.
    pub(super) async fn submit<T, E>(
        &self,
        touches: impl Fn(&T) -> Touched + Send + 'static,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, E>>, StoreError>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (job, answered) = job(touches, work);
        let queue = self.queue.as_ref().ok_or(StoreError::Stopped)?;
        queue.send(job).await.map_err(|_| StoreError::Stopped)?;
        Ok(answered)
    }

    /// The same, for threads that may block.
    pub(super) fn submit_blocking<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, E>>, StoreError>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (job, answered) = job(|_| Touched::Anything, work);
        let queue = self.queue.as_ref().ok_or(StoreError::Stopped)?;
        queue.blocking_send(job).map_err(|_| StoreError::Stopped)?;
        Ok(answered)
    }
}

fn job<T, E>(
    touches: impl Fn(&T) -> Touched + Send + 'static,
    work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
) -> (Job, oneshot::Receiver<Result<T, E>>)
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let (caller, answered) = oneshot::channel();
    let pending = Pending {
        work: Some(work),
        touches,
        result: None,
        caller,
    };
    (Box::new(pending), answered)
}

/// What the thread works with.
struct Committer {
    connection: Connection,
    changed: Changed,
    generation: Arc<Generation>,
    shared: Arc<Shared>,
    counts: Arc<Counts>,
    pause: Arc<Pause>,
}

impl Committer {
    fn run(self, mut jobs: mpsc::Receiver<Job>) {
        let mut committed: Option<Instant> = None;
        while let Some(first) = jobs.blocking_recv() {
            if let Some(committed) = committed {
                sleep(self.pause.get().saturating_sub(committed.elapsed()));
            }
            let mut batch = vec![first];
            while batch.len() < BATCH_MAX
                && let Ok(next) = jobs.try_recv()
            {
                batch.push(next);
            }
            self.write(batch);
            committed = Some(Instant::now());
        }
    }

    /// Runs a batch in one transaction, and answers every caller after the commit: by then whoever reads
    /// sees what was written.
    fn write(&self, batch: Vec<Job>) {
        let mut ran = Vec::with_capacity(batch.len());
        let mut waiting = batch.into_iter();
        let committed = in_transaction(&self.connection, &mut waiting, &mut ran);
        if let Err(error) = &committed {
            tracing::error!(%error, writes = ran.len(), "a batch of writes was lost");
        } else {
            self.counts
                .committed
                .fetch_add(ran.len() as u64, Ordering::Relaxed);
            self.counts.batches.fetch_add(1, Ordering::Relaxed);
        }
        // After a rollback as well: a job that read all posts may have seen what is undone now.
        let tx = Tx::new(&self.connection);
        self.shared.rankings.refresh(&tx, &self.changed.take());
        if committed.is_ok() {
            self.generation.note(ran.iter().map(|job| job.touched()));
        }
        for job in ran.into_iter().chain(waiting) {
            job.answer(committed.as_ref().copied().map_err(StoreError::again));
        }
    }
}

fn in_transaction(
    connection: &Connection,
    waiting: &mut impl Iterator<Item = Job>,
    ran: &mut Vec<Job>,
) -> Result<(), StoreError> {
    let mut tx = Tx::new(connection);
    tx.control("begin immediate")?;
    let result = run_all(&mut tx, waiting, ran).and_then(|()| tx.control("commit"));
    if result.is_err() && !connection.is_autocommit() {
        tx.control("rollback")?;
    }
    result
}

fn run_all(
    tx: &mut Tx<'_>,
    waiting: &mut impl Iterator<Item = Job>,
    ran: &mut Vec<Job>,
) -> Result<(), StoreError> {
    for mut job in waiting {
        tx.control("savepoint write")?;
        // A panic drops the job: its caller is told by the channel that closes, and the panic hook logs it.
        let kept = catch_unwind(AssertUnwindSafe(|| {
            let is_kept = job.run(tx);
            (job, is_kept)
        }));
        let is_kept = kept.as_ref().is_ok_and(|(_, is_kept)| *is_kept);
        ran.extend(kept.ok().map(|(job, _)| job));
        if tx.is_over() {
            // A full disk ends the whole transaction, not only the statement that met it.
            return Err(StoreError::Full);
        }
        if !is_kept {
            tx.control("rollback to write")?;
        }
        tx.control("release write")?;
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
