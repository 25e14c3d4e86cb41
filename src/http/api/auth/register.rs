//! Registration of readers.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{EMAIL_TAKEN, email_taken};
use crate::actions::security_log::{self, Event};
use crate::actions::spam;
use crate::domain::code::Purpose;
use crate::domain::user::{Bio, EmailAddress, Name, NewUser};
use crate::domain::{Account, Password, UserId};
use crate::http::api::dto::UserBody;
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{networks, users};

/// The account of a new reader.
#[derive(Deserialize, ToSchema)]
pub struct Registration {
    /// 2 to 100 characters.
    name: String,
    email: String,
    /// 8 to 128 characters, and not one of the most common.
    password: String,
}

/// The new account, which is not verified yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterResponse {
    success: bool,
    message: &'static str,
    user: UserBody,
    /// Always true.
    requires_email_verification: bool,
}

/// Creates an account and mails a code that verifies the email. An account that is not verified within
/// 24 hours is removed.
#[utoipa::path(post, path = "/auth/register", operation_id = "register", tag = "auth", request_body = Registration,
    responses(
        (status = 201, description = "The account is created and must be verified", body = RegisterResponse),
        (status = 400, description = "A field is invalid, or the mail provider or the name is blocked"),
        (status = 409, description = "An account with this email exists")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<Registration>,
) -> Result<(StatusCode, Json<RegisterResponse>), ApiError> {
    let name = Name::parse(&body.name)?;
    let email = EmailAddress::parse(&body.email)?;
    let password = Password::parse("password", &body.password, &[name.as_str(), email.as_str()])?;
    reject_email_or_name(&state, email.clone(), name.clone()).await?;
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
    let (codes, network_hash) = (state.codes.clone(), state.networks.hash(network));
    let user = state
        .write(move |tx| {
            users::insert(tx, &new).map_err(email_taken)?;
            // Code requests from unknown networks do not use up the limit of this network.
            networks::insert(tx, Account::Reader(new.id), &network_hash, now)?;
            codes.send(
                tx,
                Account::Reader(new.id),
                Purpose::VerifyEmail,
                &new.email,
                &network_hash,
            )?;
            users::by_id(tx, new.id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    state.email_is_due.notify_one();
    security_log::record(Event::SignedUp, Account::Reader(user.id), network);
    let response = RegisterResponse {
        success: true,
        message: "Please enter the code that we sent to your email",
        user: user.into(),
        requires_email_verification: true,
    };
    Ok((StatusCode::CREATED, Json(response)))
}

/// Rejects a taken or blocked email, and a name with listed words, before the expensive password hash. The insert has
/// the final say on a taken one.
async fn reject_email_or_name(state: &AppState, email: EmailAddress, name: Name) -> Result<(), ApiError> {
    state
        .read(move |tx| {
            if users::id_by_email(tx, email.as_str())?.is_some() {
                return Err(ApiError::conflict(ErrorCode::EmailTaken, "email", EMAIL_TAKEN));
            }
            spam::check_email(tx, &email)?;
            Ok(spam::check_new_profile(tx, &name, &Bio::default())?)
        })
        .await
}
