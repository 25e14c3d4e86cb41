//! The response to a change of a static page that its editor had not seen.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::EditablePage;
use super::saving::{SavedPageResponse, load};
use crate::domain::ValidationError;
use crate::domain::static_page::{PageRevision, StaticPage};
use crate::http::error::ErrorBody;
use crate::http::extract::Json;
use crate::http::{ApiError, ErrorCode};
use crate::store::Tx;
use crate::store::static_pages::revisions;

/// A page that has changed since it was read. What was sent is kept as a revision beside it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaticPageConflict)]
pub struct PageConflict {
    /// Always false.
    success: bool,
    message: &'static str,
    /// Always `version_conflict`.
    code: ErrorCode,
    /// The name of who changed it; null if they have left.
    #[schema(required)]
    changed_by: Option<String>,
    /// When it was changed.
    changed_at: String,
    /// The number of the revision that holds what was sent; null when nothing was.
    #[schema(required)]
    conflict: Option<u32>,
    /// The page as it is now.
    page: EditablePage,
}

/// The refusal of a change with the status 409.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = RefusedStaticPageChange)]
#[expect(
    dead_code,
    reason = "it only describes the response, which is built of its parts"
)]
pub enum RefusedPageChange {
    /// The page has changed since it was read.
    Conflict(Box<PageConflict>),
    /// Another reason.
    Other(ErrorBody),
}

/// The outcome of a change.
pub(super) enum Outcome {
    Saved(Box<(StaticPage, String)>),
    Refused(Box<Refused>),
}

/// The page as it is now, when it is not the one that was changed.
pub(super) struct Refused {
    page: (StaticPage, String),
    newest: Option<PageRevision>,
    kept_as: Option<u32>,
}

impl Outcome {
    /// Reads a page after a change.
    pub(super) fn saved(tx: &Tx<'_>, page: &StaticPage) -> Result<Self, ApiError> {
        load(tx, page.id).map(|saved| Self::Saved(Box::new(saved)))
    }

    /// Reads the page as it is now. `kept_as` is the number of the revision that holds the other text.
    pub(super) fn refused(tx: &Tx<'_>, page: &StaticPage, kept_as: Option<u32>) -> Result<Self, ApiError> {
        Ok(Self::Refused(Box::new(Refused {
            newest: revisions::by_number(tx, page.id, page.version)?,
            page: load(tx, page.id)?,
            kept_as,
        })))
    }
}

/// Whether a page has changed since its version `base`.
///
/// # Errors
/// If the page never had that version.
pub(super) fn is_outdated(page: &StaticPage, base: u32) -> Result<bool, ValidationError> {
    if base > page.version {
        return ValidationError::reject("version", "The page never had this version");
    }
    Ok(base < page.version)
}

/// Returns the response to a change.
pub(super) fn respond(outcome: Outcome) -> Response {
    let refused = match outcome {
        Outcome::Saved(saved) => return Json(SavedPageResponse::new(*saved)).into_response(),
        Outcome::Refused(refused) => refused,
    };
    let author = refused.newest.and_then(|newest| newest.author);
    let body = PageConflict {
        success: false,
        message: "Somebody has changed this page since you opened it",
        code: ErrorCode::VersionConflict,
        changed_by: author.map(|author| author.username),
        changed_at: refused.page.0.updated_at.to_string(),
        conflict: refused.kept_as,
        page: EditablePage::new(refused.page),
    };
    let headers = [(header::CACHE_CONTROL, "no-store")];
    (StatusCode::CONFLICT, headers, Json(body)).into_response()
}
