//! Second factors: their setting up and removal, and the check of their codes.

use std::sync::Arc;

use thiserror::Error;

use crate::auth::factor_keys::FactorKeys;
use crate::auth::link_token::LinkToken;
use crate::auth::sealing::SealError;
use crate::auth::secret::SigningSecret;
use crate::auth::totp::TotpSecret;
use crate::domain::identity::IdentityLink;
use crate::domain::second_factor::{
    ENROLMENT_MILLISECONDS, FactorCode, RECOVERY_CODES, RecoveryCode, TICKET_MILLISECONDS,
};
use crate::domain::{Account, Entropy, Time};
use crate::store::second_factors::{self, StoredSecret};
use crate::store::{StoreError, Tx};

/// Sets up second factors, and checks their codes.
pub struct SecondFactors {
    keys: FactorKeys,
    entropy: Arc<dyn Entropy>,
}

/// What was right: a code, or what took its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsedCode {
    /// Of the app.
    Totp,
    /// A recovery code.
    Recovery,
    /// A passkey.
    Passkey,
}

/// An error of a second factor.
#[derive(Debug, Error)]
pub enum FactorError {
    /// The account has a second factor already.
    #[error("the account has a second factor already")]
    Active,
    /// The account has no second factor, or none to be confirmed.
    #[error("the account has no second factor")]
    Inactive,
    /// The stored secret cannot be read.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SecondFactors {
    /// Creates the second factors of one site.
    pub fn new(secret: SigningSecret, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            keys: FactorKeys::new(secret),
            entropy,
        }
    }

    /// Stores a new secret for the app of an account, which is not asked for before [`Self::confirm`].
    pub fn set_up(&self, tx: &mut Tx<'_>, account: Account, now: Time) -> Result<TotpSecret, FactorError> {
        if second_factors::has_app(tx, account)? {
            return Err(FactorError::Active);
        }
        let secret = TotpSecret::random(self.entropy.as_ref());
        let sealed = self.keys.seal(account, &secret, self.entropy.as_ref())?;
        second_factors::set_secret(tx, account, &sealed, now)?;
        Ok(secret)
    }

    /// Makes the app the second factor of an account, if the code shows that it has the secret. Returns the recovery
    /// codes, or `None` if the code is wrong.
    pub fn confirm(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        code: &FactorCode,
        now: Time,
    ) -> Result<Option<Vec<RecoveryCode>>, FactorError> {
        let stored = second_factors::secret(tx, account)?.ok_or(FactorError::Inactive)?;
        if stored.confirmed_at.is_some() {
            return Err(FactorError::Active);
        }
        let ends_at = stored.created_at.plus_milliseconds(ENROLMENT_MILLISECONDS);
        if ends_at <= now {
            return Err(FactorError::Inactive);
        }
        let FactorCode::Totp(digits) = code else {
            return Ok(None);
        };
        if !self.is_right(tx, account, &stored, digits, now)? {
            return Ok(None);
        }
        second_factors::confirm(tx, account, now)?;
        self.renew_recovery_codes(tx, account).map(Some)
    }

    /// Checks a code of an account, and uses it up. Returns `None` if it is wrong or was used.
    pub fn check(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        code: &FactorCode,
        now: Time,
    ) -> Result<Option<UsedCode>, FactorError> {
        let used = match code {
            FactorCode::Totp(digits) => {
                let stored =
                    second_factors::secret(tx, account)?.filter(|stored| stored.confirmed_at.is_some());
                let is_right = match stored {
                    Some(stored) => self.is_right(tx, account, &stored, digits, now)?,
                    None => false,
                };
                is_right.then_some(UsedCode::Totp)
            }
            FactorCode::Recovery(code) => {
                let hash = self.keys.hash(account, code);
                second_factors::use_recovery_code(tx, account, &hash)?.then_some(UsedCode::Recovery)
            }
        };
        Ok(used)
    }

    /// Makes recovery codes in place of all earlier ones.
    pub fn renew_recovery_codes(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
    ) -> Result<Vec<RecoveryCode>, FactorError> {
        let codes: Vec<_> = (0..RECOVERY_CODES)
            .map(|_| RecoveryCode::random(self.entropy.as_ref()))
            .collect();
        let hashes: Vec<_> = codes.iter().map(|code| self.keys.hash(account, code)).collect();
        second_factors::set_recovery_codes(tx, account, &hashes)?;
        Ok(codes)
    }

    /// Stores a ticket for the second step of a sign-in whose password was right. `link` is the identity that is to be
    /// linked to the account with it.
    pub fn issue_ticket(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        epoch: i64,
        link: Option<&IdentityLink>,
        now: Time,
    ) -> Result<LinkToken, StoreError> {
        let ticket = LinkToken::random(self.entropy.as_ref());
        let expires_at = now.plus_milliseconds(TICKET_MILLISECONDS);
        second_factors::insert_ticket(tx, &ticket.hash(), account, epoch, link, expires_at)?;
        Ok(ticket)
    }

    /// Whether the digits are right, and of a later time step than all that were used.
    fn is_right(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        stored: &StoredSecret,
        digits: &str,
        now: Time,
    ) -> Result<bool, FactorError> {
        let secret = self.keys.open(account, &stored.sealed)?;
        match secret.step_of(digits, now) {
            Some(step) => Ok(second_factors::use_step(tx, account, step)?),
            None => Ok(false),
        }
    }
}
