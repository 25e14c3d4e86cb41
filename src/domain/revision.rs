//! Revisions: the texts that a post had.

use super::post::{Cover, Status};
use super::{AdminId, Category, Slug, Time, ValidationError};

/// The most revisions of a post that are kept without a name and without having been published (beyond §3.3).
pub const UNNAMED_KEPT: u32 = 50;
/// The most characters of a name.
const NAME_LENGTH_MAX: usize = 100;

/// The change that a revision came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A save.
    Save,
    /// The step from a draft to a published post.
    Publish,
    /// The step from a published post to a draft.
    Unpublish,
    /// An earlier revision became the text again.
    Restore,
    /// A save of somebody who had not seen the present text. It never was the text of the post.
    Conflict,
    /// The text is older than the revisions of the post.
    Import,
}

impl Reason {
    /// Returns the reason of a save by which a text with the status `from` gets the status `to`.
    pub fn of_save(from: Status, to: Status) -> Self {
        match (from, to) {
            (Status::Draft, Status::Published) => Self::Publish,
            (Status::Published, Status::Draft) => Self::Unpublish,
            _ => Self::Save,
        }
    }

    /// Returns the reason with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "save" => Ok(Self::Save),
            "publish" => Ok(Self::Publish),
            "unpublish" => Ok(Self::Unpublish),
            "restore" => Ok(Self::Restore),
            "conflict" => Ok(Self::Conflict),
            "import" => Ok(Self::Import),
            _ => ValidationError::reject("reason", "There is no such reason of a revision"),
        }
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::Publish => "publish",
            Self::Unpublish => "unpublish",
            Self::Restore => "restore",
            Self::Conflict => "conflict",
            Self::Import => "import",
        }
    }
}

/// A name of 1 to 100 characters, trimmed. A revision with a name is kept for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionName(String);

impl RevisionName {
    /// Trims and validates a name. An empty one is none.
    pub fn parse(text: &str) -> Result<Option<Self>, ValidationError> {
        let text = text.trim();
        if text.chars().count() > NAME_LENGTH_MAX {
            return ValidationError::reject("name", "A name has at most 100 characters");
        }
        if text.contains('\0') {
            return ValidationError::reject("name", "A name cannot hold the character U+0000");
        }
        Ok((!text.is_empty()).then(|| Self(text.to_owned())))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The fields of a post that a revision holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionContent {
    /// The title.
    pub title: String,
    /// The sanitised HTML.
    pub html: String,
    /// The category.
    pub category: Category,
    /// The tags in the author's order and spelling.
    pub tags: Vec<String>,
    /// The cover image.
    pub cover: Option<Cover>,
    /// The readable part of the post's URL.
    pub slug: Slug,
}

impl RevisionContent {
    /// Whether both say the same. The small variant of a cover follows from the large one.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let parts = |content: &Self| content.cover.as_ref().map(Cover::url);
        self.title == other.title
            && self.html == other.html
            && self.category == other.category
            && self.tags == other.tags
            && self.slug == other.slug
            && parts(self) == parts(other)
    }
}

/// The member of the staff who made a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionAuthor {
    /// Their id.
    pub id: AdminId,
    /// Their present name.
    pub username: String,
}

/// A revision without its text, as in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The number, unique among those of its post.
    pub number: u32,
    /// The title.
    pub title: String,
    /// The category.
    pub category: Category,
    /// The tags in the author's order and spelling.
    pub tags: Vec<String>,
    /// The cover image.
    pub cover: Option<Cover>,
    /// The readable part of the post's URL.
    pub slug: Slug,
    /// The change that it came from.
    pub reason: Reason,
    /// The name, if it has one.
    pub name: Option<String>,
    /// When it was stored; for the text that a post had before its first revision, when that was last changed.
    pub created_at: Time,
    /// Who made it; `None` if they have left, or for a text older than the revisions.
    pub author: Option<RevisionAuthor>,
    /// The bytes of its HTML.
    pub size: u64,
    /// Whether it is the present text of the post.
    pub is_current: bool,
}

impl Revision {
    /// Returns what it keeps, with its text.
    pub fn into_content(self, html: String) -> RevisionContent {
        RevisionContent {
            title: self.title,
            html,
            category: self.category,
            tags: self.tags,
            cover: self.cover,
            slug: self.slug,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_exactly_the_names_of_reasons() {
        for name in ["save", "publish", "unpublish", "restore", "conflict", "import"] {
            assert_eq!(Reason::parse(name).unwrap().name(), name);
        }
        for name in ["", "Save", "other"] {
            assert_eq!(Reason::parse(name).unwrap_err().field, "reason", "{name}");
        }
    }

    #[test]
    fn trims_a_name_and_accepts_at_most_100_characters() {
        let parse = |text: &str| RevisionName::parse(text);
        assert_eq!(parse(" First draft ").unwrap().unwrap().as_str(), "First draft");
        assert_eq!(parse(" \n ").unwrap(), None);
        assert!(parse(&"é".repeat(100)).unwrap().is_some());
        for invalid in ["é".repeat(101), "a\0b".to_owned()] {
            assert_eq!(parse(&invalid).unwrap_err().field, "name");
        }
    }
}
