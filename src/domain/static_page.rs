//! Static pages: texts of the site itself, such as the one about it.

use super::post::Status;
use super::revision::{Reason, RevisionAuthor};
use super::site::texts::line;
use super::{Slug, StaticPageId, Time, ValidationError};

/// The slug of the page that has an address of its own, [`ABOUT_PATH`].
pub const ABOUT: &str = "about";
/// The address of the page about the site.
pub const ABOUT_PATH: &str = "/about";
const DESCRIPTION_LENGTH_MAX: usize = 300;

/// Returns the path of the page with this slug. No other code builds this path.
pub fn path(slug: &str) -> String {
    if slug == ABOUT {
        ABOUT_PATH.to_owned()
    } else {
        format!("/page/{slug}")
    }
}

/// What search engines and link previews show of a page: one line of at most 300 characters, or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description(String);

impl Description {
    /// Trims and validates a description.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        line("description", "The description", text, 0, DESCRIPTION_LENGTH_MAX).map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A page without its text, as in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticPage {
    /// The id, which never changes.
    pub id: StaticPageId,
    /// The readable part of its URL.
    pub slug: Slug,
    /// The title.
    pub title: String,
    /// The description; empty for none.
    pub description: String,
    /// The first 150 characters of the text.
    pub excerpt: String,
    /// Whether readers can see it.
    pub status: Status,
    /// The number of the revision that it is now.
    pub version: u32,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl StaticPage {
    /// Returns the path of the page.
    pub fn path(&self) -> String {
        path(self.slug.as_str())
    }

    /// Returns what search engines and link previews show of it.
    pub fn summary(&self) -> &str {
        if self.description.is_empty() {
            &self.excerpt
        } else {
            &self.description
        }
    }
}

/// The fields of a page that a revision holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageContent {
    /// The title.
    pub title: String,
    /// The description; empty for none.
    pub description: String,
    /// The readable part of the page's URL.
    pub slug: Slug,
    /// The sanitised HTML.
    pub html: String,
}

/// A revision of a page without its text, as in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRevision {
    /// The number, unique among those of its page.
    pub number: u32,
    /// The title.
    pub title: String,
    /// The description; empty for none.
    pub description: String,
    /// The readable part of the page's URL.
    pub slug: Slug,
    /// The change that it came from.
    pub reason: Reason,
    /// When it was stored.
    pub created_at: Time,
    /// Who made it; `None` if they have left.
    pub author: Option<RevisionAuthor>,
    /// The bytes of its HTML.
    pub size: u64,
    /// Whether it is the page as it is now.
    pub is_current: bool,
}

impl PageRevision {
    /// Returns what it keeps, with its text.
    pub fn into_content(self, html: String) -> PageContent {
        PageContent {
            title: self.title,
            description: self.description,
            slug: self.slug,
            html,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_about_the_site_has_an_address_of_its_own() {
        assert_eq!(path("about"), "/about");
        assert_eq!(path("about-us"), "/page/about-us");
    }

    #[test]
    fn accepts_a_description_of_one_line() {
        assert_eq!(Description::parse(" Who we are ").unwrap().as_str(), "Who we are");
        assert_eq!(Description::parse("").unwrap(), Description::default());
        assert!(Description::parse(&"é".repeat(300)).is_ok());
        for text in ["é".repeat(301), "two\nlines".to_owned(), "nul\0".to_owned()] {
            assert_eq!(Description::parse(&text).unwrap_err().field, "description");
        }
    }
}
