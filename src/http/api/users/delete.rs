//! Deletion of a reader's account.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{credentials, require_own};
use crate::actions::security_log::{self, Event};
use crate::domain::Account;
use crate::http::api::dto::MessageResponse;
use crate::http::api::password_check;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::users;

/// The confirmation of the deletion.
#[derive(Deserialize, ToSchema)]
pub struct AccountDeletion {
    /// The caller's password.
    password: String,
}

/// Deletes the caller's account with its likes and bookmarks. Its comments stay, as those of a deleted user.
#[utoipa::path(delete, path = "/users/{id}", operation_id = "deleteUser", tag = "users",
    security(("bearer" = [])), request_body = AccountDeletion,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The account is deleted", body = MessageResponse),
        (status = 400, description = "A wrong password"),
        (status = 403, description = "Another reader's account")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<AccountDeletion>,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = require_own(reader, &id)?;
    let credentials = credentials(&state, id).await?;
    let mismatch = ApiError::rejected(ErrorCode::IncorrectPassword, "password", "Incorrect password");
    let account = Account::Reader(id);
    password_check::check(
        &state,
        account,
        &credentials.user.email,
        network,
        body.password,
        credentials.password_hash,
        mismatch,
    )
    .await?;
    state
        .write(move |tx| {
            password_check::require_session(tx, &reader.token)?;
            Ok::<_, ApiError>(users::remove(tx, id)?)
        })
        .await?;
    security_log::record(Event::AccountDeleted, account, network);
    Ok(Json(MessageResponse::new("Your account has been deleted")))
}
