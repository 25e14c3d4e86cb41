//! Sign-in of administrators.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::Account;
use crate::domain::user::EmailAddress;
use crate::http::api::dto::AdminBody;
use crate::http::api::sign_in;
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::admins::{self, AdminCredentials};

/// The message for every failure, which does not reveal whether an account exists.
const REFUSED: &str = "Invalid email or password";

/// The credentials of an administrator.
#[derive(Deserialize, ToSchema)]
pub struct AdminLogin {
    email: String,
    password: String,
}

/// The signed-in administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminLoginResponse {
    success: bool,
    message: &'static str,
    token: String,
    admin: AdminBody,
}

/// Signs an administrator in.
#[utoipa::path(post, path = "/admin/login", operation_id = "adminLogin", tag = "admin", request_body = AdminLogin,
    responses(
        (status = 200, description = "Signed in", body = AdminLoginResponse),
        (status = 400, description = "Not an email address"),
        (status = 401, description = "Unknown email or wrong password")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<AdminLogin>,
) -> Result<Json<AdminLoginResponse>, ApiError> {
    let email = EmailAddress::parse_known(&body.email)?;
    let address = email.clone();
    let credentials = state.read(move |tx| admins::credentials(tx, &address)).await?;
    let subject = credentials.as_ref().map(|known| Account::Admin(known.admin.id));
    let check = authenticate(&state, network, credentials, body.password);
    let secret = Secret::AdminPassword(&email);
    let AdminCredentials {
        admin, token_epoch, ..
    } = sign_in::check(&state, secret, network, subject, check).await?;
    let token = sign_in::issue_token(&state, Account::Admin(admin.id), token_epoch, network)?;
    Ok(Json(AdminLoginResponse {
        success: true,
        message: "Welcome back!",
        token,
        admin: admin.into(),
    }))
}

async fn authenticate(
    state: &AppState,
    network: Option<IpAddr>,
    credentials: Option<AdminCredentials>,
    password: String,
) -> Result<AdminCredentials, ApiError> {
    let hash = credentials.as_ref().map(|known| known.password_hash.clone());
    let is_right = match hash {
        Some(hash) => state.passwords.verify(network, password, hash).await?,
        None => state.passwords.simulate_verification(network, password).await?,
    };
    credentials
        .filter(|_| is_right)
        .ok_or(ApiError::InvalidCredentials(
            ErrorCode::InvalidCredentials,
            REFUSED,
        ))
}
