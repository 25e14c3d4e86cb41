//! The end of sessions, for readers and administrators alike.

use std::net::IpAddr;

use axum::Json;

use super::wire::MessageAnswer;
use crate::actions::security_log::{Event, Record};
use crate::domain::Account;
use crate::http::extract::PresentToken;
use crate::http::{ApiError, AppState};
use crate::store::{Touched, sessions};

/// Ends one token of an account.
pub(super) async fn end(
    state: &AppState,
    account: Account,
    token: PresentToken,
    network: Option<IpAddr>,
) -> Result<Json<MessageAnswer>, ApiError> {
    state
        .store
        .write_touching(Touched::Accounts, move |tx| {
            sessions::end(tx, account, token.id, token.expires_at)
        })
        .await?;
    Record::own(Event::SignedOut, account).from(network).write();
    Ok(Json(MessageAnswer::new("You are logged out")))
}

/// Ends every token of an account.
pub(super) async fn end_all(
    state: &AppState,
    account: Account,
    network: Option<IpAddr>,
) -> Result<Json<MessageAnswer>, ApiError> {
    state
        .store
        .write_touching(Touched::Accounts, move |tx| sessions::end_all(tx, account))
        .await?;
    Record::own(Event::SignedOutEverywhere, account)
        .from(network)
        .write();
    Ok(Json(MessageAnswer::new("You are logged out everywhere")))
}
