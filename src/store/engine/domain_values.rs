//! The types of the domain as values of columns.

use super::value::{FromValue, ToValue, Value};
use crate::domain::admin::AdminName;
use crate::domain::api_key::{KeyName, Scopes};
use crate::domain::audit::Action;
use crate::domain::autosave::AutosaveKey;
use crate::domain::code::Purpose;
use crate::domain::collection::CollectionDescription;
use crate::domain::comment::{CommentState, CommentText};
use crate::domain::follow::FollowKind;
use crate::domain::import::{FileName, ImportState};
use crate::domain::note::{NoteEvent, NoteText};
use crate::domain::notice::{How, NoticeKind, Recipient};
use crate::domain::outgoing_email::MailKind;
use crate::domain::passkey::{PasskeyName, Transports};
use crate::domain::post::{Review, Status, Title};
use crate::domain::redirect::{RedirectPath, RedirectTarget};
use crate::domain::report::{ReportNote, ReportReason};
use crate::domain::revision::{Reason, RevisionName};
use crate::domain::series::SeriesTitle;
use crate::domain::static_page::Description;
use crate::domain::tag::TagName;
use crate::domain::user::{AuthorNote, Bio, EmailAddress, Name};
use crate::domain::webhook::{WebhookEvent, WebhookEvents};
use crate::domain::{
    Account, AccountId, AdminId, ApiKeyId, AuditId, AuthorId, AuthorRequestId, CanonicalUrl, Category,
    CodeId, CollectionKind, CommentId, IdentityId, ImportId, InviteId, MailId, NetworkHash, NoteId, NoticeId,
    PasskeyId, PostId, RedirectId, Role, SeriesId, Slug, StaticPageId, SubscriberId, Time, TokenId, UserId,
    WebhookDeliveryId, WebhookEventId, WebhookId,
};

/// Stores types as the texts that one of their methods returns.
macro_rules! to_text {
    ($method:ident: $($type:ty),+) => {$(
        impl ToValue for $type {
            fn to_value(&self) -> Value<'_> {
                Value::Text(self.$method().into())
            }
        }
    )+};
}

to_text!(as_str: AdminName, AuthorNote, Bio, CanonicalUrl, CollectionDescription, CommentText, Description, EmailAddress, FileName, Name, NetworkHash, NoteText, PasskeyName, RedirectPath, RedirectTarget, ReportNote, RevisionName, SeriesTitle, Slug, TagName, Title, Transports);
to_text!(name: Action, Category, CollectionKind, CommentState, FollowKind, How, ImportState, MailKind, NoteEvent, NoticeKind, Purpose, Reason, ReportReason, Review, Role, Status, WebhookEvent);
to_text!(to_string: Account, AccountId, AdminId, ApiKeyId, AuditId, AuthorId, AuthorRequestId, AutosaveKey, CodeId, CommentId, IdentityId, ImportId, InviteId, MailId, NoteId, NoticeId, PasskeyId, PostId, Recipient, RedirectId, SeriesId, StaticPageId, SubscriberId, TokenId, UserId, WebhookDeliveryId, WebhookEventId, WebhookId);

/// Reads types from the texts that their function `parse` accepts.
macro_rules! from_text {
    ($parsed:ident => $value:expr; $($type:ty),+) => {$(
        impl FromValue for $type {
            fn from_value(value: Value<'_>) -> Option<Self> {
                match value {
                    Value::Text(text) => {
                        let $parsed = Self::parse(&text);
                        $value
                    }
                    _ => None,
                }
            }
        }
    )+};
}

from_text!(parsed => parsed; AccountId, AdminId, ApiKeyId, AuditId, AuthorId, AuthorRequestId, AutosaveKey, CodeId, CommentId, IdentityId, ImportId, ImportState, InviteId, MailId, NoteId, NoticeId, PasskeyId, PostId, RedirectId, SeriesId, StaticPageId, SubscriberId, TokenId, UserId, WebhookDeliveryId, WebhookEvent, WebhookEventId, WebhookId);
from_text!(parsed => parsed.ok(); KeyName, CanonicalUrl, Category, CommentState, FollowKind, NoteEvent, Reason, ReportReason, Review, Role, Slug, Status);

/// The names of scopes, separated by spaces.
impl FromValue for Scopes {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).and_then(|names| Self::parse(names.split(' ')).ok())
    }
}

/// The names of events, separated by spaces.
impl FromValue for WebhookEvents {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).and_then(|names| Self::parse(names.split(' ')).ok())
    }
}

impl FromValue for NoticeKind {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).and_then(|name| Self::parse(&name, "kind").ok())
    }
}

impl FromValue for MailKind {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).and_then(|name| Self::parse(&name))
    }
}

impl FromValue for How {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).and_then(|name| Self::parse(&name, "how").ok())
    }
}

impl FromValue for EmailAddress {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).map(Self::from_stored)
    }
}

impl FromValue for RedirectPath {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).map(Self::from_stored)
    }
}

impl FromValue for RedirectTarget {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).map(Self::from_stored)
    }
}

impl FromValue for FileName {
    fn from_value(value: Value<'_>) -> Option<Self> {
        String::from_value(value).map(Self::from_stored)
    }
}

/// Times are stored in milliseconds.
impl ToValue for Time {
    fn to_value(&self) -> Value<'_> {
        Value::Integer(self.milliseconds())
    }
}

impl FromValue for Time {
    fn from_value(value: Value<'_>) -> Option<Self> {
        i64::from_value(value).map(Self::from_milliseconds)
    }
}
