//! What readers say about a post.

use super::{Avatar, CommentId, Invalid, PostId, Slug, Time, UserId};

/// Comments that an article carries along; the rest comes page by page (rulings §4).
pub const COMMENTS_WITH_POST: u32 = 50;
const LENGTH_MAX: usize = 5_000;

/// What is said: plain text of 1 to 5,000 characters, trimmed (rulings §4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentText(String);

impl CommentText {
    /// Trims and checks a text. Line breaks are kept, each as one character.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.replace("\r\n", "\n");
        let text = text.trim();
        let refuse = |message| Err(Invalid::new("content", message));
        if text.is_empty() {
            return refuse("Comment cannot be empty");
        }
        if text.chars().count() > LENGTH_MAX {
            return refuse("Comment must be at most 5,000 characters long");
        }
        if text.contains('\0') {
            return refuse("Comment cannot hold the character U+0000");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

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

/// A comment on the page of the reader who wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentOnPost {
    /// What was said.
    pub comment: Comment,
    /// On which post.
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
    fn a_comment_has_1_to_5000_characters() {
        assert!(CommentText::parse(" \n ").is_err());
        assert!(CommentText::parse("a\0").is_err());
        assert!(CommentText::parse(&"é".repeat(5_000)).is_ok());
        assert!(CommentText::parse(&"é".repeat(5_001)).is_err());
        assert_eq!(CommentText::parse(" a\r\n\r\nb ").unwrap().as_str(), "a\n\nb");
    }
}
