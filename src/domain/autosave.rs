//! Autosaves: what members of the staff write and have not saved yet.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::post::CONTENT_BYTES_MAX;
use super::{PostId, Time, ValidationError};

/// The most autosaves of one person (beyond §3.3).
pub const AUTOSAVES_MAX: u64 = 50;
/// For how long after an autosave its author counts as editing the post, in milliseconds.
pub const EDITING_MILLISECONDS: i64 = 60_000;

/// The key of an autosave among those of one person: the id of the post, or a UUID that the editor made for a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutosaveKey(Uuid);

impl AutosaveKey {
    /// Parses a key in its hyphenated form of 36 characters.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() == 36 {
            Uuid::try_parse(text).ok().map(Self)
        } else {
            None
        }
    }
}

impl fmt::Display for AutosaveKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(formatter)
    }
}

/// The fields of the form beside the title, as they are stored. None is required, and none but the text and the pictures
/// is checked before the post is saved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AutosaveFields {
    /// Sanitised HTML.
    pub content: Option<String>,
    /// The category.
    pub category: Option<String>,
    /// The tags.
    pub tags: Option<Vec<String>>,
    /// The address of the picture above the text.
    pub featured_image: Option<String>,
    /// The readable part of the post's URL.
    pub slug: Option<String>,
    /// The address of the text elsewhere.
    pub canonical_url: Option<String>,
    /// Whether readers cannot comment on the post.
    pub comments_closed: Option<bool>,
    /// Whether the followers are told when the post is published for the first time.
    pub announce: Option<bool>,
}

impl AutosaveFields {
    /// Refuses fields that are too long together with the title, or that no database can store.
    pub fn check(&self, title: &str) -> Result<(), ValidationError> {
        let texts = [
            ("title", Some(title)),
            ("content", self.content.as_deref()),
            ("category", self.category.as_deref()),
            ("featuredImage", self.featured_image.as_deref()),
            ("slug", self.slug.as_deref()),
            ("canonicalUrl", self.canonical_url.as_deref()),
        ];
        let tags = self.tags.iter().flatten().map(|tag| ("tags", tag.as_str()));
        let mut size = 0;
        let texts = texts
            .into_iter()
            .filter_map(|(field, text)| text.map(|text| (field, text)));
        for (field, text) in texts.chain(tags) {
            if text.contains('\0') {
                return ValidationError::reject(field, format!("{field} cannot hold the character U+0000"));
            }
            size += text.len();
        }
        if size > CONTENT_BYTES_MAX {
            return ValidationError::reject("content", "All fields together must be at most 1 MiB large");
        }
        Ok(())
    }
}

/// An autosave without its fields, as in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutosaveSummary {
    /// The key among those of its author.
    pub key: AutosaveKey,
    /// The post; `None` for a new one.
    pub post: Option<PostId>,
    /// The number of the revision that the writing began with.
    pub base_revision: u32,
    /// The title, which may be empty.
    pub title: String,
    /// When it was stored.
    pub saved_at: Time,
}

/// An autosave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Autosave {
    /// All but the fields.
    pub summary: AutosaveSummary,
    /// The fields.
    pub fields: AutosaveFields,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_all_fields_towards_the_limit() {
        let third = || Some("x".repeat(CONTENT_BYTES_MAX / 4));
        let fields = AutosaveFields {
            content: third(),
            slug: third(),
            tags: Some(vec![third().unwrap()]),
            ..AutosaveFields::default()
        };
        let title = third().unwrap();
        assert_eq!(fields.check(&title), Ok(()));
        assert_eq!(fields.check(&format!("{title}x")).unwrap_err().field, "content");
    }

    #[test]
    fn refuses_u0000_in_each_field() {
        let with = |text: &str| AutosaveFields {
            tags: Some(vec![text.to_owned()]),
            ..AutosaveFields::default()
        };
        assert_eq!(with("a\0").check("").unwrap_err().field, "tags");
        assert_eq!(with("a").check("\0").unwrap_err().field, "title");
    }

    #[test]
    fn parses_only_uuids_as_keys() {
        let key = "67e55044-10b1-426f-9247-bb680e5fe0c8";
        assert_eq!(AutosaveKey::parse(key).unwrap().to_string(), key);
        for text in ["", "new", "67e5504410b1426f9247bb680e5fe0c8"] {
            assert_eq!(AutosaveKey::parse(text), None, "{text}");
        }
    }
}
