//! Ids: UUIDv7 text, so that they sort by time of creation.

use std::fmt;

use uuid::{Builder, Uuid};

use super::{Entropy, Time};

macro_rules! id {
    ($(#[$doc:meta] $name:ident),+ $(,)?) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// Creates an id at the time `now`.
            pub fn new(now: Time, entropy: &dyn Entropy) -> Self {
                Self(uuid_v7(now, entropy))
            }

            /// Parses an id in its hyphenated form of 36 characters.
            pub fn parse(text: &str) -> Option<Self> {
                if text.len() == 36 { Uuid::try_parse(text).ok().map(Self) } else { None }
            }

            /// A uniformly distributed number: the random end of the id.
            pub fn random_part(self) -> usize {
                let (_, random) = self.0.as_u64_pair();
                usize::try_from(random & u64::from(u32::MAX)).unwrap_or(0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.hyphenated().fmt(formatter)
            }
        }
    )+};
}

id! {
    /// The id of a post.
    PostId,
    /// The id of a reader.
    UserId,
    /// The id of an administrator.
    AdminId,
    /// The id of an author: an administrator, or a name from an import.
    AuthorId,
    /// The id of a comment.
    CommentId,
    /// The id of a one-time code.
    CodeId,
    /// The id of an email in the outbox.
    MailId,
    /// The id of an invitation to the staff.
    InviteId,
    /// The id of a reader's request to write.
    AuthorRequestId,
    /// The id of a note on a post.
    NoteId,
    /// The id of a row of the audit log.
    AuditId,
    /// The id of a sign-in token.
    TokenId,
    /// The id of a reader or of a member of the staff.
    AccountId,
    /// The id of a notice.
    NoticeId,
    /// The id of a passkey in the API.
    PasskeyId,
    /// The id of a subscriber of the newsletter without an account.
    SubscriberId,
    /// The id of an API key.
    ApiKeyId,
    /// The id of a webhook.
    WebhookId,
    /// The id of an event that webhooks are told of.
    WebhookEventId,
    /// The id of the delivery of an event to a webhook.
    WebhookDeliveryId,
    /// The id of a linked identity in the API.
    IdentityId,
    /// The id of a static page.
    StaticPageId,
    /// The id of a redirect.
    RedirectId,
    /// The id of a series.
    SeriesId,
    /// The id of an import.
    ImportId,
}

/// An administrator and the author of their posts share one id.
impl From<AdminId> for AuthorId {
    fn from(id: AdminId) -> Self {
        Self(id.0)
    }
}

impl From<UserId> for AccountId {
    fn from(id: UserId) -> Self {
        Self(id.0)
    }
}

impl From<AdminId> for AccountId {
    fn from(id: AdminId) -> Self {
        Self(id.0)
    }
}

/// The author of posts who is a member of the staff; an author from an import has the id of no account.
impl From<AuthorId> for AccountId {
    fn from(id: AuthorId) -> Self {
        Self(id.0)
    }
}

fn uuid_v7(now: Time, entropy: &dyn Entropy) -> Uuid {
    let mut random = [0_u8; 10];
    entropy.fill(&mut random);
    let milliseconds = u64::try_from(now.milliseconds()).unwrap_or(0);
    Builder::from_unix_timestamp_millis(milliseconds, &random).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::super::SystemEntropy;
    use super::*;

    #[test]
    fn sorts_by_time() {
        let early = PostId::new(Time::from_milliseconds(1_000), &SystemEntropy);
        let late = PostId::new(Time::from_milliseconds(2_000), &SystemEntropy);
        assert!(early < late);
        assert!(early.to_string() < late.to_string());
    }

    #[test]
    fn parses_only_its_own_format() {
        let id = UserId::new(Time::from_milliseconds(1_700_000_000_000), &SystemEntropy);
        assert_eq!(UserId::parse(&id.to_string()), Some(id));
        for text in ["", "1", "not-an-id", "{67e55044-10b1-426f-9247-bb680e5fe0c8}"] {
            assert_eq!(UserId::parse(text), None, "{text}");
        }
    }
}
