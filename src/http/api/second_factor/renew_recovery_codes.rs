//! New recovery codes.

use super::{Caller, Confirmation, RecoveryCodesResponse, record};
use crate::actions::security_log::Event;
use crate::domain::audit::Action;
use crate::http::extract::{ClientNetwork, Json, SignedIn, State};
use crate::http::{ApiError, AppState};

/// Makes ten recovery codes in place of all earlier ones.
#[utoipa::path(post, path = "/second-factor/recovery-codes", operation_id = "renewRecoveryCodes", tag = "security",
    security(("bearer" = [])), request_body = Confirmation,
    responses(
        (status = 200, description = "The new codes", body = RecoveryCodesResponse),
        (status = 400, description = "A wrong code or passkey"),
        (status = 403, description = "A wrong password"),
        (status = 409, description = "The account has no second factor")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<Confirmation>,
) -> Result<Json<RecoveryCodesResponse>, ApiError> {
    let caller = Caller::read(&state, caller.token(), network).await?;
    let (site, account, auditor) = (state.clone(), caller.account, caller.auditor.clone());
    let codes = caller
        .change(&state, body, move |tx| {
            record(tx, auditor.as_ref(), account, Action::RecoveryCodesRenewed)?;
            Ok(site.second_factors.renew_recovery_codes(tx, account)?)
        })
        .await?;
    caller.log(Event::RecoveryCodesRenewed);
    Ok(Json(RecoveryCodesResponse::new(
        "You have new recovery codes",
        &codes,
    )))
}
