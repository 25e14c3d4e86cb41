//! Pages with nothing of the blog in them.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use super::frame::{numbered, page_number};
use super::{Head, Page, Pages, drawn, frame};
use crate::http::answers::lasting;
use crate::http::{ApiError, AppState};

#[derive(Template)]
#[template(path = "http/pages/templates/recent.html")]
struct Recent<'site> {
    page: Page<'site>,
}

#[derive(Template)]
#[template(path = "http/pages/templates/missing.html")]
struct Missing<'site> {
    page: Page<'site>,
}

#[derive(Template)]
#[template(path = "http/pages/templates/missing_blog.html")]
struct MissingBlog<'site> {
    page: Page<'site>,
}

#[derive(Template)]
#[template(path = "http/pages/templates/shell.html")]
struct Shell<'site> {
    page: Page<'site>,
}

/// The frame of what a browser remembers to have shown; the server knows nothing of it.
pub(in crate::http) async fn recent(State(state): State<AppState>) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let head = Head::of_page(&pages.site, "Recently Visited", Some("/recent".to_owned()));
    let page = pages.page(&pages.recent, "/recent", head);
    drawn(StatusCode::OK, &Recent { page }).map(lasting)
}

/// A page that the client alone draws: accounts and the panel of administrators.
pub(in crate::http) fn application(state: &AppState, title: &str) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let head = Head::of_page(&pages.site, title, None);
    let page = pages.page(&pages.application, "", head);
    drawn(StatusCode::OK, &Shell { page }).map(lasting)
}

/// As `application`, for a list whose page is named in the query.
pub(in crate::http) fn application_list(
    state: &AppState,
    title: &str,
    query: &str,
) -> Result<Response, ApiError> {
    application(state, &numbered(title, page_number(query)))
}

/// The page of a link with a secret. The secret stands behind the `#`, which browsers send to nobody; that
/// the page names no referrer at all makes sure of it.
pub(in crate::http) async fn undo_email_change(State(state): State<AppState>) -> Result<Response, ApiError> {
    let mut response = application(&state, "Undo email change")?;
    let policy = HeaderValue::from_static("no-referrer");
    response.headers_mut().insert(header::REFERRER_POLICY, policy);
    Ok(response)
}

/// There is no such page.
pub(super) fn missing(pages: &Pages) -> Result<Response, ApiError> {
    let head = Head::of_page(&pages.site, "Page not found", None);
    let page = pages.page(&pages.missing, "", head);
    drawn(StatusCode::NOT_FOUND, &Missing { page }).map(lasting)
}

/// There is no such post, or it is a draft.
pub(super) fn missing_blog(pages: &Pages) -> Result<Response, ApiError> {
    let head = Head::of_page(&pages.site, "Blog not found", None);
    let page = pages.page(&pages.article, "", head);
    drawn(StatusCode::NOT_FOUND, &MissingBlog { page }).map(lasting)
}
