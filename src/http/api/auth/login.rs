//! Sign-in of readers.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{UNKNOWN_EMAIL, WRONG_PASSWORD, log_refusal};
use crate::actions::security_log::Event;
use crate::domain::code::Purpose;
use crate::domain::user::{EmailAddress, User};
use crate::domain::{Account, Time};
use crate::http::api::dto::UserBody;
use crate::http::api::sign_in;
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::users::{self, Credentials};

/// The credentials of a reader.
#[derive(Deserialize, ToSchema)]
pub struct Login {
    email: String,
    password: String,
}

/// The signed-in reader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginResponse {
    success: bool,
    message: &'static str,
    /// Absent while the email is not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    user: UserBody,
    /// Whether the mailed code must be entered first.
    requires_verification: bool,
}

/// Signs a reader in. While the email is not verified, a code is mailed and the response has no token.
#[utoipa::path(post, path = "/auth/login", operation_id = "login", tag = "auth", request_body = Login,
    responses(
        (status = 200, description = "Signed in, or a code must be entered first", body = LoginResponse),
        (status = 400, description = "Not an email address"),
        (status = 401, description = "Unknown email or wrong password"),
        (status = 403, description = "The account is banned")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<Login>,
) -> Result<Json<LoginResponse>, ApiError> {
    let email = EmailAddress::parse_known(&body.email)?;
    let address = email.clone();
    let credentials = state
        .read(move |tx| users::credentials_by_email(tx, &address))
        .await?;
    let subject = credentials.as_ref().map(|known| Account::Reader(known.user.id));
    let check = authenticate(&state, network, credentials, body.password);
    let secret = Secret::ReaderPassword(&email);
    let Credentials {
        user, token_epoch, ..
    } = sign_in::check(&state, secret, network, subject, check).await?;
    let subject = Account::Reader(user.id);
    let now = state.clock.now();
    if user.is_banned || user.standing.is_banned(now) {
        let error = banned_error(&user, now);
        log_refusal(Event::SignInFailed, &error, Some(subject), network);
        return Err(error);
    }
    if !user.is_verified {
        return send_code(state, network, user).await;
    }
    let token = sign_in::issue_token(&state, subject, token_epoch, network)?;
    Ok(Json(LoginResponse {
        success: true,
        message: "Welcome back!",
        token: Some(token),
        user: user.into(),
        requires_verification: false,
    }))
}

async fn authenticate(
    state: &AppState,
    network: Option<IpAddr>,
    credentials: Option<Credentials>,
    password: String,
) -> Result<Credentials, ApiError> {
    let credentials = credentials.ok_or(ApiError::InvalidCredentials(
        ErrorCode::EmailNotRegistered,
        UNKNOWN_EMAIL,
    ))?;
    let hash = credentials.password_hash.clone();
    let is_right = state.passwords.verify(network, password, hash).await?;
    is_right
        .then_some(credentials)
        .ok_or(ApiError::InvalidCredentials(
            ErrorCode::IncorrectPassword,
            WRONG_PASSWORD,
        ))
}

async fn send_code(
    state: AppState,
    network: Option<IpAddr>,
    user: User,
) -> Result<Json<LoginResponse>, ApiError> {
    let (codes, network_hash) = (state.codes.clone(), state.networks.hash(network));
    let (id, email) = (user.id, user.email.clone());
    // The outcome is ignored: a code sent a moment ago is still valid.
    state
        .write(move |tx| {
            codes.send(
                tx,
                Account::Reader(id),
                Purpose::VerifyEmail,
                &email,
                &network_hash,
            )
        })
        .await?;
    state.email_is_due.notify_one();
    Ok(Json(LoginResponse {
        success: true,
        message: "Please verify your email",
        token: None,
        user: user.into(),
        requires_verification: true,
    }))
}

fn banned_error(user: &User, now: Time) -> ApiError {
    let mut message = "Your account has been banned".to_owned();
    let until = user.standing.end_of_ban(now);
    if let Some(until) = until.filter(|_| !user.is_banned) {
        message.push_str(" until ");
        message.push_str(&until.to_english_day());
    }
    if !user.ban_reason.is_empty() {
        message.push_str(": ");
        message.push_str(&user.ban_reason);
    }
    ApiError::Forbidden(ErrorCode::Banned, message.into())
}
