//! Posts: the articles of the blog (the API and the pages call one a *blog*).

use std::iter;

use serde::{Deserialize, Serialize};

use super::search::SearchTerms;
use super::{
    AuthorId, Avatar, CanonicalUrl, Category, PostId, SeriesId, Slug, Time, ValidationError, avatar,
};

/// The most characters of a title (rulings §4).
pub const TITLE_LENGTH_MAX: usize = 200;
/// The most bytes of a post's HTML (rulings §4).
pub const CONTENT_BYTES_MAX: usize = 1 << 20;
/// The related posts below an article: of the same category or tags (rulings §4).
pub const RELATED_MAX: u32 = 3;
/// The most posts that a list without paging returns (rulings §2).
pub const UNPAGED_MAX: u32 = 1_000;
/// The most posts that a browser remembers as seen (product.md §9).
pub const RECENTLY_VIEWED_MAX: usize = 50;
/// The most bytes of a cover's URL.
const COVER_ADDRESS_MAX: usize = 2_000;
/// The most authors of a post.
pub const AUTHORS_MAX: usize = 5;

/// A title of 1 to 200 characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title(String);

impl Title {
    /// Trims and validates a title.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        let reject = |message| ValidationError::reject("title", message);
        if text.is_empty() {
            return reject("Title is required");
        }
        if text.chars().count() > TITLE_LENGTH_MAX {
            return reject("Title must be at most 200 characters");
        }
        if text.contains('\0') {
            return reject("Title cannot hold the character U+0000");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the title.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a post is visible to readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Visible to administrators only.
    Draft,
    /// Visible to everybody.
    Published,
}

impl Status {
    /// Returns the status with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "draft" => Ok(Self::Draft),
            "published" => Ok(Self::Published),
            _ => ValidationError::reject("status", "Status is draft or published"),
        }
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
        }
    }
}

/// The step of the review that a draft is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Review {
    /// Nobody has asked for one, or it has ended.
    None,
    /// Handed in, and waiting for an editor.
    Submitted,
    /// Returned to its author with a note.
    ChangesRequested,
}

impl Review {
    /// Returns the step with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "none" => Ok(Self::None),
            "submitted" => Ok(Self::Submitted),
            "changesRequested" => Ok(Self::ChangesRequested),
            _ => ValidationError::reject("review", "Review is none, submitted or changesRequested"),
        }
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Submitted => "submitted",
            Self::ChangesRequested => "changesRequested",
        }
    }
}

/// The largest width of a stored image in pixels (rulings §4).
pub const IMAGE_WIDTH_MAX: u32 = 1_600;
/// The largest width of its variant for cards in pixels.
pub const SMALL_IMAGE_WIDTH: u32 = 480;

/// The cover image of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cover {
    /// The URL of an image elsewhere on the web, which this server never fetches.
    Address(String),
    /// An image stored on this site, named by the hash of its bytes.
    Media {
        /// The hash of the variant at most 1600 px wide.
        hash: String,
        /// The hash of the variant at most 480 px wide; `None` when the image itself is no wider.
        small_hash: Option<String>,
    },
}

impl Cover {
    /// Validates the URL of an image: the scheme is http or https.
    pub fn from_address(address: &str) -> Result<Self, ValidationError> {
        let parsed = url::Url::parse(address.trim()).ok().filter(|url| {
            matches!(url.scheme(), "http" | "https") && url.as_str().len() <= COVER_ADDRESS_MAX
        });
        match parsed {
            Some(url) => Ok(Self::Address(url.into())),
            None => ValidationError::reject(
                "featuredImage",
                "The featured image must be an http or https address",
            ),
        }
    }

    /// The URL of the image.
    pub fn url(&self) -> String {
        match self {
            Self::Address(address) => address.clone(),
            Self::Media { hash, .. } => media_url(hash),
        }
    }

    /// Returns either the URL on the web or the hash on this site.
    pub fn parts(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Self::Address(address) => (Some(address), None),
            Self::Media { hash, .. } => (None, Some(hash)),
        }
    }

    /// The URL of the small variant, if there is one.
    pub fn small_url(&self) -> Option<String> {
        match self {
            Self::Media {
                small_hash: Some(hash),
                ..
            } => Some(media_url(hash)),
            _ => None,
        }
    }
}

fn media_url(hash: &str) -> String {
    format!("/media/{hash}.webp")
}

/// The author of a post, as displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// The author's id; `None` when the administrator has been deleted.
    pub id: Option<AuthorId>,
    /// The display name; `None` when the administrator has been deleted.
    pub name: Option<String>,
    /// The readable part of the address of their page; `None` when the administrator has been deleted.
    pub slug: Option<Slug>,
}

impl Author {
    /// The author of a post whose administrator has been deleted.
    pub const GONE: Self = Self {
        id: None,
        name: None,
        slug: None,
    };

    /// The fixed avatar of all administrators.
    pub fn avatar(&self) -> Avatar {
        avatar::administrator()
    }
}

/// The counters of a post.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PostCounters {
    /// The number of likes.
    pub likes: u64,
    /// The number of visible comments.
    pub comments: u64,
    /// The number of views.
    pub views: u64,
    /// The number of sessions that viewed it.
    pub unique_views: u64,
}

/// A post without its text, as in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostSummary {
    /// The row number, which is the key of its text.
    pub seq: i64,
    /// The post's id, which never changes.
    pub id: PostId,
    /// The readable part of its URL.
    pub slug: Slug,
    /// The title as the author wrote it.
    pub title: String,
    /// The first 150 characters of the text.
    pub excerpt: String,
    /// The reading time in minutes.
    pub read_minutes: u32,
    /// The category.
    pub category: Category,
    /// The tags in the author's order and spelling.
    pub tags: Vec<String>,
    /// The cover image.
    pub cover: Option<Cover>,
    /// The first author.
    pub author: Author,
    /// The other authors, in their order.
    pub co_authors: Vec<Author>,
    /// Whether readers can see it.
    pub status: Status,
    /// Whether it is in the slider of the home page.
    pub is_featured: bool,
    /// The counters.
    pub counts: PostCounters,
    /// When it was published first; for a draft that never was, when it was written.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
    /// The address of the text elsewhere, where it was published first.
    pub canonical_url: Option<CanonicalUrl>,
    /// The step of its review.
    pub review: Review,
    /// When the draft is to be published.
    pub publish_at: Option<Time>,
    /// The number of the revision that is its text; 0 until one is stored.
    pub revision: u32,
    /// The number of threads of comments that readers see.
    pub threads: u64,
    /// Whether its authors have closed it for comments.
    pub comments_closed: bool,
    /// Whether its followers are told when it is published for the first time.
    pub announce: bool,
    /// When they were told.
    pub announced_at: Option<Time>,
    /// The series that it is in.
    pub series: Option<SeriesId>,
}

impl PostSummary {
    /// Whether this author is one of its authors.
    pub fn is_by(&self, author: AuthorId) -> bool {
        self.authors().any(|one| one.id == Some(author))
    }

    /// All authors, in their order.
    pub fn authors(&self) -> impl Iterator<Item = &Author> {
        iter::once(&self.author).chain(&self.co_authors)
    }
}

/// The text of an article as displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedArticle {
    /// The HTML for the page.
    pub html: String,
    /// The headings in document order, with unique ids.
    pub headings: Vec<Heading>,
}

/// A heading that can be linked to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The id of the element.
    pub id: String,
    /// The text without markup, white space collapsed.
    pub text: String,
    /// The level, 2 to 6; level 1 is the title of the page.
    pub level: u8,
}

/// The text that an author writes, with the values derived from it.
#[derive(Debug, Clone)]
pub struct Article {
    /// The title.
    pub title: Title,
    /// The category.
    pub category: Category,
    /// The tags in the author's order and spelling.
    pub tags: Vec<String>,
    /// Whether readers can see it.
    pub status: Status,
    /// The sanitised HTML.
    pub html: String,
    /// `html` as displayed; `None` when an image of this site in it is not stored, so that its size is not known yet.
    pub rendered: Option<RenderedArticle>,
    /// The search terms of the title and of the text of `html`.
    pub search_terms: SearchTerms,
    /// The first 150 characters of the text.
    pub excerpt: String,
    /// The reading time in minutes.
    pub read_minutes: u32,
}

/// A post to be stored.
#[derive(Debug, Clone)]
pub struct NewPost {
    /// The post's id, which never changes.
    pub id: PostId,
    /// The slug, which must be free.
    pub slug: Slug,
    /// The article.
    pub article: Article,
    /// The cover image.
    pub cover: Option<Cover>,
    /// The author's id; `None` if their account is gone.
    pub author: Option<AuthorId>,
    /// Whether it is in the slider of the home page.
    pub is_featured: bool,
    /// When it was written.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

/// The sort order of a list of posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Latest first.
    Newest,
    /// Earliest first.
    Oldest,
    /// Most views first.
    MostViewed,
    /// Most sessions first.
    MostReaders,
    /// Most likes first.
    MostLiked,
    /// Most comments first.
    MostCommented,
    /// Most likes × 2 + comments × 3 first (product.md §9).
    Popular,
    /// Highest trending score first (product.md §9).
    Trending,
    /// Most likes × 2 + comments × 3 + readers first.
    MostActive,
    /// Most likes + comments × 2 first: the part of the personal score that is the same for all readers (product.md §9).
    PersonalBase,
}

impl Order {
    /// Returns the order with this name in the API, where `likes` and `comments` mean views and readers
    /// (product.md §9, rulings §4).
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "newest" => Ok(Self::Newest),
            "oldest" => Ok(Self::Oldest),
            "likes" => Ok(Self::MostViewed),
            "comments" => Ok(Self::MostReaders),
            "mostLiked" => Ok(Self::MostLiked),
            "mostCommented" => Ok(Self::MostCommented),
            _ => ValidationError::reject(
                "sort",
                "sort is newest, oldest, likes, comments, mostLiked or mostCommented",
            ),
        }
    }

    /// Whether the activity of readers changes it.
    pub fn is_ranked(self) -> bool {
        !matches!(self, Self::Newest | Self::Oldest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_a_title_and_accepts_1_to_200_characters() {
        assert_eq!(Title::parse("  Hello ").unwrap().as_str(), "Hello");
        assert!(Title::parse(" \n ").is_err());
        assert!(Title::parse(&"é".repeat(200)).is_ok());
        assert!(Title::parse(&"é".repeat(201)).is_err());
        assert!(Title::parse("a\0b").is_err());
    }

    #[test]
    fn accepts_only_http_addresses_as_covers() {
        assert!(Cover::from_address("https://example.org/a.png").is_ok());
        for address in [
            "",
            "a.png",
            "ftp://example.org/a.png",
            "javascript:alert(1)",
            "data:image/png;base64,AA==",
        ] {
            assert!(Cover::from_address(address).is_err(), "{address}");
        }
    }
}
