//! An administrator's session ends.

use axum::Json;
use axum::extract::State;

use crate::domain::Account;
use crate::http::api::logout;
use crate::http::api::wire::MessageAnswer;
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, Household};
use crate::http::{ApiError, AppState};

/// Ends the token that this call brings. Others of the same administrator go on.
#[utoipa::path(post, path = "/admin/logout", operation_id = "adminLogout", tag = "admin",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The token has ended", body = MessageAnswer),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn logout(
    State(state): State<AppState>,
    admin: Admin,
    Household(network): Household,
) -> Result<Json<MessageAnswer>, ApiError> {
    let account = Account::Admin(admin.id);
    logout::end(&state, account, admin.token, network).await
}

/// Ends every token of the caller, on all devices.
#[utoipa::path(post, path = "/admin/logout-all", operation_id = "adminLogoutEverywhere", tag = "admin",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "All tokens have ended", body = MessageAnswer),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn logout_all(
    State(state): State<AppState>,
    admin: Admin,
    Household(network): Household,
) -> Result<Json<MessageAnswer>, ApiError> {
    logout::end_all(&state, Account::Admin(admin.id), network).await
}
