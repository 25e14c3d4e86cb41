//! Redirects from the slugs that a post had before, and how all redirects are sent.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::config::PostUrlStyle;
use crate::domain::PostId;
use crate::domain::post::PostSummary;
use crate::http::ApiError;

/// Browsers ask again each time: a post can take its former slug back, and a redirect can change.
pub(super) const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("no-cache");

/// Returns the path of a post that was requested by a slug that it had before; none if it was by its id or its slug.
/// `suffix` is what stands behind the slug.
pub(super) fn location(
    style: PostUrlStyle,
    requested: &str,
    post: &PostSummary,
    suffix: &str,
) -> Option<String> {
    let is_present = requested == post.slug.as_str() || PostId::parse(requested).is_some();
    (!is_present).then(|| format!("{}{suffix}", style.path(post.id, &post.slug)))
}

/// Returns the permanent redirect to a path, with the query of the request.
pub(super) fn redirect(path: String, query: Option<&str>) -> Result<Response, ApiError> {
    let location = match query {
        Some(query) => format!("{path}?{query}"),
        None => path,
    };
    to(StatusCode::MOVED_PERMANENTLY, location)
}

/// Returns a redirect to an address.
pub(super) fn to(status: StatusCode, location: String) -> Result<Response, ApiError> {
    let location = HeaderValue::try_from(location).map_err(ApiError::internal)?;
    let headers = [
        (header::LOCATION, location),
        (header::CACHE_CONTROL, CACHE_CONTROL),
    ];
    Ok((status, headers).into_response())
}
