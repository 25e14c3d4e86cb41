//! What readers change of their own accounts.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{credentials, own, same_epoch};
use crate::actions::security_log::Record;
use crate::domain::user::{Bio, Name, Profile, User};
use crate::domain::{Account, Invalid};
use crate::http::api::email_change::{self, Addresses};
use crate::http::api::password_check;
use crate::http::api::wire::{GivenLinks, UserAnswer};
use crate::http::error::ErrorBody;
use crate::http::extract::{Household, Json as JsonBody, Reader, Reference};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::users;

/// What is to change; what is absent stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileChanges {
    /// 2 to 100 characters.
    name: Option<String>,
    /// Takes effect once the code that is mailed to it was entered.
    email: Option<String>,
    /// Needed for a new email.
    current_password: Option<String>,
    /// Whether other readers do not see the email.
    hide_email: Option<bool>,
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
        (status = 400, description = "A field breaks a rule, or a new email came without the password", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Somebody else's account, or not the password", body = ErrorBody),
        (status = 409, description = "The address has another account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many codes were mailed, or passwords tried", body = ErrorBody),
        (status = 503, description = "Too many passwords are checked at once", body = ErrorBody)))]
pub async fn update_profile(
    State(state): State<AppState>,
    reader: Reader,
    Household(network): Household,
    Reference(id): Reference,
    JsonBody(body): JsonBody<ProfileChanges>,
) -> Result<Json<UserAnswer>, ApiError> {
    let id = own(reader, &id)?;
    let known = credentials(&state, id).await?;
    let account = Account::Reader(id);
    let given = |text| email_change::given(text, &known.user.email);
    let email = body.email.as_deref().map(given).transpose()?;
    let profile = changed(&known.user, &body)?;
    let new_email = email
        .as_ref()
        .filter(|email| **email != known.user.email)
        .cloned();
    if new_email.is_some() {
        let given = password_check::given(body.current_password)?;
        password_check::check(
            &state,
            account,
            Secret::ReaderPassword(&known.user.email),
            network,
            given,
            known.password_hash,
            password_check::incorrect(),
        )
        .await?;
    }
    let (site, now) = (state.clone(), state.clock.now());
    let network_hash = state.networks.hash(network);
    let event = email_change::event(
        new_email.is_some(),
        email.is_some() && known.user.pending_email.is_some(),
    );
    let user = state
        .store
        .write(move |tx| {
            users::set_profile(tx, id, &profile, now)?;
            if let Some(is_hidden) = body.hide_email {
                users::set_email_hidden(tx, id, is_hidden)?;
            }
            if let Some(email) = new_email {
                same_epoch(tx, id, known.token_epoch)?;
                let addresses = Addresses {
                    present: &known.user.email,
                    pending: known.user.pending_email.as_ref(),
                };
                email_change::ask_for(tx, &site, account, &addresses, &email, &network_hash, now)?;
            } else if email.is_some() {
                // The present address calls off an earlier wish.
                email_change::set_pending(tx, account, None, now)?;
            }
            users::by_id(tx, id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    if let Some(event) = event {
        Record::own(event, account).from(network).write();
        state.mail_is_due.notify_one();
    }
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
