//! The entries of a feed: posts with their texts as feed readers show them.

use std::collections::HashMap;

use crate::config::{Config, PostUrlStyle};
use crate::content::{ImageSizes, drawing_hashes, render_for_feed, truncate_html, with_absolute_urls};
use crate::domain::CollectionKind;
use crate::domain::post::{Cover, PostSummary};
use crate::store::posts::LatestOf;
use crate::store::{StoreError, Tx, media, posts};

/// The number of posts in a feed (rulings §6).
const ENTRIES: u32 = 20;
/// The maximum length of an entry's HTML, in bytes (rulings §7). A longer text ends with a link to its post.
const ENTRY_BYTES_MAX: usize = 64 << 10;

/// A post in a feed.
pub(super) struct Entry {
    pub(super) post: PostSummary,
    /// The URL of its page.
    pub(super) address: String,
    pub(super) html: String,
    pub(super) authors: Vec<EntryAuthor>,
    /// The URL of its cover.
    pub(super) picture: Option<String>,
}

/// An author of a post in a feed.
pub(super) struct EntryAuthor {
    pub(super) name: String,
    /// The URL of their page.
    pub(super) url: Option<String>,
}

/// Reads the latest posts. Called on the store's thread: twenty long texts would block an async one.
pub(super) fn read(
    tx: &Tx<'_>,
    of: &LatestOf,
    config: &Config,
    default_author: &str,
) -> Result<Vec<Entry>, StoreError> {
    let posts = posts::latest(tx, of, ENTRIES)?;
    let seqs: Vec<i64> = posts.iter().map(|post| post.seq).collect();
    let htmls = posts::html_prefixes(tx, &seqs, ENTRY_BYTES_MAX + 1)?;
    let drawings: Vec<String> = htmls.iter().flat_map(|(_, html)| drawing_hashes(html)).collect();
    let sizes = media::sizes(tx, &drawings)?;
    let mut htmls: HashMap<i64, String> = htmls.into_iter().collect();
    let (origin, addresses) = (config.server.origin(), config.site.post_addresses);
    let entries = posts.into_iter().map(|post| {
        let html = htmls.remove(&post.seq).unwrap_or_default();
        entry(&origin, addresses, default_author, post, &html, &sizes)
    });
    Ok(entries.collect())
}

fn entry(
    origin: &str,
    addresses: PostUrlStyle,
    default_author: &str,
    post: PostSummary,
    html: &str,
    sizes: &ImageSizes,
) -> Entry {
    let address = format!("{origin}{}", addresses.path(post.id, &post.slug));
    let authors = post.authors().map(|author| EntryAuthor {
        name: author.name.clone().unwrap_or_else(|| default_author.to_owned()),
        url: author
            .slug
            .as_ref()
            .map(|slug| format!("{origin}{}", CollectionKind::Author.path(slug.as_str()))),
    });
    Entry {
        authors: authors.collect(),
        picture: post.cover.as_ref().map(|cover| match cover {
            Cover::Address(address) => address.clone(),
            Cover::Media { .. } => format!("{origin}{}", cover.url()),
        }),
        html: entry_html(html, sizes, origin, &address),
        address,
        post,
    }
}

/// Returns the text as feed readers show it, with absolute URLs; a text that is too long is cut and ends with a link to the post.
fn entry_html(html: &str, sizes: &ImageSizes, origin: &str, address: &str) -> String {
    let link = format!("<p><a href=\"{address}\">Read on</a></p>");
    let bytes_max = ENTRY_BYTES_MAX - link.len();
    let is_long = html.len() > ENTRY_BYTES_MAX;
    let cut = is_long.then(|| truncate_html(html, bytes_max)).flatten();
    let rendered = render_for_feed(cut.as_deref().unwrap_or(html), sizes);
    let absolute = with_absolute_urls(&rendered, origin, address);
    if !is_long && absolute.len() <= ENTRY_BYTES_MAX {
        return absolute;
    }
    let shortened = truncate_html(&absolute, bytes_max).unwrap_or(absolute);
    shortened + &link
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::post::{Author, PostCounters, Review, Status};
    use crate::domain::{Category, PostId, Slug, SystemEntropy, Time};

    fn without_author() -> PostSummary {
        let time = Time::from_milliseconds(1_000);
        PostSummary {
            seq: 1,
            id: PostId::new(time, &SystemEntropy),
            slug: Slug::from_title("Kept"),
            title: "Kept".to_owned(),
            excerpt: String::new(),
            read_minutes: 1,
            category: Category::parse("Other").unwrap(),
            tags: Vec::new(),
            cover: None,
            author: Author::GONE,
            co_authors: Vec::new(),
            status: Status::Published,
            is_featured: false,
            counts: PostCounters::default(),
            created_at: time,
            updated_at: time,
            review: Review::None,
            publish_at: None,
            revision: 0,
            threads: 0,
            comments_closed: false,
            announce: true,
            announced_at: None,
            series: None,
            canonical_url: None,
        }
    }

    #[test]
    fn cuts_a_text_of_more_than_64_kib_and_links_to_its_post() {
        let (origin, address) = ("https://blog.example.org", "https://blog.example.org/blog/1");
        let link = "<p><a href=\"https://blog.example.org/blog/1\">Read on</a></p>";
        for paragraph in ["<p>Words and words.</p>", "<p><a href=\"/\">in</a></p>"] {
            let paragraphs = |bytes: usize| paragraph.repeat(bytes / paragraph.len());
            for bytes in [60_000, 65_536, 1_000_000] {
                let html = entry_html(&paragraphs(bytes), &ImageSizes::new(), origin, address);
                assert!(html.len() <= ENTRY_BYTES_MAX, "{}", html.len());
                let expected = with_absolute_urls(&paragraphs(bytes), origin, address);
                if expected.len() <= ENTRY_BYTES_MAX {
                    assert_eq!(html, expected);
                } else {
                    let beginning = html.strip_suffix(link).unwrap();
                    assert!(expected.starts_with(beginning) && beginning.ends_with("</p>"));
                    assert!(beginning.len() > 60_000, "{}", beginning.len());
                }
            }
        }
    }

    #[test]
    fn names_the_default_author_of_a_post_whose_administrator_was_deleted() {
        let origin = "https://blog.example.org";
        let sizes = ImageSizes::new();
        let entry = entry(
            origin,
            PostUrlStyle::Slug,
            "Community Admins",
            without_author(),
            "",
            &sizes,
        );
        let authors: Vec<_> = entry
            .authors
            .iter()
            .map(|author| (author.name.as_str(), author.url.as_deref()))
            .collect();
        assert_eq!(authors, [("Community Admins", None)]);
        assert_eq!(entry.address, "https://blog.example.org/blog/kept");
    }
}
