//! Sends what waits in the outbox.

use std::time::Duration;

use crate::config::{Config, Tls, Transport};
use crate::domain::causes::with_causes;
use crate::domain::mail::QueuedMail;
use crate::domain::{Clock, Time};
use crate::mail::{MailError, Mailer, SmtpServer, SmtpTls};
use crate::store::{Store, StoreError, Touched, outbox};

/// Mails that are read from the outbox at once.
const BATCH: u32 = 20;

/// The mailer of these settings, to be made on a Tokio runtime.
///
/// # Errors
/// When the sender, the server or the folder cannot be used.
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
                tls: match mail.tls {
                    Tls::Starttls => SmtpTls::Starttls,
                    Tls::Tls => SmtpTls::Implicit,
                    Tls::None => SmtpTls::None,
                },
                timeout: Duration::from_secs(mail.timeout_seconds.get()),
            };
            Mailer::to_server(&mail.from, &server)
        }
    }
}

/// Sends every mail whose time has come, as long as `goes_on`; one that fails waits longer each time.
///
/// A mail is noted as sent once the server has taken it. Should the process die in between, it goes out
/// again under the same Message-ID, by which its receiver knows it.
///
/// # Errors
/// When the database cannot be read or written.
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
            let sent = mailer.send(&mail).await;
            note(store, mail, sent, retry_seconds, clock.now()).await?;
        }
    }
    Ok(())
}

async fn note(
    store: &Store,
    mail: QueuedMail,
    sent: Result<Option<std::path::PathBuf>, MailError>,
    retry_seconds: u64,
    now: Time,
) -> Result<(), StoreError> {
    let id = mail.id;
    let error = match sent {
        Ok(place) => {
            let file = place.map(|file| file.display().to_string());
            tracing::info!(mail = %id, file, "a mail was sent");
            return store
                .write_touching(Touched::Nothing, move |tx| outbox::sent(tx, id, now))
                .await;
        }
        Err(error) => error,
    };
    let next_try = if error.is_final() {
        None
    } else {
        mail.next_try(retry_seconds, now)
    };
    let cause = with_causes(&error);
    if let Some(next_try) = next_try {
        tracing::warn!(mail = %id, tries = mail.tries + 1, %next_try, error = cause, "a mail waits");
        store
            .write_touching(Touched::Nothing, move |tx| {
                outbox::postpone(tx, id, next_try, &cause)
            })
            .await
    } else {
        tracing::error!(mail = %id, error = cause, "a mail was given up");
        store
            .write_touching(Touched::Nothing, move |tx| outbox::give_up(tx, id, now, &cause))
            .await
    }
}
