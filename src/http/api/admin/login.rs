//! Sign-in of administrators.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::actions::sessions;
use crate::domain::Account;
use crate::domain::admin::Admin;
use crate::domain::user::EmailAddress;
use crate::http::api::dto::AdminBody;
use crate::http::api::sign_in::{self, Begun, SecondStepResponse};
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::StoreError;
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

impl AdminLoginResponse {
    pub(super) fn new(admin: Admin, token: String) -> Self {
        Self {
            success: true,
            message: "Welcome back!",
            token,
            admin: admin.into(),
        }
    }
}

/// The answer to a right password.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AdminLoginAnswer {
    /// Of an account without a second factor.
    First(AdminLoginResponse),
    /// Of one with a second factor.
    Second(SecondStepResponse),
}

/// Signs an administrator in. If the account has a second factor, the response has no token: then the sign-in is completed
/// with `POST /admin/login/second`.
#[utoipa::path(post, path = "/admin/login", operation_id = "adminLogin", tag = "admin", request_body = AdminLogin,
    responses(
        (status = 200, description = "Signed in, or a code must be entered", body = AdminLoginAnswer),
        (status = 400, description = "Not an email address"),
        (status = 401, description = "Unknown email or wrong password")))]
pub async fn handler(
    State(state): State<AppState>,
    client: ClientDevice,
    Json(body): Json<AdminLogin>,
) -> Result<Json<AdminLoginAnswer>, ApiError> {
    let network = client.network;
    let email = EmailAddress::parse_known(&body.email)?;
    let (address, device) = (email.clone(), client.device.clone());
    let (credentials, is_new_device) = state
        .read(move |tx| {
            let credentials = admins::credentials(tx, &address)?;
            // Before the password is checked: a right one makes the network a known one.
            let is_new = match &credentials {
                Some(known) => sessions::is_new_device(tx, Account::Admin(known.admin.id), &device)?,
                None => false,
            };
            Ok::<_, StoreError>((credentials, is_new))
        })
        .await?;
    let subject = credentials.as_ref().map(|known| Account::Admin(known.admin.id));
    let check = authenticate(&state, network, credentials, body.password);
    let secret = Secret::AdminPassword(&email);
    let AdminCredentials {
        admin, token_epoch, ..
    } = sign_in::check(&state, secret, network, subject, check).await?;
    let account = Account::Admin(admin.id);
    let begun = sign_in::begin(&state, account, token_epoch, client, is_new_device).await?;
    Ok(Json(match begun {
        Begun::Session(token) => AdminLoginAnswer::First(AdminLoginResponse::new(admin, token)),
        Begun::SecondStep(response) => AdminLoginAnswer::Second(response),
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
