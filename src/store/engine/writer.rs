//! The writer thread: a batch of queued writes costs one fsync, and a write that fails is rolled back alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};
use std::vec;

use tokio::sync::{mpsc, oneshot};

use super::connection::Connection;
use super::{Follower, StoreError, Transaction};
use crate::store::commits::Change;

/// The most writes of one commit: with more, the first would wait longer than they save.
const BATCH_MAX: usize = 256;
/// The time after which a commit takes no further writes: on a server, the writes of all other nodes wait for it.
const BATCH_TIME_MAX: Duration = Duration::from_millis(100);
/// The capacity of the queue. Callers wait while it is full.
const QUEUE_LENGTH: usize = 1_024;

/// A queued write with its type erased.
trait Write: Send {
    /// Returns whether the caller has not given the write up, and prevents it from doing so any more.
    fn claim(&self) -> bool;
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
    claim: Claim,
}

/// Belongs to the writer, which then runs the write, or to the caller, who gives it up: to whoever takes it first.
#[derive(Clone, Default)]
struct Claim(Arc<AtomicBool>);

impl Claim {
    fn take(&self) -> bool {
        !self.0.swap(true, Ordering::AcqRel)
    }
}

/// A queued write, as its caller sees it.
pub(in crate::store) struct Submitted<T, E> {
    /// The channel closes without a result if the write panics.
    pub(in crate::store) result: oneshot::Receiver<Result<T, E>>,
    claim: Claim,
}

impl<T, E> Submitted<T, E> {
    /// Gives up the write. Returns `false` if it runs already.
    pub(in crate::store) fn give_up(&self) -> bool {
        self.claim.take()
    }
}

impl<W, T, E> Write for Pending<W, T, E>
where
    W: FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn claim(&self) -> bool {
        self.claim.take()
    }

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

fn job<T, E>(
    work: impl FnOnce(Transaction<'_>) -> Result<(T, Vec<Change>), E> + Send + 'static,
) -> (Job, Submitted<T, E>)
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let (caller, result) = oneshot::channel();
    let claim = Claim::default();
    let submitted = Submitted {
        result,
        claim: claim.clone(),
    };
    let pending = Pending {
        work: Some(work),
        result: None,
        changes: Vec::new(),
        caller,
        claim,
    };
    (Box::new(pending), submitted)
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::mpsc as blocking;
    use std::thread;

    use tempfile::TempDir;

    use super::*;
    use crate::store::engine::{self, Place, params};

    struct NoMemory;

    impl Follower for NoMemory {
        fn committed(&self, _transaction: Transaction<'_>, _number: u64, _changes: &[Change]) {}

        fn catch_up(&self, _transaction: Transaction<'_>) -> Result<(), StoreError> {
            Ok(())
        }

        fn keep_track(&self) {}

        fn lose_track(&self) {}

        fn followed(&self) -> u64 {
            0
        }
    }

    struct Fixture {
        writer: Writer,
        file: PathBuf,
        _held: Box<dyn Send + Sync>,
        _folder: TempDir,
    }

    impl Fixture {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("blog.db");
            let mut opening = engine::open(&Place::file(&file)).unwrap();
            opening.upgrade(|_| Ok(())).unwrap();
            let follower: Arc<dyn Follower> = Arc::new(NoMemory);
            let opened = opening.finish(&follower).unwrap();
            Self {
                writer: Writer::start(opened.writer, follower).unwrap(),
                file,
                _held: opened.held,
                _folder: folder,
            }
        }

        fn submit(
            &self,
            work: impl FnOnce(Transaction<'_>) -> Result<(), StoreError> + Send + 'static,
        ) -> Submitted<(), StoreError> {
            let work = |transaction: Transaction<'_>| Ok((work(transaction)?, Vec::new()));
            self.writer.submit_blocking(work).unwrap()
        }

        /// Keeps the writer busy until the returned sender is dropped.
        fn occupy(&self) -> blocking::Sender<()> {
            let (release, released) = blocking::channel();
            let (start, started) = blocking::channel();
            self.submit(move |_| {
                start.send(()).unwrap();
                released.recv().unwrap_or_default();
                Ok(())
            });
            started.recv().unwrap();
            release
        }

        fn categories(&self) -> String {
            let connection = engine::sqlite::open::readable(&self.file).unwrap();
            let all = "select coalesce(group_concat(category order by category), '') from category_totals";
            connection.query_row(all, [], |row| row.get(0)).unwrap()
        }
    }

    fn insert(mut transaction: Transaction<'_>, category: &str) -> Result<(), StoreError> {
        let insert = "insert into category_totals (category, published) values (?1, 0)";
        transaction.execute(insert, params![category]).map(|_| ())
    }

    #[test]
    fn a_write_is_not_done_that_its_caller_gives_up_before_its_turn() {
        let fixture = Fixture::new();
        let release = fixture.occupy();
        let given_up = fixture.submit(|transaction| insert(transaction, "given up"));
        let wanted = fixture.submit(|transaction| insert(transaction, "wanted"));
        assert!(given_up.give_up());
        drop(release);
        wanted.result.blocking_recv().unwrap().unwrap();
        assert!(given_up.result.blocking_recv().is_err());
        assert_eq!(fixture.categories(), "wanted");
    }

    #[test]
    fn a_write_that_runs_cannot_be_given_up() {
        let fixture = Fixture::new();
        let (start, started) = blocking::channel();
        let running = fixture.submit(move |transaction| {
            start.send(()).unwrap();
            insert(transaction, "running")
        });
        started.recv().unwrap();
        assert!(!running.give_up());
        running.result.blocking_recv().unwrap().unwrap();
        assert_eq!(fixture.categories(), "running");
    }

    #[test]
    fn a_commit_takes_no_more_writes_once_it_has_lasted_long() {
        let fixture = Fixture::new();
        let release = fixture.occupy();
        let before = fixture.writer.writes().batches;
        let slow = fixture.submit(|transaction| {
            thread::sleep(BATCH_TIME_MAX);
            insert(transaction, "slow")
        });
        let quick = fixture.submit(|transaction| insert(transaction, "quick"));
        drop(release);
        for written in [slow, quick] {
            written.result.blocking_recv().unwrap().unwrap();
        }
        assert_eq!(fixture.categories(), "quick,slow");
        // The first one was that of the write that kept the writer busy.
        assert_eq!(fixture.writer.writes().batches, before + 3);
    }
}
