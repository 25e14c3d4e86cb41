//! Logout, for readers and administrators.

use std::net::IpAddr;

use axum::Json;

use super::dto::MessageResponse;
use crate::actions::security_log::{Event, Record};
use crate::domain::Account;
use crate::http::extract::SessionToken;
use crate::http::{ApiError, AppState};
use crate::store::sessions;

/// Revokes one token of an account.
pub(super) async fn end(
    state: &AppState,
    account: Account,
    token: SessionToken,
    network: Option<IpAddr>,
) -> Result<Json<MessageResponse>, ApiError> {
    state
        .store
        .write(move |tx| sessions::revoke(tx, account, token.id, token.expires_at))
        .await?;
    Record::of_account(Event::SignedOut, account)
        .with_network(network)
        .write();
    Ok(Json(MessageResponse::new("You are logged out")))
}

/// Revokes every token of an account.
pub(super) async fn end_all(
    state: &AppState,
    account: Account,
    network: Option<IpAddr>,
) -> Result<Json<MessageResponse>, ApiError> {
    state
        .store
        .write(move |tx| sessions::revoke_all(tx, account))
        .await?;
    Record::of_account(Event::SignedOutEverywhere, account)
        .with_network(network)
        .write();
    Ok(Json(MessageResponse::new("You are logged out everywhere")))
}
