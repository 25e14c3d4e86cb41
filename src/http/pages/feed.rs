//! The newest posts with all of their text, as Atom (RFC 4287): of the site, and of each category.

use std::collections::HashMap;

use askama::Template;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::{others, xml};
use crate::config::{Config, PostAddresses, Site};
use crate::content::{beginning, with_whole_addresses};
use crate::domain::post::PostSummary;
use crate::domain::{Category, Paging, Time};
use crate::http::answers::lasting;
use crate::http::extract::Reference;
use crate::http::{ApiError, AppState};
use crate::store::posts::{self, Filter};

/// How many posts a feed holds (rulings §6).
const ENTRIES: u32 = 20;
/// The longest HTML of an entry, in bytes (rulings §7). A longer text ends with a link to its post.
const ENTRY_BYTES_MAX: usize = 64 << 10;
const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";
const KEPT: &str = "public, max-age=0, s-maxage=60, stale-while-revalidate=300";

#[derive(Template)]
#[template(path = "http/pages/templates/feed.xml")]
struct Feed<'site> {
    site: &'site Site,
    origin: &'site str,
    version: &'static str,
    /// Where the feed itself is, which is also its name.
    address: String,
    /// The page that lists the same posts.
    page: String,
    title: String,
    updated: Time,
    entries: Vec<Entry>,
}

struct Entry {
    post: PostSummary,
    address: String,
    html: String,
}

/// `/feed.xml`
pub(in crate::http) async fn of_site(State(state): State<AppState>) -> Result<Response, ApiError> {
    Ok(lasting(answer(document(&state, None).await?)))
}

/// `/feed/{category}.xml`, such as `/feed/system-design.xml`
pub(in crate::http) async fn of_category(
    State(state): State<AppState>,
    Reference(file): Reference,
) -> Result<Response, ApiError> {
    match file.strip_suffix(".xml").and_then(Category::from_slug) {
        Some(category) => Ok(lasting(answer(document(&state, Some(category)).await?))),
        None => others::missing(&state.pages),
    }
}

/// The feed of the whole site, or of one category.
pub(in crate::http) async fn document(
    state: &AppState,
    category: Option<Category>,
) -> Result<String, ApiError> {
    let config = state.config.clone();
    let filter = Filter {
        category,
        ..Filter::default()
    };
    // Written where it is read, off the async threads: twenty long texts take their time.
    state
        .store
        .read(move |tx| {
            let posts = posts::list(tx, &filter, None, Paging::first(ENTRIES))?.items;
            let seqs: Vec<i64> = posts.iter().map(|post| post.seq).collect();
            let htmls = posts::html_beginnings(tx, &seqs, ENTRY_BYTES_MAX + 1)?;
            let htmls = htmls.into_iter().collect();
            write(&config, category, posts, htmls)
        })
        .await
}

fn write(
    config: &Config,
    category: Option<Category>,
    posts: Vec<PostSummary>,
    mut htmls: HashMap<i64, String>,
) -> Result<String, ApiError> {
    let site = &config.site;
    let origin = config.server.origin();
    // A feed without posts has never changed.
    let never = Time::from_milliseconds(0);
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
        updated: posts.iter().map(|post| post.updated_at).max().unwrap_or(never),
        entries: posts
            .into_iter()
            .map(|post| {
                let html = htmls.remove(&post.seq).unwrap_or_default();
                entry(&origin, site.post_addresses, post, &html)
            })
            .collect(),
    };
    xml::document(&feed)
}

fn entry(origin: &str, addresses: PostAddresses, post: PostSummary, html: &str) -> Entry {
    let address = format!("{origin}{}", addresses.path(post.id, &post.slug));
    Entry {
        html: entry_html(html, origin, &address),
        address,
        post,
    }
}

/// The text with whole addresses, or its beginning and a link to the post where that is too long.
fn entry_html(html: &str, origin: &str, address: &str) -> String {
    let link = format!("<p><a href=\"{address}\">Read on</a></p>");
    let bytes_max = ENTRY_BYTES_MAX - link.len();
    let is_long = html.len() > ENTRY_BYTES_MAX;
    let begun = if is_long { beginning(html, bytes_max) } else { None };
    let whole = with_whole_addresses(begun.as_deref().unwrap_or(html), origin, address);
    if !is_long && whole.len() <= ENTRY_BYTES_MAX {
        return whole;
    }
    let shortened = beginning(&whole, bytes_max).unwrap_or(whole);
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

fn answer(document: String) -> Response {
    let headers = [(header::CONTENT_TYPE, MEDIA_TYPE), (header::CACHE_CONTROL, KEPT)];
    (headers, document).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Flags;
    use crate::domain::post::{Author, Counts, Status};
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
            status: Status::Published,
            is_featured: false,
            counts: Counts::default(),
            created_at: time,
            updated_at: time,
        }
    }

    #[test]
    fn a_text_of_more_than_64_kib_ends_with_a_link_to_its_post() {
        let (origin, address) = ("https://blog.example.org", "https://blog.example.org/blog/1");
        let link = "<p><a href=\"https://blog.example.org/blog/1\">Read on</a></p>";
        for paragraph in ["<p>Words and words.</p>", "<p><a href=\"/\">in</a></p>"] {
            let paragraphs = |bytes: usize| paragraph.repeat(bytes / paragraph.len());
            for bytes in [60_000, 65_536, 1_000_000] {
                let html = entry_html(&paragraphs(bytes), origin, address);
                assert!(html.len() <= ENTRY_BYTES_MAX, "{}", html.len());
                let expected = with_whole_addresses(&paragraphs(bytes), origin, address);
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
    fn a_post_whose_administrator_is_gone_is_by_the_default_author() {
        let config = Config::load(&Flags::default(), []).unwrap();
        let xml = write(&config, None, vec![without_author()], HashMap::new()).unwrap();
        assert!(
            xml.contains("<author><name>Community Admins</name></author>"),
            "{xml}"
        );
    }
}
