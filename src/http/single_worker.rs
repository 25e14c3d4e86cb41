//! A worker for CPU-bound jobs: off the async threads, one at a time.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::ApiError;

/// A queue for jobs of one kind.
pub(super) struct SingleWorker(Arc<Semaphore>);

impl Default for SingleWorker {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl SingleWorker {
    /// Runs the job after all earlier ones. A job that has started is finished even if the caller is dropped.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.0.clone().acquire_owned().await;
        let permit = permit.map_err(ApiError::internal)?;
        let task = spawn_blocking(move || {
            let _permit = permit;
            job()
        });
        task.await.map_err(ApiError::internal)
    }
}
