//! The queue of password hashes and the threads that work on it.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use super::password::{HashError, HashMemory};

/// Hashes that may wait: some three seconds of work for two workers.
const WAITING_MAX: usize = 128;
/// Those of one client network: a class of thirty behind one address signs up at once.
const WAITING_MAX_OF_NETWORK: usize = 32;
/// The time without work after which a worker ends and gives its memory back.
const IDLE: Duration = Duration::from_secs(5);

/// A piece of work on the memory of a worker, or without memory when it has lost its place in the queue.
pub(super) type Job = Box<dyn FnOnce(Option<&mut HashMemory>) + Send>;

/// Why a job was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Busy {
    /// The queue is full.
    Everywhere,
    /// The network has its share of the queue.
    Network,
}

/// Jobs in fair order: the first one of each network, then the second one of each, and so on.
#[derive(Default)]
struct Waiting {
    jobs: BTreeMap<(u64, u64), (Option<IpAddr>, Job)>,
    /// The round of the job that was taken last.
    round: u64,
    /// The number of jobs that ever came.
    count: u64,
}

impl Waiting {
    fn push(&mut self, network: Option<IpAddr>, job: Job) -> Result<(), Busy> {
        let own = self.jobs.iter().filter(|(_, (of, _))| *of == network);
        let (waiting, last) = own.fold((0, None), |(count, _), ((round, _), _)| (count + 1, Some(round)));
        if waiting >= WAITING_MAX_OF_NETWORK {
            return Err(Busy::Network);
        }
        let round = last.map_or(self.round, |last| last + 1);
        if self.jobs.len() >= WAITING_MAX {
            // The network with the most jobs makes room for one with fewer.
            let Some(last) = self.jobs.last_entry().filter(|last| last.key().0 > round) else {
                return Err(Busy::Everywhere);
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
    /// Threads that are there, and those of them that have nothing to do.
    workers: usize,
    idle: usize,
}

struct Shared {
    workers_max: usize,
    state: Mutex<State>,
    wake: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

    /// Queues a job, and starts a worker when none is free and there may be one more.
    pub(super) fn push(&self, network: Option<IpAddr>, job: Job) -> Result<(), HashError> {
        let mut state = self.0.state();
        state.waiting.push(network, job)?;
        let is_one_free = state.idle > 0;
        let may_start = state.workers < self.0.workers_max;
        if is_one_free {
            self.0.wake.notify_one();
        }
        // A worker that was told to wake counts as free until it does: another job may come meanwhile.
        if may_start && state.waiting.jobs.len() > state.idle {
            match Worker::start(Arc::clone(&self.0)) {
                Ok(()) => state.workers += 1,
                Err(error) if state.workers == 0 => return Err(HashError::Failed(error.to_string())),
                Err(error) => tracing::warn!(%error, "no further thread for passwords could be started"),
            }
        }
        Ok(())
    }
}

/// A thread that works on the queue.
struct Worker(Arc<Shared>);

impl Worker {
    fn start(shared: Arc<Shared>) -> io::Result<()> {
        let thread = Builder::new().name("password".to_owned());
        thread.spawn(move || Self(shared).run()).map(drop)
    }

    fn run(self) {
        let mut memory = HashMemory::default();
        while let Some(job) = self.next() {
            // The panic hook has logged it, and the dropped channel tells the caller.
            drop(catch_unwind(AssertUnwindSafe(|| job(Some(&mut memory)))));
        }
    }

    /// Waits for a job. Without one for a while, the worker is not counted any more and ends.
    fn next(&self) -> Option<Job> {
        let mut state = self.0.state();
        if let Some(job) = state.waiting.pop() {
            return Some(job);
        }
        state.idle += 1;
        let is_empty = |state: &mut State| state.waiting.jobs.is_empty();
        let waited = self.0.wake.wait_timeout_while(state, IDLE, is_empty);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
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

    fn nothing() -> Job {
        Box::new(|_| {})
    }

    /// A job that tells its name, and whether it was done.
    fn told(name: &'static str, to: &mpsc::Sender<(&'static str, bool)>) -> Job {
        let to = to.clone();
        Box::new(move |memory| to.send((name, memory.is_some())).unwrap())
    }

    #[test]
    fn networks_take_turns() {
        let mut waiting = Waiting::default();
        let (told_to, order) = mpsc::channel();
        for name in ["a1", "a2", "a3"] {
            waiting.push(Some(network(1)), told(name, &told_to)).unwrap();
        }
        waiting.push(Some(network(2)), told("b1", &told_to)).unwrap();
        waiting.pop().unwrap()(None);
        waiting.push(Some(network(3)), told("c1", &told_to)).unwrap();
        waiting.push(Some(network(3)), told("c2", &told_to)).unwrap();
        while let Some(job) = waiting.pop() {
            job(None);
        }
        let order: Vec<_> = order.try_iter().map(|(name, _)| name).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "c2", "a3"]);
    }

    #[test]
    fn one_network_has_a_share_of_the_queue() {
        let mut waiting = Waiting::default();
        for _ in 0..WAITING_MAX_OF_NETWORK {
            waiting.push(Some(network(1)), nothing()).unwrap();
        }
        assert_eq!(waiting.push(Some(network(1)), nothing()), Err(Busy::Network));
        assert_eq!(waiting.push(Some(network(2)), nothing()), Ok(()));
    }

    #[test]
    fn a_full_queue_has_room_for_a_network_that_waits_for_less() {
        let mut waiting = Waiting::default();
        let (told_to, dropped) = mpsc::channel();
        for last in 0..64 {
            waiting.push(Some(network(last)), nothing()).unwrap();
            waiting
                .push(Some(network(last)), told("the second one", &told_to))
                .unwrap();
        }
        assert_eq!(waiting.push(Some(network(0)), nothing()), Err(Busy::Everywhere));
        assert_eq!(waiting.push(Some(network(100)), nothing()), Ok(()));
        assert_eq!(
            dropped.try_iter().collect::<Vec<_>>(),
            [("the second one", false)]
        );
        for last in 101..=163 {
            waiting.push(Some(network(last)), nothing()).unwrap();
        }
        assert_eq!(waiting.push(Some(network(200)), nothing()), Err(Busy::Everywhere));
        assert_eq!(waiting.jobs.len(), WAITING_MAX);
    }

    #[test]
    fn work_goes_on_after_a_job_that_panics() {
        let queue = HashQueue::new(1);
        let (told_to, done) = mpsc::channel();
        queue.push(None, Box::new(|_| panic!("on purpose"))).unwrap();
        queue.push(None, told("the next one", &told_to)).unwrap();
        assert_eq!(done.recv(), Ok(("the next one", true)));
        assert_eq!(queue.0.state().workers, 1);
    }
}
