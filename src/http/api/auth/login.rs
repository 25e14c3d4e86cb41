//! Sign-in of readers.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{UNKNOWN_EMAIL, WRONG_PASSWORD, log_refusal};
use crate::actions::security_log::Event;
use crate::actions::sessions;
use crate::domain::code::Purpose;
use crate::domain::user::{EmailAddress, User};
use crate::domain::{Account, Time};
use crate::http::api::dto::UserBody;
use crate::http::api::sign_in::{self, Begun, SecondStepResponse};
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::StoreError;
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

impl LoginResponse {
    pub(super) fn signed_in(user: User, token: String) -> Self {
        Self {
            success: true,
            message: "Welcome back!",
            token: Some(token),
            user: user.into(),
            requires_verification: false,
        }
    }
}

/// The answer to a right password.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum LoginAnswer {
    /// Of an account without a second factor.
    First(Box<LoginResponse>),
    /// Of one with a second factor.
    Second(SecondStepResponse),
}

/// Signs a reader in. While the email is not verified, a code is mailed and the response has no token, and if the account has a
/// second factor, neither: then the sign-in is completed with `POST /auth/login/second`.
#[utoipa::path(post, path = "/auth/login", operation_id = "login", tag = "auth", request_body = Login,
    responses(
        (status = 200, description = "Signed in, or a code must be entered first", body = LoginAnswer),
        (status = 400, description = "Not an email address"),
        (status = 401, description = "Unknown email or wrong password"),
        (status = 403, description = "The account is banned")))]
pub async fn handler(
    State(state): State<AppState>,
    client: ClientDevice,
    Json(body): Json<Login>,
) -> Result<Json<LoginAnswer>, ApiError> {
    let network = client.network;
    let email = EmailAddress::parse_known(&body.email)?;
    let (address, device) = (email.clone(), client.device.clone());
    let (credentials, is_new_device) = state
        .read(move |tx| {
            let credentials = users::credentials_by_email(tx, &address)?;
            // Before the password is checked: a right one makes the network a known one.
            let is_new = match &credentials {
                Some(known) => sessions::is_new_device(tx, Account::Reader(known.user.id), &device)?,
                None => false,
            };
            Ok::<_, StoreError>((credentials, is_new))
        })
        .await?;
    let subject = credentials.as_ref().map(|known| Account::Reader(known.user.id));
    let check = authenticate(&state, network, credentials, body.password);
    let secret = Secret::ReaderPassword(&email);
    let Credentials {
        user, token_epoch, ..
    } = sign_in::check(&state, secret, network, subject, check).await?;
    let subject = Account::Reader(user.id);
    let now = state.clock.now();
    if let Err(error) = require_not_banned(&user, now) {
        log_refusal(Event::SignInFailed, &error, Some(subject), network);
        return Err(error);
    }
    if !user.is_verified {
        let response = send_code(state, network, user).await?;
        return Ok(Json(LoginAnswer::First(Box::new(response))));
    }
    let begun = sign_in::begin(&state, subject, token_epoch, client, is_new_device).await?;
    Ok(Json(match begun {
        Begun::Session(token) => LoginAnswer::First(Box::new(LoginResponse::signed_in(user, token))),
        Begun::SecondStep(response) => LoginAnswer::Second(response),
    }))
}

/// Returns an error if the reader is banned.
pub(super) fn require_not_banned(user: &User, now: Time) -> Result<(), ApiError> {
    if user.is_banned || user.standing.is_banned(now) {
        return Err(banned_error(user, now));
    }
    Ok(())
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

async fn send_code(state: AppState, network: Option<IpAddr>, user: User) -> Result<LoginResponse, ApiError> {
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
    Ok(LoginResponse {
        success: true,
        message: "Please verify your email",
        token: None,
        user: user.into(),
        requires_verification: true,
    })
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
