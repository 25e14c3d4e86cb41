//! Comments on posts.

use super::{Avatar, CommentId, PostId, Slug, Time, UserId, ValidationError};

/// The comments delivered with a post; the rest is paged (rulings §4).
pub const COMMENTS_WITH_POST: u32 = 50;
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

/// The reader who wrote a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commenter {
    /// The reader's id.
    pub id: UserId,
    /// The display name.
    pub name: String,
    /// The unique username.
    pub username: String,
    /// The chosen avatar.
    pub avatar: Option<Avatar>,
}

/// A comment on a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The comment's id, also in the anchor `#comment-{id}`.
    pub id: CommentId,
    /// The author; `None` once the account has been deleted.
    pub commenter: Option<Commenter>,
    /// Plain text with line breaks.
    pub content: String,
    /// The number of likes.
    pub likes: u64,
    /// When it was written.
    pub created_at: Time,
}

/// A comment on the page of the reader who wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentOnPost {
    /// The comment.
    pub comment: Comment,
    /// The id of the post.
    pub post: PostId,
    /// The slug of that post.
    pub slug: Slug,
    /// The title of that post.
    pub title: String,
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
}
