//! Layer 3: the background loops of a running server: mail delivery, requests that tell other servers of events, planned
//! publication, clean-up, rendering of texts after an upgrade, imports, and following the commits of other processes.

mod imports;
mod other_servers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

use crate::actions::announcements::TellSubscribers;
use crate::actions::imports::Imports;
use crate::actions::mail_queue::{MailQueue, QueueError};
use crate::actions::mail_settings::LiveMailer;
use crate::actions::notice_mails::NoticeMails;
use crate::actions::outbox::Delivery;
use crate::actions::pings::Pings;
use crate::actions::redirects::RedirectHits;
use crate::actions::sessions::SeenSessions;
use crate::actions::tasks::{self, Task};
use crate::actions::webhooks::Webhooks;
use crate::actions::{announcements, clean_up, rendering, scheduling};
use crate::config::Config;
use crate::domain::error_chain::error_chain;
use crate::domain::{Clock, Entropy, Time};
use crate::store::outbox::Lane;
use crate::store::posts::Position;
use crate::store::{Store, StoreError};

/// The outbox is read at least this often, for mails of other processes and for retries.
const OUTBOX_INTERVAL: Duration = Duration::from_secs(1);
/// Notices and digests whose mails are due are looked for this often.
const NOTICE_MAILS_INTERVAL: Duration = Duration::from_secs(1);
/// The maximum delay of view counts and of the commits of other processes.
const CATCH_UP_INTERVAL: Duration = Duration::from_secs(1);
/// The time of the next publication is read at least this often, since requests to any node set it.
const PUBLICATION_INTERVAL: Duration = Duration::from_secs(1);
/// The least pause before it is read again.
const PUBLICATION_PAUSE: Duration = Duration::from_millis(10);
/// Events of which many people are to be told are looked for this often.
const ANNOUNCEMENT_INTERVAL: Duration = Duration::from_secs(1);
const CLEAN_UP_INTERVAL: Duration = Duration::from_mins(10);
/// What requests have noted in memory, such as which sessions were in use, is written this often.
const NOTED_INTERVAL: Duration = Duration::from_mins(1);
/// Posts are searched at least this often for texts that are not rendered, as after an import by another version.
const RENDERING_INTERVAL: Duration = Duration::from_mins(10);
/// The pause after a batch of rendered texts, so that most of the time is left to requests.
const RENDERING_PAUSE: Duration = Duration::from_millis(100);

/// The dependencies of the workers.
pub struct Context {
    /// The database.
    pub store: Store,
    /// The settings of the site.
    pub config: Arc<Config>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of random ids.
    pub entropy: Arc<dyn Entropy>,
    /// Opens the mails that wait.
    pub mail_queue: Arc<MailQueue>,
    /// Sends mails.
    pub mailer: LiveMailer,
    /// Notified when a mail was put into the outbox.
    pub email_is_due: Arc<Notify>,
    /// Writes the mails about notices, and the digests.
    pub notice_mails: Arc<NoticeMails>,
    /// The sessions that were in use since they were last written.
    pub seen_sessions: Arc<SeenSessions>,
    /// The requests that followed redirects since they were last written.
    pub redirect_hits: Arc<RedirectHits>,
    /// Calls webhooks.
    pub webhooks: Arc<Webhooks>,
    /// Tells the hub of the feeds and search engines of changes.
    pub pings: Arc<Pings>,
    /// Checks and applies uploaded exports.
    pub imports: Arc<Imports>,
}

/// The running workers.
pub struct Workers {
    tasks: JoinSet<()>,
    stop: watch::Sender<bool>,
}

impl Workers {
    /// Starts the workers on the current Tokio runtime.
    pub fn start(context: Context) -> Self {
        let (stop, stopped) = watch::channel(false);
        let context = Arc::new(context);
        let mut tasks = JoinSet::new();
        for lane in [Lane::Account, Lane::Notices] {
            tasks.spawn(deliver_mail(lane, context.clone(), stopped.clone()));
        }
        other_servers::spawn(&mut tasks, &context, &stopped);
        tasks.spawn(write_mails(context.clone(), stopped.clone()));
        tasks.spawn(publish_posts(context.clone(), stopped.clone()));
        tasks.spawn(tell_people(context.clone(), stopped.clone()));
        tasks.spawn(follow_commits(context.clone(), stopped.clone()));
        tasks.spawn(imports::work(context.clone(), stopped.clone()));
        tasks.spawn(write_noted(context.clone(), stopped.clone()));
        tasks.spawn(clean_up(context.clone(), stopped.clone()));
        tasks.spawn(render_posts(context, stopped));
        Self { tasks, stop }
    }

    /// Stops the workers after their current iteration.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Waits for `interval`, and returns whether the workers were stopped meanwhile.
async fn stops_within(interval: Duration, stopped: &mut watch::Receiver<bool>) -> bool {
    timeout(interval, stopped.wait_for(|stopped| *stopped))
        .await
        .is_ok()
}

/// Delivers the mails of a lane. Those about accounts are announced, since somebody waits for them.
async fn deliver_mail(lane: Lane, context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        match context.mailer.current() {
            Ok(mailer) => {
                let goes_on = || !*stopped.borrow() && context.mailer.is_current(&mailer);
                let delivery = Delivery {
                    lane,
                    store: &context.store,
                    queue: &context.mail_queue,
                    mailer: &mailer,
                    clock: context.clock.as_ref(),
                    settings: &context.config.mail,
                    goes_on: &goes_on,
                    pause: tokio::time::sleep,
                };
                if let Err(error) = delivery.run().await {
                    tracing::error!(error = error_chain(&error), "the outbox could not be delivered");
                }
            }
            Err(error) => {
                tracing::error!(
                    error = error_chain(&error),
                    "mails wait: the settings of the mail server cannot be used"
                );
            }
        }
        tokio::select! {
            () = context.email_is_due.notified(), if lane == Lane::Account => {}
            () = tokio::time::sleep(OUTBOX_INTERVAL) => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}

async fn write_mails(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        let goes_on = || !*stopped.borrow();
        let written = context
            .notice_mails
            .write_due(&context.store, || context.clock.now(), goes_on);
        if let Err(error) = written.await {
            tracing::error!(
                error = error_chain(&error),
                "the mails of notices could not be written"
            );
        }
        if stops_within(NOTICE_MAILS_INTERVAL, &mut stopped).await {
            return;
        }
    }
}

async fn publish_posts(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        let round = context.clone();
        let publish = move || scheduling::publish_due(&round.store, round.clock.as_ref(), &round.entropy);
        let next = spawn_blocking(publish)
            .await
            .unwrap_or(Err(StoreError::WorkPanicked));
        let next = next.unwrap_or_else(|error| {
            tracing::error!(
                error = error_chain(&error),
                "planned posts could not be published"
            );
            None
        });
        if stops_within(until(next, context.clock.now()), &mut stopped).await {
            return;
        }
    }
}

async fn tell_people(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    let mails = context.notice_mails.clone();
    let tell_subscribers: Arc<TellSubscribers> =
        Arc::new(move |tx, post, after, limit, now| mails.tell_subscribers(tx, post, after, limit, now));
    loop {
        let (round, tell_subscribers) = (context.clone(), tell_subscribers.clone());
        let tell = move || announcements::tell_due(&round.store, round.clock.as_ref(), &tell_subscribers);
        let told = spawn_blocking(tell)
            .await
            .unwrap_or(Err(QueueError::Store(StoreError::WorkPanicked)));
        if let Err(error) = told {
            tracing::error!(error = error_chain(&error), "people could not be told of events");
        }
        if stops_within(ANNOUNCEMENT_INTERVAL, &mut stopped).await {
            return;
        }
    }
}

/// Returns the pause before the next publication is looked for.
fn until(next: Option<Time>, now: Time) -> Duration {
    let milliseconds = next.map(|next| next.milliseconds() - now.milliseconds());
    let pause = milliseconds
        .map(|milliseconds| Duration::from_millis(u64::try_from(milliseconds).unwrap_or_default()));
    pause.map_or(PUBLICATION_INTERVAL, |pause| {
        pause.clamp(PUBLICATION_PAUSE, PUBLICATION_INTERVAL)
    })
}

async fn follow_commits(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    while !stops_within(CATCH_UP_INTERVAL, &mut stopped).await {
        if let Err(error) = context.store.catch_up().await {
            tracing::error!(
                error = error_chain(&error),
                "the commits of other processes could not be read"
            );
        }
    }
}

/// Writes which sessions were in use and which redirects were followed, also when the server stops.
async fn write_noted(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        let is_last = stops_within(NOTED_INTERVAL, &mut stopped).await;
        let written = context.seen_sessions.write(&context.store, context.clock.now());
        if let Err(error) = written.await {
            tracing::error!(
                error = error_chain(&error),
                "when sessions were last used could not be written"
            );
        }
        if let Err(error) = context.redirect_hits.write(&context.store).await {
            tracing::error!(
                error = error_chain(&error),
                "how often redirects were followed could not be written"
            );
        }
        if is_last {
            return;
        }
    }
}

async fn clean_up(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        let now = context.clock.now();
        match clean_up::clean_up_if_due(&context.store, now, CLEAN_UP_INTERVAL).await {
            Ok(Some(removed)) => tracing::debug!(?removed, "cleaned up the database"),
            Ok(None) => tracing::debug!("another node cleans up the database"),
            Err(error) => tracing::error!(error = error_chain(&error), "cleaning up failed"),
        }
        let (folder, now) = (context.config.outbox_folder(), context.clock.now());
        match tokio::task::spawn_blocking(move || clean_up::clean_up_outbox_folder(&folder, now)).await {
            Ok(Ok(files)) => tracing::debug!(files, "cleaned up the outbox folder"),
            Ok(Err(error)) => tracing::error!(%error, "the outbox folder could not be cleaned up"),
            Err(error) => tracing::error!(%error, "cleaning up the outbox folder failed"),
        }
        if stops_within(CLEAN_UP_INTERVAL, &mut stopped).await {
            return;
        }
    }
}

async fn render_posts(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        let now = context.clock.now();
        let rendered = match tasks::is_due(&context.store, Task::Rendering, now, RENDERING_INTERVAL).await {
            Ok(true) => render_all_posts(&context, &mut stopped).await,
            Ok(false) => {
                tracing::debug!("another node renders the texts of posts");
                Ok(())
            }
            Err(error) => Err(error),
        };
        if let Err(error) = rendered {
            tracing::error!(
                error = error_chain(&error),
                "the texts of posts could not be rendered"
            );
        }
        if stops_within(RENDERING_INTERVAL, &mut stopped).await {
            return;
        }
    }
}

/// Renders the posts and static pages whose texts are outdated, until there are no more or the workers are stopped.
async fn render_all_posts(context: &Context, stopped: &mut watch::Receiver<bool>) -> Result<(), StoreError> {
    let mut claimed_at = Instant::now();
    let mut position = Position::START;
    loop {
        let (store, now) = (context.store.clone(), context.clock.now());
        let batch = spawn_blocking(move || rendering::renew_batch(&store, position, now)).await;
        let Some(last) = batch.unwrap_or(Err(StoreError::WorkPanicked))? else {
            tracing::debug!("the texts of all posts are rendered");
            return render_all_static_pages(context, stopped).await;
        };
        position = last;
        if claimed_at.elapsed() > RENDERING_INTERVAL / 2 {
            claimed_at = Instant::now();
            let now = context.clock.now();
            tasks::go_on(&context.store, Task::Rendering, now, RENDERING_INTERVAL).await?;
        }
        if stops_within(RENDERING_PAUSE, stopped).await {
            return Ok(());
        }
    }
}

async fn render_all_static_pages(
    context: &Context,
    stopped: &mut watch::Receiver<bool>,
) -> Result<(), StoreError> {
    let mut last = None;
    loop {
        let (store, now) = (context.store.clone(), context.clock.now());
        let batch = spawn_blocking(move || rendering::renew_static_pages(&store, last, now)).await;
        last = batch.unwrap_or(Err(StoreError::WorkPanicked))?;
        if last.is_none() || stops_within(RENDERING_PAUSE, stopped).await {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_the_next_publication_but_no_longer_than_a_second() {
        let now = Time::from_milliseconds(1_000_000);
        let pause = |milliseconds| until(Some(now.plus_milliseconds(milliseconds)), now);
        assert_eq!(until(None, now), Duration::from_secs(1));
        assert_eq!(pause(3_600_000), Duration::from_secs(1));
        assert_eq!(pause(250), Duration::from_millis(250));
        assert_eq!(pause(0), PUBLICATION_PAUSE);
        assert_eq!(pause(-5_000), PUBLICATION_PAUSE);
    }
}
