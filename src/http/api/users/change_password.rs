//! Another password, by who is signed in and knows the present one.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{credentials, own, same_epoch};
use crate::actions::security_log::{Event, Record};
use crate::domain::{Account, Password};
use crate::http::api::password_check;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody, Reader, Reference};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{Touched, users};

/// The present password, and the one that is to hold.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserPasswordChange {
    current_password: Option<String>,
    /// 8 to 128 characters, and not one of the most common.
    new_password: String,
}

/// A token that holds on, since all earlier ones have ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserPasswordAnswer {
    success: bool,
    message: &'static str,
    token: String,
}

/// Changes the caller's password, which ends all earlier sessions; the answer's token goes on.
#[utoipa::path(put, path = "/users/{id}/password", operation_id = "changePassword", tag = "users",
    security(("bearer" = [])), request_body = UserPasswordChange,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The new password holds", body = UserPasswordAnswer),
        (status = 400, description = "No present password, or a new one that breaks a rule", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not the present password, or somebody else's account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
        (status = 503, description = "Too many passwords are checked at once", body = ErrorBody)))]
pub async fn change_password(
    State(state): State<AppState>,
    reader: Reader,
    Household(network): Household,
    Reference(id): Reference,
    JsonBody(body): JsonBody<UserPasswordChange>,
) -> Result<Json<UserPasswordAnswer>, ApiError> {
    let id = own(reader, &id)?;
    let given = password_check::given(body.current_password)?;
    let known = credentials(&state, id).await?;
    let own = [known.user.name.as_str(), known.user.email.as_str()];
    let new = Password::parse("newPassword", &body.new_password, &own)?;
    let account = Account::Reader(id);
    password_check::check(
        &state,
        account,
        Secret::ReaderPassword(&known.user.email),
        network,
        given,
        known.password_hash,
        password_check::incorrect(),
    )
    .await?;
    let hash = state.passwords.hash(network, new).await?;
    let now = state.clock.now();
    let epoch = state
        .store
        .write_touching(Touched::Accounts, move |tx| {
            same_epoch(tx, id, known.token_epoch)?;
            Ok::<_, ApiError>(users::set_password(tx, id, &hash, now)?)
        })
        .await?
        .ok_or(ApiError::Unauthorized)?;
    Record::own(Event::PasswordChanged, account).from(network).write();
    Ok(Json(UserPasswordAnswer {
        success: true,
        message: "Password updated successfully",
        token: state.tokens.issue(account, epoch, now)?,
    }))
}
