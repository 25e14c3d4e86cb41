//! The sessions of accounts: their beginning at each sign-in, the mail about a new device, and when they were last used.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use thiserror::Error;

use crate::actions::mail_queue::{MailQueue, QueueError};
use crate::auth::token::{SigningError, TokenIssuer};
use crate::domain::session::{Device, NewSession, SESSIONS_MAX};
use crate::domain::{Account, Time, TokenId};
use crate::mail::{EmailTemplates, TemplateError};
use crate::store::{Store, StoreError, Tx, admins, networks, sessions, users};

/// The most sessions in use that are noted between two writes. Others are noted when they are used again.
const SEEN_MAX: usize = 50_000;

/// Begins sessions.
pub struct Sessions {
    tokens: Arc<TokenIssuer>,
    templates: EmailTemplates,
    mail_queue: Arc<MailQueue>,
}

/// A sign-in that is complete.
#[derive(Debug, Clone)]
pub struct SignIn {
    /// The account.
    pub account: Account,
    /// The epoch of the account when its secrets were checked.
    pub epoch: i64,
    /// What it comes from.
    pub device: Device,
    /// Whether the account is mailed about the device.
    pub is_new_device: bool,
}

/// An error of beginning a session.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The account is gone, or its sessions were ended since its secrets were checked.
    #[error("the sessions of the account have ended meanwhile")]
    Ended,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail could not be written.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The mail could not be queued.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The token could not be signed.
    #[error(transparent)]
    Signing(#[from] SigningError),
}

impl Sessions {
    /// Creates the sessions of one site.
    pub fn new(tokens: Arc<TokenIssuer>, templates: EmailTemplates, mail_queue: Arc<MailQueue>) -> Self {
        Self {
            tokens,
            templates,
            mail_queue,
        }
    }

    /// Stores a session, and returns its token. The sessions beyond the most that an account may have end. Queues the mail
    /// about a new device.
    pub fn begin(&self, tx: &mut Tx<'_>, sign_in: SignIn, now: Time) -> Result<String, SessionError> {
        let account = sign_in.account;
        if sessions::epoch(tx, account)? != Some(sign_in.epoch) {
            return Err(SessionError::Ended);
        }
        for oldest in sessions::beyond(tx, account, SESSIONS_MAX - 1)? {
            sessions::revoke(tx, account, oldest.id, oldest.expires_at)?;
        }
        // Very many revoked tokens end them all, with a new epoch.
        let epoch = sessions::epoch(tx, account)?.ok_or(SessionError::Ended)?;
        let token = self.tokens.issue(account, epoch, now)?;
        if sign_in.is_new_device {
            self.tell_of_device(tx, account, &sign_in.device, now)?;
        }
        let new = NewSession {
            id: token.id,
            account,
            at: now,
            expires_at: token.expires_at,
            device: sign_in.device,
        };
        sessions::insert(tx, &new)?;
        Ok(token.text)
    }

    fn tell_of_device(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        device: &Device,
        now: Time,
    ) -> Result<(), SessionError> {
        let address = match account {
            Account::Reader(id) => users::by_id(tx, id)?.map(|user| user.email),
            Account::Admin(id) => admins::email(tx, id)?,
        };
        if let Some(address) = address {
            let is_staff = matches!(account, Account::Admin(_));
            let mail = self
                .templates
                .new_device(&address, &device.agent, now, is_staff)?;
            self.mail_queue.add(tx, &mail, now)?;
        }
        Ok(())
    }
}

/// Whether a sign-in comes from a device that its account does not know: no session of it began with the same program on
/// the same client network, and nobody signed in to it from the network before. The very first sign-in does not count.
pub fn is_new_device(tx: &Tx<'_>, account: Account, device: &Device) -> Result<bool, StoreError> {
    Ok(!networks::is_known(tx, account, &device.network)?
        && !sessions::has_device(tx, account, device)?
        && (sessions::has_any(tx, account)? || networks::has_any(tx, account)?))
}

/// The sessions that were in use since the last write.
#[derive(Default)]
pub struct SeenSessions(Mutex<HashSet<TokenId>>);

impl SeenSessions {
    /// Notes that a session is in use.
    pub fn note(&self, id: TokenId) {
        let mut seen = self.0.lock();
        if seen.len() < SEEN_MAX {
            seen.insert(id);
        }
    }

    /// Writes that they were in use, in one statement.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn write(&self, store: &Store, now: Time) -> Result<(), StoreError> {
        let seen: Vec<TokenId> = std::mem::take(&mut *self.0.lock()).into_iter().collect();
        if seen.is_empty() {
            return Ok(());
        }
        store.write(move |tx| sessions::set_seen(tx, &seen, now)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn notes_a_bounded_number_of_sessions() {
        let seen = SeenSessions::default();
        for number in 0..=i64::try_from(SEEN_MAX).unwrap() {
            seen.note(TokenId::new(Time::from_milliseconds(number), &SystemEntropy));
        }
        assert_eq!(seen.0.lock().len(), SEEN_MAX);
    }
}
