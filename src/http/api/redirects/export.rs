//! All redirects as a file, which the import takes back.

use axum::response::Response;

use crate::domain::redirect::{Redirect, RedirectTarget};
use crate::http::AppState;
use crate::http::api::csv_file::{self, CHUNK_ROWS};
use crate::http::extract::{Staff, State};
use crate::store::redirects;

const COLUMNS: [&str; 3] = ["path", "target", "status"];

/// Returns all redirects as CSV (RFC 4180), in the order of their paths.
#[utoipa::path(get, path = "/admin/redirects/export", operation_id = "exportRedirects", tag = "admin",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "A line for each redirect, below one with the names of the columns",
            body = String, content_type = "text/csv")))]
pub async fn handler(State(state): State<AppState>, _: Staff) -> Response {
    let read = move |last: Option<&Redirect>| {
        let (state, last) = (state.clone(), last.map(|redirect| redirect.path.clone()));
        async move {
            let following = state.read(move |tx| redirects::following(tx, last.as_ref(), CHUNK_ROWS));
            following.await
        }
    };
    csv_file::respond("redirects.csv", COLUMNS, read, cells)
}

fn cells(redirect: &Redirect) -> [String; COLUMNS.len()] {
    let target = redirect.destination.target().map(RedirectTarget::as_str);
    [
        redirect.path.to_string(),
        target.unwrap_or_default().to_owned(),
        redirect.destination.status().to_string(),
    ]
}
