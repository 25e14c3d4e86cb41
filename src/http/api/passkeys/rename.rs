//! Another name for a passkey of the caller.

use serde::Deserialize;
use utoipa::ToSchema;

use super::UNKNOWN;
use crate::domain::PasskeyId;
use crate::domain::audit::Action;
use crate::domain::passkey::PasskeyName;
use crate::http::api::dto::MessageResponse;
use crate::http::api::password_check::require_session;
use crate::http::api::second_factor::{Caller, record_with_detail};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::passkeys;

/// A new name.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyNameBody {
    /// 1 to 60 characters.
    name: String,
}

/// Renames a passkey of the caller.
#[utoipa::path(patch, path = "/passkeys/{id}", operation_id = "renamePasskey", tag = "security",
    security(("bearer" = [])), request_body = PasskeyNameBody,
    params(("id" = String, Path, description = "The id of a passkey of the caller")),
    responses(
        (status = 200, description = "It has the name", body = MessageResponse),
        (status = 404, description = "No such passkey of the caller")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<PasskeyNameBody>,
) -> Result<Json<MessageResponse>, ApiError> {
    let name = PasskeyName::parse(&body.name)?;
    let id = PasskeyId::parse(&id).ok_or(UNKNOWN)?;
    let caller = Caller::read(&state, caller.token(), network).await?;
    state
        .write(move |tx| {
            require_session(tx, &caller.token)?;
            if !passkeys::rename(tx, caller.account, id, &name)? {
                return Err(UNKNOWN);
            }
            let action = Action::PasskeyRenamed;
            record_with_detail(
                tx,
                caller.auditor.as_ref(),
                caller.account,
                action,
                &id.to_string(),
            )
        })
        .await?;
    Ok(Json(MessageResponse::new("The passkey has a new name")))
}
