//! A change of an email is undone with the link that the old address got.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::EMAIL_TAKEN;
use crate::actions::email_changes::{self, Undoing};
use crate::actions::security_log::{Actor, Event, Record};
use crate::auth::link_token::LinkToken;
use crate::domain::{Account, Invalid};
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody};
use crate::http::{ApiError, AppState};
use crate::store::Tx;

const NOT_GOOD: &str = "This link is not good: it was used already, or is older than seven days.";

/// What the link holds.
#[derive(Deserialize, ToSchema)]
pub struct EmailUndo {
    /// What stands behind the `#` of the link.
    token: String,
}

/// The old address holds again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailUndoAnswer {
    success: bool,
    message: &'static str,
    /// Whether it is an administrator's account.
    is_admin: bool,
}

/// Brings the old address of a reader or an administrator back, and ends all sessions of the account. A link
/// works once, for seven days; using it ends the links of later changes as well.
#[utoipa::path(post, path = "/auth/undo-email-change", operation_id = "undoEmailChange", tag = "auth",
    request_body = EmailUndo,
    responses(
        (status = 200, description = "The old address holds again", body = EmailUndoAnswer),
        (status = 400, description = "No link that is good", body = ErrorBody),
        (status = 409, description = "The old address has another account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody)))]
pub async fn undo_email_change(
    State(state): State<AppState>,
    Household(network): Household,
    JsonBody(body): JsonBody<EmailUndo>,
) -> Result<Json<EmailUndoAnswer>, ApiError> {
    let now = state.clock.now();
    let undoing = match LinkToken::parse(&body.token) {
        Some(token) => {
            let opened_at = state.networks.hash(network);
            let undo = move |tx: &mut Tx<'_>| email_changes::undo(tx, &token, &opened_at, now);
            let touches = |undoing: &Undoing| undoing.touched();
            state.store.write_touching_by(touches, undo).await?
        }
        None => Undoing::Unknown,
    };
    let refused = |account| {
        Record::by(Event::EmailUndoRefused, Actor::Visitor)
            .of(account)
            .from(network)
            .write();
    };
    match undoing {
        Undoing::Undone(account) => {
            Record::own(Event::EmailChangeUndone, account)
                .from(network)
                .write();
            Ok(Json(EmailUndoAnswer {
                success: true,
                message: "Your old email holds again, and all sessions have ended.",
                is_admin: matches!(account, Account::Admin(_)),
            }))
        }
        Undoing::Taken(account) => {
            refused(Some(account));
            Err(ApiError::Conflict(Invalid::new("token", EMAIL_TAKEN)))
        }
        Undoing::Unknown => {
            refused(None);
            Err(Invalid::new("token", NOT_GOOD).into())
        }
    }
}
