//! Revocation of API keys.

use crate::actions::security_log::{self, Event};
use crate::domain::ApiKeyId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{api_keys, audit};

const NO_KEY: ApiError = ApiError::NotFound("There is no such API key");

/// Revokes an API key: the next request with it is refused.
#[utoipa::path(delete, path = "/admin/api-keys/{id}", operation_id = "revokeApiKey", tag = "team",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the key")),
    responses(
        (status = 200, description = "Revoked", body = MessageResponse),
        (status = 404, description = "No such key")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = ApiKeyId::parse(&id).ok_or(NO_KEY)?;
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            let name = api_keys::delete(tx, id)?.ok_or(NO_KEY)?;
            audit::insert(tx, &auditor.entry(Action::ApiKeyRevoked, &id, name)).map_err(ApiError::from)
        })
        .await?;
    security_log::record_staff_action(Event::ApiKeyRevoked, staff.id, &id, network);
    Ok(Json(MessageResponse::new("The key is revoked")))
}
