//! The steps that creating, updating and restoring a static page share.

use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::dto::EditablePage;
use crate::actions::static_pages::{self as actions, PageDraft, PreparedPage};
use crate::domain::StaticPageId;
use crate::domain::post::Status;
use crate::domain::static_page::StaticPage;
use crate::http::{ApiError, AppState};
use crate::store::{Tx, static_pages};

/// The saved page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SavedStaticPageResponse)]
pub struct SavedPageResponse {
    success: bool,
    message: &'static str,
    page: EditablePage,
}

impl SavedPageResponse {
    pub(super) fn new(saved: (StaticPage, String)) -> Self {
        Self {
            success: true,
            message: match saved.0.status {
                Status::Published => "The page is published",
                Status::Draft => "The page is saved as a draft",
            },
            page: EditablePage::new(saved),
        }
    }
}

/// Prepares a draft on the image worker: a large picture takes a second and hundreds of megabytes.
pub(super) async fn prepare(state: &AppState, draft: PageDraft) -> Result<PreparedPage, ApiError> {
    let store = state.store.clone();
    let prepared = state
        .image_worker
        .run(move || actions::prepare::<ApiError>(&store, &draft));
    prepared.await?
}

pub(super) fn load(tx: &Tx<'_>, id: StaticPageId) -> Result<(StaticPage, String), ApiError> {
    let page = static_pages::by_id(tx, id)?.ok_or(NOT_FOUND)?;
    let html = static_pages::html(tx, id)?.unwrap_or_default();
    Ok((page, html))
}
