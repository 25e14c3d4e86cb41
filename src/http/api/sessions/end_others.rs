//! The end of all other sessions of the caller.

use serde::Serialize;
use utoipa::ToSchema;

use super::Ending;
use crate::actions::security_log::{self, Event};
use crate::http::api::password_check::require_session;
use crate::http::api::sign_in;
use crate::http::extract::{ClientDevice, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::sessions;

/// A new token, since all earlier ones are revoked.
#[derive(Debug, Serialize, ToSchema)]
pub struct OtherSessionsResponse {
    success: bool,
    message: &'static str,
    token: String,
}

/// Ends all sessions of the caller but this one, which goes on with the new token of the response.
#[utoipa::path(delete, path = "/sessions", operation_id = "endOtherSessions", tag = "security",
    security(("bearer" = [])),
    responses((status = 200, description = "All other sessions have ended", body = OtherSessionsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientDevice { network, device }: ClientDevice,
) -> Result<Json<OtherSessionsResponse>, ApiError> {
    let token = caller.token();
    let account = token.subject;
    let ending = Ending::of(&state, &token);
    let (site, now) = (state.clone(), state.clock.now());
    let token = state
        .write(move |tx| {
            require_session(tx, &token)?;
            let epoch = sessions::revoke_all(tx, account)?.ok_or(ApiError::Unauthorized)?;
            ending.record(tx, account, "all others")?;
            sign_in::renew(tx, &site, account, epoch, device, now)
        })
        .await?;
    security_log::record(Event::SessionEnded, account, network);
    Ok(Json(OtherSessionsResponse {
        success: true,
        message: "All other sessions have ended",
        token,
    }))
}
