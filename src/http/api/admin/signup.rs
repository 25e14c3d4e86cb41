//! A new administrator, by somebody who knows the master password.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use subtle::ConstantTimeEq as _;
use utoipa::ToSchema;

use super::taken;
use crate::actions::security_log::{Actor, Event, Record};
use crate::domain::admin::AdminName;
use crate::domain::user::Email;
use crate::domain::{Account, AdminId, Password};
use crate::http::api::auth::refused_for;
use crate::http::api::wire::MessageAnswer;
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// What an administrator's account is made of.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminSignup {
    /// 2 to 100 characters.
    username: String,
    email: String,
    /// 8 to 128 characters, and not one of the most common.
    password: String,
    /// That of the settings.
    master_password: String,
}

/// Makes an administrator. Where the settings hold no master password nobody can.
#[utoipa::path(post, path = "/admin/signup", operation_id = "adminSignup", tag = "admin", request_body = AdminSignup,
    responses(
        (status = 201, description = "The administrator can sign in", body = MessageAnswer),
        (status = 400, description = "A field breaks a rule", body = ErrorBody),
        (status = 403, description = "Not the master password, or there is none", body = ErrorBody),
        (status = 409, description = "The username or address is taken", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
        (status = 503, description = "Too many sign up at once", body = ErrorBody)))]
pub async fn signup(
    State(state): State<AppState>,
    Household(network): Household,
    JsonBody(body): JsonBody<AdminSignup>,
) -> Result<(StatusCode, Json<MessageAnswer>), ApiError> {
    check_master_password(&state, network, &body.master_password).await?;
    let username = AdminName::parse(&body.username)?;
    let email = Email::parse(&body.email)?;
    let password = Password::parse("password", &body.password, &[username.as_str(), email.as_str()])?;
    let hash = state.passwords.hash(network, password).await?;
    let now = state.clock.now();
    let id = AdminId::new(now, state.entropy.as_ref());
    state
        .store
        .write(move |tx| admins::insert(tx, id, &username, &email, &hash, now).map_err(taken))
        .await?;
    Record::by(Event::AdminCreated, Actor::Visitor)
        .of(Some(Account::Admin(id)))
        .from(network)
        .write();
    let answer = MessageAnswer::new("Admin account created successfully! Please login.");
    Ok((StatusCode::CREATED, Json(answer)))
}

async fn check_master_password(
    state: &AppState,
    household: Option<IpAddr>,
    given: &str,
) -> Result<(), ApiError> {
    let refuse = |message: &str| Err(ApiError::Forbidden(message.to_owned()));
    let master = &state.config.auth.master_password;
    if master.is_empty() {
        return refuse("Admin signup is disabled");
    }
    let check = async {
        if master.expose().as_bytes().ct_eq(given.as_bytes()).into() {
            Ok(())
        } else {
            refuse("Invalid master password")
        }
    };
    let checked = state
        .guesses
        .check(Secret::MasterPassword, household, check)
        .await;
    if let Err(error) = &checked {
        refused_for(Event::AdminSignupRefused, error, None, household);
    }
    checked
}
