//! The security log: who signed in, who failed to, and who changed what anybody may do.
//!
//! Each record is one line of the log with the target `security`. People are named by their ids alone: no
//! record holds a mail address, a password, a code or a token.

use std::fmt::Display;
use std::net::IpAddr;

use crate::domain::Account;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// An account was made.
    SignedUp,
    /// The address of a new account was verified, which signs its reader in.
    EmailVerified,
    /// A password was right.
    SignedIn,
    /// A sign-in was refused.
    SignInFailed,
    /// One token was ended.
    SignedOut,
    /// All tokens of an account were ended.
    SignedOutEverywhere,
    /// A mailed code was refused.
    CodeRefused,
    /// Somebody signed in gave a wrong password for a change or a deletion.
    PasswordRefused,
    /// A password was changed by who knew the one before.
    PasswordChanged,
    /// A password was set with a mailed code, or on the command line.
    PasswordReset,
    /// Another address was asked for.
    EmailChangeRequested,
    /// The wish for another address was called off.
    EmailChangeCalledOff,
    /// Another address holds.
    EmailChanged,
    /// The old address holds again.
    EmailChangeUndone,
    /// A link to undo a change was not good.
    EmailUndoRefused,
    /// A reader deleted their account.
    AccountDeleted,
    /// A reader was shut out.
    Banned,
    /// A reader was let in again.
    Unbanned,
    /// A post was deleted.
    PostDeleted,
    /// A comment was deleted.
    CommentDeleted,
    /// An administrator was made.
    AdminCreated,
    /// Making an administrator was refused.
    AdminSignupRefused,
    /// An administrator's name was changed.
    AdminRenamed,
    /// An administrator was removed.
    AdminRemoved,
    /// The wrong guesses at an account were forgotten.
    Unlocked,
}

/// Who made it happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// Somebody who proved whose account it is.
    Account(Account),
    /// Somebody who did not.
    Visitor,
    /// Whoever runs the command line.
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
    /// All of them, in the order of the documentation.
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
        Self::EmailChangeCalledOff,
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

    /// The name under which it is logged.
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
            Self::EmailChangeCalledOff => "email_change_called_off",
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
    /// A record of what an account did to itself.
    pub fn own(event: Event, account: Account) -> Self {
        Self::by(event, Actor::Account(account)).of(Some(account))
    }

    /// A record of what somebody did.
    pub fn by(event: Event, actor: Actor) -> Self {
        Self {
            event,
            actor,
            account: None,
            object: None,
            network: None,
        }
    }

    /// Names the account that it is about, where it is known.
    #[must_use]
    pub fn of(self, account: Option<Account>) -> Self {
        Self { account, ..self }
    }

    /// Names the post or comment that it is about.
    #[must_use]
    pub fn about(self, object: &dyn Display) -> Self {
        let object = Some(object.to_string());
        Self { object, ..self }
    }

    /// Names the network of the client: an IPv4 address, or a /64 of IPv6.
    #[must_use]
    pub fn from(self, network: Option<IpAddr>) -> Self {
        Self { network, ..self }
    }

    /// Writes the line.
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
    fn every_event_is_described_for_operators() {
        let manual = include_str!("../../docs/operating.md");
        for event in Event::ALL {
            let row = format!("| `{}` |", event.name());
            assert!(manual.contains(&row), "docs/operating.md lacks {row}");
        }
    }
}
