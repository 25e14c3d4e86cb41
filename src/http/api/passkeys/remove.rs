//! The removal of a passkey of the caller.

use super::UNKNOWN;
use crate::actions::passkeys::Owner;
use crate::actions::security_log::Event;
use crate::domain::PasskeyId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::api::second_factor::{Caller, Confirmation, record_with_detail};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::passkeys;

/// Removes a passkey of the caller. Sessions that it began stay open.
#[utoipa::path(delete, path = "/passkeys/{id}", operation_id = "removePasskey", tag = "security",
    security(("bearer" = [])), request_body = Confirmation,
    params(("id" = String, Path, description = "The id of a passkey of the caller")),
    responses(
        (status = 200, description = "It is removed", body = MessageResponse),
        (status = 400, description = "A wrong code or passkey"),
        (status = 403, description = "A wrong password"),
        (status = 404, description = "No such passkey of the caller")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<Confirmation>,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = PasskeyId::parse(&id).ok_or(UNKNOWN)?;
    let caller = Caller::read(&state, caller.token(), network).await?;
    let (site, account, auditor) = (state.clone(), caller.account, caller.auditor.clone());
    // Before the checks: an unknown id is not counted as a wrong guess.
    let known = state.read(move |tx| passkeys::list(tx, account)).await?;
    if !known.iter().any(|passkey| passkey.id == id) {
        return Err(UNKNOWN);
    }
    let owner = Owner {
        token: caller.token,
        email: caller.email.clone(),
    };
    let now = state.clock.now();
    caller
        .change(&state, body, move |tx| {
            if !site.passkeys.remove(tx, &owner, id, now)? {
                return Err(UNKNOWN);
            }
            let action = Action::PasskeyRemoved;
            record_with_detail(tx, auditor.as_ref(), account, action, &id.to_string())
        })
        .await?;
    caller.log(Event::PasskeyRemoved);
    state.email_is_due.notify_one();
    Ok(Json(MessageResponse::new("The passkey is removed")))
}
