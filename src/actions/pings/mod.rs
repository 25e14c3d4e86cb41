//! Requests by which other servers learn that something has changed: the hub of the feeds (WebSub), and search engines
//! (IndexNow).

mod indexnow;
mod websub;

use bytes::Bytes;
use hyper::Request;
use hyper::header::CONTENT_TYPE;
use url::Url;

use crate::auth::indexnow_key;
use crate::auth::secret::SigningSecret;
use crate::config::{Config, PostUrlStyle};
use crate::domain::Time;
use crate::domain::error_chain::error_chain;
use crate::outgoing::{OutgoingClient, refusal};
use crate::store::pings::{self, Receivers};
use crate::store::{Store, StoreError};

/// Tells other servers of changes.
#[derive(Clone)]
pub struct Pings {
    client: OutgoingClient,
    base: Url,
    post_addresses: PostUrlStyle,
    hub: Option<Url>,
    engines: Option<Engines>,
}

/// The search engines that are told of pages.
#[derive(Debug, Clone)]
struct Engines {
    endpoint: Url,
    key: String,
}

impl Pings {
    /// Creates what the settings name. The key for search engines follows from `secret`.
    pub fn new(config: &Config, secret: &SigningSecret) -> Self {
        Self {
            client: OutgoingClient::new(config.outgoing.allow_private),
            base: config.server.base_url.clone(),
            post_addresses: config.site.post_addresses,
            hub: config.feeds.hub.clone(),
            engines: config.indexnow.told().map(|endpoint| Engines {
                endpoint: endpoint.clone(),
                key: indexnow_key::key(secret),
            }),
        }
    }

    /// The same with another client.
    #[must_use]
    pub fn with_client(&self, client: OutgoingClient) -> Self {
        Self {
            client,
            ..self.clone()
        }
    }

    /// Stores who is told, so that every process that changes a post knows it.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub async fn start(&self, store: &Store, now: Time) -> Result<(), StoreError> {
        let receivers = Receivers {
            hub: self.hub.is_some(),
            engines: self.engines.is_some(),
        };
        store
            .write(move |tx| pings::set_receivers(tx, receivers, now))
            .await
    }

    /// The key by which search engines know the site, if they are told.
    pub fn key(&self) -> Option<&str> {
        self.engines.as_ref().map(|engines| engines.key.as_str())
    }

    fn origin(&self) -> String {
        self.base.origin().ascii_serialization()
    }

    /// Sends a body of this media type, and returns the cause if the other server does not take it.
    async fn send(&self, url: &Url, media_type: &str, body: String) -> Result<(), String> {
        let request = Request::post("/")
            .header(CONTENT_TYPE, media_type)
            .body(Bytes::from(body))
            .map_err(|error| error.to_string())?;
        let response = self.client.send(url, request).await;
        let response = response.map_err(|error| error_chain(&error))?;
        refusal(response.status()).map_or(Ok(()), Err)
    }
}
