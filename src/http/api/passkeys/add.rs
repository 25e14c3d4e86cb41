//! A new passkey of the caller.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bytes;
use crate::actions::passkeys::{Addition, Owner};
use crate::actions::security_log::Event;
use crate::auth::webauthn::Attestation;
use crate::domain::audit::Action;
use crate::domain::passkey::{PasskeyName, Transports};
use crate::http::api::password_check::require_session;
use crate::http::api::second_factor::{Caller, record_with_detail};
use crate::http::extract::{ClientNetwork, Json, SignedIn, State};
use crate::http::{ApiError, AppState, ErrorCode};

/// A new passkey.
#[derive(Deserialize, ToSchema)]
pub struct NewPasskeyBody {
    /// 1 to 60 characters.
    name: String,
    response: PasskeyAttestationResponse,
}

/// The response of an authenticator that has made a passkey: what is needed of `RegistrationResponseJSON` of Web
/// Authentication. Bytes are in base 64 for URLs.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAttestationResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    attestation_object: String,
    #[serde(default)]
    transports: Vec<String>,
}

/// The added passkey.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAddedResponse {
    success: bool,
    message: &'static str,
    /// The id of the passkey.
    id: String,
    /// Ten recovery codes, if it is the first second factor of the account. They are not shown again.
    #[schema(required)]
    recovery_codes: Option<Vec<String>>,
}

/// Adds a passkey, which signs in without the password, or as a second factor after it. The password was checked when the
/// challenge was issued (`POST /passkeys/options`).
#[utoipa::path(post, path = "/passkeys", operation_id = "addPasskey", tag = "security",
    security(("bearer" = [])), request_body = NewPasskeyBody,
    responses(
        (status = 201, description = "It is added", body = PasskeyAddedResponse),
        (status = 400, description = "The response of the authenticator is refused"),
        (status = 403, description = "The address of the site does not allow passkeys"),
        (status = 409, description = "The account has as many passkeys as it may have")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<NewPasskeyBody>,
) -> Result<(StatusCode, Json<PasskeyAddedResponse>), ApiError> {
    let addition = Addition {
        name: PasskeyName::parse(&body.name)?,
        attestation: Attestation {
            client_data: bytes(&body.response.client_data)?,
            object: bytes(&body.response.attestation_object)?,
        },
        transports: Transports::known_of(&body.response.transports),
    };
    let caller = Caller::read(&state, caller.token(), network).await?;
    let (site, account, auditor) = (state.clone(), caller.account, caller.auditor.clone());
    let owner = Owner {
        token: caller.token,
        email: caller.email.clone(),
    };
    let now = state.clock.now();
    let added = state
        .write(move |tx| {
            require_session(tx, &owner.token)?;
            let (id, codes) = site.passkeys.add(tx, &owner, addition, now)?;
            let action = Action::PasskeyAdded;
            record_with_detail(tx, auditor.as_ref(), account, action, &id.to_string())?;
            Ok::<_, ApiError>((id, codes))
        })
        .await;
    if let Err(ApiError::Rejected(ErrorCode::InvalidPasskey, _)) = &added {
        caller.log(Event::PasskeyRefused);
    }
    let (id, codes) = added?;
    caller.log(Event::PasskeyAdded);
    state.email_is_due.notify_one();
    let response = PasskeyAddedResponse {
        success: true,
        message: "The passkey is added",
        id: id.to_string(),
        recovery_codes: codes.map(|codes| codes.iter().map(ToString::to_string).collect()),
    };
    Ok((StatusCode::CREATED, Json(response)))
}
