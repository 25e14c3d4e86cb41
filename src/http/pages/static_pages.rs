//! The pages without posts.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use super::frame::{numbered, page_number};
use super::{Files, Head, Page, Site, frame, render};
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

/// Returns the frame of the recently viewed posts, which only the browser knows.
pub(in crate::http) async fn recent(State(state): State<AppState>) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let site = Site::of(&state);
    let head = Head::of_page(&site, "Recently Visited", Some("/recent".to_owned()));
    let page = pages.page(&site, &pages.recent, "/recent", head);
    render(StatusCode::OK, &Recent { page })
}

/// Returns a page that only the client renders: accounts and administration.
pub(in crate::http) fn application(state: &AppState, title: &str) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let site = Site::of(state);
    let head = Head::of_page(&site, title, None);
    let page = pages.page(&site, &pages.application, "", head);
    render(StatusCode::OK, &Shell { page })
}

/// Like `application`, for a list with a page number in the query.
pub(in crate::http) fn application_list(
    state: &AppState,
    title: &str,
    query: &str,
) -> Result<Response, ApiError> {
    application(state, &numbered(title, page_number(query)))
}

/// Like `application`, for the page of a link with a secret. The secret is in the fragment, which browsers do not send;
/// the referrer policy is a second safeguard.
pub(in crate::http) fn application_of_link(state: &AppState, title: &str) -> Result<Response, ApiError> {
    let mut response = application(state, title)?;
    let policy = HeaderValue::from_static("no-referrer");
    response.headers_mut().insert(header::REFERRER_POLICY, policy);
    Ok(response)
}

pub(super) fn missing(state: &AppState) -> Result<Response, ApiError> {
    missing_with(state, StatusCode::NOT_FOUND, &state.pages.missing)
}

/// Returns the same page for an address at which the client would draw another one: it is left out.
pub(super) fn gone(state: &AppState) -> Result<Response, ApiError> {
    missing_with(state, StatusCode::GONE, &state.pages.gone)
}

fn missing_with(state: &AppState, status: StatusCode, files: &Files) -> Result<Response, ApiError> {
    let site = Site::of(state);
    let head = Head::of_page(&site, "Page not found", None);
    let page = state.pages.page(&site, files, "", head);
    render(status, &Missing { page })
}

/// Returns the 404 page of a post that does not exist or is a draft, or of its preview. `files` are those of the page.
pub(super) fn missing_blog(state: &AppState, files: &Files) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let site = Site::of(state);
    let head = Head::of_page(&site, "Blog not found", None);
    let page = pages.page(&site, files, "", head);
    render(StatusCode::NOT_FOUND, &MissingBlog { page })
}
