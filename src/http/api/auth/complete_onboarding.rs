//! Onboarding of new readers.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::actions::spam;
use crate::domain::avatar::Preset;
use crate::domain::user::{Bio, Name, Profile};
use crate::domain::{UserId, ValidationError};
use crate::http::api::dto::{ChosenAvatar, SocialLinksInput, UserResponse};
use crate::http::api::users::{NOT_AUTHORIZED, chosen_preset};
use crate::http::extract::{Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// The profile of a new reader.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Onboarding {
    /// The caller's own id; optional.
    user_id: Option<String>,
    /// 2 to 100 characters.
    name: String,
    /// 1 to 500 characters.
    bio: String,
    profile_image: ChosenAvatar,
    /// Whether the email is hidden from other readers; `false` when absent.
    #[serde(default)]
    hide_email: bool,
    #[serde(default)]
    social_links: SocialLinksInput,
}

/// Completes the caller's profile. They can like, bookmark and comment from then on.
#[utoipa::path(post, path = "/auth/complete-onboarding", operation_id = "completeOnboarding", tag = "auth",
    security(("bearer" = [])), request_body = Onboarding,
    responses(
        (status = 200, description = "The profile is complete", body = UserResponse),
        (status = 403, description = "Another reader's profile")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    Json(body): Json<Onboarding>,
) -> Result<Json<UserResponse>, ApiError> {
    let is_foreign = |id: &str| UserId::parse(id) != Some(reader.id);
    if body.user_id.as_deref().is_some_and(is_foreign) {
        return Err(NOT_AUTHORIZED);
    }
    let (profile, avatar) = parse(&body)?;
    let (hides_email, now) = (body.hide_email, state.clock.now());
    let user = state
        .write(move |tx| {
            spam::check_profile(tx, reader.id, &profile.name, &profile.bio, now)?;
            users::set_profile(tx, reader.id, &profile, now)?;
            users::set_avatar(tx, reader.id, avatar, now)?;
            users::set_email_hidden(tx, reader.id, hides_email)?;
            users::complete_onboarding(tx, reader.id)?;
            users::by_id(tx, reader.id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    Ok(Json(UserResponse::new(user, "Your profile is complete")))
}

fn parse(body: &Onboarding) -> Result<(Profile, &'static Preset), ValidationError> {
    let name = Name::parse(&body.name)?;
    let bio = Bio::parse(&body.bio)?;
    if bio.is_empty() {
        return ValidationError::reject("bio", "Please add a short bio");
    }
    let links = body.social_links.parse()?;
    Ok((Profile { name, bio, links }, chosen_preset(&body.profile_image)?))
}
