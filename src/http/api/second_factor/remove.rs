//! The removal of the caller's second factor.

use super::{Caller, Confirmation, record};
use crate::actions::second_factor::FactorError;
use crate::actions::security_log::Event;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::second_factors;

/// Removes the caller's authenticator app, and their recovery codes unless a passkey remains.
#[utoipa::path(delete, path = "/second-factor", operation_id = "removeSecondFactor", tag = "security",
    security(("bearer" = [])), request_body = Confirmation,
    responses(
        (status = 200, description = "It is removed", body = MessageResponse),
        (status = 400, description = "A wrong code or passkey"),
        (status = 403, description = "A wrong password"),
        (status = 409, description = "The account has no second factor")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<Confirmation>,
) -> Result<Json<MessageResponse>, ApiError> {
    let caller = Caller::read(&state, caller.token(), network).await?;
    let (account, auditor) = (caller.account, caller.auditor.clone());
    let has_app = state.read(move |tx| second_factors::has_app(tx, account));
    if !has_app.await? {
        return Err(FactorError::Inactive.into());
    }
    caller
        .change(&state, body, move |tx| {
            record(tx, auditor.as_ref(), account, Action::SecondFactorDisabled)?;
            second_factors::remove_app(tx, account)?;
            Ok(())
        })
        .await?;
    caller.log(Event::SecondFactorDisabled);
    Ok(Json(MessageResponse::new("Your second factor is off")))
}
