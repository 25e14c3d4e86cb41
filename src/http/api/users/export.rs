//! The export of what is stored about a reader.

use axum::response::Response;

use super::require_own;
use crate::actions::personal_export;
use crate::actions::security_log::{self, Event};
use crate::http::api::archive_download::{self, ExportPermit};
use crate::http::api::second_factor::{Caller, Confirmation};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::personal_data;

const TOO_SOON: &str = "Your data can be exported once an hour. Please try again later";

/// Returns what is stored about the caller as a zip archive: a page to read, and a JSON file of each kind of data. At most once
/// an hour.
#[utoipa::path(post, path = "/users/{id}/export", operation_id = "exportUser", tag = "users",
    security(("bearer" = [])), request_body = Confirmation,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The archive", body = String, content_type = "application/zip"),
        (status = 400, description = "No password, or no code where the caller has a second factor"),
        (status = 403, description = "A wrong password or code, or another reader's account")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<Confirmation>,
) -> Result<Response, ApiError> {
    let token = reader.token;
    let id = require_own(reader, &id)?;
    let permit = ExportPermit::acquire(&state)?;
    let caller = Caller::read(&state, token, network).await?;
    let now = state.clock.now();
    let begun = caller
        .confirmed(&state, body, move |tx| {
            Ok(personal_data::begin_export(tx, id, now)?)
        })
        .await?;
    begun.map_err(|seconds| ApiError::TooMany(ErrorCode::TooManyRequests, TOO_SOON, Some(seconds)))?;
    security_log::record(Event::DataExported, caller.account, network);
    let (store, site) = (state.store.clone(), state.site().name.clone());
    archive_download::respond(&state, permit, "my-data.zip", move |output| {
        personal_export::write(&store, output, id, &site, now)?;
        Ok(())
    })
}
