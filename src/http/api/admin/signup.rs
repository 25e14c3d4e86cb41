//! Registration of administrators with the master password.

use std::net::IpAddr;

use axum::http::StatusCode;
use serde::Deserialize;
use subtle::ConstantTimeEq as _;
use utoipa::ToSchema;

use super::taken;
use crate::actions::security_log::{self, Event};
use crate::actions::team;
use crate::domain::admin::AdminName;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, AdminId, Password, Role};
use crate::http::api::auth::log_refusal;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::admins::NewAdmin;

/// The account of a new administrator.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminSignup {
    /// 2 to 100 characters.
    username: String,
    email: String,
    /// 8 to 128 characters, and not one of the most common.
    password: String,
    /// The master password from the configuration.
    master_password: String,
}

/// Creates an administrator. Disabled when the configuration has no master password.
#[utoipa::path(post, path = "/admin/signup", operation_id = "adminSignup", tag = "admin", request_body = AdminSignup,
    responses(
        (status = 201, description = "The administrator can sign in", body = MessageResponse),
        (status = 403, description = "A wrong master password, or signup is disabled"),
        (status = 409, description = "The username or email is taken")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<AdminSignup>,
) -> Result<(StatusCode, Json<MessageResponse>), ApiError> {
    check_master_password(&state, network, &body.master_password).await?;
    let username = AdminName::parse(&body.username)?;
    let email = EmailAddress::parse(&body.email)?;
    let password = Password::parse("password", &body.password, &[username.as_str(), email.as_str()])?;
    let password_hash = state.passwords.hash(network, password).await?;
    let now = state.clock.now();
    let id = AdminId::new(now, state.entropy.as_ref());
    let auditor = state.auditor(id);
    let new = NewAdmin {
        id,
        username,
        email,
        password_hash,
        role: Role::Admin,
        created_at: now,
    };
    state
        .write(move |tx| team::add(tx, &new, &auditor).map_err(taken))
        .await?;
    security_log::record_visitor(Event::AdminCreated, Some(Account::Admin(id)), network);
    let response = MessageResponse::new("Admin account created successfully! Please login.");
    Ok((StatusCode::CREATED, Json(response)))
}

async fn check_master_password(
    state: &AppState,
    network: Option<IpAddr>,
    password: &str,
) -> Result<(), ApiError> {
    let refuse = |code, message: &'static str| Err(ApiError::Forbidden(code, message.into()));
    let master = &state.config.auth.master_password;
    if master.is_empty() {
        return refuse(ErrorCode::SignupDisabled, "Admin signup is disabled");
    }
    let check = async {
        if master.expose().as_bytes().ct_eq(password.as_bytes()).into() {
            Ok(())
        } else {
            refuse(ErrorCode::InvalidMasterPassword, "Invalid master password")
        }
    };
    let checked = state
        .login_throttle
        .check(Secret::MasterPassword, network, check)
        .await;
    if let Err(error) = &checked {
        log_refusal(Event::AdminSignupRefused, error, None, network);
    }
    checked
}
