//! A reader's session ends.

use axum::Json;
use axum::extract::State;

use crate::domain::Account;
use crate::http::api::logout;
use crate::http::api::wire::MessageAnswer;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Reader};
use crate::http::{ApiError, AppState};

/// Ends the token that this call brings. Others of the same reader go on.
#[utoipa::path(post, path = "/auth/logout", operation_id = "logout", tag = "auth",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The token has ended", body = MessageAnswer),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 403, description = "Not a reader", body = ErrorBody)))]
pub async fn logout(
    State(state): State<AppState>,
    reader: Reader,
    Household(network): Household,
) -> Result<Json<MessageAnswer>, ApiError> {
    let account = Account::Reader(reader.id);
    logout::end(&state, account, reader.token, network).await
}

/// Ends every token of the caller, on all devices.
#[utoipa::path(post, path = "/auth/logout-all", operation_id = "logoutEverywhere", tag = "auth",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "All tokens have ended", body = MessageAnswer),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 403, description = "Not a reader", body = ErrorBody)))]
pub async fn logout_all(
    State(state): State<AppState>,
    reader: Reader,
    Household(network): Household,
) -> Result<Json<MessageAnswer>, ApiError> {
    logout::end_all(&state, Account::Reader(reader.id), network).await
}
