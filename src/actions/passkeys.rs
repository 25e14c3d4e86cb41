//! Passkeys: their addition and removal, and the check of what authenticators sign.

use std::net::IpAddr;
use std::sync::Arc;

use thiserror::Error;

use super::mail_queue::{MailQueue, QueueError};
use super::second_factor::{FactorError, SecondFactors};
use super::security_log::{self, Event};
use crate::auth::secret::SigningSecret;
use crate::auth::token::VerifiedToken;
use crate::auth::webauthn::{
    self, Assertion, Attestation, Ceremony, Challenges, RelyingParty, WebauthnError,
};
use crate::domain::passkey::{NewPasskey, PASSKEYS_MAX, PasskeyName, Transports};
use crate::domain::second_factor::RecoveryCode;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, Entropy, PasskeyId, Time};
use crate::mail::{EmailTemplates, TemplateError};
use crate::store::{StoreError, Tx, passkeys, second_factors};

/// Adds, checks and removes passkeys.
pub struct Passkeys {
    party: Option<RelyingParty>,
    challenges: Challenges,
    second_factors: Arc<SecondFactors>,
    templates: EmailTemplates,
    mail_queue: Arc<MailQueue>,
    entropy: Arc<dyn Entropy>,
}

/// An error of a passkey.
#[derive(Debug, Error)]
pub enum PasskeyError {
    /// Browsers have no passkeys at the address of the site.
    #[error("the address of the site does not allow passkeys")]
    Unavailable,
    /// The account has as many as it may have.
    #[error("the account has as many passkeys as it may have")]
    TooMany,
    /// The response of the authenticator to a registration is refused.
    #[error("the passkey is refused: {0}")]
    Refused(#[from] WebauthnError),
    /// The recovery codes could not be made.
    #[error(transparent)]
    Factor(#[from] FactorError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail could not be written.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The mail could not be queued.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

/// A sign-in with a passkey that is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The owner of the passkey, if it is known.
    pub account: Option<Account>,
    /// The reason.
    pub why: WebauthnError,
}

impl Refusal {
    /// Logs it.
    pub fn log(self, network: Option<IpAddr>) {
        let event = match self.why {
            WebauthnError::Counter => Event::PasskeyCopied,
            _ => Event::PasskeyRefused,
        };
        security_log::record_visitor(event, self.account, network);
    }
}

/// A response to a request for a signature.
#[derive(Debug, Clone)]
pub struct PasskeyUse {
    /// The id of the credential.
    pub credential_id: Vec<u8>,
    /// The account, as the authenticator names it.
    pub handle: Vec<u8>,
    /// What is signed.
    pub assertion: Assertion,
}

/// The owner of a passkey, as they are mailed.
#[derive(Debug, Clone)]
pub struct Owner {
    /// The session.
    pub token: VerifiedToken,
    /// The address.
    pub email: EmailAddress,
}

/// A passkey to be added.
#[derive(Debug, Clone)]
pub struct Addition {
    /// The response of the authenticator.
    pub attestation: Attestation,
    /// The name that the owner gives it.
    pub name: PasskeyName,
    /// How a browser reaches it.
    pub transports: Transports,
}

impl Passkeys {
    /// Creates the passkeys of one site.
    pub fn new(
        party: Option<RelyingParty>,
        secret: SigningSecret,
        second_factors: Arc<SecondFactors>,
        templates: EmailTemplates,
        mail_queue: Arc<MailQueue>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self {
            party,
            challenges: Challenges::new(secret),
            second_factors,
            templates,
            mail_queue,
            entropy,
        }
    }

    /// The site as authenticators know it, or an error where browsers have no passkeys.
    pub fn party(&self) -> Result<&RelyingParty, PasskeyError> {
        self.party.as_ref().ok_or(PasskeyError::Unavailable)
    }

    /// Returns a new challenge.
    pub fn challenge(&self, ceremony: Ceremony, now: Time) -> String {
        self.challenges.issue(ceremony, now, self.entropy.as_ref())
    }

    /// Adds a passkey, whose challenge was issued to the same session. Returns its id, and recovery codes if it is the first
    /// second factor of the account. Queues the mail about it.
    pub fn add(
        &self,
        tx: &mut Tx<'_>,
        owner: &Owner,
        addition: Addition,
        now: Time,
    ) -> Result<(PasskeyId, Option<Vec<RecoveryCode>>), PasskeyError> {
        let account = owner.token.subject;
        let is_enrolled = second_factors::is_enrolled(tx, account)?;
        let ceremony = Ceremony::Registration {
            account,
            session: owner.token.id,
            is_enrolled,
        };
        let (credential, challenge) = webauthn::verify_registration(
            self.party()?,
            &self.challenges,
            ceremony,
            &addition.attestation,
            now,
        )?;
        if !passkeys::use_challenge(tx, &challenge)? {
            return Err(WebauthnError::Challenge.into());
        }
        self.require_room(tx, account)?;
        let new = NewPasskey {
            id: PasskeyId::new(now, self.entropy.as_ref()),
            account,
            credential,
            name: addition.name,
            transports: addition.transports,
        };
        // An id that is stored already: an authenticator does not give it twice.
        if !passkeys::insert(tx, &new, now)? {
            return Err(WebauthnError::Malformed.into());
        }
        let codes = if is_enrolled {
            None
        } else {
            // Nor can an app be confirmed that was set up when the password was enough.
            second_factors::remove_app(tx, account)?;
            Some(self.second_factors.renew_recovery_codes(tx, account)?)
        };
        self.tell(tx, owner, true, now)?;
        Ok((new.id, codes))
    }

    /// Returns an error if the account has as many passkeys as it may have.
    pub fn require_room(&self, tx: &Tx<'_>, account: Account) -> Result<(), PasskeyError> {
        if passkeys::list(tx, account)?.len() >= PASSKEYS_MAX {
            return Err(PasskeyError::TooMany);
        }
        Ok(())
    }

    /// Removes a passkey, and returns whether there was one with the id. Queues the mail about it.
    pub fn remove(
        &self,
        tx: &mut Tx<'_>,
        owner: &Owner,
        id: PasskeyId,
        now: Time,
    ) -> Result<bool, PasskeyError> {
        let account = owner.token.subject;
        if !passkeys::remove(tx, account, id)? {
            return Ok(false);
        }
        second_factors::remove_unneeded_codes(tx, account)?;
        self.tell(tx, owner, false, now)?;
        Ok(true)
    }

    /// Checks a sign-in with a passkey, uses its challenge up, and returns the account.
    pub fn check(
        &self,
        tx: &mut Tx<'_>,
        used: &PasskeyUse,
        now: Time,
    ) -> Result<Result<Account, Refusal>, PasskeyError> {
        let party = self.party()?;
        let Some(known) = passkeys::by_credential(tx, &used.credential_id)? else {
            return Ok(Err(Refusal {
                account: None,
                why: WebauthnError::Unknown,
            }));
        };
        let account = known.account;
        let refuse = |why| {
            Ok(Err(Refusal {
                account: Some(account),
                why,
            }))
        };
        if used.handle != account.to_string().as_bytes() {
            return refuse(WebauthnError::Unknown);
        }
        let stored = &known.credential;
        let verified = webauthn::verify_assertion(party, &self.challenges, stored, &used.assertion, now);
        let (credential, challenge) = match verified {
            Ok(verified) => verified,
            Err(why) => return refuse(why),
        };
        if !passkeys::use_challenge(tx, &challenge)? {
            return refuse(WebauthnError::Challenge);
        }
        passkeys::set_used(tx, known.id, &credential, now)?;
        Ok(Ok(account))
    }

    fn tell(&self, tx: &mut Tx<'_>, owner: &Owner, is_added: bool, now: Time) -> Result<(), PasskeyError> {
        let is_staff = matches!(owner.token.subject, Account::Admin(_));
        let mail = self
            .templates
            .passkey_changed(&owner.email, is_added, now, is_staff)?;
        self.mail_queue.add(tx, &mail, now)?;
        Ok(())
    }
}
