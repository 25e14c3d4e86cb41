//! The pages that the team writes: `/page/{slug}`, and `/about` for the one with that slug.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::{BootstrapData, Head, Page, Site, article, frame, moved, render, static_pages, texts};
use crate::domain::post::Heading;
use crate::domain::static_page::{ABOUT, ABOUT_PATH};
use crate::http::api::posts::shared_preview::LoadedPagePreview;
use crate::http::api::static_pages::show::{self, PageResponse};
use crate::http::extract::IdOrSlug;
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};

#[derive(Template)]
#[template(path = "http/pages/templates/written_page.html")]
struct WrittenPage<'site> {
    page: Page<'site>,
    title: &'site str,
    html: &'site str,
    contents: Vec<Heading>,
    /// When the preview link ends, of a draft.
    expires_at: Option<&'site str>,
}

/// Returns the published page with a slug, a redirect to `/about` from the other address of that page, or the 404 page.
pub(in crate::http) async fn written_page(
    State(state): State<AppState>,
    IdOrSlug(slug): IdOrSlug,
    RawQuery(query): RawQuery,
    reservation: Reservation,
) -> Result<Response, ApiError> {
    if slug != ABOUT {
        return published(&state, reservation, slug).await;
    }
    match show::load(&state, reservation, slug).await? {
        Some(_) => moved::redirect(ABOUT_PATH.to_owned(), query.as_deref()),
        None => static_pages::missing(&state),
    }
}

/// Returns the page about the site, or the 404 page.
pub(in crate::http) async fn about(
    State(state): State<AppState>,
    reservation: Reservation,
) -> Result<Response, ApiError> {
    published(&state, reservation, ABOUT.to_owned()).await
}

async fn published(state: &AppState, reservation: Reservation, slug: String) -> Result<Response, ApiError> {
    let Some((found, mut text)) = show::load(state, reservation, slug).await? else {
        return static_pages::missing(state);
    };
    let (pages, site) = (&state.pages, Site::of(state));
    let shown = article::taken_from(&mut text);
    let dto = PageResponse::new(&found, text);
    let head = Head::of_static_page(&site, &dto.page.summary);
    let path = format!("/pages/{}", found.slug);
    let bootstrap_data = BootstrapData::default().with(path, &dto)?;
    let page = pages.page(&site, &pages.written_page, "", head);
    render(
        StatusCode::OK,
        &WrittenPage {
            page: page.with(bootstrap_data),
            title: &found.title,
            html: &shown.html,
            contents: article::contents(&shown.headings),
            expires_at: None,
        },
    )
}

/// Returns the page of a draft to the holder of its preview link.
pub(super) fn draft(
    state: &AppState,
    token: &str,
    mut draft: LoadedPagePreview,
) -> Result<Response, ApiError> {
    let (pages, site) = (&state.pages, Site::of(state));
    let shown = article::taken_from(&mut draft.text);
    let dto = draft.into_dto();
    let summary = &dto.page.summary;
    let head = Head {
        description: summary.description.clone(),
        ..Head::of_page(&site, &summary.title, None)
    };
    let bootstrap_data = BootstrapData::default().with(format!("/preview-links/{token}"), &dto)?;
    let page = pages.page(&site, &pages.preview, "", head);
    render(
        StatusCode::OK,
        &WrittenPage {
            page: page.with(bootstrap_data),
            title: &summary.title,
            html: &shown.html,
            contents: article::contents(&shown.headings),
            expires_at: Some(&dto.expires_at),
        },
    )
}
