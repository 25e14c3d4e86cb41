//! Posts: the articles of the blog (the wire and the pages call one a *blog*).

use super::search::Findable;
use super::{AuthorId, Avatar, Category, Invalid, PostId, Slug, Time, avatar};

/// The most characters of a title (rulings §4).
pub const TITLE_LENGTH_MAX: usize = 200;
/// The most bytes of a post's HTML (rulings §4).
pub const CONTENT_BYTES_MAX: usize = 1 << 20;
/// Posts of the same category or tags that stand below an article (rulings §4).
pub const RELATED_MAX: u32 = 3;
/// The most posts that a list without paging gives (rulings §2).
pub const UNPAGED_MAX: u32 = 1_000;
/// The most posts that a browser remembers as seen (product.md §9).
pub const RECENTLY_VIEWED_MAX: usize = 50;
/// The most bytes of a picture's address.
const COVER_ADDRESS_MAX: usize = 2_000;

/// A title of 1 to 200 characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title(String);

impl Title {
    /// Trims and checks a title.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let refuse = |message| Err(Invalid::new("title", message));
        if text.is_empty() {
            return refuse("Title is required");
        }
        if text.chars().count() > TITLE_LENGTH_MAX {
            return refuse("Title must be at most 200 characters");
        }
        if text.contains('\0') {
            return refuse("Title cannot hold the character U+0000");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the title.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether readers can see a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Only administrators see it.
    Draft,
    /// Everybody sees it.
    Published,
}

impl Status {
    /// The status of exactly this name.
    pub fn parse(name: &str) -> Result<Self, Invalid> {
        match name {
            "draft" => Ok(Self::Draft),
            "published" => Ok(Self::Published),
            _ => Err(Invalid::new("status", "Status is draft or published")),
        }
    }

    /// The name on the wire and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
        }
    }
}

/// The picture of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cover {
    /// A picture somewhere on the web, which this server never fetches.
    Address(String),
    /// A picture of this site, by the hash of its bytes.
    Media {
        /// At most 1600 px wide.
        hash: String,
        /// At most 480 px wide; none when the picture is no wider itself.
        small_hash: Option<String>,
    },
}

impl Cover {
    /// An address on the web, with the scheme http or https.
    pub fn from_address(address: &str) -> Result<Self, Invalid> {
        let parsed = url::Url::parse(address.trim()).ok().filter(|url| {
            matches!(url.scheme(), "http" | "https") && url.as_str().len() <= COVER_ADDRESS_MAX
        });
        match parsed {
            Some(url) => Ok(Self::Address(url.into())),
            None => Err(Invalid::new(
                "featuredImage",
                "The featured image must be an http or https address",
            )),
        }
    }

    /// Where the picture is.
    pub fn url(&self) -> String {
        match self {
            Self::Address(address) => address.clone(),
            Self::Media { hash, .. } => media_url(hash),
        }
    }

    /// Its address on the web, or its name among the pictures of this site.
    pub fn parts(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Self::Address(address) => (Some(address), None),
            Self::Media { hash, .. } => (None, Some(hash)),
        }
    }

    /// Where its small form is, if it has one.
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

/// Who a post says it is by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// None when the administrator that wrote it is gone.
    pub id: Option<AuthorId>,
    /// The shown name; none when the administrator that wrote it is gone.
    pub name: Option<String>,
}

impl Author {
    /// The fixed picture of all administrators.
    pub fn avatar(&self) -> Avatar {
        avatar::administrator()
    }
}

/// What was counted of a post.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Readers who like it.
    pub likes: u64,
    /// Comments on it.
    pub comments: u64,
    /// Times it was opened.
    pub views: u64,
    /// Sessions that opened it.
    pub unique_views: u64,
}

/// A post without its text, as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostSummary {
    /// The number of its row, which keys its text.
    pub seq: i64,
    /// Names it for ever.
    pub id: PostId,
    /// The readable part of its address.
    pub slug: Slug,
    /// As the author wrote it.
    pub title: String,
    /// The first 150 characters of its text.
    pub excerpt: String,
    /// Minutes it takes to read.
    pub read_minutes: u32,
    /// What it is about.
    pub category: Category,
    /// In the author's order and spelling.
    pub tags: Vec<String>,
    /// Its picture.
    pub cover: Option<Cover>,
    /// Who it is by.
    pub author: Author,
    /// Whether readers can see it.
    pub status: Status,
    /// Whether it stands in the slider of the home page.
    pub is_featured: bool,
    /// What was counted.
    pub counts: Counts,
    /// When it was written.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

/// What an author wrote, with what is made from it.
#[derive(Debug, Clone)]
pub struct Article {
    /// Its title.
    pub title: Title,
    /// What it is about.
    pub category: Category,
    /// In the author's order and spelling.
    pub tags: Vec<String>,
    /// Whether readers can see it.
    pub status: Status,
    /// Sanitised.
    pub html: String,
    /// What the search reads of the title and of the words of `html`.
    pub findable: Findable,
    /// The first 150 characters of its text.
    pub excerpt: String,
    /// Minutes it takes to read.
    pub read_minutes: u32,
}

/// A post that is about to be stored.
#[derive(Debug, Clone)]
pub struct NewPost {
    /// Its name for ever.
    pub id: PostId,
    /// Must not be taken.
    pub slug: Slug,
    /// What its author wrote.
    pub article: Article,
    /// Its picture.
    pub cover: Option<Cover>,
    /// Who it is by.
    pub author: AuthorId,
    /// Whether it stands in the slider of the home page.
    pub is_featured: bool,
    /// When it was written.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

/// The orders of a list of posts.
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
    /// Highest trending value first (product.md §9).
    Trending,
    /// Most likes + comments × 2 first: what the personal score adds for every reader alike (product.md §9).
    Appealing,
}

impl Order {
    /// The order of this name on the wire, where `likes` and `comments` mean views and readers
    /// (product.md §9, rulings §4).
    pub fn parse(name: &str) -> Result<Self, Invalid> {
        match name {
            "newest" => Ok(Self::Newest),
            "oldest" => Ok(Self::Oldest),
            "likes" => Ok(Self::MostViewed),
            "comments" => Ok(Self::MostReaders),
            "mostLiked" => Ok(Self::MostLiked),
            "mostCommented" => Ok(Self::MostCommented),
            _ => Err(Invalid::new(
                "sort",
                "sort is newest, oldest, likes, comments, mostLiked or mostCommented",
            )),
        }
    }

    /// Whether what readers do changes it.
    pub fn is_ranked(self) -> bool {
        !matches!(self, Self::Newest | Self::Oldest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_trimmed_and_has_1_to_200_characters() {
        assert_eq!(Title::parse("  Hello ").unwrap().as_str(), "Hello");
        assert!(Title::parse(" \n ").is_err());
        assert!(Title::parse(&"é".repeat(200)).is_ok());
        assert!(Title::parse(&"é".repeat(201)).is_err());
        assert!(Title::parse("a\0b").is_err());
    }

    #[test]
    fn a_cover_is_on_the_web() {
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
