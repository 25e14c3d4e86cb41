//! A static page as readers see it.

use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::dto::PageBody;
use crate::actions::rendering;
use crate::domain::Slug;
use crate::domain::post::RenderedArticle;
use crate::domain::static_page::StaticPage;
use crate::http::extract::{IdOrSlug, Json, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::static_pages;

/// A static page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StaticPageResponse)]
pub struct PageResponse {
    pub(in crate::http) success: bool,
    pub(in crate::http) page: PageBody,
}

/// Returns a published static page by its slug.
#[utoipa::path(get, path = "/pages/{slug}", operation_id = "staticPage", tag = "site",
    params(("slug" = String, Path, description = "The slug of the page")),
    responses(
        (status = 200, description = "The page", body = PageResponse),
        (status = 404, description = "No such page, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    IdOrSlug(slug): IdOrSlug,
    reservation: Reservation,
) -> Result<Json<PageResponse>, ApiError> {
    let (page, text) = load(&state, reservation, slug).await?.ok_or(NOT_FOUND)?;
    Ok(Json(PageResponse::new(&page, text)))
}

/// Returns a published page with its rendered text.
pub(in crate::http) async fn load(
    state: &AppState,
    reservation: Reservation,
    slug: String,
) -> Result<Option<(StaticPage, RenderedArticle)>, ApiError> {
    let Ok(slug) = Slug::parse(&slug) else {
        return Ok(None);
    };
    state
        .read(move |tx| {
            let Some(page) = static_pages::published_by_slug(tx, &slug)? else {
                return Ok(None);
            };
            // Rendering a text rarely more than doubles its length.
            reservation.raise_to(2 * static_pages::html_size(tx, page.id)?)?;
            let text = rendering::of_static_page(tx, page.id)?;
            Ok::<_, ApiError>(Some((page, text)))
        })
        .await
}

impl PageResponse {
    pub(in crate::http) fn new(page: &StaticPage, text: RenderedArticle) -> Self {
        Self {
            success: true,
            page: PageBody::new(page, text),
        }
    }
}
