//! Webhooks: the calls that tell other programs of events, and what becomes of those that fail.

mod body;

use std::sync::Arc;

use bytes::Bytes;
use hyper::Request;
use hyper::header::CONTENT_TYPE;
use thiserror::Error;
use url::Url;

use crate::actions::mail_queue::{MailQueue, QueueError};
use crate::auth::secret::SigningSecret;
use crate::auth::webhook_key::{WebhookKey, WebhookKeys};
use crate::config::{Config, PostUrlStyle};
use crate::domain::audit::{Action, Auditor};
use crate::domain::error_chain::error_chain;
use crate::domain::webhook::FAILURES_MAX;
use crate::domain::{Clock, Entropy, Role, Time, WebhookId};
use crate::mail::{EmailTemplates, TemplateError};
use crate::outgoing::{OutgoingClient, TIME_LIMIT, refusal};
use crate::store::webhooks::{self, Attempt, Claimed, Recorded};
use crate::store::{Store, StoreError, Tx, admins, audit};

/// The milliseconds of a lease beyond the longest time that a call can take: for recording it, and for the difference
/// between the clocks of two nodes.
const LEASE_MARGIN: i64 = 60_000;

/// An error of a delivery that is no failure of the receiver.
#[derive(Debug, Error)]
pub enum WebhookError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail about a webhook that was switched off could not be written.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// That mail could not be queued.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

/// Calls the webhooks of a site.
#[derive(Clone)]
pub struct Webhooks {
    keys: WebhookKeys,
    client: OutgoingClient,
    templates: EmailTemplates,
    origin: String,
    post_addresses: PostUrlStyle,
    mail_queue: Arc<MailQueue>,
    entropy: Arc<dyn Entropy>,
}

impl Webhooks {
    /// Creates the caller of a site. The keys follow from `secret`.
    pub fn new(
        templates: EmailTemplates,
        config: &Config,
        secret: &SigningSecret,
        mail_queue: Arc<MailQueue>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self {
            keys: WebhookKeys::new(secret.clone()),
            client: OutgoingClient::new(config.outgoing.allow_private),
            templates,
            origin: config.server.origin(),
            post_addresses: config.site.post_addresses,
            mail_queue,
            entropy,
        }
    }

    /// The same caller with another client.
    #[must_use]
    pub fn with_client(&self, client: OutgoingClient) -> Self {
        Self {
            client,
            ..self.clone()
        }
    }

    /// Returns the key with which a webhook verifies what it is told.
    pub fn key(&self, webhook: WebhookId) -> WebhookKey {
        self.keys.key(webhook)
    }

    /// Whether webhooks may be on this machine and in private networks.
    pub fn allows_private(&self) -> bool {
        self.client.allows_private()
    }

    /// Delivers the event that has been due for longest, if there is one, and returns whether there was. A webhook is told
    /// of one at a time, whoever else calls this, also on other nodes. If the process dies between the call and its record,
    /// the event is delivered again, under the same id, when the lease has ended.
    ///
    /// # Errors
    /// If the database cannot be read or written. A failure of the receiver is recorded.
    pub async fn deliver_next(
        self: &Arc<Self>,
        store: &Store,
        clock: &dyn Clock,
    ) -> Result<bool, WebhookError> {
        let now = clock.now();
        // Without a write, which all nodes would wait for.
        if !store.read(move |tx| webhooks::is_any_due(tx, now)).await? {
            return Ok(false);
        }
        let time_limit = i64::try_from(TIME_LIMIT.as_millis()).unwrap_or(i64::MAX);
        let lease_end = now.plus_milliseconds(time_limit.saturating_add(LEASE_MARGIN));
        let claimed = store.write(move |tx| webhooks::claim(tx, now, lease_end)).await?;
        let Some(claimed) = claimed else {
            return Ok(false);
        };
        let attempt = self.call(&claimed, clock.now()).await;
        let (caller, now) = (self.clone(), clock.now());
        store
            .write(move |tx| caller.record(tx, &claimed, &attempt, now))
            .await?;
        Ok(true)
    }

    /// Tells a webhook of an event. Only a response of success shows that it took it.
    async fn call(&self, claimed: &Claimed, now: Time) -> Attempt {
        let without_response = |cause: String| Attempt {
            status: None,
            error: Some(cause),
        };
        let delivery = &claimed.delivery;
        let body = body::of(delivery, &self.origin, self.post_addresses);
        let signature = self.key(delivery.webhook).sign(now, body.as_bytes());
        let request = Request::post("/")
            .header(CONTENT_TYPE, "application/json")
            .header("X-Blog-Event", delivery.event.name())
            .header("X-Blog-Event-Id", delivery.event_id.to_string())
            .header("X-Blog-Signature", signature)
            .body(Bytes::from(body));
        let (url, request) = match (Url::parse(&claimed.url), request) {
            (Ok(url), Ok(request)) => (url, request),
            (Err(error), _) => return without_response(error.to_string()),
            (_, Err(error)) => return without_response(error.to_string()),
        };
        let status = match self.client.send(&url, request).await {
            Ok(response) => response.status(),
            Err(error) => return without_response(error_chain(&error)),
        };
        Attempt {
            status: Some(status.as_u16()),
            error: refusal(status),
        }
    }

    /// Records a call. Administrators get a mail about a webhook that is switched off.
    fn record(
        &self,
        tx: &mut Tx<'_>,
        claimed: &Claimed,
        attempt: &Attempt,
        now: Time,
    ) -> Result<(), WebhookError> {
        let (webhook, delivery) = (claimed.delivery.webhook, claimed.delivery.id);
        if let Some(cause) = &attempt.error {
            // Without the address, which may hold a secret of the receiver.
            tracing::warn!(%webhook, %delivery, error = cause, "a webhook did not take an event");
        }
        if webhooks::record(tx, claimed, attempt, now)? != Recorded::SwitchedOff {
            return Ok(());
        }
        tracing::error!(%webhook, "a webhook was switched off, since it took nothing for long");
        let auditor = Auditor::new(None, now, self.entropy.clone());
        let failures = FAILURES_MAX.to_string();
        audit::insert(tx, &auditor.entry(Action::WebhookSwitchedOff, &webhook, failures))?;
        let host = host_of(&claimed.url);
        let cause = attempt.error.as_deref().unwrap_or_default();
        let administrators = admins::all(tx)?;
        for admin in administrators.iter().filter(|admin| admin.role == Role::Admin) {
            let mail = self
                .templates
                .webhook_off(&admin.email, &host, FAILURES_MAX, cause)?;
            self.mail_queue.add(tx, &mail, now)?;
        }
        Ok(())
    }
}

/// Returns the host of the address of a webhook: its path may hold a secret of the receiver, which no log and no mail has.
pub fn host_of(url: &str) -> String {
    let url = Url::parse(url).ok();
    url.and_then(|url| url.host_str().map(str::to_owned))
        .unwrap_or_default()
}
