//! Layer 0: the types of the domain and their rules.
//!
//! Nothing here does I/O or depends on axum, rusqlite or tokio. Constructors validate, so that an
//! invalid value cannot exist above this layer.

pub mod account;
pub mod admin;
pub mod api_key;
pub mod audit;
pub mod author;
pub mod autosave;
pub mod avatar;
pub mod byline;
pub mod canonical_url;
pub mod category;
pub mod clock;
pub mod code;
pub mod collection;
pub mod comment;
pub mod comment_closing;
mod derived_entropy;
pub mod diagram;
pub mod email;
pub mod entropy;
pub mod error_chain;
pub mod feed;
pub mod follow;
pub mod hidden_characters;
pub mod id;
pub mod identity;
pub mod import;
pub mod invalid;
pub mod mail_settings;
pub mod moderation;
pub mod network;
pub mod note;
pub mod notice;
pub mod notice_event;
pub mod outgoing_email;
pub mod page;
pub mod passkey;
pub mod password;
pub mod post;
pub mod publish_at;
pub mod quota;
pub mod ranking;
pub mod redirect;
pub mod referrer;
pub mod report;
pub mod retries;
pub mod revision;
pub mod role;
pub mod search;
pub mod second_factor;
pub mod series;
pub mod session;
pub mod site;
pub mod slug;
pub mod spam;
pub mod static_page;
pub mod tag;
pub mod thread;
pub mod user;
pub mod user_agent;
pub mod webhook;

pub use account::Account;
pub use avatar::Avatar;
pub use byline::Byline;
pub use canonical_url::CanonicalUrl;
pub use category::Category;
pub use clock::{Clock, MonotonicClock, SystemClock, Time};
pub use collection::CollectionKind;
pub use comment_closing::CommentClosing;
pub use entropy::{Entropy, SystemEntropy};
pub use id::{
    AccountId, AdminId, ApiKeyId, AuditId, AuthorId, AuthorRequestId, CodeId, CommentId, IdentityId,
    ImportId, InviteId, MailId, NoteId, NoticeId, PasskeyId, PostId, RedirectId, SeriesId, StaticPageId,
    SubscriberId, TokenId, UserId, WebhookDeliveryId, WebhookEventId, WebhookId,
};
pub use invalid::ValidationError;
pub use network::NetworkHash;
pub use page::{Page, Paging};
pub use password::Password;
pub use publish_at::{PublishAt, PublishAtChange};
pub use quota::Quota;
pub use referrer::ReferrerHost;
pub use role::Role;
pub use slug::Slug;
