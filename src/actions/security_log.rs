//! The security log: sign-ins, refused sign-ins, and changes of accounts and rights.
//!
//! Each record is one line of the log with the target `security`. Accounts are identified by their ids alone: no
//! record contains an email address, a password, a code or a token.

use std::fmt::Display;
use std::net::IpAddr;

use crate::domain::{Account, AdminId};

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
    /// A session of the account was ended from another one.
    SessionEnded => "session_ended",
    /// The account got a second factor.
    SecondFactorEnabled => "second_factor_enabled",
    /// The account gave up its second factor.
    SecondFactorDisabled => "second_factor_disabled",
    /// The command line removed the second factor of an account.
    SecondFactorReset => "second_factor_reset",
    /// A code of the second factor was refused, at a sign-in or for a change.
    SecondFactorRefused => "second_factor_refused",
    /// A recovery code was used in place of the app.
    RecoveryCodeUsed => "recovery_code_used",
    /// The account got new recovery codes in place of the earlier ones.
    RecoveryCodesRenewed => "recovery_codes_renewed",
    /// The account got a passkey.
    PasskeyAdded => "passkey_added",
    /// The account gave up a passkey.
    PasskeyRemoved => "passkey_removed",
    /// A passkey was refused, at a sign-in or when it was to be added.
    PasskeyRefused => "passkey_refused",
    /// The counter of a passkey went back: somebody may have a copy of it. It was refused.
    PasskeyCopied => "passkey_copied",
    /// An account at a provider can sign in to the account from now on.
    IdentityLinked => "identity_linked",
    /// It cannot any more.
    IdentityRemoved => "identity_removed",
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
    /// A reader has exported what is stored about them.
    DataExported => "data_exported",
    /// An administrator has exported the whole site in the panel.
    SiteExported => "site_exported",
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
    /// Somebody was invited to the staff.
    MemberInvited => "member_invited",
    /// An invitation to the staff was withdrawn.
    InviteWithdrawn => "invite_withdrawn",
    /// A reader's request to write was declined.
    AuthorRequestDeclined => "author_request_declined",
    /// An invitation to the staff was refused: it never existed, was used, withdrawn or has expired.
    InviteRefused => "invite_refused",
    /// A member of the staff got another role.
    RoleChanged => "role_changed",
    /// Creating an administrator was refused.
    AdminSignupRefused => "admin_signup_refused",
    /// An administrator's name was changed.
    AdminRenamed => "admin_renamed",
    /// An administrator was removed.
    AdminRemoved => "admin_removed",
    /// The counted wrong guesses at an account were cleared.
    Unlocked => "unlocked",
    /// An API key was made.
    ApiKeyCreated => "api_key_created",
    /// An API key was revoked.
    ApiKeyRevoked => "api_key_revoked",
    /// A webhook was made: another program is told of events from now on.
    WebhookCreated => "webhook_created",
    /// A webhook was changed.
    WebhookChanged => "webhook_changed",
    /// A webhook was deleted.
    WebhookDeleted => "webhook_deleted",
}

/// Logs an account's action on itself, from a client network: an IPv4 address, or a /64 of IPv6.
pub fn record(event: Event, account: Account, network: Option<IpAddr>) {
    write(event, Actor::Account(account), Some(account), None, network);
}

/// Logs the action of a client that is not signed in, with the account that it concerns, if known.
pub fn record_visitor(event: Event, account: Option<Account>, network: Option<IpAddr>) {
    write(event, Actor::Visitor, account, None, network);
}

/// Logs that a member of the staff changed an account: a ban of a reader, a role, a removal.
pub fn record_staff_change(event: Event, staff: AdminId, account: Account, network: Option<IpAddr>) {
    let actor = Actor::Account(Account::Admin(staff));
    write(event, actor, Some(account), None, network);
}

/// Logs that a member of the staff did something with an object: deleted a post, invited somebody.
pub fn record_staff_action(event: Event, staff: AdminId, object: &dyn Display, network: Option<IpAddr>) {
    let actor = Actor::Account(Account::Admin(staff));
    write(event, actor, None, Some(object), network);
}

/// Logs an action of the command line on an account.
pub fn record_operator(event: Event, account: Account) {
    write(event, Actor::Operator, Some(account), None, None);
}

#[derive(Clone, Copy)]
enum Actor {
    Account(Account),
    Visitor,
    Operator,
}

fn write(
    event: Event,
    actor: Actor,
    account: Option<Account>,
    object: Option<&dyn Display>,
    network: Option<IpAddr>,
) {
    let (actor, actor_kind) = match actor {
        Actor::Account(account) => (Some(account.to_string()), account.kind()),
        Actor::Visitor => (None, "visitor"),
        Actor::Operator => (None, "operator"),
    };
    tracing::info!(
        target: "security",
        event = event.name(),
        account = account.map(tracing::field::display),
        account_kind = account.map(Account::kind),
        object = object.map(ToString::to_string),
        actor,
        actor_kind,
        network = network.map(tracing::field::display),
        "security"
    );
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
