//! Series: posts that are read one after the other.

use super::post::Author;
use super::site::texts::line;
use super::{AuthorId, PostId, SeriesId, Slug, Time, ValidationError};

/// The most posts of a series, published and not.
pub const POSTS_MAX: usize = 100;
/// The most characters of a title.
const TITLE_LENGTH_MAX: usize = 200;
/// The slug of a series of whose title a slug can hold nothing, without its number.
const ANY_SLUG: &str = "series";

/// The title of a series: one line of 1 to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesTitle(String);

impl SeriesTitle {
    /// Trims and validates a title.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        line("title", "The title", text, 1, TITLE_LENGTH_MAX).map(Self)
    }

    /// The text of the title.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Derives a slug from the title; it may be taken.
    pub fn slug(&self) -> Slug {
        Slug::from_name(&self.0, ANY_SLUG)
    }
}

/// A series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// The id, which never changes.
    pub id: SeriesId,
    /// The readable part of the address of its page.
    pub slug: Slug,
    /// The title.
    pub title: String,
    /// What it is about; empty for nothing.
    pub description: String,
    /// The author whose it is, without an id if they have left.
    pub author: Author,
    /// The number of published posts in it.
    pub posts: u64,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Series {
    /// Whether it belongs to this author.
    pub fn is_of(&self, author: AuthorId) -> bool {
        self.author.id == Some(author)
    }
}

/// A post of a series, as the others refer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The id of the post.
    pub id: PostId,
    /// The slug of the post.
    pub slug: Slug,
    /// The title of the post.
    pub title: String,
}

/// The place of a published post among those of its series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The id of the series.
    pub id: SeriesId,
    /// The slug of the series.
    pub slug: Slug,
    /// The title of the series.
    pub title: String,
    /// The number of the post, from 1.
    pub position: usize,
    /// The number of published posts.
    pub total: usize,
    /// The published post before it.
    pub previous: Option<Part>,
    /// The published post after it.
    pub next: Option<Part>,
}

impl Place {
    /// Finds a post among the published ones of a series, which are in their order.
    pub fn find((id, slug, title): (SeriesId, Slug, String), parts: &[Part], post: PostId) -> Option<Self> {
        let index = parts.iter().position(|part| part.id == post)?;
        let previous = index.checked_sub(1).and_then(|before| parts.get(before));
        Some(Self {
            id,
            slug,
            title,
            position: index + 1,
            total: parts.len(),
            previous: previous.cloned(),
            next: parts.get(index + 1).cloned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn accepts_titles_of_one_line() {
        assert_eq!(
            SeriesTitle::parse(" Rust in a week ").unwrap().as_str(),
            "Rust in a week"
        );
        assert_eq!(
            SeriesTitle::parse("").unwrap_err().message,
            "The title is required"
        );
        assert!(SeriesTitle::parse(&"é".repeat(200)).is_ok());
        for title in ["é".repeat(201), "two\nlines".to_owned(), "a\0b".to_owned()] {
            assert_eq!(SeriesTitle::parse(&title).unwrap_err().field, "title");
        }
    }

    #[test]
    fn every_title_has_a_slug() {
        for (title, slug) in [("Rust in a week", "rust-in-a-week"), ("!!!", "series")] {
            assert_eq!(SeriesTitle::parse(title).unwrap().slug().as_str(), slug);
        }
    }

    #[test]
    fn a_post_has_a_place_between_its_neighbours() {
        let now = Time::from_milliseconds(1_000);
        let part = |title: &str| Part {
            id: PostId::new(now, &SystemEntropy),
            slug: Slug::from_title(title),
            title: title.to_owned(),
        };
        let parts = ["One", "Two", "Three"].map(part);
        let series = || {
            let id = SeriesId::new(now, &SystemEntropy);
            (id, Slug::from_title("Series"), "Series".to_owned())
        };
        for (index, previous, next) in [
            (0, None, Some("Two")),
            (1, Some("One"), Some("Three")),
            (2, Some("Two"), None),
        ] {
            let place = Place::find(series(), &parts, parts[index].id).unwrap();
            assert_eq!((place.position, place.total), (index + 1, 3));
            assert_eq!(place.previous.map(|part| part.title).as_deref(), previous);
            assert_eq!(place.next.map(|part| part.title).as_deref(), next);
        }
        assert_eq!(Place::find(series(), &parts, part("Four").id), None);
        assert_eq!(Place::find(series(), &[], parts[0].id), None);
    }
}
