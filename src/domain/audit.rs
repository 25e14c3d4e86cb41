//! The audit log: the changes by the staff.

use std::sync::Arc;

use super::{AdminId, ApiKeyId, AuditId, Entropy, Time};

/// Defines the actions with their names in the log.
macro_rules! actions {
    ($($(#[$doc:meta])+ $action:ident => $name:literal,)+) => {
        /// A change by the staff.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Action {$($(#[$doc])+ $action),+}

        impl Action {
            /// All actions.
            pub const ALL: &[Self] = &[$(Self::$action),+];

            /// The name in the database: the area of the change and what was done, such as `post.deleted`.
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
    /// A save met a text that its author had not seen, and was kept as a revision. The detail is its number.
    PostConflicted => "post.conflicted",
    /// An earlier revision became the text of a post again. The detail is its number.
    PostRestored => "post.restored",
    /// A revision of a post got a name or lost it. The detail is its number.
    RevisionNamed => "post.revision_named",
    /// A post was deleted. The detail is its title.
    PostDeleted => "post.deleted",
    /// A post was added to the slider of the home page.
    PostFeatured => "post.featured",
    /// A post was taken out of the slider of the home page.
    PostUnfeatured => "post.unfeatured",
    /// A draft was submitted for review.
    PostSubmitted => "post.submitted",
    /// A submitted draft was approved. The detail is when it is to be published, empty for at once.
    PostApproved => "post.approved",
    /// A submitted draft was returned to its authors.
    PostChangesRequested => "post.changes_requested",
    /// A note was added to a post.
    PostNoteAdded => "post.note_added",
    /// A post got other authors. The detail is their ids, in order.
    PostAuthorsChanged => "post.authors_changed",
    /// A post was put into a series or taken out of one. The detail is the id of the series, empty for none.
    PostSeriesChanged => "post.series_changed",
    /// A draft got a time of publication, or another one. The detail is the time.
    PostScheduled => "post.scheduled",
    /// The time of publication of a draft was removed.
    PostUnscheduled => "post.unscheduled",
    /// A draft was published at the time that it was planned for. The detail is `scheduled`.
    PostPublished => "post.published",
    /// A draft got a link for previews, in place of an earlier one. The detail is when it expires.
    PostPreviewLinked => "post.preview_linked",
    /// The link for previews of a draft was revoked.
    PostPreviewRevoked => "post.preview_revoked",
    /// A static page was created. The detail is its status.
    StaticPageCreated => "static_page.created",
    /// A static page was saved. The detail is its status.
    StaticPageUpdated => "static_page.updated",
    /// A save met a static page that its editor had not seen, and was kept as a revision. The detail is its number.
    StaticPageConflicted => "static_page.conflicted",
    /// An earlier revision became the text of a static page again. The detail is its number.
    StaticPageRestored => "static_page.restored",
    /// A static page was deleted. The detail is its title.
    StaticPageDeleted => "static_page.deleted",
    /// The draft of a static page got a link for previews, in place of an earlier one. The detail is when it expires.
    StaticPagePreviewLinked => "static_page.preview_linked",
    /// The link for previews of a static page was revoked.
    StaticPagePreviewRevoked => "static_page.preview_revoked",
    /// A redirect was made. The detail is its path.
    RedirectCreated => "redirect.created",
    /// A redirect was changed. The detail is its path, as it was before.
    RedirectChanged => "redirect.changed",
    /// A redirect was deleted. The detail is its path.
    RedirectDeleted => "redirect.deleted",
    /// Redirects were imported from a file. The target is its format, the detail the number of redirects.
    RedirectsImported => "redirect.imported",
    /// The name, the address, the text or the picture of a tag was changed. The detail is its name before.
    TagChanged => "tag.changed",
    /// A tag was merged into another one, the target. The detail is the one that is gone.
    TagMerged => "tag.merged",
    /// A series was made.
    SeriesCreated => "series.created",
    /// The title, the address or the text of a series was changed.
    SeriesChanged => "series.changed",
    /// The posts of a series were put into another order.
    SeriesReordered => "series.reordered",
    /// A series was deleted. Its posts stay.
    SeriesDeleted => "series.deleted",
    /// An export of another system was uploaded. The detail is the name of the system.
    ImportUploaded => "import.uploaded",
    /// An import is to be made with other options, and is checked again.
    ImportChanged => "import.changed",
    /// An import that was checked is applied.
    ImportApplied => "import.applied",
    /// An import was cancelled, or deleted after its end. The detail is the state that it was in.
    ImportDeleted => "import.deleted",
    /// A member of the staff wrote a comment.
    CommentCreated => "comment.created",
    /// A member of the staff changed their own comment.
    CommentEdited => "comment.edited",
    /// A comment was deleted.
    CommentDeleted => "comment.deleted",
    /// A comment that was held back or removed was approved, or its reports were resolved with that.
    CommentApproved => "comment.approved",
    /// A comment was removed by a moderator.
    CommentRemoved => "comment.removed",
    /// A comment was removed as spam.
    CommentSpam => "comment.spam",
    /// The reports of a comment were dismissed.
    CommentDismissed => "comment.dismissed",
    /// The rules against spam were changed. The target is their new version, the detail their level.
    SpamRulesChanged => "spam_rules.changed",
    /// The settings of the site were changed. The target is their new version, the detail the names of the changed ones.
    SiteChanged => "site.changed",
    /// The whole site was exported in the panel. The target is the member who has the archive.
    SiteExported => "site.exported",
    /// The settings of the mail server were changed. The target is their new version, the detail the names of the changed
    /// ones.
    MailChanged => "mail.changed",
    /// A member of the staff mailed themselves a test of the settings of the mail server. The target is the member.
    MailTested => "mail.tested",
    /// A reader was banned. The detail is the number of their comments that were removed with that, if it was for spam.
    ReaderBanned => "reader.banned",
    /// A reader was unbanned.
    ReaderUnbanned => "reader.unbanned",
    /// A reader was silenced, banned for a time or trusted, or that was lifted. The detail says what.
    ReaderStandingChanged => "reader.standing_changed",
    /// Somebody was invited to the staff. The target is the invitation, the detail the role.
    MemberInvited => "member.invited",
    /// An invitation was withdrawn. The detail says why, if it was not withdrawn on its own.
    InviteWithdrawn => "invite.withdrawn",
    /// A reader's request to write was declined. The target is the reader.
    AuthorRequestDeclined => "author_request.declined",
    /// Somebody joined the staff. The detail is the role.
    MemberJoined => "member.joined",
    /// A member of the staff got another role. The detail names the old and the new one.
    RoleChanged => "member.role_changed",
    /// A member of the staff was removed. The detail is the id of the new author of their posts, if there is one.
    MemberRemoved => "member.removed",
    /// A subscriber of the newsletter was removed.
    SubscriberRemoved => "subscriber.removed",
    /// An address that refused a mail may be mailed again. The target is its host.
    SuppressionLifted => "suppression.lifted",
    /// A member of the staff mailed themselves the newsletter. The target is the member.
    NewsletterTested => "newsletter.tested",
    /// A member of the staff changed their name.
    AccountRenamed => "account.renamed",
    /// A member of the staff changed what they say of themselves on their page as an author.
    AccountProfileChanged => "account.profile_changed",
    /// A member of the staff asked for another email, or cancelled that.
    AccountEmailRequested => "account.email_requested",
    /// A member of the staff changed their email.
    AccountEmailChanged => "account.email_changed",
    /// A change of the email of a member of the staff was undone, by the link mailed to the earlier one.
    AccountEmailUndone => "account.email_undone",
    /// A member of the staff changed their password, or the command line set it.
    AccountPasswordChanged => "account.password_changed",
    /// A member of the staff changed which mails they get.
    AccountPreferencesChanged => "account.preferences_changed",
    /// A member of the staff ended all their sessions.
    AccountSignedOutEverywhere => "account.signed_out_everywhere",
    /// A member of the staff ended one of their sessions from another one, or all others. The detail says which.
    AccountSessionEnded => "account.session_ended",
    /// A member of the staff got a second factor.
    SecondFactorEnabled => "second_factor.enabled",
    /// A member of the staff gave up their second factor.
    SecondFactorDisabled => "second_factor.disabled",
    /// The command line removed the second factor of an account, which may be a reader's.
    SecondFactorReset => "second_factor.reset",
    /// A member of the staff got new recovery codes.
    RecoveryCodesRenewed => "second_factor.recovery_codes_renewed",
    /// A member of the staff added a passkey. The detail is its id.
    PasskeyAdded => "passkey.added",
    /// A member of the staff renamed one of their passkeys. The detail is its id.
    PasskeyRenamed => "passkey.renamed",
    /// A member of the staff removed one of their passkeys. The detail is its id.
    PasskeyRemoved => "passkey.removed",
    /// The command line cleared the counted wrong guesses at an account, which may be a reader's.
    AccountUnlocked => "account.unlocked",
    /// An API key was made. The detail is its name and its first characters.
    ApiKeyCreated => "api_key.created",
    /// An API key was revoked. The detail is its name.
    ApiKeyRevoked => "api_key.revoked",
    /// A webhook was made. The detail is the host of its address, also that of the next two.
    WebhookCreated => "webhook.created",
    /// The address or the events of a webhook were changed, or it was switched on or off.
    WebhookChanged => "webhook.changed",
    /// A webhook was deleted.
    WebhookDeleted => "webhook.deleted",
    /// An event was sent again; the target is the delivery.
    WebhookSentAgain => "webhook.sent_again",
    /// The site switched a webhook off. The detail is the number of failed calls in a row.
    WebhookSwitchedOff => "webhook.switched_off",
}

/// A row of the audit log. It holds no text of a post and no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// The id of the row.
    pub id: AuditId,
    /// When it happened.
    pub at: Time,
    /// The member of the staff who made the change; `None` for the command line and for the site itself.
    pub actor: Option<AdminId>,
    /// The API key that made it in their name.
    pub api_key: Option<ApiKeyId>,
    /// The kind of the change.
    pub action: Action,
    /// The id of the changed object.
    pub target: Option<String>,
    /// More about it, empty for most actions.
    pub detail: String,
}

/// Which rows of the audit log are looked for: those that meet all that is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// The earliest time.
    pub from: Option<Time>,
    /// The time before which the rows are.
    pub to: Option<Time>,
    /// Who made the change.
    pub actor: Option<ActorFilter>,
    /// The kind of the change.
    pub action: Option<ActionFilter>,
    /// The id of the changed object.
    pub target: Option<String>,
}

/// Who made the changes that are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorFilter {
    /// This member of the staff, who may have left.
    Member(AdminId),
    /// Nobody: the command line, or the site itself.
    Nobody,
}

/// The name of an action, or of the area of several, such as `post`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionFilter(String);

impl ActionFilter {
    /// Parses the name; `None` if no action has it, nor an area.
    pub fn parse(name: &str) -> Option<Self> {
        let is_named = |action: &Action| {
            let (area, _) = action.name().split_once('.').unwrap_or_default();
            name == action.name() || name == area
        };
        Action::ALL.iter().any(is_named).then(|| Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The source of the rows about the changes that one request or command makes.
#[derive(Clone)]
pub struct Auditor {
    /// The member of the staff who makes the changes; `None` for the command line and for the site itself.
    pub actor: Option<AdminId>,
    /// The API key that makes them in their name.
    api_key: Option<ApiKeyId>,
    /// When they happen.
    pub now: Time,
    entropy: Arc<dyn Entropy>,
}

impl Auditor {
    /// Creates the source of rows about changes by `actor` at the time `now`.
    pub fn new(actor: Option<AdminId>, now: Time, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            actor,
            api_key: None,
            now,
            entropy,
        }
    }

    /// The same source for changes that an API key makes in the name of the actor.
    #[must_use]
    pub fn with_key(self, api_key: Option<ApiKeyId>) -> Self {
        Self { api_key, ..self }
    }

    /// Returns a row about the object with the id `target`.
    pub fn entry(&self, action: Action, target: &impl ToString, detail: impl Into<String>) -> AuditEntry {
        AuditEntry {
            id: AuditId::new(self.now, self.entropy.as_ref()),
            at: self.now,
            actor: self.actor,
            api_key: self.api_key,
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
    fn actions_are_found_by_their_names_and_areas() {
        for name in ["post.deleted", "post", "second_factor", "webhook.switched_off"] {
            assert_eq!(ActionFilter::parse(name).unwrap().as_str(), name);
        }
        for name in ["", "po", "post.", "deleted", "Post", "post.deleted.x"] {
            assert_eq!(ActionFilter::parse(name), None, "{name}");
        }
    }

    #[test]
    fn every_action_is_documented() {
        let manual = include_str!("../../docs/operating.md");
        for action in Action::ALL {
            let row = format!("| `{}` |", action.name());
            assert!(manual.contains(&row), "docs/operating.md lacks {row}");
        }
    }
}
