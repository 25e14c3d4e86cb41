//! What readers say about a post.

use super::{Avatar, CommentId, Time, UserId};

/// Comments that an article carries along; the rest comes page by page (rulings §4).
pub const COMMENTS_WITH_POST: u32 = 50;

/// Who said it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commenter {
    /// Names the reader.
    pub id: UserId,
    /// The shown name.
    pub name: String,
    /// The unique name.
    pub username: String,
    /// The chosen preset.
    pub avatar: Option<Avatar>,
}

/// A comment on a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Names it, also as the anchor `#comment-{id}`.
    pub id: CommentId,
    /// None once the account is gone.
    pub commenter: Option<Commenter>,
    /// Plain text with line breaks.
    pub content: String,
    /// Readers who like it.
    pub likes: u64,
    /// When it was said.
    pub created_at: Time,
}
