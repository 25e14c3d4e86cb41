//! Work that takes a processor's time: off the async threads, and one at a time.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::ApiError;

/// Whoever does work of one kind waits for it. Clones share it.
#[derive(Clone)]
pub(super) struct Turn(Arc<Semaphore>);

impl Default for Turn {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl Turn {
    /// Does the work once everybody before is done. Work that was begun is finished, also when nobody waits
    /// for it any more.
    pub(super) async fn take<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let internal = |error: &dyn std::error::Error| ApiError::Internal(error.to_string().into());
        let turn = self.0.clone().acquire_owned().await;
        let turn = turn.map_err(|error| internal(&error))?;
        let done = spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|error| internal(&error))
    }
}
