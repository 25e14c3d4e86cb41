//! A reader leaves.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{credentials, own};
use crate::actions::security_log::{Event, Record};
use crate::domain::{Account, Invalid};
use crate::http::api::password_check;
use crate::http::api::wire::MessageAnswer;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody, Reader, Reference};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::users;

/// The proof that it is meant.
#[derive(Deserialize, ToSchema)]
pub struct Removal {
    /// The caller's password.
    password: String,
}

/// Deletes the caller's account with its likes and bookmarks; its comments stay as those of a deleted user.
#[utoipa::path(delete, path = "/users/{id}", operation_id = "deleteUser", tag = "users",
    security(("bearer" = [])), request_body = Removal,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The account is gone", body = MessageAnswer),
        (status = 400, description = "Not the password", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Somebody else's account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
        (status = 503, description = "Too many passwords are checked at once", body = ErrorBody)))]
pub async fn remove(
    State(state): State<AppState>,
    reader: Reader,
    Household(network): Household,
    Reference(id): Reference,
    JsonBody(body): JsonBody<Removal>,
) -> Result<Json<MessageAnswer>, ApiError> {
    let id = own(reader, &id)?;
    let account = credentials(&state, id).await?;
    let secret = Secret::ReaderPassword(&account.user.email);
    let refused = Invalid::new("password", "Incorrect password").into();
    let own = Account::Reader(id);
    password_check::check(
        &state,
        own,
        secret,
        network,
        body.password,
        account.password_hash,
        refused,
    )
    .await?;
    state.store.write(move |tx| users::remove(tx, id)).await?;
    Record::own(Event::AccountDeleted, own).from(network).write();
    Ok(Json(MessageAnswer::new("Your account has been deleted")))
}
