//! Undoing an email change with the link mailed to the old email.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::EMAIL_TAKEN;
use crate::actions::email_changes::{self, UndoOutcome};
use crate::actions::security_log::{self, Event};
use crate::auth::link_token::LinkToken;
use crate::domain::Account;
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::Tx;

const INVALID_LINK: &str = "This link is not good: it was used already, or is older than seven days.";

/// The token of the link.
#[derive(Deserialize, ToSchema)]
pub struct EmailUndo {
    /// The part of the link after the `#`.
    token: String,
}

/// The result of the undo.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailUndoResponse {
    success: bool,
    message: &'static str,
    /// Whether it is an administrator's account.
    is_admin: bool,
}

/// Restores the old email of a reader or an administrator, and ends all sessions of the account. A link works
/// once, for seven days. Using it also invalidates the links of later changes.
#[utoipa::path(post, path = "/auth/undo-email-change", operation_id = "undoEmailChange", tag = "auth",
    request_body = EmailUndo,
    responses(
        (status = 200, description = "The old email is restored", body = EmailUndoResponse),
        (status = 400, description = "The link is invalid or expired"),
        (status = 409, description = "Another account uses the old email")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<EmailUndo>,
) -> Result<Json<EmailUndoResponse>, ApiError> {
    let now = state.clock.now();
    let undoing = match LinkToken::parse(&body.token) {
        Some(token) => {
            let (network_hash, entropy) = (state.networks.hash(network), state.entropy.clone());
            let undo = move |tx: &mut Tx<'_>| email_changes::undo(tx, &token, &network_hash, entropy, now);
            state.write(undo).await?
        }
        None => UndoOutcome::Unknown,
    };
    match undoing {
        UndoOutcome::Undone(account) => {
            security_log::record(Event::EmailChangeUndone, account, network);
            Ok(Json(EmailUndoResponse {
                success: true,
                message: "Your old email holds again, and all sessions have ended.",
                is_admin: matches!(account, Account::Admin(_)),
            }))
        }
        UndoOutcome::AddressInUse(account) => {
            security_log::record_visitor(Event::EmailUndoRefused, Some(account), network);
            Err(ApiError::conflict(ErrorCode::EmailTaken, "token", EMAIL_TAKEN))
        }
        UndoOutcome::Unknown => {
            security_log::record_visitor(Event::EmailUndoRefused, None, network);
            Err(ApiError::rejected(ErrorCode::InvalidLink, "token", INVALID_LINK))
        }
    }
}
