//! The code of a new account or of a new address is typed.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::resend_otp::waiting;
use super::{code_refused, email_taken, refused_code};
use crate::actions::one_time_codes::Verdict;
use crate::actions::security_log::{Event, Record};
use crate::domain::code::{Code, Purpose};
use crate::domain::user::{Email, User};
use crate::domain::{Account, NetworkHash, Time, UserId};
use crate::http::api::wire::UserBody;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody, MaybeReader};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{Tx, networks, users};

/// What was typed, and for which address.
#[derive(Deserialize, ToSchema)]
pub struct VerifyCode {
    email: String,
    /// Six digits.
    otp: String,
}

/// The reader whose address it is, signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionAnswer {
    success: bool,
    message: &'static str,
    user: UserBody,
    token: String,
}

/// Verifies the address of a new account, or, with the token of its reader, puts a new address into
/// effect. Five wrong tries kill a code.
#[utoipa::path(post, path = "/auth/verify-otp", operation_id = "verifyCode", tag = "auth",
    security((), ("bearer" = [])), request_body = VerifyCode,
    responses(
        (status = 200, description = "The address is theirs", body = SessionAnswer),
        (status = 400, description = "Not the code, or an expired one", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 404, description = "No such account", body = ErrorBody),
        (status = 409, description = "The address has another account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody)))]
pub async fn verify_otp(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    Household(network): Household,
    JsonBody(body): JsonBody<VerifyCode>,
) -> Result<Json<SessionAnswer>, ApiError> {
    let email = Email::parse_known(&body.email)?;
    let typed = Code::parse(&body.otp)?;
    let now = state.clock.now();
    let (purpose, owner) = purpose_and_owner(&state, reader, email.clone()).await?;
    let secret = Secret::Code(purpose, &owner);
    let check = check_code(&state, network, reader, email.clone(), typed, now);
    let checked = match state.guesses.check(secret, network, check).await {
        Ok(checked) => checked,
        Err(error) => {
            let known = state.store.read(move |tx| users::credentials(tx, &email)).await?;
            let known = reader.or(known.map(|known| known.user.id));
            code_refused(&error, known.map(Account::Reader), network);
            return Err(error);
        }
    };
    let (event, user, epoch) = checked.ok_or(ApiError::Unauthorized)?;
    state.mail_is_due.notify_one();
    let account = Account::Reader(user.id);
    Record::own(event, account).from(network).write();
    let token = state.tokens.issue(account, epoch, now)?;
    Ok(Json(SessionAnswer {
        success: true,
        message: "Your email is verified",
        user: user.into(),
        token,
    }))
}

/// What the code is for, and the address that its account has until then: what strangers try elsewhere counts nothing
/// here.
async fn purpose_and_owner(
    state: &AppState,
    reader: Option<UserId>,
    email: Email,
) -> Result<(Purpose, Email), ApiError> {
    state
        .store
        .read(move |tx| {
            let (id, purpose) = waiting(tx, reader, &email)?;
            let user = users::by_id(tx, id)?.ok_or(ApiError::Unauthorized)?;
            Ok((purpose, user.email))
        })
        .await
}

async fn check_code(
    state: &AppState,
    household: Option<IpAddr>,
    reader: Option<UserId>,
    email: Email,
    typed: Code,
    now: Time,
) -> Result<Option<(Event, User, i64)>, ApiError> {
    let (site, network) = (state.clone(), state.networks.hash(household));
    let (verdict, account) = state
        .store
        .write_touching_by(
            |(verdict, _): &(Verdict, _)| verdict.touched(),
            move |tx| {
                let (id, purpose) = waiting(tx, reader, &email)?;
                let verdict = site
                    .codes
                    .check(tx, Account::Reader(id), purpose, &email, &network, &typed)?;
                // A wrong try is counted, so it is no failure of this write.
                let account = match verdict {
                    Verdict::Right => Some(take_effect(tx, &site, id, purpose, &email, &network, now)?),
                    _ => None,
                };
                Ok::<_, ApiError>((verdict, account))
            },
        )
        .await?;
    refused_code(verdict)?;
    Ok(account)
}

/// What happened, to whom, and the epoch of the next tokens.
fn take_effect(
    tx: &mut Tx<'_>,
    state: &AppState,
    id: UserId,
    purpose: Purpose,
    email: &Email,
    network: &NetworkHash,
    now: Time,
) -> Result<(Event, User, i64), ApiError> {
    let old = users::by_id(tx, id)?.ok_or(ApiError::Unauthorized)?.email;
    let event = match purpose {
        Purpose::ChangeEmail => {
            users::set_email(tx, id, email, now).map_err(email_taken)?;
            state
                .email_changes
                .took_effect(tx, Account::Reader(id), &old, now)?;
            Event::EmailChanged
        }
        Purpose::VerifyEmail | Purpose::ResetPassword => {
            users::verify(tx, id, now)?;
            // Whoever signed up may have been a stranger.
            networks::forget_others(tx, Account::Reader(id), network)?;
            Event::EmailVerified
        }
    };
    let account = users::credentials_of(tx, id)?.ok_or(ApiError::Unauthorized)?;
    Ok((event, account.user, account.token_epoch))
}
