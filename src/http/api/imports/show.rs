//! One import.

use super::dto::ImportResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};

/// Returns an import with its progress and the totals of its report.
#[utoipa::path(get, path = "/admin/imports/{id}", operation_id = "import", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the import")),
    responses(
        (status = 200, description = "The import", body = ImportResponse),
        (status = 404, description = "No such import")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<ImportResponse>, ApiError> {
    let import = super::load(&state, &id).await?;
    ImportResponse::new(import).map(Json)
}
