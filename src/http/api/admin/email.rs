//! A new address of an administrator, from the code that it gets to the moment it holds.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::taken;
use crate::actions::one_time_codes::Verdict;
use crate::actions::security_log::{Event, Record};
use crate::domain::admin;
use crate::domain::code::{Code, Purpose};
use crate::domain::user::Email;
use crate::domain::{Account, AdminId, Invalid, Time};
use crate::http::api::auth::{code_refused, refused_code, refused_sending};
use crate::http::api::wire::{AdminBody, MessageAnswer};
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, Household, Json as JsonBody};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{Touched, Tx, admins};

/// The code that the new address got.
#[derive(Deserialize, ToSchema)]
pub struct AdminCode {
    /// Six digits.
    otp: String,
}

/// The administrator with the new address, and a token that goes on.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminEmailAnswer {
    success: bool,
    message: &'static str,
    admin: AdminBody,
    token: String,
}

/// Puts the caller's new address into effect, which ends all earlier sessions; the answer's token goes on.
#[utoipa::path(post, path = "/admin/settings/verify-email", operation_id = "verifyAdminEmail", tag = "admin",
    security(("bearer" = [])), request_body = AdminCode,
    responses(
        (status = 200, description = "The new address holds", body = AdminEmailAnswer),
        (status = 400, description = "Not the code, an expired one, or no address waits", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 409, description = "The address is taken", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody)))]
pub async fn verify_email(
    State(state): State<AppState>,
    admin: Admin,
    Household(network): Household,
    JsonBody(body): JsonBody<AdminCode>,
) -> Result<Json<AdminEmailAnswer>, ApiError> {
    let typed = Code::parse(&body.otp)?;
    let now = state.clock.now();
    let account = Account::Admin(admin.id);
    let known = state.store.read(move |tx| admins::by_id(tx, admin.id)).await?;
    let known = known.ok_or(ApiError::Unauthorized)?;
    waiting(&known)?;
    let secret = Secret::AdminCode(&known.email);
    let check = check_code(&state, network, admin.id, typed, now);
    let checked = state.guesses.check(secret, network, check).await;
    if let Err(error) = &checked {
        code_refused(error, Some(account), network);
    }
    let (admin, epoch) = checked?.ok_or(ApiError::Unauthorized)?;
    state.mail_is_due.notify_one();
    Record::own(Event::EmailChanged, account).from(network).write();
    Ok(Json(AdminEmailAnswer {
        success: true,
        message: "Profile updated successfully",
        admin: admin.into(),
        token: state.tokens.issue(account, epoch, now)?,
    }))
}

async fn check_code(
    state: &AppState,
    household: Option<IpAddr>,
    id: AdminId,
    typed: Code,
    now: Time,
) -> Result<Option<(admin::Admin, i64)>, ApiError> {
    let (site, network) = (state.clone(), state.networks.hash(household));
    let account = Account::Admin(id);
    let (verdict, changed) = state
        .store
        .write_touching_by(
            |(verdict, _): &(Verdict, _)| verdict.touched(),
            move |tx| {
                let known = admins::by_id(tx, id)?.ok_or(ApiError::Unauthorized)?;
                let new = waiting(&known)?;
                let verdict = site
                    .codes
                    .check(tx, account, Purpose::ChangeEmail, new, &network, &typed)?;
                // A wrong try is counted, so it is no failure of this write.
                let changed = match verdict {
                    Verdict::Right => Some(take_effect(tx, &site, &known, new, now)?),
                    _ => None,
                };
                Ok::<_, ApiError>((verdict, changed))
            },
        )
        .await?;
    refused_code(verdict)?;
    Ok(changed)
}

/// Mails another code to the caller's new address: at most one in 60 s, and ten in a day.
#[utoipa::path(post, path = "/admin/settings/resend-code", operation_id = "resendAdminCode", tag = "admin",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "A code is on its way", body = MessageAnswer),
        (status = 400, description = "No address waits for a code", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 429, description = "Too soon, or too many", body = ErrorBody)))]
pub async fn resend_code(
    State(state): State<AppState>,
    admin: Admin,
    Household(network): Household,
) -> Result<Json<MessageAnswer>, ApiError> {
    let (codes, network) = (state.codes.clone(), state.networks.hash(network));
    let account = Account::Admin(admin.id);
    let sending = state
        .store
        .write_touching(Touched::Nothing, move |tx| {
            let known = admins::by_id(tx, admin.id)?.ok_or(ApiError::Unauthorized)?;
            let email = waiting(&known)?;
            Ok::<_, ApiError>(codes.send(tx, account, Purpose::ChangeEmail, email, &network)?)
        })
        .await?;
    refused_sending(sending)?;
    state.mail_is_due.notify_one();
    Ok(Json(MessageAnswer::new("A new code has been sent")))
}

fn waiting(known: &admin::Admin) -> Result<&Email, Invalid> {
    let none = || Invalid::new("otp", "There is no new email to verify");
    known.pending_email.as_ref().ok_or_else(none)
}

fn take_effect(
    tx: &mut Tx<'_>,
    state: &AppState,
    known: &admin::Admin,
    new: &Email,
    now: Time,
) -> Result<(admin::Admin, i64), ApiError> {
    let id: AdminId = known.id;
    admins::set_email(tx, id, new).map_err(taken)?;
    let epoch = state
        .email_changes
        .took_effect(tx, Account::Admin(id), &known.email, now)?;
    let changed = admins::by_id(tx, id)?;
    changed.zip(epoch).ok_or(ApiError::Unauthorized)
}
