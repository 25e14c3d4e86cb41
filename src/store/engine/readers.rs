//! The reader threads, each with its own connection.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::sqlite::open;
use super::{StoreError, Transaction};

type Job = Box<dyn FnOnce(&Connection) + Send>;

pub(in crate::store) struct Readers {
    queue: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    pub(super) fn start(path: &Path, count: usize) -> Result<Self, StoreError> {
        let (queue, jobs) = unbounded::<Job>();
        let threads = (0..count)
            .map(|number| {
                let connection = open::readable(path)?;
                let jobs = jobs.clone();
                Builder::new()
                    .name(format!("reader-{number}"))
                    .spawn(move || run(&connection, &jobs))
                    .map_err(|error| open::unwritable(path, &error))
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
        let (sender, result) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            if sender.is_closed() {
                return;
            }
            // Fails only if the caller no longer waits.
            drop(sender.send(on_snapshot(connection, work)));
        });
        if let Some(queue) = &self.queue {
            // Cannot fail: the threads end only after this queue is dropped.
            drop(queue.send(job));
        }
        result
    }
}

fn on_snapshot<T, E: From<StoreError>>(
    connection: &Connection,
    work: impl FnOnce(Transaction<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let snapshot = connection
        .unchecked_transaction()
        .map_err(|error| E::from(error.into()))?;
    work(Transaction::new(&snapshot))
}

fn run(connection: &Connection, jobs: &Receiver<Job>) {
    for job in jobs {
        // The panic hook logs it, and the dropped channel informs the caller.
        drop(catch_unwind(AssertUnwindSafe(|| job(connection))));
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
