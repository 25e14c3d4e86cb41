//! Another code.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{UNKNOWN_EMAIL, refused_sending};
use crate::domain::code::Purpose;
use crate::domain::user::Email;
use crate::domain::{Account, Invalid, UserId};
use crate::http::api::wire::MessageAnswer;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody, MaybeReader};
use crate::http::{ApiError, AppState};
use crate::store::{Touched, Tx, users};

/// Who needs another code.
#[derive(Deserialize, ToSchema)]
pub struct Resend {
    email: String,
}

/// Mails another code, which kills the one before, to the address of an account that waits for it, or to
/// the new address of the caller. At most one in 60 s for an address, and ten in a day for an account.
#[utoipa::path(post, path = "/auth/resend-otp", operation_id = "resendCode", tag = "auth",
    security((), ("bearer" = [])), request_body = Resend,
    responses(
        (status = 200, description = "A code is on its way", body = MessageAnswer),
        (status = 400, description = "The address is verified already", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 404, description = "No such account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too soon, or too many", body = ErrorBody)))]
pub async fn resend_otp(
    State(state): State<AppState>,
    Household(household): Household,
    MaybeReader(reader): MaybeReader,
    JsonBody(body): JsonBody<Resend>,
) -> Result<Json<MessageAnswer>, ApiError> {
    let email = Email::parse(&body.email)?;
    let (codes, network) = (state.codes.clone(), state.networks.hash(household));
    let sending = state
        .store
        .write_touching(Touched::Nothing, move |tx| {
            let (user, purpose) = waiting(tx, reader, &email)?;
            Ok::<_, ApiError>(codes.send(tx, Account::Reader(user), purpose, &email, &network)?)
        })
        .await?;
    refused_sending(sending)?;
    state.mail_is_due.notify_one();
    Ok(Json(MessageAnswer::new("A new code has been sent")))
}

/// The account that waits for a code at this address: the caller's own new address, or a new account's.
pub(super) fn waiting(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    email: &Email,
) -> Result<(UserId, Purpose), ApiError> {
    if let Some(reader) = reader
        && let Some(user) = users::by_id(tx, reader)?
        && user.pending_email.as_ref() == Some(email)
    {
        return Ok((reader, Purpose::ChangeEmail));
    }
    let account = users::credentials(tx, email)?.ok_or(ApiError::NotFound(UNKNOWN_EMAIL))?;
    if account.user.is_verified {
        return Err(Invalid::new("email", "Email is already verified").into());
    }
    Ok((account.user.id, Purpose::VerifyEmail))
}
