//! The security log: sign-ins, refused sign-ins, and changes of accounts and rights.
//!
//! Each record is one line of the log with the target `security`. Accounts are identified by their ids alone: no
//! record contains an email address, a password, a code or a token.

use std::fmt::Display;
use std::net::IpAddr;

use crate::domain::Account;

/// A security-relevant event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// An account was created.
    SignedUp,
    /// The address of a new account was verified, which signs its reader in.
    EmailVerified,
    /// A sign-in succeeded.
    SignedIn,
    /// A sign-in was refused.
    SignInFailed,
    /// One token was revoked.
    SignedOut,
    /// All tokens of an account were revoked.
    SignedOutEverywhere,
    /// A mailed code was refused.
    CodeRefused,
    /// A wrong password was given for a change or deletion by a signed-in account.
    PasswordRefused,
    /// A password was changed with the previous one.
    PasswordChanged,
    /// A password was set with a mailed code, or on the command line.
    PasswordReset,
    /// A change of the email address was requested.
    EmailChangeRequested,
    /// A requested change of the email address was cancelled.
    EmailChangeCancelled,
    /// The email address was changed.
    EmailChanged,
    /// The previous email address was restored.
    EmailChangeUndone,
    /// A link that undoes a change was refused.
    EmailUndoRefused,
    /// A reader deleted their account.
    AccountDeleted,
    /// A reader was banned.
    Banned,
    /// A reader was unbanned.
    Unbanned,
    /// A post was deleted.
    PostDeleted,
    /// A comment was deleted.
    CommentDeleted,
    /// An administrator was created.
    AdminCreated,
    /// Creating an administrator was refused.
    AdminSignupRefused,
    /// An administrator's name was changed.
    AdminRenamed,
    /// An administrator was removed.
    AdminRemoved,
    /// The counted wrong guesses at an account were cleared.
    Unlocked,
}

/// The originator of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// An authenticated account.
    Account(Account),
    /// An unauthenticated client.
    Visitor,
    /// The user of the command line.
    Operator,
}

/// One line of the log.
#[derive(Debug, Clone)]
pub struct Record {
    event: Event,
    actor: Actor,
    account: Option<Account>,
    object: Option<String>,
    network: Option<IpAddr>,
}

impl Event {
    /// All events, in the order of the documentation.
    pub const ALL: [Self; 25] = [
        Self::SignedUp,
        Self::EmailVerified,
        Self::SignedIn,
        Self::SignInFailed,
        Self::SignedOut,
        Self::SignedOutEverywhere,
        Self::CodeRefused,
        Self::PasswordRefused,
        Self::PasswordChanged,
        Self::PasswordReset,
        Self::EmailChangeRequested,
        Self::EmailChangeCancelled,
        Self::EmailChanged,
        Self::EmailChangeUndone,
        Self::EmailUndoRefused,
        Self::AccountDeleted,
        Self::Banned,
        Self::Unbanned,
        Self::PostDeleted,
        Self::CommentDeleted,
        Self::AdminCreated,
        Self::AdminSignupRefused,
        Self::AdminRenamed,
        Self::AdminRemoved,
        Self::Unlocked,
    ];

    /// Returns the name in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignedUp => "signed_up",
            Self::EmailVerified => "email_verified",
            Self::SignedIn => "signed_in",
            Self::SignInFailed => "sign_in_failed",
            Self::SignedOut => "signed_out",
            Self::SignedOutEverywhere => "signed_out_everywhere",
            Self::CodeRefused => "code_refused",
            Self::PasswordRefused => "password_refused",
            Self::PasswordChanged => "password_changed",
            Self::PasswordReset => "password_reset",
            Self::EmailChangeRequested => "email_change_requested",
            Self::EmailChangeCancelled => "email_change_called_off",
            Self::EmailChanged => "email_changed",
            Self::EmailChangeUndone => "email_change_undone",
            Self::EmailUndoRefused => "email_undo_refused",
            Self::AccountDeleted => "account_deleted",
            Self::Banned => "banned",
            Self::Unbanned => "unbanned",
            Self::PostDeleted => "post_deleted",
            Self::CommentDeleted => "comment_deleted",
            Self::AdminCreated => "admin_created",
            Self::AdminSignupRefused => "admin_signup_refused",
            Self::AdminRenamed => "admin_renamed",
            Self::AdminRemoved => "admin_removed",
            Self::Unlocked => "unlocked",
        }
    }
}

impl Record {
    /// Creates a record of an account's action on itself.
    pub fn of_account(event: Event, account: Account) -> Self {
        Self::by(event, Actor::Account(account)).with_account(Some(account))
    }

    /// Creates a record of an actor's action.
    pub fn by(event: Event, actor: Actor) -> Self {
        Self {
            event,
            actor,
            account: None,
            object: None,
            network: None,
        }
    }

    /// Sets the account that the event concerns, if known.
    #[must_use]
    pub fn with_account(self, account: Option<Account>) -> Self {
        Self { account, ..self }
    }

    /// Sets the post or comment that the event concerns.
    #[must_use]
    pub fn with_object(self, object: &dyn Display) -> Self {
        let object = Some(object.to_string());
        Self { object, ..self }
    }

    /// Sets the client network: an IPv4 address, or a /64 of IPv6.
    #[must_use]
    pub fn with_network(self, network: Option<IpAddr>) -> Self {
        Self { network, ..self }
    }

    /// Writes the record to the log.
    pub fn write(&self) {
        let (actor, actor_kind) = match self.actor {
            Actor::Account(account) => (Some(account.to_string()), account.kind()),
            Actor::Visitor => (None, "visitor"),
            Actor::Operator => (None, "operator"),
        };
        tracing::info!(
            target: "security",
            event = self.event.name(),
            account = self.account.map(tracing::field::display),
            account_kind = self.account.map(Account::kind),
            object = self.object,
            actor,
            actor_kind,
            network = self.network.map(tracing::field::display),
            "security"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_documented() {
        let manual = include_str!("../../docs/operating.md");
        for event in Event::ALL {
            let row = format!("| `{}` |", event.name());
            assert!(manual.contains(&row), "docs/operating.md lacks {row}");
        }
    }
}
