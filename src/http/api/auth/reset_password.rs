//! A new password is set with a mailed code.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{code_refused, refused_code};
use crate::actions::one_time_codes::Verdict;
use crate::actions::security_log::{Event, Record};
use crate::domain::code::{Code, Purpose};
use crate::domain::user::Email;
use crate::domain::{Account, Password, UserId};
use crate::http::api::wire::MessageAnswer;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{networks, users};

const NEW_PASSWORD: &str = "newPassword";

/// The code that was mailed, and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reset {
    email: String,
    /// Six digits.
    otp: String,
    /// 8 to 128 characters, and not one of the most common.
    new_password: String,
}

/// Sets a new password, verifies the address, and ends all earlier sessions. Five wrong tries kill a code.
#[utoipa::path(post, path = "/auth/reset-password", operation_id = "resetPassword", tag = "auth", request_body = Reset,
    responses(
        (status = 200, description = "The new password holds", body = MessageAnswer),
        (status = 400, description = "Not the code, an expired one, or a password that breaks a rule", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
        (status = 503, description = "Too many passwords are set at once", body = ErrorBody)))]
pub async fn reset_password(
    State(state): State<AppState>,
    Household(network): Household,
    JsonBody(body): JsonBody<Reset>,
) -> Result<Json<MessageAnswer>, ApiError> {
    let email = Email::parse_known(&body.email)?;
    let typed = Code::parse(&body.otp)?;
    let password = Password::parse(NEW_PASSWORD, &body.new_password, &[email.as_str()])?;
    let secret = Secret::Code(Purpose::ResetPassword, &email);
    let check = async {
        let user = user_with(&state, email.clone()).await?;
        let verdict = match user {
            Some(user) => set_password(&state, network, user, email.clone(), typed, password).await,
            // An address without an account is refused like one without a code.
            None => Ok(Verdict::Wrong),
        };
        match verdict {
            // Only a right code comes so far: it was no wrong guess.
            Err(ApiError::Invalid(invalid)) if invalid.field == NEW_PASSWORD => Ok(Err(invalid)),
            verdict => refused_code(verdict?).map(Ok),
        }
    };
    let reset = state.guesses.check(secret, network, check).await;
    let user = user_with(&state, email.clone()).await?;
    if let Err(error) = &reset {
        code_refused(error, user.map(Account::Reader), network);
    }
    reset??;
    if let Some(user) = user {
        Record::own(Event::PasswordReset, Account::Reader(user))
            .from(network)
            .write();
    }
    Ok(Json(MessageAnswer::new(
        "Your password has been reset. Please login.",
    )))
}

async fn user_with(state: &AppState, email: Email) -> Result<Option<UserId>, ApiError> {
    let account = state.store.read(move |tx| users::credentials(tx, &email)).await?;
    Ok(account.map(|account| account.user.id))
}

/// The hash is made before the code is checked, so that both happen in one write.
async fn set_password(
    state: &AppState,
    household: Option<IpAddr>,
    user: UserId,
    email: Email,
    typed: Code,
    password: Password,
) -> Result<Verdict, ApiError> {
    let hash = state.passwords.hash(household, password.clone()).await?;
    let (codes, now) = (state.codes.clone(), state.clock.now());
    let network = state.networks.hash(household);
    state
        .store
        .write_touching_by(
            |verdict: &Verdict| verdict.touched(),
            move |tx| {
                let verdict = codes.check(
                    tx,
                    Account::Reader(user),
                    Purpose::ResetPassword,
                    &email,
                    &network,
                    &typed,
                )?;
                if verdict == Verdict::Right {
                    // Only who has the code learns the name; the code is still good when this ends the write.
                    let account = users::by_id(tx, user)?.ok_or(ApiError::Unauthorized)?;
                    password.refuse_own(NEW_PASSWORD, &[&account.name])?;
                    if !account.is_verified {
                        // Whoever signed up may have been a stranger.
                        networks::forget_others(tx, Account::Reader(user), &network)?;
                    }
                    users::set_password(tx, user, &hash, now)?;
                    users::verify(tx, user, now)?;
                }
                Ok(verdict)
            },
        )
        .await
}
