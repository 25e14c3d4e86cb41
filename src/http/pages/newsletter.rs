//! The page where visitors ask for the newsletter. Its form needs no script.

use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::labels::NEWSLETTER;
use super::{Head, Page, Site, frame, mail_links, render};
use crate::http::api::newsletter::subscribe as subscription;
use crate::http::{ApiError, AppState};

#[derive(Template)]
#[template(path = "http/pages/templates/newsletter.html")]
struct Newsletter<'site> {
    page: Page<'site>,
}

/// Returns the page with the form.
pub(in crate::http) async fn newsletter(State(state): State<AppState>) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let site = Site::of(&state);
    let head = Head::of_page(&site, NEWSLETTER.title, Some("/newsletter".to_owned()));
    let page = pages.page(&site, &pages.newsletter, "/newsletter", head);
    render(StatusCode::OK, &Newsletter { page })
}

/// Asks for the newsletter by the form of a browser without scripts.
pub(in crate::http) async fn subscribe(
    State(state): State<AppState>,
    body: Body,
) -> Result<Response, ApiError> {
    let form = mail_links::form(body).await;
    let how = frame::parameter(&form, "how");
    let how = Some(how.as_str()).filter(|how| !how.is_empty());
    let email = frame::parameter(&form, "email");
    match subscription::ask(&state, &email, how).await {
        Ok(text) => mail_links::message(&state, StatusCode::OK, NEWSLETTER.title, text),
        Err(ApiError::Invalid(error)) => {
            mail_links::message(&state, StatusCode::BAD_REQUEST, NEWSLETTER.title, &error.message)
        }
        Err(error) => Err(error),
    }
}
