//! The loop that checks and applies uploaded exports.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::{Context, stops_within};
use crate::actions::imports::{Imports, Job};
use crate::domain::error_chain::error_chain;
use crate::store::StoreError;

/// Imports that wait are looked for this often.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long the end of the server waits for an import, so that it can clear up its pictures. It stops between two texts; if
/// one takes longer, the end of the process is the end of its thread, as after a kill.
const STOP_WAIT: Duration = Duration::from_millis(500);

/// Works on the imports whose files this node has, one after the other.
pub(super) async fn work(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        match next(&context, &stopped).await {
            Ok(Some(job)) => {
                if let Err(error) = run(&context, Arc::new(job), &mut stopped).await {
                    tracing::error!(error = error_chain(&error), "an import was interrupted");
                }
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(error = error_chain(&error), "imports could not be looked for");
            }
        }
        if stops_within(INTERVAL, &mut stopped).await {
            return;
        }
    }
}

async fn next(context: &Arc<Context>, stopped: &watch::Receiver<bool>) -> Result<Option<Job>, StoreError> {
    let (round, stopped) = (Arc::clone(context), stopped.clone());
    let looking = spawn_blocking(move || {
        round
            .imports
            .next(&round.store, round.clock.as_ref(), &|| *stopped.borrow())
    });
    looking.await.unwrap_or(Err(StoreError::WorkPanicked))
}

/// Runs a job on a thread of its own, which the end of the runtime does not wait for.
async fn run(
    context: &Arc<Context>,
    job: Arc<Job>,
    stopped: &mut watch::Receiver<bool>,
) -> Result<(), StoreError> {
    let (ended, mut end) = oneshot::channel();
    let start = || -> io::Result<thread::JoinHandle<()>> {
        let (round, job, is_stopped) = (Arc::clone(context), Arc::clone(&job), stopped.clone());
        thread::Builder::new().name("import".to_owned()).spawn(move || {
            let worked = round
                .imports
                .work(&job, &round.store, round.clock.as_ref(), &|| *is_stopped.borrow());
            // Nobody waits for it any more when the server ends.
            drop(ended.send(worked));
        })
    };
    start().map_err(StoreError::NoThread)?;
    let stop = async { stopped.wait_for(|stopped| *stopped).await.is_ok() };
    tokio::select! {
        worked = &mut end => worked.unwrap_or(Err(StoreError::WorkPanicked)),
        _ = stop => {
            // What the thread writes after this is refused.
            Imports::release(&job, &context.store).await?;
            match timeout(STOP_WAIT, end).await {
                Ok(Ok(worked)) => worked,
                Ok(Err(_)) | Err(_) => Ok(()),
            }
        }
    }
}
