//! The look-up of the account or invitation of a person who has signed in at a provider.

use crate::domain::Time;
use crate::domain::identity::Person;
use crate::domain::user::User;
use crate::store::invites::{self, Invite};
use crate::store::users::{self, Credentials};
use crate::store::{StoreError, Tx, admins, identities};

/// The result of the look-up.
pub enum Arrival {
    /// The identity is linked to this account.
    Linked(Box<Credentials>),
    /// The address is that of this account, which is another one until its owner says otherwise.
    Account(Box<Credentials>),
    /// The address is invited to the staff.
    Invited(Box<Invite>),
    /// The address is that of a member of the staff. They do not sign in by a provider, which could then sign in as them.
    Staff,
    /// There is none, apart from an account whose address was never verified: whoever registered it may not own the
    /// address.
    Nobody(Option<Box<User>>),
}

impl Arrival {
    /// Looks a person up. What is true of an identity goes before what is true of its address, which may be another's
    /// tomorrow.
    pub fn of(tx: &Tx<'_>, person: &Person, now: Time) -> Result<Self, StoreError> {
        if let Some(owner) = identities::owner(tx, &person.identity)?
            && let Some(credentials) = users::credentials_by_id(tx, owner)?
        {
            return Ok(Self::Linked(Box::new(credentials)));
        }
        if admins::credentials(tx, &person.email)?.is_some() {
            return Ok(Self::Staff);
        }
        if let Some(invite) = invites::by_email(tx, &person.email, now)? {
            return Ok(Self::Invited(Box::new(invite)));
        }
        Ok(match users::credentials_by_email(tx, &person.email)? {
            Some(credentials) if credentials.user.is_verified => Self::Account(Box::new(credentials)),
            unverified => Self::Nobody(unverified.map(|credentials| Box::new(credentials.user))),
        })
    }
}
