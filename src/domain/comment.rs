//! Comments on posts.

use super::thread::Position;
use super::{AdminId, Avatar, CommentId, PostId, Role, Slug, Time, UserId, ValidationError};

/// The comments delivered with a post; the rest is paged (rulings §4).
pub const COMMENTS_WITH_POST: u32 = 50;
/// The replies that a list of threads shows of each.
pub const REPLIES_WITH_ROOT: u32 = 3;
/// The time in which a comment can be edited.
pub const EDIT_MILLISECONDS: i64 = 24 * 60 * 60 * 1_000;
/// The earlier texts that are kept of a comment, the newest ones.
pub const EDITS_KEPT: u64 = 20;

const LENGTH_MAX: usize = 5_000;

/// The text of a comment: plain text of 1 to 5,000 characters, trimmed (rulings §4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentText(String);

impl CommentText {
    /// Trims and validates a text. Each line break becomes one `\n`.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.replace("\r\n", "\n");
        let text = text.trim();
        let reject = |message| ValidationError::reject("content", message);
        if text.is_empty() {
            return reject("Comment cannot be empty");
        }
        if text.chars().count() > LENGTH_MAX {
            return reject("Comment must be at most 5,000 characters long");
        }
        if text.contains('\0') {
            return reject("Comment cannot hold the character U+0000");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The state of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentState {
    /// Everybody sees it.
    Visible,
    /// It waits for a moderator, and only its author sees it.
    Held,
    /// A moderator removed it. The staff see its text for 30 days.
    Removed,
    /// Its author deleted it. The text is erased.
    Deleted,
}

impl CommentState {
    /// Returns the state with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "visible" => Ok(Self::Visible),
            "held" => Ok(Self::Held),
            "removed" => Ok(Self::Removed),
            "deleted" => Ok(Self::Deleted),
            _ => ValidationError::reject("state", "state is visible, held, removed or deleted"),
        }
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Held => "held",
            Self::Removed => "removed",
            Self::Deleted => "deleted",
        }
    }
}

/// The order of the threads below a post.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ThreadOrder {
    /// Latest first.
    #[default]
    Newest,
    /// Earliest first.
    Oldest,
    /// Most likes of the first comment first.
    MostLiked,
}

impl ThreadOrder {
    /// Returns the order with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "newest" => Ok(Self::Newest),
            "oldest" => Ok(Self::Oldest),
            "mostLiked" => Ok(Self::MostLiked),
            _ => ValidationError::reject("sort", "sort is newest, oldest or mostLiked"),
        }
    }

    /// The name in the API and in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::MostLiked => "mostLiked",
        }
    }
}

/// The account that writes a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentAuthor {
    /// A reader.
    Reader(UserId),
    /// A member of the staff, with their own account.
    Staff(AdminId),
}

/// The person who wrote a comment, as displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Commenter {
    /// A reader.
    Reader(Reader),
    /// A member of the staff.
    Staff {
        /// The id of the account.
        id: AdminId,
        /// The name.
        name: String,
        /// The present role.
        role: Role,
    },
    /// Somebody without an account here: the name came with an imported comment.
    Imported(String),
    /// An account that has been deleted.
    Gone,
}

/// The reader who wrote a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// The reader's id.
    pub id: UserId,
    /// The display name.
    pub name: String,
    /// The unique username.
    pub username: String,
    /// The chosen avatar.
    pub avatar: Option<Avatar>,
}

/// The comment that another one replies to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepliedTo {
    /// The comment's id.
    pub id: CommentId,
    /// The name of its commenter; `None` if the account or the comment has been deleted.
    pub name: Option<String>,
}

/// A comment on a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The comment's id, also in the anchor `#comment-{id}`.
    pub id: CommentId,
    /// The post.
    pub post: PostId,
    /// The place in its thread.
    pub position: Position,
    /// The comment that it replies to.
    pub replied_to: Option<RepliedTo>,
    /// The author.
    pub commenter: Commenter,
    /// The state.
    pub state: CommentState,
    /// Plain text with line breaks; a blank once it is erased.
    pub content: String,
    /// The text as HTML for readers.
    pub html: String,
    /// The number of likes.
    pub likes: u64,
    /// The number of visible comments below it.
    pub replies: u64,
    /// When it was written.
    pub created_at: Time,
    /// When its text was last changed.
    pub edited_at: Option<Time>,
}

impl Comment {
    /// Whether this reader wrote it.
    pub fn is_by_reader(&self, reader: UserId) -> bool {
        matches!(&self.commenter, Commenter::Reader(commenter) if commenter.id == reader)
    }
}

/// A comment on the page of the reader who wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentOnPost {
    /// The comment.
    pub comment: Comment,
    /// The slug of the post.
    pub slug: Slug,
    /// The title of the post.
    pub title: String,
}

/// A thread in a list: its first comment, and the first replies in the order of the thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// The first comment.
    pub root: Comment,
    /// At most [`REPLIES_WITH_ROOT`].
    pub replies: Vec<Comment>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_1_to_5000_characters() {
        assert!(CommentText::parse(" \n ").is_err());
        assert!(CommentText::parse("a\0").is_err());
        assert!(CommentText::parse(&"é".repeat(5_000)).is_ok());
        assert!(CommentText::parse(&"é".repeat(5_001)).is_err());
        assert_eq!(CommentText::parse(" a\r\n\r\nb ").unwrap().as_str(), "a\n\nb");
    }

    #[test]
    fn parses_exactly_the_names_of_states_and_orders() {
        for state in [
            CommentState::Visible,
            CommentState::Held,
            CommentState::Removed,
            CommentState::Deleted,
        ] {
            assert_eq!(CommentState::parse(state.name()), Ok(state));
        }
        assert_eq!(CommentState::parse("Visible").unwrap_err().field, "state");
        for order in [ThreadOrder::Newest, ThreadOrder::Oldest, ThreadOrder::MostLiked] {
            assert_eq!(ThreadOrder::parse(order.name()), Ok(order));
        }
        assert_eq!(ThreadOrder::parse("").unwrap_err().field, "sort");
    }
}
