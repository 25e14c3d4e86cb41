//! A reader signs in.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{UNKNOWN_EMAIL, WRONG_PASSWORD, sign_in_failed};
use crate::actions::security_log::{Event, Record};
use crate::domain::Account;
use crate::domain::code::Purpose;
use crate::domain::user::{Email, User};
use crate::http::api::wire::UserBody;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::Touched;
use crate::store::users::{self, Credentials};

/// What a reader signs in with.
#[derive(Deserialize, ToSchema)]
pub struct Login {
    email: String,
    password: String,
}

/// The reader who signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginAnswer {
    success: bool,
    message: &'static str,
    /// Absent when the address must be verified first.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    user: UserBody,
    /// Whether a code was mailed that must be entered first.
    requires_verification: bool,
}

/// Signs a reader in. Without a verified address there is no token yet, and a code goes out by mail.
#[utoipa::path(post, path = "/auth/login", operation_id = "login", tag = "auth", request_body = Login,
    responses(
        (status = 200, description = "Signed in, or a code must be entered first", body = LoginAnswer),
        (status = 400, description = "Not an email address", body = ErrorBody),
        (status = 401, description = "No such account, or not its password", body = ErrorBody),
        (status = 403, description = "The account was banned", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
        (status = 503, description = "Too many sign in at once", body = ErrorBody)))]
pub async fn login(
    State(state): State<AppState>,
    Household(network): Household,
    JsonBody(body): JsonBody<Login>,
) -> Result<Json<LoginAnswer>, ApiError> {
    let email = Email::parse_known(&body.email)?;
    let secret = Secret::ReaderPassword(&email);
    let check = account_of(&state, network, email.clone(), body.password);
    let checked = state.guesses.check(secret, network, check).await;
    let account = match checked {
        Ok(account) => account,
        Err(error) => {
            let known = state.store.read(move |tx| users::credentials(tx, &email)).await?;
            let known = known.map(|known| Account::Reader(known.user.id));
            sign_in_failed(&error, known, network);
            return Err(error);
        }
    };
    let user = account.user;
    let subject = Account::Reader(user.id);
    if user.is_banned {
        let refused = banned(&user);
        sign_in_failed(&refused, Some(subject), network);
        return Err(refused);
    }
    if !user.is_verified {
        return ask_for_code(state, network, user).await;
    }
    let token = state
        .tokens
        .issue(subject, account.token_epoch, state.clock.now())?;
    Record::own(Event::SignedIn, subject).from(network).write();
    Ok(Json(LoginAnswer {
        success: true,
        message: "Welcome back!",
        token: Some(token),
        user: user.into(),
        requires_verification: false,
    }))
}

async fn account_of(
    state: &AppState,
    household: Option<IpAddr>,
    email: Email,
    password: String,
) -> Result<Credentials, ApiError> {
    let account = state.store.read(move |tx| users::credentials(tx, &email)).await?;
    let account = account.ok_or(ApiError::SignInRefused(UNKNOWN_EMAIL))?;
    let is_right = state
        .passwords
        .verify(household, password, account.password_hash.clone())
        .await?;
    is_right
        .then_some(account)
        .ok_or(ApiError::SignInRefused(WRONG_PASSWORD))
}

async fn ask_for_code(
    state: AppState,
    household: Option<IpAddr>,
    user: User,
) -> Result<Json<LoginAnswer>, ApiError> {
    let (codes, network) = (state.codes.clone(), state.networks.hash(household));
    let (id, email) = (user.id, user.email.clone());
    // One that went out a moment ago still holds.
    state
        .store
        .write_touching(Touched::Nothing, move |tx| {
            codes.send(tx, Account::Reader(id), Purpose::VerifyEmail, &email, &network)
        })
        .await?;
    state.mail_is_due.notify_one();
    Ok(Json(LoginAnswer {
        success: true,
        message: "Please verify your email",
        token: None,
        user: user.into(),
        requires_verification: true,
    }))
}

fn banned(user: &User) -> ApiError {
    let mut message = "Your account has been banned".to_owned();
    if !user.ban_reason.is_empty() {
        message.push_str(": ");
        message.push_str(&user.ban_reason);
    }
    ApiError::Forbidden(message)
}
