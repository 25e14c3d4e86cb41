//! Password reset with a mailed code.

use std::net::IpAddr;

use serde::Deserialize;
use utoipa::ToSchema;

use super::{invalid_code, log_refusal, require_right_code};
use crate::actions::one_time_codes::CheckOutcome;
use crate::actions::security_log::{self, Event};
use crate::domain::code::{Code, Purpose};
use crate::domain::user::EmailAddress;
use crate::domain::{Account, Password, UserId};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{networks, users};

const NEW_PASSWORD: &str = "newPassword";

/// The mailed code and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reset {
    email: String,
    /// Six digits.
    otp: String,
    /// 8 to 128 characters, and not one of the most common.
    new_password: String,
}

/// Sets a new password, verifies the email, and ends all earlier sessions. Five wrong attempts invalidate a code.
#[utoipa::path(post, path = "/auth/reset-password", operation_id = "resetPassword", tag = "auth", request_body = Reset,
    responses(
        (status = 200, description = "The password is changed", body = MessageResponse),
        (status = 400, description = "A wrong or expired code, or an invalid password")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<Reset>,
) -> Result<Json<MessageResponse>, ApiError> {
    let email = EmailAddress::parse_known(&body.email)?;
    let code = Code::parse(&body.otp).map_err(invalid_code)?;
    let password = Password::parse(NEW_PASSWORD, &body.new_password, &[email.as_str()])?;
    let secret = Secret::Code(Purpose::ResetPassword, &email);
    let check = async {
        let user = user_by_email(&state, email.clone()).await?;
        let verdict = match user {
            Some(user) => set_password(&state, network, user, email.clone(), code, password).await,
            // An email without an account is rejected like one without a code.
            None => Ok(CheckOutcome::Wrong),
        };
        match verdict {
            // Only a right code gets this far, so it must not count as a wrong attempt.
            Err(ApiError::Invalid(invalid)) if invalid.field == NEW_PASSWORD => Ok(Err(invalid)),
            verdict => require_right_code(verdict?).map(Ok),
        }
    };
    let reset = state.login_throttle.check(secret, network, check).await;
    let user = user_by_email(&state, email.clone()).await?;
    if let Err(error) = &reset {
        log_refusal(Event::CodeRefused, error, user.map(Account::Reader), network);
    }
    reset??;
    if let Some(user) = user {
        security_log::record(Event::PasswordReset, Account::Reader(user), network);
    }
    Ok(Json(MessageResponse::new(
        "Your password has been reset. Please login.",
    )))
}

async fn user_by_email(state: &AppState, email: EmailAddress) -> Result<Option<UserId>, ApiError> {
    state.read(move |tx| users::id_by_email(tx, email.as_str())).await
}

/// Hashes the password before checking the code, so that check and update share one write.
async fn set_password(
    state: &AppState,
    network: Option<IpAddr>,
    user: UserId,
    email: EmailAddress,
    code: Code,
    password: Password,
) -> Result<CheckOutcome, ApiError> {
    let hash = state.passwords.hash(network, password.clone()).await?;
    let (codes, now) = (state.codes.clone(), state.clock.now());
    let network_hash = state.networks.hash(network);
    state
        .write(move |tx| {
            let verdict = codes.check(
                tx,
                Account::Reader(user),
                Purpose::ResetPassword,
                &email,
                &network_hash,
                &code,
            )?;
            if verdict == CheckOutcome::Right {
                // An error reveals the name, so the code is checked first. The rollback keeps it valid.
                let account = users::by_id(tx, user)?.ok_or(ApiError::Unauthorized)?;
                password.reject_own(NEW_PASSWORD, &[&account.name])?;
                if !account.is_verified {
                    // The person who signed up may not own the email.
                    networks::delete_others(tx, Account::Reader(user), &network_hash)?;
                }
                users::set_password(tx, user, &hash, now)?;
                users::verify(tx, user, now)?;
            }
            Ok::<_, ApiError>(verdict)
        })
        .await
}
