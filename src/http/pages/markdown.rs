//! A published post as Markdown with front matter, for readers' own tools.

use std::fmt::Write as _;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::{moved, static_pages};
use crate::config::Config;
use crate::content::{html_to_markdown, with_absolute_urls};
use crate::domain::post::{Cover, PostSummary};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::posts;

/// The end of a post's path that requests its Markdown.
pub(super) const SUFFIX: &str = ".md";

/// The target of a path with the suffix.
enum Found {
    /// A text, with its canonical address.
    Document { canonical: String, markdown: String },
    /// The path of a post that was requested by a slug that it had before.
    Moved(String),
}

/// Returns a published post as Markdown, or the 404 page. From a slug that the post had before, a redirect leads to its
/// address.
pub(super) async fn post(
    state: &AppState,
    id_or_slug: String,
    query: Option<String>,
    reservation: Reservation,
) -> Result<Response, ApiError> {
    let config = state.config.clone();
    // Converted on the store's thread: a long text would block an async one.
    let found = state.read(move |tx| {
        let Some(post) = posts::published_by_id_or_slug(tx, &id_or_slug)? else {
            return Ok(None);
        };
        let style = config.site.post_addresses;
        if let Some(path) = moved::location(style, &id_or_slug, &post, SUFFIX) {
            return Ok(Some(Found::Moved(path)));
        }
        let (bytes, _) = posts::html_sizes(tx, &[post.seq])?;
        // Escapes rarely more than double the length of a text.
        reservation.raise_to(2 * bytes)?;
        let html = posts::html(tx, post.seq)?.unwrap_or_default();
        let address = address(&config, &post);
        let markdown = write(&config, &post, &address, &html)?;
        let canonical = match post.canonical_url {
            Some(url) => url.as_str().to_owned(),
            None => address,
        };
        Ok::<_, ApiError>(Some(Found::Document { canonical, markdown }))
    });
    let (canonical, markdown) = match found.await? {
        Some(Found::Document { canonical, markdown }) => (canonical, markdown),
        Some(Found::Moved(path)) => return moved::redirect(path, query.as_deref()),
        None => return static_pages::missing_blog(state, &state.pages.article),
    };
    let headers = [
        (header::CONTENT_TYPE, "text/markdown; charset=utf-8".to_owned()),
        (header::LINK, format!("<{canonical}>; rel=\"canonical\"")),
    ];
    Ok((headers, markdown).into_response())
}

fn address(config: &Config, post: &PostSummary) -> String {
    let path = config.site.post_addresses.path(post.id, &post.slug);
    format!("{}{path}", config.server.origin())
}

fn write(config: &Config, post: &PostSummary, address: &str, html: &str) -> Result<String, ApiError> {
    let origin = config.server.origin();
    let absolute = with_absolute_urls(html, &origin, address);
    // Texts that older versions accepted may exceed the limits of today.
    let body = html_to_markdown(&absolute).map_or(absolute, |markdown| markdown.source);
    let cover = post.cover.as_ref().map(|cover| match cover {
        Cover::Address(address) => address.clone(),
        Cover::Media { .. } => format!("{origin}{}", cover.url()),
    });
    let names: Vec<&str> = post
        .authors()
        .filter_map(|author| author.name.as_deref())
        .collect();
    let authors = (names.len() > 1).then_some(&names);
    let mut document = String::from("---\n");
    let fields = [
        ("title", json!(post.title)),
        ("url", json!(address)),
        ("author", json!(names.first())),
        ("authors", json!(authors)),
        ("date", json!(post.created_at.to_string())),
        ("updated", json!(post.updated_at.to_string())),
        ("category", json!(post.category.name())),
        ("tags", json!(post.tags)),
        ("cover", json!(cover)),
        ("description", json!(post.excerpt)),
    ];
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
        // JSON is YAML.
        writeln!(document, "{name}: {value}").map_err(ApiError::internal)?;
    }
    document.push_str("---\n\n");
    document.push_str(&body);
    Ok(document)
}
