//! Threads that read, each with a connection of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{StoreError, Tx, open};

type Job = Box<dyn FnOnce(&Connection) + Send>;

pub(super) struct Readers {
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
                    .map_err(|error| StoreError::Unwritable {
                        path: path.to_owned(),
                        cause: error.to_string(),
                    })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            queue: Some(queue),
            threads,
        })
    }

    /// Queues `work`. The answer's channel closes without one when `work` panics.
    pub(super) fn submit<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> oneshot::Receiver<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            if answer.is_closed() {
                return;
            }
            let result = on_snapshot(connection, work);
            // The caller may have gone meanwhile, and then nobody misses the answer.
            drop(answer.send(result));
        });
        if let Some(queue) = &self.queue {
            // The threads end only after this queue was dropped.
            drop(queue.send(job));
        }
        answered
    }
}

fn on_snapshot<T, E: From<StoreError>>(
    connection: &Connection,
    work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let snapshot = connection
        .unchecked_transaction()
        .map_err(|error| E::from(error.into()))?;
    work(&Tx::new(&snapshot))
}

fn run(connection: &Connection, jobs: &Receiver<Job>) {
    for job in jobs {
        // The panic hook has logged it, and the dropped channel tells the caller.
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
