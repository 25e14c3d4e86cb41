//! Profile changes of readers.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{credentials, require_own};
use crate::actions::spam;
use crate::domain::user::{Bio, Name, Profile, User};
use crate::domain::{Account, ValidationError};
use crate::http::api::dto::{SocialLinksInput, UserResponse};
use crate::http::api::email_change::{self, Addresses};
use crate::http::api::password_check::require_session;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// The changes. Absent fields stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileChanges {
    /// 2 to 100 characters.
    name: Option<String>,
    /// Takes effect after the code mailed to it is entered.
    email: Option<String>,
    /// Required for a new email.
    current_password: Option<String>,
    /// Whether the email is hidden from other readers.
    hide_email: Option<bool>,
    /// At most 500 characters.
    bio: Option<String>,
    /// Replaces all links: an absent one is removed.
    social_links: Option<SocialLinksInput>,
}

/// Changes the caller's profile. A new email is the `pendingEmail` until its code is entered.
#[utoipa::path(patch, path = "/users/{id}/profile", operation_id = "updateProfile", tag = "users",
    security(("bearer" = [])), request_body = ProfileChanges,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The updated profile", body = UserResponse),
        (status = 400, description = "A field is invalid, or a new email without the password"),
        (status = 403, description = "Another reader's account, or a wrong password"),
        (status = 409, description = "Another account uses the email"),
        (status = 429, description = "Too many codes or password attempts")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<ProfileChanges>,
) -> Result<Json<UserResponse>, ApiError> {
    let id = require_own(reader, &id)?;
    let credentials = credentials(&state, id).await?;
    let account = Account::Reader(id);
    let parse_email = |text| email_change::parse_email(text, &credentials.user.email);
    let email = body.email.as_deref().map(parse_email).transpose()?;
    let profile = changed_profile(&credentials.user, &body)?;
    let is_text_new =
        profile.name.as_str() != credentials.user.name || profile.bio.as_str() != credentials.user.bio;
    let is_email_new = email
        .as_ref()
        .is_some_and(|email| *email != credentials.user.email);
    if is_email_new {
        let current = &credentials.user.email;
        let (password, hash) = (body.current_password, credentials.password_hash);
        email_change::confirm(&state, account, current, network, password, hash).await?;
    }
    let (site, now) = (state.clone(), state.clock.now());
    let network_hash = state.networks.hash(network);
    let is_email_pending = email.is_some() && credentials.user.pending_email.is_some();
    let user = state
        .write(move |tx| {
            if is_text_new {
                spam::check_profile(tx, id, &profile.name, &profile.bio, now)?;
            }
            users::set_profile(tx, id, &profile, now)?;
            if let Some(is_hidden) = body.hide_email {
                users::set_email_hidden(tx, id, is_hidden)?;
            }
            if is_email_new {
                require_session(tx, &reader.token)?;
            }
            if let Some(email) = email {
                let addresses = Addresses {
                    current: &credentials.user.email,
                    pending: credentials.user.pending_email.as_ref(),
                };
                email_change::request_or_cancel(tx, &site, account, &addresses, &email, &network_hash, now)?;
            }
            users::by_id(tx, id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    email_change::record(&state, account, network, is_email_new, is_email_pending);
    Ok(Json(UserResponse::new(user, "Profile updated successfully!")))
}

fn changed_profile(user: &User, changes: &ProfileChanges) -> Result<Profile, ValidationError> {
    let links = changes.social_links.as_ref().map(SocialLinksInput::parse);
    Ok(Profile {
        name: Name::parse(changes.name.as_deref().unwrap_or(&user.name))?,
        bio: Bio::parse(changes.bio.as_deref().unwrap_or(&user.bio))?,
        links: links.unwrap_or_else(|| Ok(user.links.clone()))?,
    })
}
