//! The queue of password hashes and its worker threads.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::Builder;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::hash_memory::{HashError, HashMemory};

/// The most waiting jobs: about three seconds of work for two workers.
const WAITING_MAX: usize = 128;
/// The most waiting jobs of one client network: thirty users behind one address can sign up at once.
const WAITING_MAX_OF_NETWORK: usize = 32;
/// The time without work after which a worker ends and frees its memory.
const IDLE: Duration = Duration::from_secs(5);

/// A job, called with the memory of a worker, or with `None` when it was evicted from the queue.
pub(super) type Job = Box<dyn FnOnce(Option<&mut HashMemory>) + Send>;

/// Waiting jobs in round-robin order: the first of each network, then the second of each, and so on.
#[derive(Default)]
struct Waiting {
    jobs: BTreeMap<(u64, u64), (Option<IpAddr>, Job)>,
    /// The round of the last job that was started.
    round: u64,
    /// The number of jobs ever queued.
    count: u64,
}

impl Waiting {
    fn push(&mut self, network: Option<IpAddr>, job: Job) -> Result<(), HashError> {
        let of_network = self.jobs.iter().filter(|(_, (other, _))| *other == network);
        let (waiting, last) =
            of_network.fold((0, None), |(count, _), ((round, _), _)| (count + 1, Some(round)));
        if waiting >= WAITING_MAX_OF_NETWORK {
            return Err(HashError::NetworkBusy);
        }
        let round = last.map_or(self.round, |last| last + 1);
        if self.jobs.len() >= WAITING_MAX {
            // Evict a job of the network with the most jobs in favour of one with fewer.
            let Some(last) = self.jobs.last_entry().filter(|last| last.key().0 > round) else {
                return Err(HashError::Busy);
            };
            let (_, job) = last.remove();
            job(None);
        }
        self.count += 1;
        self.jobs.insert((round, self.count), (network, job));
        Ok(())
    }

    fn pop(&mut self) -> Option<Job> {
        let ((round, _), (_, job)) = self.jobs.pop_first()?;
        self.round = round;
        Some(job)
    }
}

#[derive(Default)]
struct State {
    waiting: Waiting,
    /// The running threads, and the idle ones among them.
    workers: usize,
    idle: usize,
}

struct Shared {
    workers_max: usize,
    state: Mutex<State>,
    wake: Condvar,
}

/// The queue; clones share it.
#[derive(Clone)]
pub(super) struct HashQueue(Arc<Shared>);

impl HashQueue {
    pub(super) fn new(workers: usize) -> Self {
        Self(Arc::new(Shared {
            workers_max: workers.max(1),
            state: Mutex::default(),
            wake: Condvar::new(),
        }))
    }

    /// Queues a job, and starts a worker when none is idle and the limit allows it.
    pub(super) fn push(&self, network: Option<IpAddr>, job: Job) -> Result<(), HashError> {
        let mut state = self.0.state.lock();
        state.waiting.push(network, job)?;
        let may_start = state.workers < self.0.workers_max;
        if state.idle > 0 {
            self.0.wake.notify_one();
        }
        // A notified worker counts as idle until it wakes up: another job may arrive before that.
        if may_start && state.waiting.jobs.len() > state.idle {
            match self.start_worker() {
                Ok(()) => state.workers += 1,
                Err(error) if state.workers == 0 => return Err(HashError::Failed(error.to_string())),
                Err(error) => tracing::warn!(%error, "could not start another thread for password hashes"),
            }
        }
        Ok(())
    }

    fn start_worker(&self) -> io::Result<()> {
        let queue = self.clone();
        let thread = Builder::new().name("password".to_owned());
        thread.spawn(move || queue.run()).map(drop)
    }

    fn run(&self) {
        let mut memory = HashMemory::default();
        while let Some(job) = self.next() {
            // The panic hook has logged it, and the dropped channel informs the caller.
            drop(catch_unwind(AssertUnwindSafe(|| job(Some(&mut memory)))));
        }
    }

    /// Waits for the next job. Returns `None` after [`IDLE`] without one; the worker ends then.
    fn next(&self) -> Option<Job> {
        let mut state = self.0.state.lock();
        if let Some(job) = state.waiting.pop() {
            return Some(job);
        }
        state.idle += 1;
        let is_empty = |state: &mut State| state.waiting.jobs.is_empty();
        self.0.wake.wait_while_for(&mut state, is_empty, IDLE);
        state.idle -= 1;
        let job = state.waiting.pop();
        if job.is_none() {
            state.workers -= 1;
        }
        job
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn network(last: u8) -> IpAddr {
        IpAddr::from([203, 0, 113, last])
    }

    fn no_op() -> Job {
        Box::new(|_| {})
    }

    /// A job that sends its name, and whether it ran with memory.
    fn report(name: &'static str, to: &mpsc::Sender<(&'static str, bool)>) -> Job {
        let to = to.clone();
        Box::new(move |memory| to.send((name, memory.is_some())).unwrap())
    }

    #[test]
    fn runs_jobs_of_networks_in_turn() {
        let mut waiting = Waiting::default();
        let (sender, order) = mpsc::channel();
        for name in ["a1", "a2", "a3"] {
            waiting.push(Some(network(1)), report(name, &sender)).unwrap();
        }
        waiting.push(Some(network(2)), report("b1", &sender)).unwrap();
        waiting.pop().unwrap()(None);
        waiting.push(Some(network(3)), report("c1", &sender)).unwrap();
        waiting.push(Some(network(3)), report("c2", &sender)).unwrap();
        while let Some(job) = waiting.pop() {
            job(None);
        }
        let order: Vec<_> = order.try_iter().map(|(name, _)| name).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "c2", "a3"]);
    }

    #[test]
    fn limits_the_jobs_of_one_network() {
        let mut waiting = Waiting::default();
        for _ in 0..WAITING_MAX_OF_NETWORK {
            waiting.push(Some(network(1)), no_op()).unwrap();
        }
        assert_eq!(
            waiting.push(Some(network(1)), no_op()),
            Err(HashError::NetworkBusy)
        );
        assert_eq!(waiting.push(Some(network(2)), no_op()), Ok(()));
    }

    #[test]
    fn full_queue_evicts_jobs_of_networks_with_more_jobs() {
        let mut waiting = Waiting::default();
        let (sender, dropped) = mpsc::channel();
        for last in 0..64 {
            waiting.push(Some(network(last)), no_op()).unwrap();
            waiting
                .push(Some(network(last)), report("the second one", &sender))
                .unwrap();
        }
        assert_eq!(waiting.push(Some(network(0)), no_op()), Err(HashError::Busy));
        assert_eq!(waiting.push(Some(network(100)), no_op()), Ok(()));
        assert_eq!(
            dropped.try_iter().collect::<Vec<_>>(),
            [("the second one", false)]
        );
        for last in 101..=163 {
            waiting.push(Some(network(last)), no_op()).unwrap();
        }
        assert_eq!(waiting.push(Some(network(200)), no_op()), Err(HashError::Busy));
        assert_eq!(waiting.jobs.len(), WAITING_MAX);
    }

    #[test]
    fn worker_continues_after_a_panicking_job() {
        let queue = HashQueue::new(1);
        let (sender, done) = mpsc::channel();
        queue.push(None, Box::new(|_| panic!("on purpose"))).unwrap();
        queue.push(None, report("the next one", &sender)).unwrap();
        assert_eq!(done.recv(), Ok(("the next one", true)));
        assert_eq!(queue.0.state.lock().workers, 1);
    }
}
