//! The list of the caller's passkeys.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::passkey::Passkey;
use crate::http::extract::{Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::passkeys;

/// A passkey of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The name that the caller gave it.
    name: String,
    created_at: String,
    #[schema(required)]
    used_at: Option<String>,
    /// Whether it has copies on other devices of its owner.
    backed_up: bool,
}

impl From<Passkey> for PasskeyBody {
    fn from(passkey: Passkey) -> Self {
        Self {
            underscore_id: passkey.id.to_string(),
            id: passkey.id.to_string(),
            name: passkey.name,
            created_at: passkey.created_at.to_string(),
            used_at: passkey.used_at.map(|time| time.to_string()),
            backed_up: passkey.is_backed_up,
        }
    }
}

/// The passkeys of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeysResponse {
    success: bool,
    /// Whether the address of the site allows passkeys.
    available: bool,
    /// At most 20, the oldest first.
    passkeys: Vec<PasskeyBody>,
}

/// Returns the caller's passkeys.
#[utoipa::path(get, path = "/passkeys", operation_id = "passkeys", tag = "security", security(("bearer" = [])),
    responses((status = 200, description = "The passkeys", body = PasskeysResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
) -> Result<Json<PasskeysResponse>, ApiError> {
    let account = caller.token().subject;
    let passkeys = state.read(move |tx| passkeys::list(tx, account)).await?;
    Ok(Json(PasskeysResponse {
        success: true,
        available: state.passkeys.party().is_ok(),
        passkeys: passkeys.into_iter().map(PasskeyBody::from).collect(),
    }))
}
