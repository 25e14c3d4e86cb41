//! The description of a post for sites that show a card in place of a link to it (oembed.com).

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::{IntoParams, ToSchema};

use super::NOT_FOUND;
use crate::actions::previews::{self, preview_path};
use crate::content::{ImageSizes, Size};
use crate::domain::post::{Cover, PostSummary};
use crate::domain::{CollectionKind, ValidationError};
use crate::http::extract::{Json, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::{media, posts};

/// The version of the specification.
const VERSION: &str = "1.0";
/// A card: neither a picture nor a player nor HTML that the other site would have to trust.
const KIND: &str = "link";

/// The address that is described, and the limits of its picture.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OembedQuery {
    /// The address of the page of a blog on this site.
    #[param(required)]
    url: Option<String>,
    /// The most pixels that the picture may be wide.
    maxwidth: Option<u32>,
    /// The most pixels that it may be high.
    maxheight: Option<u32>,
    /// `json`, which is also the default.
    format: Option<String>,
}

/// A card for a blog. The names are those of the specification.
#[derive(Debug, Serialize, ToSchema)]
pub struct OembedResponse {
    /// Always `1.0`.
    version: &'static str,
    /// Always `link`.
    #[serde(rename = "type")]
    kind: &'static str,
    title: String,
    /// The names of all authors.
    author_name: String,
    /// The page of the author, if there is one alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    author_url: Option<String>,
    /// The name of the site.
    provider_name: String,
    provider_url: String,
    /// The address of the picture; absent with its size where none of a known size is within the limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    thumbnail_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    thumbnail_width: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    thumbnail_height: Option<u32>,
}

/// Describes a published blog for other sites by the address of its page.
#[utoipa::path(get, path = "/oembed", operation_id = "oembed", tag = "blogs", params(OembedQuery),
    responses(
        (status = 200, description = "The description, as oEmbed says it", body = OembedResponse),
        (status = 400, description = "The address is absent, or the format is not `json`"),
        (status = 404, description = "The address is not that of a published blog on this site")))]
pub async fn handler(
    State(state): State<AppState>,
    Query(query): Query<OembedQuery>,
) -> Result<Json<OembedResponse>, ApiError> {
    if query.format.as_deref().is_some_and(|format| format != "json") {
        return Err(ValidationError::new("format", "format can be json").into());
    }
    let url = query.url.as_deref().filter(|url| !url.is_empty());
    let url = url.ok_or_else(|| ValidationError::new("url", "url is required"))?;
    let id_or_slug = referenced_post(url, &state.config.server.base_url).ok_or(NOT_FOUND)?;
    let (post, sizes) = state
        .read(move |tx| {
            let post = posts::published_by_id_or_slug(tx, &id_or_slug)?.ok_or(NOT_FOUND)?;
            let sizes = media::sizes(tx, &hashes(post.cover.as_ref()))?;
            Ok::<_, ApiError>((post, sizes))
        })
        .await?;
    Ok(Json(describe(&state, &post, &sizes, &query)))
}

/// Returns the id or slug in the address of a post's page; `None` for other addresses. The scheme is not compared: a link
/// may be older than the site's encryption.
fn referenced_post(url: &str, base: &Url) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let is_of_site = matches!(url.scheme(), "http" | "https")
        && url.host() == base.host()
        && url.port() == base.port()
        && url.username().is_empty()
        && url.password().is_none();
    let mut segments = url.path_segments().filter(|_| is_of_site)?;
    let (page, id_or_slug) = (segments.next()?, segments.next()?);
    let is_post = page == "blog" && segments.all(str::is_empty);
    is_post.then(|| id_or_slug.to_owned())
}

fn hashes(cover: Option<&Cover>) -> Vec<String> {
    match cover {
        Some(Cover::Media { hash, small_hash }) => [hash].into_iter().chain(small_hash).cloned().collect(),
        Some(Cover::Address(_)) | None => Vec::new(),
    }
}

fn describe(state: &AppState, post: &PostSummary, sizes: &ImageSizes, query: &OembedQuery) -> OembedResponse {
    let (origin, site) = (state.config.server.origin(), state.site());
    let names: Vec<&str> = post
        .authors()
        .map(|author| author.name.as_deref().unwrap_or(&site.default_author))
        .collect();
    let slug = post.author.slug.as_ref().filter(|_| post.co_authors.is_empty());
    let picture = pictures(post, sizes, &site.name).into_iter().find(|(_, size)| {
        query.maxwidth.is_none_or(|width| size.width <= width)
            && query.maxheight.is_none_or(|height| size.height <= height)
    });
    OembedResponse {
        version: VERSION,
        kind: KIND,
        title: post.title.clone(),
        author_name: names.join(", "),
        author_url: slug.map(|slug| format!("{origin}{}", CollectionKind::Author.path(slug.as_str()))),
        provider_name: site.name.clone(),
        provider_url: format!("{origin}/"),
        thumbnail_url: picture.as_ref().map(|(path, _)| format!("{origin}{path}")),
        thumbnail_width: picture.as_ref().map(|(_, size)| size.width),
        thumbnail_height: picture.as_ref().map(|(_, size)| size.height),
    }
}

/// Returns the paths of a post's pictures with their sizes, the largest first. That of a cover elsewhere is not known.
fn pictures(post: &PostSummary, sizes: &ImageSizes, site_name: &str) -> Vec<(String, Size)> {
    let Some(cover) = &post.cover else {
        let size = Size {
            width: previews::WIDTH,
            height: previews::HEIGHT,
        };
        return vec![(preview_path(post, site_name), size)];
    };
    let paths = [Some(cover.url()), cover.small_url()].into_iter().flatten();
    let sizes = hashes(Some(cover))
        .into_iter()
        .map(|hash| sizes.get(&hash).copied());
    paths
        .zip(sizes)
        .filter_map(|(path, size)| Some((path, size?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referenced(base: &str, url: &str) -> Option<String> {
        referenced_post(url, &Url::parse(base).unwrap())
    }

    #[test]
    fn finds_the_post_in_addresses_of_its_page() {
        for url in [
            "https://blog.example.org/blog/rust",
            "http://blog.example.org/blog/rust",
            "https://BLOG.example.org:443/blog/rust/",
            "https://blog.example.org/blog/rust?utm=1#comment-2",
            "https://blog.example.org/tag/../blog/rust",
        ] {
            let found = referenced("https://blog.example.org", url);
            assert_eq!(found.as_deref(), Some("rust"), "{url}");
        }
        let found = referenced("http://127.0.0.1:8080", "http://127.0.0.1:8080/blog/rust");
        assert_eq!(found.as_deref(), Some("rust"));
    }

    #[test]
    fn finds_no_post_in_other_addresses() {
        for url in [
            "",
            "rust",
            "/blog/rust",
            "https://example.org/blog/rust",
            "https://blog.example.org.example.com/blog/rust",
            "https://blog.example.org@example.com/blog/rust",
            "https://me@blog.example.org/blog/rust",
            "https://blog.example.org:8443/blog/rust",
            "https://blog.example.org/",
            "https://blog.example.org/blog",
            "https://blog.example.org/blog/rust/edit",
            "https://blog.example.org/preview/rust",
            "https://blog.example.org//blog/rust",
            "ftp://blog.example.org/blog/rust",
            "javascript://blog.example.org/blog/rust",
            "data:text/html,blog",
        ] {
            assert_eq!(referenced("https://blog.example.org", url), None, "{url}");
        }
    }
}
