//! A password was forgotten.

use std::net::IpAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::actions::one_time_codes::CodeError;
use crate::domain::Account;
use crate::domain::causes::with_causes;
use crate::domain::code::Purpose;
use crate::domain::user::Email;
use crate::http::api::wire::MessageAnswer;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody};
use crate::http::{ApiError, AppState};
use crate::store::{Touched, users};

const ANSWER: &str = "If the email is registered, a code to reset the password is on its way";
/// Every answer takes so long: the time tells nobody whether an address is known.
const ANSWER_TIME: Duration = Duration::from_millis(400);

/// Whose password it is.
#[derive(Deserialize, ToSchema)]
pub struct Forgotten {
    email: String,
}

/// Mails a code with which a new password can be set. The answer and the time it takes are the same
/// whether the address is known or not.
#[utoipa::path(post, path = "/auth/forgot-password", operation_id = "forgotPassword", tag = "auth", request_body = Forgotten,
    responses(
        (status = 200, description = "Whatever the address", body = MessageAnswer),
        (status = 400, description = "Not an email address", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody)))]
pub async fn forgot_password(
    State(state): State<AppState>,
    Household(household): Household,
    JsonBody(body): JsonBody<Forgotten>,
) -> Result<Json<MessageAnswer>, ApiError> {
    let email = Email::parse(&body.email)?;
    let work = tokio::spawn(async move {
        if let Err(error) = send(state, household, email).await {
            tracing::error!(
                error = with_causes(&error),
                "no code to reset a password could be sent"
            );
        }
    });
    // Not even work that takes longer than usual shows.
    let ((), _) = tokio::join!(
        tokio::time::sleep(ANSWER_TIME),
        tokio::time::timeout(ANSWER_TIME, work)
    );
    Ok(Json(MessageAnswer::new(ANSWER)))
}

async fn send(state: AppState, household: Option<IpAddr>, email: Email) -> Result<(), CodeError> {
    let (codes, network) = (state.codes.clone(), state.networks.hash(household));
    state
        .store
        .write_touching(Touched::Nothing, move |tx| {
            if let Some(account) = users::credentials(tx, &email)? {
                // Too soon or too many: the answer must not differ, and the last code still holds.
                codes.send(
                    tx,
                    Account::Reader(account.user.id),
                    Purpose::ResetPassword,
                    &email,
                    &network,
                )?;
            }
            Ok::<_, CodeError>(())
        })
        .await?;
    state.mail_is_due.notify_one();
    Ok(())
}
