//! The page where visitors ask for the newsletter.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::labels::NEWSLETTER;
use super::{Head, Page, frame, render};
use crate::http::{ApiError, AppState};

#[derive(Template)]
#[template(path = "http/pages/templates/newsletter.html")]
struct Newsletter<'site> {
    page: Page<'site>,
}

/// Returns the page with the form.
pub(in crate::http) async fn newsletter(State(state): State<AppState>) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let head = Head::of_page(&pages.site, NEWSLETTER.title, Some("/newsletter".to_owned()));
    let page = pages.page(&pages.newsletter, "/newsletter", head);
    render(StatusCode::OK, &Newsletter { page })
}
