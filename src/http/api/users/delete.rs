//! Deletion of a reader's account.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{credentials, require_own};
use crate::actions::security_log::{Event, Record};
use crate::domain::{Account, ValidationError};
use crate::http::api::dto::MessageResponse;
use crate::http::api::password_check;
use crate::http::error::ErrorBody;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json as JsonBody, Reader};
use crate::http::limits::login_throttle::Secret;
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
        (status = 400, description = "A wrong password", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Another reader's account", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is not JSON", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
        (status = 503, description = "Too many concurrent password checks", body = ErrorBody)))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    JsonBody(body): JsonBody<AccountDeletion>,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = require_own(reader, &id)?;
    let account = credentials(&state, id).await?;
    let secret = Secret::ReaderPassword(&account.user.email);
    let mismatch = ApiError::Rejected(
        ErrorCode::IncorrectPassword,
        ValidationError::new("password", "Incorrect password"),
    );
    let own = Account::Reader(id);
    password_check::check(
        &state,
        own,
        secret,
        network,
        body.password,
        account.password_hash,
        mismatch,
    )
    .await?;
    state.store.write(move |tx| users::remove(tx, id)).await?;
    Record::of_account(Event::AccountDeleted, own)
        .with_network(network)
        .write();
    Ok(Json(MessageResponse::new("Your account has been deleted")))
}
