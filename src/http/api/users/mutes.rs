//! The readers whom the caller mutes.

use serde::Serialize;
use utoipa::ToSchema;

use super::require_own;
use crate::http::extract::{IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::mutes::{self, MutedReader};

/// A muted reader.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MutedUser)]
pub struct MutedReaderBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    name: String,
    username: String,
}

/// The muted readers.
#[derive(Debug, Serialize, ToSchema)]
pub struct MutesResponse {
    success: bool,
    users: Vec<MutedReaderBody>,
}

/// Lists the readers whom the caller mutes, latest first. There are at most 1,000.
#[utoipa::path(get, path = "/users/{id}/mutes", operation_id = "mutedUsers", tag = "users",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The muted readers", body = MutesResponse),
        (status = 403, description = "Another reader's account")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MutesResponse>, ApiError> {
    let id = require_own(reader, &id)?;
    let muted = state.read(move |tx| mutes::list(tx, id)).await?;
    Ok(Json(MutesResponse {
        success: true,
        users: muted.into_iter().map(MutedReaderBody::from).collect(),
    }))
}

impl From<MutedReader> for MutedReaderBody {
    fn from(reader: MutedReader) -> Self {
        let id = reader.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            name: reader.name,
            username: reader.username,
        }
    }
}
