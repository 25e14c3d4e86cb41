//! What the site does by itself while it serves: sending mail, throwing away what is over, and telling its
//! metrics.

use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{AppState, metrics};
use crate::actions::{housekeeping, outbox};
use crate::domain::causes::with_causes;
use crate::mail::Mailer;

/// The outbox is looked at at least so often, for what another process put there and for second tries.
const OUTBOX_PAUSE: Duration = Duration::from_secs(1);
/// How long what may be seen later is kept back.
const CATCHING_UP_PAUSE: Duration = Duration::from_secs(1);
/// How often it is looked how much is read.
const LOOKING_PAUSE: Duration = Duration::from_millis(200);
/// So many reads in that time are many: a post that everybody opens, or a robot in a hurry.
const MANY_READS: u64 = 1_000;
/// Between two commits while much is read: writes are answered a little later then, and take less of the processors.
const COMMIT_PAUSE: Duration = Duration::from_millis(20);
const SWEEPING_PAUSE: Duration = Duration::from_mins(10);

/// The tasks, and the sign that ends them.
pub(super) struct Background {
    tasks: JoinSet<()>,
    end: watch::Sender<bool>,
}

impl Background {
    /// Starts the tasks; that of the metrics only when there is a listener for them.
    pub(super) fn start(state: &AppState, mailer: Mailer, metrics: Option<TcpListener>) -> Self {
        let (end, ended) = watch::channel(false);
        let mut tasks = JoinSet::new();
        tasks.spawn(send_mail(state.clone(), mailer, ended.clone()));
        tasks.spawn(catch_up(state.clone(), ended.clone()));
        tasks.spawn(favour_readers(state.clone(), ended.clone()));
        if let Some(listener) = metrics {
            tasks.spawn(metrics::serve(listener, state.clone(), ended.clone()));
        }
        tasks.spawn(keep_house(state.clone(), ended));
        Self { tasks, end }
    }

    /// Lets each task finish what it is at.
    pub(super) async fn stop(mut self) {
        self.end.send_replace(true);
        while self.tasks.join_next().await.is_some() {}
    }
}

async fn send_mail(state: AppState, mailer: Mailer, mut ended: watch::Receiver<bool>) {
    let retry_seconds = state.config.mail.retry_seconds;
    loop {
        let delivered = outbox::deliver(&state.store, &mailer, state.clock.as_ref(), retry_seconds, || {
            !*ended.borrow()
        });
        if let Err(error) = delivered.await {
            tracing::error!(error = with_causes(&error), "the outbox could not be worked on");
        }
        tokio::select! {
            () = state.mail_is_due.notified() => {}
            () = tokio::time::sleep(OUTBOX_PAUSE) => {}
            _ = ended.wait_for(|ended| *ended) => return,
        }
    }
}

/// Whether the site ends within this time, which passes otherwise.
async fn ends_within(pause: Duration, ended: &mut watch::Receiver<bool>) -> bool {
    timeout(pause, ended.wait_for(|ended| *ended)).await.is_ok()
}

async fn catch_up(state: AppState, mut ended: watch::Receiver<bool>) {
    while !ends_within(CATCHING_UP_PAUSE, &mut ended).await {
        if let Err(error) = state.store.catch_up().await {
            tracing::error!(
                error = with_causes(&error),
                "what others wrote could not be noticed"
            );
        }
    }
}

/// Lets writes give way while much is read: they would take the processors, and make anew what is read.
async fn favour_readers(state: AppState, mut ended: watch::Receiver<bool>) {
    let mut before = state.answers.given();
    while !ends_within(LOOKING_PAUSE, &mut ended).await {
        let given = state.answers.given();
        let pause = if given - before > MANY_READS {
            COMMIT_PAUSE
        } else {
            Duration::ZERO
        };
        state.store.pause_between_commits(pause);
        before = given;
    }
}

async fn keep_house(state: AppState, mut ended: watch::Receiver<bool>) {
    loop {
        match housekeeping::sweep(&state.store, state.clock.now()).await {
            Ok(swept) => tracing::debug!(?swept, "swept"),
            Err(error) => tracing::error!(error = with_causes(&error), "sweeping failed"),
        }
        let (folder, now) = (state.config.outbox_folder(), state.clock.now());
        match tokio::task::spawn_blocking(move || housekeeping::sweep_outbox_folder(&folder, now)).await {
            Ok(Ok(files)) => tracing::debug!(files, "swept the outbox folder"),
            Ok(Err(error)) => tracing::error!(%error, "the outbox folder could not be swept"),
            Err(error) => tracing::error!(%error, "sweeping the outbox folder failed"),
        }
        if ends_within(SWEEPING_PAUSE, &mut ended).await {
            return;
        }
    }
}
