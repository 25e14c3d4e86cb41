//! The audit log: what the staff changed.

use super::{AdminId, Time};

/// Defines the actions with their names in the log.
macro_rules! actions {
    ($($(#[$doc:meta])+ $action:ident => $name:literal,)+) => {
        /// A change by the staff.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Action {$($(#[$doc])+ $action),+}

        impl Action {
            /// All actions.
            pub const ALL: &[Self] = &[$(Self::$action),+];

            /// The name in the database.
            pub fn name(self) -> &'static str {
                match self {$(Self::$action => $name),+}
            }
        }
    };
}

actions! {
    /// A post was created. The detail is its status.
    PostCreated => "post.created",
    /// A post was saved. The detail is its status.
    PostUpdated => "post.updated",
    /// A post was deleted.
    PostDeleted => "post.deleted",
    /// A post was added to the slider of the home page.
    PostFeatured => "post.featured",
    /// A post was taken out of the slider of the home page.
    PostUnfeatured => "post.unfeatured",
    /// A comment was deleted.
    CommentDeleted => "comment.deleted",
    /// A reader was banned.
    ReaderBanned => "reader.banned",
    /// A reader was unbanned.
    ReaderUnbanned => "reader.unbanned",
    /// Somebody was invited to the staff. The target is the invitation, the detail the role.
    MemberInvited => "member.invited",
    /// An invitation was withdrawn.
    InviteWithdrawn => "invite.withdrawn",
    /// A reader's request to write was declined. The target is the reader.
    AuthorRequestDeclined => "author_request.declined",
    /// Somebody joined the staff. The detail is the role.
    MemberJoined => "member.joined",
    /// A member of the staff got another role. The detail names the old and the new one.
    RoleChanged => "member.role_changed",
    /// A member of the staff was removed. The detail is the id of who took over their posts, if anybody did.
    MemberRemoved => "member.removed",
    /// A member of the staff changed their name.
    AccountRenamed => "account.renamed",
    /// A member of the staff asked for another email, or cancelled that.
    AccountEmailRequested => "account.email_requested",
    /// A member of the staff changed their email.
    AccountEmailChanged => "account.email_changed",
    /// A member of the staff changed their password, or the command line set it.
    AccountPasswordChanged => "account.password_changed",
    /// A member of the staff ended all their sessions.
    AccountSignedOutEverywhere => "account.signed_out_everywhere",
}

/// A row of the audit log. It holds no text of a post and no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When it happened.
    pub at: Time,
    /// The member of the staff who made the change; `None` for the command line.
    pub actor: Option<AdminId>,
    /// The kind of the change.
    pub action: Action,
    /// The id of what was changed.
    pub target: Option<String>,
    /// More about it, empty for most actions.
    pub detail: String,
}

impl AuditEntry {
    /// Creates a row about the object with the id `target`.
    pub fn new(
        at: Time,
        actor: Option<AdminId>,
        action: Action,
        target: &impl ToString,
        detail: impl Into<String>,
    ) -> Self {
        Self {
            at,
            actor,
            action,
            target: Some(target.to_string()),
            detail: detail.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_documented() {
        let manual = include_str!("../../docs/operating.md");
        for action in Action::ALL {
            let row = format!("| `{}` |", action.name());
            assert!(manual.contains(&row), "docs/operating.md lacks {row}");
        }
    }
}
