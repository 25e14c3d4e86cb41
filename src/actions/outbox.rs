//! Delivery of the mails in the outbox.

use std::time::Duration;

use crate::actions::mail_queue::MailQueue;
use crate::config::{self, Config, Transport};
use crate::domain::error_chain::error_chain;
use crate::domain::{Clock, MailId, Time};
use crate::mail::{MailError, Mailer, SmtpServer};
use crate::store::outbox::{Lane, StoredEmail};
use crate::store::{Store, StoreError, outbox, suppressed};

/// Mails per read of the outbox.
const BATCH: u32 = 20;
/// Mails that a node claims at once. If it dies, they wait for the end of its lease.
const CLAIM_MAX: u32 = 5;
/// The milliseconds of a lease beyond the longest time that sending can take: for recording it, and for the difference
/// between the clocks of two nodes.
const LEASE_MARGIN: i64 = 60_000;
/// The time over which the mails that are not about accounts are counted.
const RATE_MILLISECONDS: i64 = 60_000;
/// The pause before a mail that was sent is recorded once more, after the database could not be written.
const RECORDING_PAUSE: Duration = Duration::from_millis(500);

/// Creates the mailer of these settings. Must be called on a Tokio runtime.
///
/// # Errors
/// If the sender, the server or the folder cannot be used.
pub fn mailer(config: &Config) -> Result<Mailer, MailError> {
    let mail = &config.mail;
    match mail.transport {
        Transport::File => Mailer::to_files(&mail.from, &config.outbox_folder()),
        Transport::Smtp => {
            let server = SmtpServer {
                host: &mail.host,
                port: mail.port,
                username: &mail.username,
                password: mail.password.expose(),
                tls: mail.tls,
                timeout: Duration::from_secs(mail.timeout_seconds.get()),
            };
            Mailer::to_server(&mail.from, &server)
        }
    }
}

/// The delivery of the mails of a lane.
pub struct Delivery<'site, Wait> {
    /// The lane.
    pub lane: Lane,
    /// The database.
    pub store: &'site Store,
    /// Opens the mails.
    pub queue: &'site MailQueue,
    /// Sends them.
    pub mailer: &'site Mailer,
    /// The clock.
    pub clock: &'site dyn Clock,
    /// The settings of mails.
    pub settings: &'site config::Mail,
    /// Whether it goes on with the next mail.
    pub goes_on: &'site (dyn Fn() -> bool + Sync),
    /// Waits between the attempts to record that a mail was sent.
    pub pause: Wait,
}

impl<Pause: Future<Output = ()>, Wait: Fn(Duration) -> Pause> Delivery<'_, Wait> {
    /// Sends every mail that is due while `goes_on` returns true: of those that are not about accounts, as many as the
    /// settings allow a minute. A mail that fails is retried with growing delays. One that the server refuses for good is
    /// given up, and its address gets no more such mails. One that cannot be read is given up as well.
    ///
    /// A mail is recorded as sent after the server has accepted it. If the process dies in between, it is sent again
    /// under the same Message-ID, by which the receiver recognises the duplicate.
    ///
    /// On a database that several nodes share, a node claims a few mails before it sends them. If it dies, another one
    /// sends them when its lease has ended. If only the database is away, it records them when that is back.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub async fn run(&self) -> Result<(), StoreError> {
        while (self.goes_on)() {
            let is_any_due = if self.store.is_shared() {
                self.send_claimed().await?
            } else {
                self.send_due().await?
            };
            if !is_any_due {
                break;
            }
        }
        Ok(())
    }

    /// Sends the first mails that are due, and returns whether there were any. Nobody else sends mails meanwhile.
    async fn send_due(&self) -> Result<bool, StoreError> {
        let (lane, now) = (self.lane, self.clock.now());
        let allowance = self.allowance(now).await?.min(BATCH);
        if allowance == 0 {
            return Ok(false);
        }
        let due = self.store.read(move |tx| outbox::due(tx, lane, now, allowance));
        let due = due.await?;
        let is_any_due = !due.is_empty();
        for mail in due {
            if !(self.goes_on)() {
                break;
            }
            if self.is_withdrawn(mail.email.id).await? {
                continue;
            }
            self.send(mail, None).await?;
        }
        Ok(is_any_due)
    }

    /// Returns how many mails may be sent now.
    async fn allowance(&self, now: Time) -> Result<u32, StoreError> {
        if self.lane == Lane::Account {
            return Ok(u32::MAX);
        }
        let since = now.plus_milliseconds(-RATE_MILLISECONDS);
        let sent = self
            .store
            .read(move |tx| outbox::notices_sent_since(tx, since))
            .await?;
        let most = self.settings.notices_per_minute.get();
        Ok(most.saturating_sub(u32::try_from(sent).unwrap_or(u32::MAX)))
    }

    /// Whether a mail was withdrawn since it was read, with the comment that it quotes.
    async fn is_withdrawn(&self, id: MailId) -> Result<bool, StoreError> {
        if self.lane == Lane::Account {
            return Ok(false);
        }
        let is_queued = self.store.read(move |tx| outbox::is_queued(tx, id)).await?;
        Ok(!is_queued)
    }

    /// Claims the first mails that are due, sends them until the lease ends, and gives back what it has not sent. Returns
    /// whether there were any.
    async fn send_claimed(&self) -> Result<bool, StoreError> {
        let (lane, now) = (self.lane, self.clock.now());
        // Without a write, which all nodes would wait for.
        let is_any_due = self.store.read(move |tx| outbox::is_any_due(tx, lane, now));
        if !is_any_due.await? {
            return Ok(false);
        }
        let allowance = self.allowance(now).await?.min(CLAIM_MAX);
        if allowance == 0 {
            return Ok(false);
        }
        let timeout = i64::try_from(self.settings.timeout_seconds.get()).unwrap_or(i64::MAX);
        let timeout = timeout.saturating_mul(1_000);
        let lease = timeout
            .saturating_mul(CLAIM_MAX.into())
            .saturating_add(LEASE_MARGIN);
        let lease_end = now.plus_milliseconds(lease);
        let claimed = self
            .store
            .write(move |tx| outbox::claim(tx, lane, now, lease_end, allowance));
        let claimed = claimed.await?;
        let is_any_due = !claimed.is_empty();
        let mut unsent = claimed.into_iter();
        // A mail is sent only if that ends before the lease does: a process that was stopped meanwhile must not send a mail
        // that another node may have sent.
        let may_send = || (self.goes_on)() && self.clock.now().plus_milliseconds(timeout) <= lease_end;
        let mut sent = Ok(());
        while sent.is_ok()
            && may_send()
            && let Some(mail) = unsent.next()
        {
            sent = match self.is_withdrawn(mail.email.id).await {
                Ok(true) => Ok(()),
                Ok(false) => self.send(mail, Some(lease_end)).await,
                Err(error) => Err(error),
            };
        }
        let unsent: Vec<MailId> = unsent.map(|mail| mail.email.id).collect();
        if !unsent.is_empty() {
            let given_back = self.store.write(move |tx| {
                unsent
                    .iter()
                    .try_for_each(|id| outbox::give_back(tx, *id, lease_end))
            });
            sent = sent.and(given_back.await);
        }
        sent.map(|()| is_any_due)
    }

    async fn send(&self, stored: StoredEmail, lease_end: Option<Time>) -> Result<(), StoreError> {
        let id = stored.email.id;
        let mail = match self.queue.open(stored) {
            Ok(mail) => mail,
            Err(error) => {
                let (cause, now) = (error.to_string(), self.clock.now());
                tracing::error!(mail = %id, error = cause, "mail given up");
                return self
                    .store
                    .write(move |tx| outbox::mark_failed(tx, id, lease_end, now, &cause))
                    .await;
            }
        };
        let result = self.mailer.send(&mail).await;
        let now = self.clock.now();
        let error = match result {
            Ok(path) => {
                let file = path.map(|path| path.display().to_string());
                tracing::info!(mail = %id, file, "mail sent");
                return self.record_as_sent(id, now, lease_end).await;
            }
            Err(error) => error,
        };
        let next_attempt = if error.is_permanent() {
            None
        } else {
            mail.next_attempt(self.settings.retry_seconds, now)
        };
        let cause = error_chain(&error);
        if let Some(next_attempt) = next_attempt {
            tracing::warn!(mail = %id, attempts = mail.attempts + 1, %next_attempt, error = cause, "mail postponed");
            self.store
                .write(move |tx| outbox::reschedule(tx, id, lease_end, next_attempt, &cause))
                .await
        } else {
            tracing::error!(mail = %id, error = cause, "mail given up");
            let refused = error.is_refusal().then_some(mail.mail.to);
            self.store
                .write(move |tx| {
                    if let Some(address) = &refused {
                        suppressed::insert(tx, address, &cause, now)?;
                    }
                    outbox::mark_failed(tx, id, lease_end, now, &cause)
                })
                .await
        }
    }

    /// Records a mail as sent. On a shared database it tries this until the lease ends, when another node would send the
    /// mail again, or until the site stops.
    async fn record_as_sent(&self, id: MailId, now: Time, lease_end: Option<Time>) -> Result<(), StoreError> {
        loop {
            let recorded = self.store.write(move |tx| outbox::mark_sent(tx, id, now)).await;
            let Err(error) = recorded else {
                return Ok(());
            };
            if !(self.goes_on)() || lease_end.is_none_or(|end| self.clock.now() >= end) {
                return Err(error);
            }
            let cause = error_chain(&error);
            tracing::warn!(mail = %id, error = cause, "a mail was sent, and could not be recorded yet");
            (self.pause)(RECORDING_PAUSE).await;
        }
    }
}
