//! Authors, as their pages show them.

use super::Slug;
use super::post::Author;
use super::user::SocialLinks;

/// The slug of an author of whose name a slug can hold nothing, without its number.
const ANY_SLUG: &str = "author";

/// Derives the slug of an author from their name; it may be taken.
pub fn slug(name: &str) -> Slug {
    Slug::from_name(name, ANY_SLUG)
}

/// An author with what they say of themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorProfile {
    /// The author, who exists.
    pub author: Author,
    /// What they say of themselves; empty for nothing.
    pub bio: String,
    /// Their pages elsewhere.
    pub links: SocialLinks,
}
