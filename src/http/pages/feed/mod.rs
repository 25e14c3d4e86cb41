//! The Atom feeds (RFC 4287) of the site and of each category: the newest posts with their texts.

use std::collections::HashMap;

use askama::Template;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::{static_pages, xml};
use crate::config::{Config, PostUrlStyle};
use crate::content::{ImageSizes, drawing_hashes, render_for_feed, truncate_html, with_absolute_urls};
use crate::domain::post::PostSummary;
use crate::domain::site::{IconForm, SiteIcon, SiteSettings};
use crate::domain::{Category, Time};
use crate::http::extract::IdOrSlug;
use crate::http::{ApiError, AppState};
use crate::store::{media, posts};

/// The number of posts in a feed (rulings §6).
const ENTRIES: u32 = 20;
/// The maximum length of an entry's HTML, in bytes (rulings §7). A longer text ends with a link to its post.
const ENTRY_BYTES_MAX: usize = 64 << 10;
const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";
const CACHE_CONTROL: &str = "public, max-age=0, s-maxage=60, stale-while-revalidate=300";

#[derive(Template)]
#[template(path = "http/pages/templates/feed.xml")]
struct Feed<'site> {
    site: &'site SiteSettings,
    origin: &'site str,
    version: &'static str,
    /// The URL of the feed, which is also its id.
    address: String,
    /// The URL of the page that lists the same posts.
    page: String,
    title: String,
    icon: String,
    updated: Time,
    entries: Vec<Entry>,
}

struct Entry {
    post: PostSummary,
    address: String,
    html: String,
}

pub(in crate::http) async fn site(State(state): State<AppState>) -> Result<Response, ApiError> {
    Ok(response(document(&state, None).await?))
}

/// Handles `/feed/{category}.xml`, such as `/feed/system-design.xml`.
pub(in crate::http) async fn category(
    State(state): State<AppState>,
    IdOrSlug(file): IdOrSlug,
) -> Result<Response, ApiError> {
    match file.strip_suffix(".xml").and_then(Category::from_slug) {
        Some(category) => Ok(response(document(&state, Some(category)).await?)),
        None => static_pages::missing(&state),
    }
}

/// Returns the feed of the site, or of one category.
pub(in crate::http) async fn document(
    state: &AppState,
    category: Option<Category>,
) -> Result<String, ApiError> {
    let (config, site) = (state.config.clone(), state.site());
    // Rendered on the store's thread: twenty long texts would block an async one.
    state
        .read(move |tx| {
            let posts = posts::latest(tx, category, ENTRIES)?;
            let seqs: Vec<i64> = posts.iter().map(|post| post.seq).collect();
            let htmls = posts::html_prefixes(tx, &seqs, ENTRY_BYTES_MAX + 1)?;
            let drawings: Vec<String> = htmls.iter().flat_map(|(_, html)| drawing_hashes(html)).collect();
            let sizes = media::sizes(tx, &drawings)?;
            write(
                &config,
                &site,
                category,
                posts,
                htmls.into_iter().collect(),
                &sizes,
            )
        })
        .await
}

fn write(
    config: &Config,
    site: &SiteSettings,
    category: Option<Category>,
    posts: Vec<PostSummary>,
    mut htmls: HashMap<i64, String>,
    sizes: &ImageSizes,
) -> Result<String, ApiError> {
    let origin = config.server.origin();
    // The update time of a feed without posts.
    let epoch = Time::from_milliseconds(0);
    let feed = Feed {
        site,
        origin: &origin,
        version: env!("CARGO_PKG_VERSION"),
        address: match category {
            Some(category) => format!("{origin}/feed/{}.xml", category.slug()),
            None => format!("{origin}/feed.xml"),
        },
        page: page(config, category),
        title: match category {
            Some(category) => format!("{category} – {}", site.name),
            None => site.name.clone(),
        },
        icon: SiteIcon::url(site.icon.as_ref(), IconForm::Small),
        updated: posts.iter().map(|post| post.updated_at).max().unwrap_or(epoch),
        entries: posts
            .into_iter()
            .map(|post| {
                let html = htmls.remove(&post.seq).unwrap_or_default();
                entry(&origin, config.site.post_addresses, post, &html, sizes)
            })
            .collect(),
    };
    xml::document(&feed)
}

fn entry(origin: &str, addresses: PostUrlStyle, post: PostSummary, html: &str, sizes: &ImageSizes) -> Entry {
    let address = format!("{origin}{}", addresses.path(post.id, &post.slug));
    Entry {
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

fn page(config: &Config, category: Option<Category>) -> String {
    let mut page = config.server.base_url.clone();
    if let Some(category) = category {
        page.set_path("/treasure");
        page.query_pairs_mut().append_pair("category", category.name());
    }
    page.into()
}

fn response(document: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, MEDIA_TYPE),
        (header::CACHE_CONTROL, CACHE_CONTROL),
    ];
    (headers, document).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::site;
    use crate::config::Flags;
    use crate::domain::post::{Author, PostCounters, Review, Status};
    use crate::domain::{PostId, Slug, SystemEntropy};

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
            author: Author { id: None, name: None },
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
        let config = Config::load(&Flags::default(), []).unwrap();
        let xml = write(
            &config,
            &site::of_config(&config),
            None,
            vec![without_author()],
            HashMap::new(),
            &ImageSizes::new(),
        )
        .unwrap();
        assert!(
            xml.contains("<author><name>Community Admins</name></author>"),
            "{xml}"
        );
    }
}
