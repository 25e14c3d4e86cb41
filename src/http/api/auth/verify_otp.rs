//! Verification of an email with a mailed code.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::resend_otp::unverified_account;
use super::{email_taken, invalid_code, log_refusal, require_right_code};
use crate::actions::security_log::{self, Event};
use crate::domain::code::{Code, Purpose};
use crate::domain::session::Device;
use crate::domain::user::{EmailAddress, User};
use crate::domain::{Account, Time, UserId};
use crate::http::api::dto::UserBody;
use crate::http::api::sign_in;
use crate::http::extract::{ClientDevice, Json, MaybeReader, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{Tx, networks, users};

/// The entered code and its email.
#[derive(Deserialize, ToSchema)]
pub struct VerifyCode {
    email: String,
    /// Six digits.
    otp: String,
}

/// The signed-in reader.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionResponse {
    success: bool,
    message: &'static str,
    user: UserBody,
    token: String,
}

/// Verifies the email of a new account or, with the token of its reader, their new email. Five wrong
/// attempts invalidate a code.
#[utoipa::path(post, path = "/auth/verify-otp", operation_id = "verifyCode", tag = "auth",
    security((), ("bearer" = [])), request_body = VerifyCode,
    responses(
        (status = 200, description = "The email is verified", body = SessionResponse),
        (status = 400, description = "A wrong or expired code"),
        (status = 404, description = "No such account"),
        (status = 409, description = "Another account uses the email")))]
pub async fn handler(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    ClientDevice { network, device }: ClientDevice,
    Json(body): Json<VerifyCode>,
) -> Result<Json<SessionResponse>, ApiError> {
    let email = EmailAddress::parse_known(&body.email)?;
    let code = Code::parse(&body.otp).map_err(invalid_code)?;
    let now = state.clock.now();
    let (purpose, owner) = purpose_and_owner(&state, reader, email.clone()).await?;
    let secret = Secret::Code(purpose, &owner);
    let check = check_code(&state, device, reader, email.clone(), code, now);
    let (event, user, token) = match state.login_throttle.check(secret, network, check).await {
        Ok(checked) => checked,
        Err(error) => {
            let user = state
                .read(move |tx| users::id_by_email(tx, email.as_str()))
                .await?;
            let user = reader.or(user);
            log_refusal(Event::CodeRefused, &error, user.map(Account::Reader), network);
            return Err(error);
        }
    };
    state.email_is_due.notify_one();
    let account = Account::Reader(user.id);
    security_log::record(event, account, network);
    Ok(Json(SessionResponse {
        success: true,
        message: "Your email is verified",
        user: user.into(),
        token,
    }))
}

/// Returns the purpose of the code and the current email of its account. Attempts count towards that email,
/// so those of other accounts with the same new email have no effect.
async fn purpose_and_owner(
    state: &AppState,
    reader: Option<UserId>,
    email: EmailAddress,
) -> Result<(Purpose, EmailAddress), ApiError> {
    state
        .read(move |tx| {
            let (id, purpose) = unverified_account(tx, reader, &email)?;
            let user = users::by_id(tx, id)?.ok_or(ApiError::Unauthorized)?;
            Ok::<_, ApiError>((purpose, user.email))
        })
        .await
}

async fn check_code(
    state: &AppState,
    device: Device,
    reader: Option<UserId>,
    email: EmailAddress,
    code: Code,
    now: Time,
) -> Result<(Event, User, String), ApiError> {
    let site = state.clone();
    state
        .write(move |tx| {
            let (id, purpose) = unverified_account(tx, reader, &email)?;
            let verdict =
                site.codes
                    .check(tx, Account::Reader(id), purpose, &email, &device.network, &code)?;
            // A wrong attempt is counted, so the write must not fail.
            if let Err(refusal) = require_right_code(verdict) {
                return Ok(Err(refusal));
            }
            apply_verification(tx, &site, id, purpose, &email, device, now).map(Ok)
        })
        .await?
}

/// Returns the event to log, the reader, and the token of a new session.
fn apply_verification(
    tx: &mut Tx<'_>,
    state: &AppState,
    id: UserId,
    purpose: Purpose,
    email: &EmailAddress,
    device: Device,
    now: Time,
) -> Result<(Event, User, String), ApiError> {
    let old = users::by_id(tx, id)?.ok_or(ApiError::Unauthorized)?.email;
    let event = match purpose {
        Purpose::ChangeEmail => {
            users::set_email(tx, id, email, now).map_err(email_taken)?;
            state
                .email_changes
                .notify_of_change(tx, Account::Reader(id), &old, &device.network, now)?;
            Event::EmailChanged
        }
        Purpose::VerifyEmail | Purpose::ResetPassword | Purpose::LinkIdentity => {
            users::verify(tx, id, now)?;
            // The person who signed up may not own the email.
            networks::delete_others(tx, Account::Reader(id), &device.network)?;
            Event::EmailVerified
        }
    };
    let known = users::credentials_by_id(tx, id)?.ok_or(ApiError::Unauthorized)?;
    let (account, epoch) = (Account::Reader(id), known.token_epoch);
    let token = match purpose {
        // With the token of the reader: their session goes on with the new address.
        Purpose::ChangeEmail => sign_in::renew(tx, state, account, epoch, device, now)?,
        Purpose::VerifyEmail | Purpose::ResetPassword | Purpose::LinkIdentity => {
            sign_in::begin_first(tx, state, account, epoch, device, now)?
        }
    };
    Ok((event, known.user, token))
}
