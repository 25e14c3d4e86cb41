//! The pages of the site: a shell in which the web client draws them.

mod absolute;
pub(super) mod feed;
pub(super) mod manifest;
pub(super) mod opensearch;
pub(super) mod robots;
pub(super) mod sitemap;
mod xml;

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

use super::extract::Reference;
use super::{ApiError, AppState, assets};
use crate::store::posts;

/// What the shell of the web client calls the site before its name is put in.
const PLACEHOLDER: &str = "Community Blog";
const NOT_BUILT: &str =
    "<!doctype html><title>blog-app</title><p>This binary was built without its web client.</p>";

/// A page that there is.
pub(super) async fn found(State(state): State<AppState>) -> Response {
    shell(&state, StatusCode::OK)
}

/// The page of a post: 404 when there is none, or when it is a draft.
pub(super) async fn blog(
    State(state): State<AppState>,
    Reference(reference): Reference,
) -> Result<Response, ApiError> {
    let post = state
        .store
        .read(move |tx| posts::by_reference(tx, &reference))
        .await?;
    let status = if post.is_some() {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    };
    Ok(shell(&state, status))
}

/// What no route names: a file of the client, or the page that says that there is none.
pub(super) async fn file_or_missing(
    State(state): State<AppState>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return ApiError::MethodNotAllowed.into_response();
    }
    assets::public_file(uri.path(), &headers).unwrap_or_else(|| shell(&state, StatusCode::NOT_FOUND))
}

/// The page with nothing in it yet.
fn shell(state: &AppState, status: StatusCode) -> Response {
    let headers = [(header::CACHE_CONTROL, "no-cache")];
    (status, headers, Html(state.shell.to_string())).into_response()
}

/// The shell of the web client, with the name of the site in it.
pub(super) fn named_shell(site: &str) -> String {
    assets::text("index.html")
        .unwrap_or_else(|| NOT_BUILT.to_owned())
        .replace(PLACEHOLDER, &escaped(site))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
