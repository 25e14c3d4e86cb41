//! Requests for the code that links an identity to an account.

use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::require_sent;
use crate::actions::provider_sign_in::Arrival;
use crate::domain::Account;
use crate::domain::code::Purpose;
use crate::http::api::dto::MessageResponse;
use crate::http::api::provider_sign_in::{arrival, hashes, unknown_sign_in};
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::{ApiError, AppState};

/// The code of a sign-in by a provider.
#[derive(Deserialize, ToSchema)]
pub struct FinishCode {
    /// The part of the address after the `#`.
    code: String,
}

/// Mails a code to the account that has the address of somebody who has come from a provider, for `POST /auth/finish`.
/// At most one per 60 seconds, and ten per day for an account.
#[utoipa::path(post, path = "/auth/finish/code", operation_id = "mailLinkCode", tag = "auth", request_body = FinishCode,
    responses(
        (status = 200, description = "A code is sent", body = MessageResponse),
        (status = 400, description = "An unknown or expired sign-in, another browser, or no account has the address"),
        (status = 429, description = "Too soon after the previous code, or too many today")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    headers: HeaderMap,
    Json(body): Json<FinishCode>,
) -> Result<Json<MessageResponse>, ApiError> {
    let hashes = hashes(&state, &headers, &body.code)?;
    let (codes, network_hash, now) = (
        state.codes.clone(),
        state.networks.hash(network),
        state.clock.now(),
    );
    let sending = state
        .write(move |tx| {
            let (person, Arrival::Account(known)) = arrival(tx, &hashes, now)? else {
                return Err(unknown_sign_in());
            };
            let account = Account::Reader(known.user.id);
            Ok(codes.send(tx, account, Purpose::LinkIdentity, &person.email, &network_hash)?)
        })
        .await?;
    require_sent(sending)?;
    state.email_is_due.notify_one();
    Ok(Json(MessageResponse::new("A code has been sent")))
}
