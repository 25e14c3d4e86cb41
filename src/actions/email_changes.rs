//! Notifications to an account's previous address when the address changes, and undoing the change.

use std::sync::Arc;

use super::mail_queue::MailQueue;
use super::one_time_codes::CodeError;
use crate::auth::link_token::LinkToken;
use crate::domain::audit::{Action, Auditor};
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::code::Purpose;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, Entropy, NetworkHash, Time};
use crate::mail::EmailTemplates;
use crate::store::{StoreError, Tx, admins, audit, codes, email_undos, networks, sessions, users};

/// A change can be undone for this long.
const UNDO_DAYS: i64 = 7;

/// Notifies the addresses of accounts about changes.
pub struct EmailChangeNotifier {
    templates: EmailTemplates,
    mail_queue: Arc<MailQueue>,
    entropy: Arc<dyn Entropy>,
}

/// The outcome of undoing a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndoOutcome {
    /// The previous address is restored, and every session has ended.
    Undone(Account),
    /// There is no such change: the link never existed, was used, or has expired.
    Unknown,
    /// Another account uses the previous address by now.
    AddressInUse(Account),
}

impl EmailChangeNotifier {
    /// Creates the notifier of one site.
    pub fn new(templates: EmailTemplates, mail_queue: Arc<MailQueue>, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            templates,
            mail_queue,
            entropy,
        }
    }

    /// Queues an email to the current address: a change was requested.
    pub fn notify_of_request(
        &self,
        tx: &mut Tx<'_>,
        current: &EmailAddress,
        now: Time,
    ) -> Result<(), CodeError> {
        let mail = self.templates.email_change_requested(current)?;
        Ok(self.mail_queue.add(tx, &mail, now)?)
    }

    /// Ends all tokens of an account whose address has changed, and queues an email to the previous address with a link
    /// that undoes the change. Returns the epoch of new tokens. The client network of the change counts as seen now, so
    /// that undoing the change forgets it.
    pub fn notify_of_change(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        previous: &EmailAddress,
        network: &NetworkHash,
        now: Time,
    ) -> Result<Option<i64>, CodeError> {
        networks::insert(tx, account, network, now)?;
        let token = LinkToken::random(self.entropy.as_ref());
        let expires_at = now.plus_milliseconds(UNDO_DAYS * DAY_MILLISECONDS);
        email_undos::insert(tx, account, previous, &token.hash(), now, expires_at)?;
        let mail = self
            .templates
            .email_changed(previous, token.expose(), UNDO_DAYS)?;
        self.mail_queue.add(tx, &mail, now)?;
        Ok(sessions::revoke_all(tx, account)?)
    }
}

/// Restores the previous address and ends all sessions. The links of later changes become invalid as well; otherwise
/// the attacker who made those changes could undo this one. Forgets the client networks from which the change was made
/// and from which somebody has signed in since: they are the attacker's. Those known before remain, as does the one
/// where the link was opened: otherwise wrong guesses of strangers could lock the owner out.
pub fn undo(
    tx: &mut Tx<'_>,
    token: &LinkToken,
    network: &NetworkHash,
    entropy: Arc<dyn Entropy>,
    now: Time,
) -> Result<UndoOutcome, StoreError> {
    let Some(undo) = email_undos::find(tx, &token.hash(), now)? else {
        return Ok(UndoOutcome::Unknown);
    };
    let is_restored = match undo.account {
        Account::Reader(id) => {
            // The attacker may have signed up with the previous address, to block its owner.
            users::remove_unverified_by_email(tx, &undo.old_email)?;
            let owner = users::id_by_email(tx, undo.old_email.as_str())?;
            let is_free = owner.is_none_or(|owner| owner == id);
            if is_free {
                users::set_email(tx, id, &undo.old_email, now)?;
            }
            is_free
        }
        Account::Admin(id) => {
            let owner = admins::credentials(tx, &undo.old_email)?;
            let is_free = owner.is_none_or(|owner| owner.admin.id == id);
            if is_free {
                admins::set_email(tx, id, &undo.old_email)?;
                let auditor = Auditor::new(Some(id), now, entropy);
                audit::insert(tx, &auditor.entry(Action::AccountEmailUndone, &id, ""))?;
            }
            is_free
        }
    };
    if !is_restored {
        return Ok(UndoOutcome::AddressInUse(undo.account));
    }
    codes::mark_used(tx, undo.account, Purpose::ChangeEmail, now)?;
    email_undos::delete_from(tx, &undo)?;
    networks::delete_seen_since(tx, undo.account, undo.changed_at)?;
    networks::insert(tx, undo.account, network, now)?;
    sessions::revoke_all(tx, undo.account)?;
    Ok(UndoOutcome::Undone(undo.account))
}
