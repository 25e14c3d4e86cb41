//! Queued writes, and their callers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::oneshot;

use crate::store::commits::Change;
use crate::store::engine::{StoreError, Transaction};

/// A queued write with its type erased.
pub(super) trait Write: Send {
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

/// A queued write.
pub(super) type Job = Box<dyn Write>;

/// Returns a write for the queue, and what its caller gets.
pub(super) fn job<T, E>(
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
