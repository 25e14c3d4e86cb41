//! The page of a preview link: the draft of a post as its article will be, or that of a static page.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use super::labels::IMAGE_SIZES;
use super::{
    BootstrapData, Head, Page, Site, article, cover, frame, render, static_pages, texts, written_page,
};
use crate::domain::post::Heading;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::api::posts::shared_preview::{self, LoadedPreview, Previewed};
use crate::http::extract::{ClientNetwork, IdOrSlug};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};

#[derive(Template)]
#[template(path = "http/pages/templates/preview.html")]
struct Preview<'site> {
    page: Page<'site>,
    post: &'site PostSummaryBody,
    /// The tags with their slugs.
    tags: Vec<(&'site str, &'site str)>,
    html: &'site str,
    contents: Vec<Heading>,
    expires_at: &'site str,
}

/// Returns the page of a draft to the holder of its preview link, a redirect once it is published, or the 404
/// page.
pub(in crate::http) async fn preview(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(token): IdOrSlug,
    reservation: Reservation,
) -> Response {
    let response = match shared_preview::load(&state, network, reservation, &token).await {
        Ok(Some(Previewed::Draft(draft))) => draft_page(&state, &token, *draft),
        Ok(Some(Previewed::Page(draft))) => written_page::draft(&state, &token, *draft),
        Ok(Some(Previewed::Published(path))) => redirect(&path),
        Ok(None) => static_pages::missing_blog(&state, &state.pages.preview),
        Err(error) => Err(error),
    };
    shared_preview::hidden(response.into_response())
}

fn draft_page(state: &AppState, token: &str, mut draft: LoadedPreview) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let site = Site::of(state);
    let text = article::taken_from(&mut draft.text);
    let dto = draft.into_dto(state);
    let post = &dto.post.summary;
    let head = Head {
        description: post.excerpt.clone(),
        ..Head::of_page(&site, &post.title, None)
    };
    let bootstrap_data = BootstrapData::default().with(format!("/preview-links/{token}"), &dto)?;
    render(
        StatusCode::OK,
        &Preview {
            page: pages.page(&site, &pages.preview, "", head).with(bootstrap_data),
            post,
            tags: article::with_slugs(&post.tags, &dto.post.tag_slugs),
            html: &text.html,
            contents: article::contents(&text.headings),
            expires_at: &dto.expires_at,
        },
    )
}

fn redirect(path: &str) -> Result<Response, ApiError> {
    let location = HeaderValue::try_from(path).map_err(ApiError::internal)?;
    Ok((StatusCode::FOUND, [(header::LOCATION, location)]).into_response())
}
