//! Requests for a password reset.

use std::net::IpAddr;
use std::time::Duration;

use serde::Deserialize;
use utoipa::ToSchema;

use crate::actions::one_time_codes::CodeError;
use crate::domain::Account;
use crate::domain::code::Purpose;
use crate::domain::error_chain::error_chain;
use crate::domain::user::EmailAddress;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::users;

const MESSAGE: &str = "If the email is registered, a code to reset the password is on its way";
/// The duration of every request, so that it does not reveal whether an account exists.
const RESPONSE_TIME: Duration = Duration::from_millis(400);

/// The email of the account.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPassword {
    email: String,
}

/// Mails a code for a password reset. The response and its duration do not reveal whether an account
/// exists.
#[utoipa::path(post, path = "/auth/forgot-password", operation_id = "forgotPassword", tag = "auth", request_body = ForgotPassword,
    responses(
        (status = 200, description = "The same for every email", body = MessageResponse),
        (status = 400, description = "Not an email address")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<ForgotPassword>,
) -> Result<Json<MessageResponse>, ApiError> {
    let email = EmailAddress::parse(&body.email)?;
    let work = tokio::spawn(async move {
        if let Err(error) = send(state, network, email).await {
            tracing::error!(
                error = error_chain(&error),
                "sending a password reset code failed"
            );
        }
    });
    // The timeout hides work that takes longer than usual.
    let ((), _) = tokio::join!(
        tokio::time::sleep(RESPONSE_TIME),
        tokio::time::timeout(RESPONSE_TIME, work)
    );
    Ok(Json(MessageResponse::new(MESSAGE)))
}

async fn send(state: AppState, network: Option<IpAddr>, email: EmailAddress) -> Result<(), CodeError> {
    let (codes, network_hash) = (state.codes.clone(), state.networks.hash(network));
    state
        .store
        .write(move |tx| {
            if let Some(account) = users::credentials_by_email(tx, &email)? {
                // Too soon or too many: the response must not differ, and the last code is still valid.
                codes.send(
                    tx,
                    Account::Reader(account.user.id),
                    Purpose::ResetPassword,
                    &email,
                    &network_hash,
                )?;
            }
            Ok::<_, CodeError>(())
        })
        .await?;
    state.email_is_due.notify_one();
    Ok(())
}
