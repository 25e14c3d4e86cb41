//! Telling the hub of feeds that have changed. The hub fetches them, and passes what is new on to its subscribers.

use url::form_urlencoded;

use super::Pings;
use crate::domain::Clock;
use crate::domain::feed::FeedFormat;
use crate::outgoing::TIME_LIMIT;
use crate::store::pings;
use crate::store::{Store, StoreError};

const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";
/// The milliseconds of a lease beyond the longest time that the requests can take: for recording them, and for the
/// difference between the clocks of two nodes.
const LEASE_MARGIN: i64 = 60_000;

impl Pings {
    /// Whether there is a hub.
    pub fn has_hub(&self) -> bool {
        self.hub.is_some()
    }

    /// Tells the hub of the feed that has been due for longest, in each of its formats, if there is one, and returns whether
    /// there was. If the process dies meanwhile, the hub is told again when the lease has ended.
    ///
    /// # Errors
    /// If the database cannot be read or written. A failure of the hub is recorded.
    pub async fn tell_hub(&self, store: &Store, clock: &dyn Clock) -> Result<bool, StoreError> {
        let now = clock.now();
        // Without a write, which all nodes would wait for.
        if self.hub.is_none() || !store.read(move |tx| pings::is_feed_due(tx, now)).await? {
            return Ok(false);
        }
        let requests =
            i64::try_from(TIME_LIMIT.as_millis() * FeedFormat::ALL.len() as u128).unwrap_or(i64::MAX);
        let lease_end = now.plus_milliseconds(requests.saturating_add(LEASE_MARGIN));
        let claimed = store
            .write(move |tx| pings::claim_feed(tx, now, lease_end))
            .await?;
        let Some(claimed) = claimed else {
            return Ok(false);
        };
        let told = self.tell_of(&claimed.path).await;
        let feed = claimed.path.clone();
        if let Err(cause) = &told {
            tracing::warn!(feed, error = cause, "the hub was not told of a feed");
        }
        let (was_told, now) = (told.is_ok(), clock.now());
        let goes_on = store
            .write(move |tx| pings::record_feed(tx, &claimed, was_told, now))
            .await?;
        if !goes_on {
            tracing::error!(
                feed,
                "the hub could not be told of a feed for a day, which is given up"
            );
        }
        Ok(true)
    }

    async fn tell_of(&self, path: &str) -> Result<(), String> {
        let Some(hub) = &self.hub else {
            return Ok(());
        };
        for format in FeedFormat::ALL {
            let topic = format!("{}{path}{}", self.origin(), format.suffix());
            let body = form_urlencoded::Serializer::new(String::new())
                .append_pair("hub.mode", "publish")
                // The specification leaves the name open: hubs take one of these.
                .append_pair("hub.topic", &topic)
                .append_pair("hub.url", &topic)
                .finish();
            self.send(hub, MEDIA_TYPE, body).await?;
        }
        Ok(())
    }
}
