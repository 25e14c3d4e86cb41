//! The records of an export: what is known of each thing, as it is written.
//!
//! Ids, names of states and times are texts here, in the form that the API has; who reads them validates them.

use serde::{Deserialize, Serialize};

use crate::domain::site::StoredSite;
use crate::domain::spam::SpamFigures;

/// The fields of a post.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PostFields {
    /// The id, which never changes.
    pub id: String,
    /// The title.
    pub title: String,
    /// The readable part of its address.
    pub slug: String,
    /// Those that it had before, which lead to it.
    pub former_slugs: Vec<String>,
    /// `draft` or `published`.
    pub status: String,
    /// `none`, `submitted` or `changesRequested`.
    pub review: String,
    /// When it was published first, or, before that, written.
    pub created_at: String,
    /// When it was changed last.
    pub updated_at: String,
    /// When it was published first, also if it is a draft again.
    pub first_published_at: Option<String>,
    /// When the draft is to be published.
    pub publish_at: Option<String>,
    /// Whether its followers are told when it is published for the first time.
    pub announce: bool,
    /// When they were told.
    pub announced_at: Option<String>,
    /// The authors in their order. None once the account of its only one is gone.
    pub authors: Vec<AuthorRecord>,
    /// The category.
    pub category: String,
    /// The tags in the author's order and spelling.
    pub tags: Vec<String>,
    /// Whether it is in the slider of the home page.
    pub featured: bool,
    /// An address elsewhere, or the name of the picture beside the text.
    pub cover: Option<String>,
    /// The address at which it was published first, if that is another site.
    pub canonical_url: Option<String>,
    /// Whether people may comment on it.
    pub comments_open: bool,
}

/// An author as a post names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthorRecord {
    /// The id: of [`MemberRecord`], or of [`NamedRecord`].
    pub id: String,
    /// The name, as pages show it.
    pub name: String,
}

/// The fields of a static page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PageFields {
    /// The id, which never changes.
    pub id: String,
    /// The title.
    pub title: String,
    /// The readable part of its address.
    pub slug: String,
    /// For search engines and link previews.
    pub description: String,
    /// `draft` or `published`.
    pub status: String,
    /// When it was made.
    pub created_at: String,
    /// When it was changed last.
    pub updated_at: String,
}

/// Somebody who writes here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum PersonRecord {
    /// An author without an account.
    Author(Box<NamedRecord>),
    /// A member of the staff.
    Member(Box<MemberRecord>),
    /// A reader whose address was verified.
    Reader(Box<ReaderRecord>),
}

/// An author without an account.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NamedRecord {
    /// The id, which never changes.
    pub id: String,
    /// The name, as pages show it.
    pub name: String,
    /// Their page.
    pub page: AuthorPageRecord,
}

/// The page of an author: where it is, and what they say of themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AuthorPageRecord {
    /// The readable part of its address; the name makes one if there is none.
    pub slug: Option<String>,
    /// Those that it had before, which lead to it.
    pub former_slugs: Vec<String>,
    /// What they say of themselves.
    pub bio: String,
    /// Their website.
    pub website: Option<String>,
    /// Their GitHub profile.
    pub github: Option<String>,
    /// Their LinkedIn profile.
    pub linkedin: Option<String>,
    /// Their profile on X.
    pub x: Option<String>,
}

/// A member of the staff.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MemberRecord {
    /// The id, which never changes.
    pub id: String,
    /// The name under which they write.
    pub username: String,
    /// `contributor`, `author`, `editor` or `admin`.
    pub role: String,
    /// Their page as an author.
    pub page: AuthorPageRecord,
    /// When they joined.
    pub created_at: String,
    /// The address, in an export with accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The hash of the password (PHC), in an export with accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
}

/// A reader.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent flags of an account, as the API has them"
)]
pub struct ReaderRecord {
    /// The id, which never changes.
    pub id: String,
    /// The name, as pages show it.
    pub name: String,
    /// The unique name.
    pub username: String,
    /// What they say of themselves.
    pub bio: String,
    /// The key of the chosen avatar.
    pub avatar: Option<String>,
    /// Their website.
    pub website: Option<String>,
    /// Their GitHub profile.
    pub github: Option<String>,
    /// Their LinkedIn profile.
    pub linkedin: Option<String>,
    /// Their profile on X.
    pub x: Option<String>,
    /// When the account was made.
    pub created_at: String,
    /// Whether their profile is complete, so that they may write.
    pub is_onboarded: bool,
    /// Whether their address is hidden from other readers.
    pub hides_email: bool,
    /// Whether an administrator has banned them.
    pub is_banned: bool,
    /// Why.
    pub ban_reason: String,
    /// Until when they may not write.
    pub silenced_until: Option<String>,
    /// Until when they are banned.
    pub banned_until: Option<String>,
    /// Whether the staff trust them.
    pub is_trusted: bool,
    /// The address, in an export with accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The hash of the password (PHC), in an export with accounts; none if they sign in by a provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
}

/// A comment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CommentRecord {
    /// The id, which never changes.
    pub id: String,
    /// The id of the post.
    pub post: String,
    /// The id of the comment that it replies to.
    pub parent: Option<String>,
    /// Who wrote it.
    pub by: CommenterRecord,
    /// `visible`, `held`, `removed` or `deleted`.
    pub state: String,
    /// The rules that hold it back, or have held it back.
    pub held_for: Vec<String>,
    /// The text; none once it is erased.
    pub text: Option<String>,
    /// When it was written.
    pub created_at: String,
    /// When it was changed last.
    pub edited_at: Option<String>,
    /// When a moderator removed it.
    pub removed_at: Option<String>,
    /// The texts that it had before, oldest first.
    pub edits: Vec<EditRecord>,
}

/// Who wrote a comment. Without a reader and a member it is somebody without an account; without a name, an account that is
/// gone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CommenterRecord {
    /// The id of the reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reader: Option<String>,
    /// The id of the member of the staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// The name, as pages show it.
    pub name: Option<String>,
}

/// A text that a comment had before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditRecord {
    /// The text.
    pub text: String,
    /// When another one took its place.
    pub at: String,
}

/// A tag with its page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TagRecord {
    /// The form in which tags are compared.
    pub key: String,
    /// The posts and drafts that have it.
    pub posts: u64,
    /// How it is written; absent in exports of programs whose tags had no pages.
    pub name: Option<String>,
    /// The readable part of the address of its page.
    pub slug: String,
    /// Those that it had before, which lead to it.
    pub former_slugs: Vec<String>,
    /// What it is about.
    pub description: String,
    /// An address elsewhere, or the name of the picture in `tags`.
    pub cover: Option<String>,
}

/// A series of posts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SeriesRecord {
    /// The id, which never changes.
    pub id: String,
    /// The readable part of the address of its page.
    pub slug: String,
    /// Those that it had before, which lead to it.
    pub former_slugs: Vec<String>,
    /// The title.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// Whose it is; nobody's if they have left.
    pub author: Option<AuthorRecord>,
    /// The ids of its posts and drafts, in their order.
    pub posts: Vec<String>,
    /// When it was made.
    pub created_at: String,
    /// When it was changed last.
    pub updated_at: String,
}

/// What the panel has stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SettingsRecord {
    /// The settings of the site, without those that the configuration gives; none if nothing was changed.
    pub site: Option<StoredSite>,
    /// The rules against spam; none if nothing was changed.
    pub spam_rules: Option<SpamFigures>,
}
