//! The addresses of the feeds.

use super::{Category, CollectionKind};

/// The path of the feed of the site, without the end that says the format.
pub const SITE: &str = "/feed";

/// A format of feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedFormat {
    /// Atom (RFC 4287).
    Atom,
    /// JSON Feed 1.1 (jsonfeed.org).
    Json,
}

impl FeedFormat {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Atom, Self::Json];

    /// The end of the paths of its feeds.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Atom => ".xml",
            Self::Json => ".json",
        }
    }

    /// The media type of its feeds.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Atom => "application/atom+xml",
            Self::Json => "application/feed+json",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Atom => Self::Json,
            Self::Json => Self::Atom,
        }
    }
}

/// Returns the path of the feed of a category, without the end that says the format.
pub fn of_category(category: Category) -> String {
    format!("{SITE}/{}", category.slug())
}

/// Returns the path of the feed of a tag, an author or a series, without the end that says the format.
pub fn of_collection(kind: CollectionKind, slug: &str) -> String {
    format!("{}/feed", kind.path(slug))
}
