//! The file by which search engines know that who tells them of pages speaks for the site (indexnow.org).

use axum::response::Response;

use super::file;
use crate::http::AppState;

const MEDIA_TYPE: &str = "text/plain; charset=utf-8";

/// Returns the file with this name at the root of the site, if it is that of the key and search engines are told of pages.
pub(super) fn key_file(state: &AppState, name: &str) -> Option<Response> {
    let key = state.pings.key()?;
    let is_named = name.strip_suffix(".txt") == Some(key);
    is_named.then(|| file(MEDIA_TYPE, key.to_owned()))
}
