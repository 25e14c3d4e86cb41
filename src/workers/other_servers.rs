//! The loops that tell other servers of what happens on the site.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::{Context, stops_within};
use crate::domain::error_chain::error_chain;

/// Events for webhooks are looked for this often.
const WEBHOOK_INTERVAL: Duration = Duration::from_secs(1);
/// The webhooks that are called at the same time, so that a slow one does not hold up the others.
const WEBHOOK_CALLS: usize = 4;
/// Feeds of which the hub is to be told are looked for this often.
const HUB_INTERVAL: Duration = Duration::from_secs(1);
/// Pages of which search engines are to be told are looked for this often. They are told at most once a minute.
const ENGINES_INTERVAL: Duration = Duration::from_secs(5);

/// Starts the loops, those for a hub and for search engines only if there are any.
pub(super) fn spawn(tasks: &mut JoinSet<()>, context: &Arc<Context>, stopped: &watch::Receiver<bool>) {
    for _ in 0..WEBHOOK_CALLS {
        tasks.spawn(call_webhooks(context.clone(), stopped.clone()));
    }
    if context.pings.has_hub() {
        tasks.spawn(tell_hub(context.clone(), stopped.clone()));
    }
    if context.pings.has_engines() {
        tasks.spawn(tell_engines(context.clone(), stopped.clone()));
    }
}

async fn call_webhooks(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        let delivered = context
            .webhooks
            .deliver_next(&context.store, context.clock.as_ref())
            .await;
        let pause = match delivered {
            Ok(true) => Duration::ZERO,
            Ok(false) => WEBHOOK_INTERVAL,
            Err(error) => {
                tracing::error!(error = error_chain(&error), "webhooks could not be called");
                WEBHOOK_INTERVAL
            }
        };
        if stops_within(pause, &mut stopped).await {
            return;
        }
    }
}

async fn tell_hub(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        let told = context.pings.tell_hub(&context.store, context.clock.as_ref());
        let pause = match told.await {
            Ok(true) => Duration::ZERO,
            Ok(false) => HUB_INTERVAL,
            Err(error) => {
                tracing::error!(error = error_chain(&error), "the hub could not be told of feeds");
                HUB_INTERVAL
            }
        };
        if stops_within(pause, &mut stopped).await {
            return;
        }
    }
}

async fn tell_engines(context: Arc<Context>, mut stopped: watch::Receiver<bool>) {
    loop {
        let told = context.pings.tell_engines(&context.store, context.clock.as_ref());
        if let Err(error) = told.await {
            tracing::error!(
                error = error_chain(&error),
                "search engines could not be told of pages"
            );
        }
        if stops_within(ENGINES_INTERVAL, &mut stopped).await {
            return;
        }
    }
}
