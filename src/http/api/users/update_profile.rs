//! What readers change of their own accounts.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::own;
use crate::actions::one_time_codes::{OneTimeCodes, Sending};
use crate::domain::code::Purpose;
use crate::domain::user::{Bio, Email, Name, Profile, User};
use crate::domain::{Invalid, Time};
use crate::http::api::auth::{EMAIL_TAKEN, refused_sending};
use crate::http::api::wire::{GivenLinks, UserAnswer};
use crate::http::error::ErrorBody;
use crate::http::extract::{Json as JsonBody, Reader, Reference};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, users};

/// What is to change; what is absent stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileChanges {
    /// 2 to 100 characters.
    name: Option<String>,
    /// Takes effect once the code that is mailed to it was entered.
    email: Option<String>,
    /// At most 500 characters.
    bio: Option<String>,
    /// All of them: one that is absent is removed.
    social_links: Option<GivenLinks>,
}

/// Changes the caller's profile. A new email is `pendingEmail` until its code was entered.
#[utoipa::path(patch, path = "/users/{id}/profile", operation_id = "updateProfile", tag = "users",
    security(("bearer" = [])), request_body = ProfileChanges,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The profile as it is now", body = UserAnswer),
        (status = 400, description = "A field breaks a rule", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Somebody else's account", body = ErrorBody),
        (status = 409, description = "The address has another account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many codes were mailed", body = ErrorBody)))]
pub async fn update_profile(
    State(state): State<AppState>,
    reader: Reader,
    Reference(id): Reference,
    JsonBody(body): JsonBody<ProfileChanges>,
) -> Result<Json<UserAnswer>, ApiError> {
    let id = own(reader, &id)?;
    let email = body.email.as_deref().map(Email::parse).transpose()?;
    let (codes, now) = (state.codes.clone(), state.clock.now());
    let user = state
        .store
        .write(move |tx| {
            let user = users::by_id(tx, id)?.ok_or(ApiError::Unauthorized)?;
            users::set_profile(tx, id, &changed(&user, &body)?, now)?;
            if let Some(email) = email {
                ask_for(tx, &codes, &user, &email, now)?;
            }
            users::by_id(tx, id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    state.mail_is_due.notify_one();
    Ok(Json(UserAnswer::new(user, "Profile updated successfully!")))
}

fn changed(user: &User, changes: &ProfileChanges) -> Result<Profile, Invalid> {
    let links = changes.social_links.as_ref().map(GivenLinks::parse);
    Ok(Profile {
        name: Name::parse(changes.name.as_deref().unwrap_or(&user.name))?,
        bio: Bio::parse(changes.bio.as_deref().unwrap_or(&user.bio))?,
        links: links.unwrap_or_else(|| Ok(user.links.clone()))?,
    })
}

/// Mails a code to an address that the reader wants; their present one calls off an earlier wish.
fn ask_for(
    tx: &mut Tx<'_>,
    codes: &OneTimeCodes,
    user: &User,
    email: &Email,
    now: Time,
) -> Result<(), ApiError> {
    if *email == user.email {
        users::set_pending_email(tx, user.id, None, now)?;
        return Ok(());
    }
    if users::credentials(tx, email)?.is_some() {
        return Err(ApiError::Conflict(Invalid::new("email", EMAIL_TAKEN)));
    }
    users::set_pending_email(tx, user.id, Some(email), now)?;
    match codes.send(tx, user.id, Purpose::ChangeEmail, email, now)? {
        // The code that went out a moment ago still holds, if it was for the same account.
        Sending::Sent | Sending::TooSoon(_) => Ok(()),
        refused @ Sending::TooMany(_) => refused_sending(refused),
    }
}
