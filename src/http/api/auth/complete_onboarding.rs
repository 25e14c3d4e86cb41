//! A new reader's first steps.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::domain::avatar::Preset;
use crate::domain::user::{Bio, Name, Profile};
use crate::domain::{Invalid, UserId};
use crate::http::api::users::{NOT_YOURS, chosen};
use crate::http::api::wire::{ChosenImage, GivenLinks, UserAnswer};
use crate::http::error::ErrorBody;
use crate::http::extract::{Json as JsonBody, Reader};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// What a new reader tells about themselves.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Onboarding {
    /// The caller's own id, when it is sent.
    user_id: Option<String>,
    /// 2 to 100 characters.
    name: String,
    /// 1 to 500 characters.
    bio: String,
    profile_image: ChosenImage,
    /// Whether other readers do not see the email; without it they do.
    #[serde(default)]
    hide_email: bool,
    #[serde(default)]
    social_links: GivenLinks,
}

/// Completes the profile of the caller, who may take part from then on.
#[utoipa::path(post, path = "/auth/complete-onboarding", operation_id = "completeOnboarding", tag = "auth",
    security(("bearer" = [])), request_body = Onboarding,
    responses(
        (status = 200, description = "The profile is complete", body = UserAnswer),
        (status = 400, description = "A field breaks a rule", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Somebody else's profile", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn complete_onboarding(
    State(state): State<AppState>,
    reader: Reader,
    JsonBody(body): JsonBody<Onboarding>,
) -> Result<Json<UserAnswer>, ApiError> {
    let is_foreign = |id: &str| UserId::parse(id) != Some(reader.id);
    if body.user_id.as_deref().is_some_and(is_foreign) {
        return Err(ApiError::Forbidden(NOT_YOURS.to_owned()));
    }
    let (profile, avatar) = parsed(&body)?;
    let (hides_email, now) = (body.hide_email, state.clock.now());
    let user = state
        .store
        .write(move |tx| {
            users::set_profile(tx, reader.id, &profile, now)?;
            users::set_avatar(tx, reader.id, avatar, now)?;
            users::set_email_hidden(tx, reader.id, hides_email)?;
            users::onboard(tx, reader.id)?;
            users::by_id(tx, reader.id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    Ok(Json(UserAnswer::new(user, "Your profile is complete")))
}

fn parsed(body: &Onboarding) -> Result<(Profile, &'static Preset), Invalid> {
    let name = Name::parse(&body.name)?;
    let bio = Bio::parse(&body.bio)?;
    if bio.is_empty() {
        return Err(Invalid::new("bio", "Please add a short bio"));
    }
    let links = body.social_links.parse()?;
    Ok((Profile { name, bio, links }, chosen(&body.profile_image)?))
}
