//! Delivery of the mails in the outbox.

use std::time::Duration;

use crate::config::{Config, Transport};
use crate::domain::error_chain::error_chain;
use crate::domain::outgoing_email::QueuedEmail;
use crate::domain::{Clock, Time};
use crate::mail::{MailError, Mailer, SmtpServer};
use crate::store::{Store, StoreError, outbox};

/// Mails per read of the outbox.
const BATCH: u32 = 20;

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

/// Sends every mail that is due while `goes_on` returns true. A mail that fails is retried with growing delays.
///
/// A mail is recorded as sent after the server has accepted it. If the process dies in between, it is sent again
/// under the same Message-ID, by which the receiver recognises the duplicate.
///
/// # Errors
/// If the database cannot be read or written.
pub async fn deliver(
    store: &Store,
    mailer: &Mailer,
    clock: &dyn Clock,
    retry_seconds: u64,
    goes_on: impl Fn() -> bool,
) -> Result<(), StoreError> {
    while goes_on() {
        let now = clock.now();
        let due = store.read(move |tx| outbox::due(tx, now, BATCH)).await?;
        if due.is_empty() {
            break;
        }
        for mail in due {
            if !goes_on() {
                break;
            }
            let result = mailer.send(&mail).await;
            record_result(store, mail, result, retry_seconds, clock.now()).await?;
        }
    }
    Ok(())
}

async fn record_result(
    store: &Store,
    mail: QueuedEmail,
    result: Result<Option<std::path::PathBuf>, MailError>,
    retry_seconds: u64,
    now: Time,
) -> Result<(), StoreError> {
    let id = mail.id;
    let error = match result {
        Ok(path) => {
            let file = path.map(|path| path.display().to_string());
            tracing::info!(mail = %id, file, "mail sent");
            return store.write(move |tx| outbox::mark_sent(tx, id, now)).await;
        }
        Err(error) => error,
    };
    let next_attempt = if error.is_permanent() {
        None
    } else {
        mail.next_attempt(retry_seconds, now)
    };
    let cause = error_chain(&error);
    if let Some(next_attempt) = next_attempt {
        tracing::warn!(mail = %id, attempts = mail.attempts + 1, %next_attempt, error = cause, "mail postponed");
        store
            .write(move |tx| outbox::reschedule(tx, id, next_attempt, &cause))
            .await
    } else {
        tracing::error!(mail = %id, error = cause, "mail given up");
        store
            .write(move |tx| outbox::mark_failed(tx, id, now, &cause))
            .await
    }
}
