//! An administrator signs in.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::actions::security_log::{Event, Record};
use crate::domain::Account;
use crate::domain::user::Email;
use crate::http::api::auth::sign_in_failed;
use crate::http::api::wire::AdminBody;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::admins::{self, AdminCredentials};

/// Of administrators nobody is told whether an address is known.
const REFUSED: &str = "Invalid email or password";

/// What an administrator signs in with.
#[derive(Deserialize, ToSchema)]
pub struct AdminLogin {
    email: String,
    password: String,
}

/// The administrator who signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminLoginAnswer {
    success: bool,
    message: &'static str,
    token: String,
    admin: AdminBody,
}

/// Signs an administrator in.
#[utoipa::path(post, path = "/admin/login", operation_id = "adminLogin", tag = "admin", request_body = AdminLogin,
    responses(
        (status = 200, description = "Signed in", body = AdminLoginAnswer),
        (status = 400, description = "Not an email address", body = ErrorBody),
        (status = 401, description = "No such administrator, or not their password", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
        (status = 503, description = "Too many sign in at once", body = ErrorBody)))]
pub async fn login(
    State(state): State<AppState>,
    Household(network): Household,
    JsonBody(body): JsonBody<AdminLogin>,
) -> Result<Json<AdminLoginAnswer>, ApiError> {
    let email = Email::parse_known(&body.email)?;
    let secret = Secret::AdminPassword(&email);
    let check = account_of(&state, network, email.clone(), body.password);
    let checked = state.guesses.check(secret, network, check).await;
    let account = match checked {
        Ok(account) => account,
        Err(error) => {
            let known = state
                .store
                .read(move |tx| admins::credentials(tx, &email))
                .await?;
            let known = known.map(|known| Account::Admin(known.admin.id));
            sign_in_failed(&error, known, network);
            return Err(error);
        }
    };
    let subject = Account::Admin(account.admin.id);
    let token = state
        .tokens
        .issue(subject, account.token_epoch, state.clock.now())?;
    Record::own(Event::SignedIn, subject).from(network).write();
    Ok(Json(AdminLoginAnswer {
        success: true,
        message: "Welcome back!",
        token,
        admin: account.admin.into(),
    }))
}

async fn account_of(
    state: &AppState,
    household: Option<IpAddr>,
    email: Email,
    password: String,
) -> Result<AdminCredentials, ApiError> {
    let account = state
        .store
        .read(move |tx| admins::credentials(tx, &email))
        .await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let is_right = match hash {
        Some(hash) => state.passwords.verify(household, password, hash).await?,
        None => state.passwords.refuse(household, password).await?,
    };
    account
        .filter(|_| is_right)
        .ok_or(ApiError::SignInRefused(REFUSED))
}
