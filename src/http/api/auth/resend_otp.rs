//! Requests for another code.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{UNKNOWN_EMAIL, require_sent};
use crate::domain::code::Purpose;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, UserId};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, Json, MaybeReader, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{Tx, users};

/// The email that needs another code.
#[derive(Deserialize, ToSchema)]
pub struct Resend {
    email: String,
}

/// Mails another code, which replaces the previous one, to the email of an unverified account or to the
/// caller's new email. At most one per 60 seconds for an email, and ten per day for an account.
#[utoipa::path(post, path = "/auth/resend-otp", operation_id = "resendCode", tag = "auth",
    security((), ("bearer" = [])), request_body = Resend,
    responses(
        (status = 200, description = "A code is sent", body = MessageResponse),
        (status = 400, description = "The email is already verified"),
        (status = 404, description = "No such account"),
        (status = 429, description = "Too soon after the previous code, or too many today")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    MaybeReader(reader): MaybeReader,
    Json(body): Json<Resend>,
) -> Result<Json<MessageResponse>, ApiError> {
    let email = EmailAddress::parse(&body.email)?;
    let (codes, network_hash) = (state.codes.clone(), state.networks.hash(network));
    let sending = state
        .write(move |tx| {
            let (user, purpose) = unverified_account(tx, reader, &email)?;
            Ok::<_, ApiError>(codes.send(tx, Account::Reader(user), purpose, &email, &network_hash)?)
        })
        .await?;
    require_sent(sending)?;
    state.email_is_due.notify_one();
    Ok(Json(MessageResponse::new("A new code has been sent")))
}

/// Returns the account with this unverified email: the caller's if it is their new email, else a new account.
pub(super) fn unverified_account(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    email: &EmailAddress,
) -> Result<(UserId, Purpose), ApiError> {
    if let Some(reader) = reader
        && let Some(user) = users::by_id(tx, reader)?
        && user.pending_email.as_ref() == Some(email)
    {
        return Ok((reader, Purpose::ChangeEmail));
    }
    let account = users::credentials_by_email(tx, email)?.ok_or(ApiError::UnknownEmail(UNKNOWN_EMAIL))?;
    if account.user.is_verified {
        return Err(ApiError::rejected(
            ErrorCode::EmailAlreadyVerified,
            "email",
            "Email is already verified",
        ));
    }
    Ok((account.user.id, Purpose::VerifyEmail))
}
