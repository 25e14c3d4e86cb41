//! What readers follow: authors, tags, series, and the comments on posts.

use super::notice::NoticeKind;
use super::{ValidationError, tag};

/// The most that one reader follows.
pub const FOLLOWS_MAX: u32 = 500;

/// A kind of what readers follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowKind {
    /// The posts of an author.
    Author,
    /// The posts with a tag.
    Tag,
    /// The comments on a post.
    Post,
    /// The posts of a series.
    Series,
}

impl FollowKind {
    /// Returns the kind with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "author" => Ok(Self::Author),
            "tag" => Ok(Self::Tag),
            "post" => Ok(Self::Post),
            "series" => Ok(Self::Series),
            _ => ValidationError::reject("kind", "kind is author, tag, post or series"),
        }
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Tag => "tag",
            Self::Post => "post",
            Self::Series => "series",
        }
    }

    /// The kind of the notices that followers get.
    pub fn notices(self) -> NoticeKind {
        match self {
            Self::Author | Self::Tag | Self::Series => NoticeKind::Post,
            Self::Post => NoticeKind::Thread,
        }
    }

    /// Returns the given target as it is stored: tags that differ in case are one.
    pub fn target(self, given: &str) -> String {
        match self {
            Self::Tag => tag::key(given),
            Self::Author | Self::Post | Self::Series => given.trim().to_lowercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_exactly_the_names() {
        for kind in [
            FollowKind::Author,
            FollowKind::Tag,
            FollowKind::Post,
            FollowKind::Series,
        ] {
            assert_eq!(FollowKind::parse(kind.name()), Ok(kind));
        }
        assert_eq!(FollowKind::parse("reader").unwrap_err().field, "kind");
    }

    #[test]
    fn joins_tags_that_differ_in_case() {
        assert_eq!(FollowKind::Tag.target(" GSoC "), FollowKind::Tag.target("gsoc"));
    }
}
