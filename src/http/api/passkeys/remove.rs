//! The removal of a passkey of the caller.

use super::UNKNOWN;
use super::options::PasskeyPassword;
use crate::actions::passkeys::Owner;
use crate::actions::security_log::Event;
use crate::domain::PasskeyId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::api::password_check::require_session;
use crate::http::api::second_factor::{Caller, record_with_detail};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, SignedIn, State};
use crate::http::{ApiError, AppState};

/// Removes a passkey of the caller. Sessions that it began stay open.
#[utoipa::path(delete, path = "/passkeys/{id}", operation_id = "removePasskey", tag = "security",
    security(("bearer" = [])), request_body = PasskeyPassword,
    params(("id" = String, Path, description = "The id of a passkey of the caller")),
    responses(
        (status = 200, description = "It is removed", body = MessageResponse),
        (status = 403, description = "A wrong password"),
        (status = 404, description = "No such passkey of the caller")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<PasskeyPassword>,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = PasskeyId::parse(&id).ok_or(UNKNOWN)?;
    let caller = Caller::read(&state, caller.token(), network).await?;
    caller.check_password(&state, body.password).await?;
    let (site, account, auditor) = (state.clone(), caller.account, caller.auditor.clone());
    let owner = Owner {
        token: caller.token,
        email: caller.email.clone(),
    };
    let now = state.clock.now();
    state
        .write(move |tx| {
            require_session(tx, &owner.token)?;
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
