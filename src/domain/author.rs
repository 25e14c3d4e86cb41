//! Authors, as their pages show them.

use super::Slug;
use super::post::Author;
use super::search::fold_collapsed;
use super::user::SocialLinks;

/// The slug of an author of whose name a slug can hold nothing, without its number.
const ANY_SLUG: &str = "author";

/// Derives the slug of an author from their name; it may be taken.
pub fn slug(name: &str) -> Slug {
    Slug::from_name(name, ANY_SLUG)
}

/// Returns the form of a name in which it is searched, which is never empty: a name of which nothing would be left stays
/// as it is.
pub fn folded_name(name: &str) -> String {
    Some(fold_collapsed(name))
        .filter(|folded| !folded.is_empty())
        .unwrap_or_else(|| name.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_names_to_something() {
        for (name, folded) in [
            ("Zoë  O’Neill", "zoe oneill"),
            ("’\"", "’\""),
            ("\u{301}", "\u{301}"),
        ] {
            assert_eq!(folded_name(name), folded, "{name}");
        }
    }

    #[test]
    fn every_author_has_a_slug() {
        for (name, expected) in [("Zoë O’Neill", "zoe-o-neill"), ("王", "wang"), ("!!!", "author")] {
            assert_eq!(slug(name).as_str(), expected, "{name}");
        }
    }
}
