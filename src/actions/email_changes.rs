//! What the old address of an account is told when the address changes, and how that is undone.

use std::sync::Arc;

use super::one_time_codes::CodeError;
use crate::auth::link_token::LinkToken;
use crate::domain::code::Purpose;
use crate::domain::user::Email;
use crate::domain::{Account, Entropy, MailId, NetworkHash, Time};
use crate::mail::{LetterError, Letters};
use crate::store::{StoreError, Touched, Tx, admins, codes, email_undos, networks, outbox, sessions, users};

/// How long a change can be undone.
const UNDO_DAYS: i64 = 7;
const DAY_MILLISECONDS: i64 = 24 * 3_600_000;

/// Tells old addresses, and undoes changes.
pub struct EmailChanges {
    letters: Letters,
    entropy: Arc<dyn Entropy>,
}

/// What became of the wish to undo a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undoing {
    /// The old address holds again, and every session has ended.
    Undone(Account),
    /// There is no such change: the link was never made, was used, or is too old.
    Unknown,
    /// Somebody else uses the old address by now.
    Taken(Account),
}

impl Undoing {
    /// The changes of the write that undid the change of address.
    pub fn touched(self) -> Touched {
        match self {
            Self::Undone(_) => Touched::Anything,
            Self::Unknown | Self::Taken(_) => Touched::Nothing,
        }
    }
}

impl EmailChanges {
    /// Changes on one site.
    pub fn new(letters: Letters, entropy: Arc<dyn Entropy>) -> Self {
        Self { letters, entropy }
    }

    /// Tells the present address that a change was asked for.
    pub fn announce(&self, tx: &mut Tx<'_>, present: &Email, now: Time) -> Result<(), CodeError> {
        let letter = self
            .letters
            .email_change_asked(present)
            .map_err(|error| unwritten(&error))?;
        outbox::insert(tx, MailId::new(now, self.entropy.as_ref()), &letter, now)?;
        Ok(())
    }

    /// Ends all tokens of an account whose address has changed, mails a link that undoes it to the old one,
    /// and gives the epoch of the next tokens.
    pub fn took_effect(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        old: &Email,
        now: Time,
    ) -> Result<Option<i64>, CodeError> {
        let token = LinkToken::random(self.entropy.as_ref());
        let expires_at = now.plus_milliseconds(UNDO_DAYS * DAY_MILLISECONDS);
        email_undos::insert(tx, account, old, &token.hash(), now, expires_at)?;
        let letter = self
            .letters
            .email_changed(old, token.expose(), UNDO_DAYS)
            .map_err(|error| unwritten(&error))?;
        outbox::insert(tx, MailId::new(now, self.entropy.as_ref()), &letter, now)?;
        Ok(sessions::end_all(tx, account)?)
    }
}

/// Brings the old address back and ends all sessions. The links of later changes end as well: else whoever
/// made those could bring theirs back. Of the client networks that the account knows only the one is left where the link
/// was opened: somebody has changed the address who knew the password, and may have signed in from any of the others,
/// also before the change.
pub fn undo(
    tx: &mut Tx<'_>,
    token: &LinkToken,
    network: &NetworkHash,
    now: Time,
) -> Result<Undoing, StoreError> {
    let Some(undo) = email_undos::find(tx, &token.hash(), now)? else {
        return Ok(Undoing::Unknown);
    };
    let restored = match undo.account {
        Account::Reader(id) => {
            // Whoever changed the address may have signed up with the old one, to keep it from its owner.
            users::remove_unverified_with(tx, &undo.old_email)?;
            users::set_email(tx, id, &undo.old_email, now)
        }
        Account::Admin(id) => admins::set_email(tx, id, &undo.old_email),
    };
    match restored {
        Err(StoreError::Conflict(_)) => return Ok(Undoing::Taken(undo.account)),
        other => other?,
    }
    codes::spend(tx, undo.account, Purpose::ChangeEmail, now)?;
    email_undos::remove_from(tx, &undo)?;
    networks::forget_others(tx, undo.account, network)?;
    networks::remember(tx, undo.account, network, now)?;
    sessions::end_all(tx, undo.account)?;
    Ok(Undoing::Undone(undo.account))
}

fn unwritten(error: &LetterError) -> CodeError {
    CodeError::Letter(error.to_string())
}
