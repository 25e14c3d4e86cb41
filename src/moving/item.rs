//! The neutral form: what an export says, before anything is adapted to this site.
//!
//! Texts are as the system has them, trimmed of nothing: what is too long, too many or not allowed here is dealt with in one
//! place for all systems, and reported there. An importer only turns the marks of its system into HTML that says the same
//! (short codes, cards, blocks), and reports what it cannot.

use crate::domain::Time;

/// An item of an export.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A post or a page.
    Text(Box<ForeignText>),
    /// A comment. It comes after the text that it is on and after the one that it replies to, where the export allows it.
    Comment(Box<ForeignComment>),
    /// An old address that is no text's own, and where it leads now.
    Redirect(ForeignRedirect),
    /// Something that should have been taken and cannot be, with the reason: a damaged entry, a text in an unknown form.
    Refused(RefusedItem),
    /// Something that is not meant to be taken, with the reason: a template, a file about the project, a deleted comment.
    LeftOut(LeftOutItem),
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A post.
    Post,
    /// A static page.
    Page,
    /// A comment.
    Comment,
    /// A picture.
    Picture,
    /// A redirect.
    Redirect,
    /// Somebody who writes, of another site of this kind.
    Person,
    /// Settings of another site of this kind.
    Settings,
    /// A tag with its page, of another site of this kind.
    Tag,
    /// A series of posts, of another site of this kind.
    Series,
}

impl Kind {
    /// The name in reports: `post`, `page` …
    pub fn name(self) -> &'static str {
        match self {
            Self::Post => "post",
            Self::Page => "page",
            Self::Comment => "comment",
            Self::Picture => "picture",
            Self::Redirect => "redirect",
            Self::Person => "person",
            Self::Settings => "settings",
            Self::Tag => "tag",
            Self::Series => "series",
        }
    }
}

/// A post or a page.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignText {
    /// [`Kind::Post`] or [`Kind::Page`].
    pub kind: Kind,
    /// What names it in its system for good, so that a second import knows it: an id, or the path of a file.
    pub source_id: String,
    /// The title as plain text, without entities; empty if it has none.
    pub title: String,
    /// The last part of its address, percent-decoded; `None` if the system gives it none: the title makes one.
    pub slug: Option<String>,
    /// The text.
    pub text: ForeignContent,
    /// Its authors in order. None: those of the settings.
    pub authors: Vec<ForeignAuthor>,
    /// Its tags in order, as they are written, without those that the system uses for itself.
    pub tags: Vec<String>,
    /// The names of its categories; the first that the map or the list of this site knows counts.
    pub categories: Vec<String>,
    /// Who may see it.
    pub visibility: Visibility,
    /// When it was written or published; `None` if the export does not say.
    pub created_at: Option<Time>,
    /// When it was changed last.
    pub updated_at: Option<Time>,
    /// The address or the path of its cover.
    pub cover: Option<String>,
    /// The address at which it was published first, if that is another site.
    pub canonical_url: Option<String>,
    /// A summary by its author. This site makes its own of posts; a page has it as its description.
    pub summary: Option<String>,
    /// Whether it is held on top of the others.
    pub is_featured: bool,
    /// Whether nobody may comment on it.
    pub comments_closed: bool,
    /// Every address that it has or had in its system: a path with its query, or an absolute address of the old site.
    pub old_addresses: Vec<String>,
    /// Where relative addresses in the text begin: the folder of its file within the source, or the address of the text.
    pub base: Base,
    /// What the importer could not take or had to change, in whole sentences.
    pub changes: Vec<Change>,
}

/// The text of a post or a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForeignContent {
    /// HTML, which is not trusted.
    Html(String),
    /// Markdown, which may hold HTML.
    Markdown(String),
}

/// Where a relative address begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// At a folder within the source, `""` for its root.
    Folder(String),
    /// At a folder of a site within the source. The root of the site has a path on the web: `/log`, or `""`.
    Site {
        /// The folder.
        folder: String,
        /// The path, without a slash at its end.
        path: String,
    },
    /// At an absolute address on the web.
    Address(String),
    /// Nowhere: the system has absolute addresses alone.
    None,
}

impl Base {
    /// The folder within the source.
    pub fn folder(&self) -> Option<&str> {
        match self {
            Self::Folder(folder) | Self::Site { folder, .. } => Some(folder),
            Self::Address(_) | Self::None => None,
        }
    }

    /// Returns a path from the root of the web as one from the root of the site.
    pub fn within_site<'path>(&self, path: &'path str) -> &'path str {
        match self {
            Self::Site { path: root, .. } => path
                .strip_prefix(root.as_str())
                .filter(|rest| rest.starts_with('/'))
                .unwrap_or(path),
            Self::Folder(_) | Self::Address(_) | Self::None => path,
        }
    }
}

/// An author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignAuthor {
    /// The name that is shown.
    pub name: String,
    /// The address, which is used to find a member of the team and is not kept.
    pub email: Option<String>,
}

/// Who may see a text. Nothing is more public here than it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody, since it was published.
    Public,
    /// Everybody, from its date on.
    From(Time),
    /// Everybody, from then on: it was not published yet when it was exported.
    Scheduled(Time),
    /// Its authors: a draft.
    Draft,
    /// Some readers alone, for this reason: members, who pays, who knows a password or the address. It becomes a draft.
    Restricted(String),
}

impl Visibility {
    /// Whether everybody may see the text, or is to.
    pub fn is_public(&self) -> bool {
        matches!(self, Self::Public | Self::From(_) | Self::Scheduled(_))
    }

    /// The time from which everybody may see the text.
    pub fn planned_at(&self) -> Option<Time> {
        match self {
            Self::From(at) | Self::Scheduled(at) => Some(*at),
            Self::Public | Self::Draft | Self::Restricted(_) => None,
        }
    }
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignComment {
    /// What names it in its system for good.
    pub source_id: String,
    /// What it is on.
    pub on: CommentedText,
    /// The `source_id` of the comment that it replies to.
    pub parent: Option<String>,
    /// The name of who wrote it; empty if it has none.
    pub author: String,
    /// What was written. No markup of this site is meant.
    pub text: CommentContent,
    /// When it was written.
    pub created_at: Option<Time>,
    /// Whether everybody could see it. One that nobody had approved is held here.
    pub is_approved: bool,
}

/// What a comment is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommentedText {
    /// The text with this `source_id` of the same export.
    Source(String),
    /// The text that has or had this address, which may have been imported from another system.
    Address(String),
}

/// The text of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommentContent {
    /// HTML, which becomes the plain text that says the same.
    Html(String),
    /// Plain text or Markdown: comments here have the common marks of it.
    Plain(String),
}

/// An old address, and where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignRedirect {
    /// The old path, with its query if that matters.
    pub path: String,
    /// The new path, or an absolute address of the old site or of another one; `None`: it is gone for good (410).
    pub target: Option<String>,
    /// Whether browsers may remember it.
    pub is_permanent: bool,
}

/// Something that cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedItem {
    /// What it is.
    pub kind: Kind,
    /// What names it in its system: an id, a file, a line.
    pub source_id: String,
    /// Its title, if that is known.
    pub title: String,
    /// Why it is not taken, in a whole sentence.
    pub reason: String,
}

/// Something that is not meant to be taken, so that nothing is lost without it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutItem {
    /// What names it in its system: an id, a file, a folder.
    pub source_id: String,
    /// Why it is left out, in a whole sentence. There may be many for the same reason, which are counted together.
    pub reason: String,
}

/// Something that was changed or lost on the way, for the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The part that it is about: `title`, `slug`, `tags`, `status`, `text`, `picture`, `author`, `category` …
    pub field: &'static str,
    /// What happened to it and why, in a whole sentence without a full stop.
    pub reason: String,
}

impl Change {
    /// Creates a change of a field.
    pub fn new(field: &'static str, reason: impl Into<String>) -> Self {
        Self {
            field,
            reason: reason.into(),
        }
    }
}
