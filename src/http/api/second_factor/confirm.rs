//! The end of setting up an authenticator app.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{Caller, RecoveryCodesResponse, record};
use crate::actions::security_log::Event;
use crate::domain::audit::Action;
use crate::domain::second_factor::FactorCode;
use crate::http::api::second_proof::wrong_code;
use crate::http::extract::{ClientNetwork, Json, SignedIn, State};
use crate::http::{ApiError, AppState};

/// A code of the app.
#[derive(Deserialize, ToSchema)]
pub struct TotpConfirmation {
    /// Six digits.
    code: String,
}

/// Makes the caller's authenticator app their second factor, which every sign-in asks for from now on. Sessions that are
/// open stay so.
#[utoipa::path(post, path = "/second-factor/totp/confirm", operation_id = "confirmTotp", tag = "security",
    security(("bearer" = [])), request_body = TotpConfirmation,
    responses(
        (status = 200, description = "It is the second factor", body = RecoveryCodesResponse),
        (status = 400, description = "A wrong code"),
        (status = 409, description = "Nothing is to be confirmed, or the account has a second factor already")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<TotpConfirmation>,
) -> Result<Json<RecoveryCodesResponse>, ApiError> {
    let code = FactorCode::parse(&body.code)?;
    let caller = Caller::read(&state, caller.token(), network).await?;
    let (site, account, auditor) = (state.clone(), caller.account, caller.auditor.clone());
    let now = state.clock.now();
    let codes = caller
        .write_with_proof(&state, move |tx| {
            let codes = site.second_factors.confirm(tx, account, &code, now)?;
            if codes.is_some() {
                record(tx, auditor.as_ref(), account, Action::SecondFactorEnabled)?;
            }
            Ok(codes.ok_or_else(wrong_code))
        })
        .await?;
    caller.log(Event::SecondFactorEnabled);
    Ok(Json(RecoveryCodesResponse::new(
        "Your second factor is on",
        &codes,
    )))
}
