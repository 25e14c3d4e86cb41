//! Logout, for readers and administrators.

use std::net::IpAddr;

use super::dto::MessageResponse;
use crate::actions::security_log::{self, Event};
use crate::auth::token::VerifiedToken;
use crate::domain::Account;
use crate::domain::audit::Action;
use crate::http::api::password_check::require_session;
use crate::http::extract::Json;
use crate::http::{ApiError, AppState};
use crate::store::{audit, sessions};

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

/// Revokes every token of the account. The audit log has that of a member of the staff.
pub(super) async fn end_all(
    state: &AppState,
    token: VerifiedToken,
    network: Option<IpAddr>,
) -> Result<Json<MessageResponse>, ApiError> {
    let account = token.subject;
    let auditor = match account {
        Account::Admin(id) => Some((id, state.auditor(id))),
        Account::Reader(_) => None,
    };
    state
        .write(move |tx| {
            if let Some((id, auditor)) = auditor {
                require_session(tx, &token)?;
                audit::insert(tx, &auditor.entry(Action::AccountSignedOutEverywhere, &id, ""))?;
            }
            sessions::revoke_all(tx, account).map_err(ApiError::from)
        })
        .await?;
    security_log::record(Event::SignedOutEverywhere, account, network);
    Ok(Json(MessageResponse::new("You are logged out everywhere")))
}
