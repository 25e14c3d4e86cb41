//! Logout, for readers and administrators.

use std::net::IpAddr;

use super::dto::MessageResponse;
use crate::actions::security_log::{self, Event};
use crate::auth::token::VerifiedToken;
use crate::domain::Account;
use crate::http::extract::Json;
use crate::http::{ApiError, AppState};
use crate::store::sessions;

/// Revokes this token.
pub(super) async fn end(
    state: &AppState,
    token: VerifiedToken,
    network: Option<IpAddr>,
) -> Result<Json<MessageResponse>, ApiError> {
    state
        .write(move |tx| sessions::revoke(tx, token.subject, token.id, token.expires_at))
        .await?;
    security_log::record(Event::SignedOut, token.subject, network);
    Ok(Json(MessageResponse::new("You are logged out")))
}

/// Revokes every token of the account.
pub(super) async fn end_all(
    state: &AppState,
    account: Account,
    network: Option<IpAddr>,
) -> Result<Json<MessageResponse>, ApiError> {
    state.write(move |tx| sessions::revoke_all(tx, account)).await?;
    security_log::record(Event::SignedOutEverywhere, account, network);
    Ok(Json(MessageResponse::new("You are logged out everywhere")))
}
