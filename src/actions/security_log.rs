//! The security log: sign-ins, refused sign-ins, and changes of accounts and rights.
//!
//! Each record is one line of the log with the target `security`. Accounts are identified by their ids alone: no
//! record contains an email address, a password, a code or a token.

use std::fmt::Display;
use std::net::IpAddr;

use crate::domain::Account;

/// Defines the events, in the order of the documentation, with their names in the log.
macro_rules! events {
    ($($(#[$doc:meta])+ $event:ident => $name:literal,)+) => {
        /// A security-relevant event.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Event {$($(#[$doc])+ $event),+}

        impl Event {
            /// All events.
            pub const ALL: &[Self] = &[$(Self::$event),+];

            /// Returns the name in the log.
            pub fn name(self) -> &'static str {
                match self {$(Self::$event => $name),+}
            }
        }
    };
}

events! {
    /// An account was created.
    SignedUp => "signed_up",
    /// The address of a new account was verified, which signs its reader in.
    EmailVerified => "email_verified",
    /// A sign-in succeeded.
    SignedIn => "signed_in",
    /// A sign-in was refused.
    SignInFailed => "sign_in_failed",
    /// One token was revoked.
    SignedOut => "signed_out",
    /// All tokens of an account were revoked.
    SignedOutEverywhere => "signed_out_everywhere",
    /// A mailed code was refused.
    CodeRefused => "code_refused",
    /// A wrong password was given for a change or deletion by a signed-in account.
    PasswordRefused => "password_refused",
    /// A password was changed with the previous one.
    PasswordChanged => "password_changed",
    /// A password was set with a mailed code, or on the command line.
    PasswordReset => "password_reset",
    /// A change of the email address was requested.
    EmailChangeRequested => "email_change_requested",
    /// A requested change of the email address was cancelled.
    EmailChangeCancelled => "email_change_called_off",
    /// The email address was changed.
    EmailChanged => "email_changed",
    /// The previous email address was restored.
    EmailChangeUndone => "email_change_undone",
    /// A link that undoes a change was refused.
    EmailUndoRefused => "email_undo_refused",
    /// A reader deleted their account.
    AccountDeleted => "account_deleted",
    /// A reader was banned.
    Banned => "banned",
    /// A reader was unbanned.
    Unbanned => "unbanned",
    /// A post was deleted.
    PostDeleted => "post_deleted",
    /// A comment was deleted.
    CommentDeleted => "comment_deleted",
    /// An administrator was created.
    AdminCreated => "admin_created",
    /// Creating an administrator was refused.
    AdminSignupRefused => "admin_signup_refused",
    /// An administrator's name was changed.
    AdminRenamed => "admin_renamed",
    /// An administrator was removed.
    AdminRemoved => "admin_removed",
    /// The counted wrong guesses at an account were cleared.
    Unlocked => "unlocked",
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

impl Record {
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

/// Logs an account's action on itself, from a client network.
pub fn record(event: Event, account: Account, network: Option<IpAddr>) {
    Record::by(event, Actor::Account(account))
        .with_account(Some(account))
        .with_network(network)
        .write();
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
