//! A new reader.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{EMAIL_TAKEN, email_taken};
use crate::actions::security_log::{Event, Record};
use crate::domain::code::Purpose;
use crate::domain::user::{Email, Name, NewUser};
use crate::domain::{Account, Invalid, Password, UserId};
use crate::http::api::wire::UserBody;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody};
use crate::http::{ApiError, AppState};
use crate::store::{Touched, networks, users};

/// What an account is made of.
#[derive(Deserialize, ToSchema)]
pub struct Register {
    /// 2 to 100 characters.
    name: String,
    email: String,
    /// 8 to 128 characters, and not one of the most common.
    password: String,
}

/// The new account, which waits for its code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterAnswer {
    success: bool,
    message: &'static str,
    user: UserBody,
    /// Always true.
    requires_email_verification: bool,
}

/// Makes an account, and mails the code that shows whose the address is. It is removed after 24 hours
/// in which nobody entered it.
#[utoipa::path(post, path = "/auth/register", operation_id = "register", tag = "auth", request_body = Register,
    responses(
        (status = 201, description = "The account waits for its code", body = RegisterAnswer),
        (status = 400, description = "A field breaks a rule", body = ErrorBody),
        (status = 409, description = "The address has an account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
        (status = 503, description = "Too many sign up at once", body = ErrorBody)))]
pub async fn register(
    State(state): State<AppState>,
    Household(network): Household,
    JsonBody(body): JsonBody<Register>,
) -> Result<(StatusCode, Json<RegisterAnswer>), ApiError> {
    let name = Name::parse(&body.name)?;
    let email = Email::parse(&body.email)?;
    let password = Password::parse("password", &body.password, &[name.as_str(), email.as_str()])?;
    refuse_taken(&state, email.clone()).await?;
    let now = state.clock.now();
    let new = NewUser {
        id: UserId::new(now, state.entropy.as_ref()),
        username: name.username(),
        name,
        email,
        password_hash: state.passwords.hash(network, password).await?,
        verified_at: None,
        onboarded: false,
        bio: String::new(),
        avatar: None,
        created_at: now,
    };
    let (codes, own_network) = (state.codes.clone(), state.networks.hash(network));
    let user = state
        .store
        .write_touching(Touched::Nothing, move |tx| {
            users::insert(tx, &new).map_err(email_taken)?;
            // Strangers who use up what there is for codes take nothing from who signs up here.
            networks::remember(tx, Account::Reader(new.id), &own_network, now)?;
            codes.send(
                tx,
                Account::Reader(new.id),
                Purpose::VerifyEmail,
                &new.email,
                &own_network,
            )?;
            users::by_id(tx, new.id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    state.mail_is_due.notify_one();
    Record::own(Event::SignedUp, Account::Reader(user.id))
        .from(network)
        .write();
    let answer = RegisterAnswer {
        success: true,
        message: "Please enter the code that we sent to your email",
        user: user.into(),
        requires_email_verification: true,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Before the password is hashed, which costs more than everything else; the insert decides.
async fn refuse_taken(state: &AppState, email: Email) -> Result<(), ApiError> {
    let known = state.store.read(move |tx| users::credentials(tx, &email)).await?;
    match known {
        Some(_) => Err(ApiError::Conflict(Invalid::new("email", EMAIL_TAKEN))),
        None => Ok(()),
    }
}
