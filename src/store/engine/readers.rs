//! The reader threads, each with its own connection.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::sync::oneshot;

use super::connection::Connection;
use super::{StoreError, Transaction};

/// A queued read with its type erased.
trait Read: Send {
    /// Whether the caller still waits.
    fn is_wanted(&self) -> bool;
    /// Runs the read on a snapshot, or gives the caller the error if none could be begun.
    fn run(self: Box<Self>, snapshot: Result<Transaction<'_>, StoreError>);
}

struct Pending<W, T, E> {
    work: W,
    caller: oneshot::Sender<Result<T, E>>,
}

impl<W, T, E> Read for Pending<W, T, E>
where
    W: FnOnce(Transaction<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn is_wanted(&self) -> bool {
        !self.caller.is_closed()
    }

    fn run(self: Box<Self>, snapshot: Result<Transaction<'_>, StoreError>) {
        let result = snapshot.map_err(E::from).and_then(self.work);
        // Fails only if the caller no longer waits.
        drop(self.caller.send(result));
    }
}

type Job = Box<dyn Read>;

pub(in crate::store) struct Readers {
    queue: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    pub(super) fn start(
        count: usize,
        connect: impl Fn() -> Result<Box<dyn Connection>, StoreError>,
    ) -> Result<Self, StoreError> {
        let (queue, jobs) = unbounded::<Job>();
        let threads = (0..count)
            .map(|number| {
                let connection = connect()?;
                let jobs = jobs.clone();
                Builder::new()
                    .name(format!("reader-{number}"))
                    .spawn(move || run(connection, &jobs))
                    .map_err(StoreError::NoThread)
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            queue: Some(queue),
            threads,
        })
    }

    /// Queues `work` on one snapshot. The channel closes without a result if `work` panics.
    pub(in crate::store) fn submit<T, E>(
        &self,
        work: impl FnOnce(Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> oneshot::Receiver<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (caller, result) = oneshot::channel();
        if let Some(queue) = &self.queue {
            // Cannot fail: the threads end only after this queue is dropped.
            drop(queue.send(Box::new(Pending { work, caller })));
        }
        result
    }
}

fn run(mut connection: Box<dyn Connection>, jobs: &Receiver<Job>) {
    for job in jobs {
        if !job.is_wanted() {
            continue;
        }
        let begun = connection.begin_snapshot();
        let has_begun = begun.is_ok();
        // The panic hook logs it, and the dropped channel informs the caller.
        drop(catch_unwind(AssertUnwindSafe(|| {
            job.run(begun.map(|()| Transaction::new(&*connection)));
        })));
        if has_begun && let Err(error) = connection.end_snapshot() {
            tracing::warn!(%error, "a read could not be ended");
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            drop(thread.join());
        }
    }
}
