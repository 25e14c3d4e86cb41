//! DTOs of authors.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::author::AuthorProfile;
use crate::http::AppState;
use crate::http::api::dto::SocialLinksBody;
use crate::http::api::posts::dto::AuthorBody;

/// An author, and what they say of themselves.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuthorProfile)]
pub struct AuthorProfileBody {
    #[serde(flatten)]
    pub(in crate::http) author: AuthorBody,
    /// Empty for nothing.
    pub(in crate::http) bio: String,
    #[serde(rename = "socialLinks")]
    pub(in crate::http) social_links: SocialLinksBody,
}

impl AuthorProfileBody {
    pub(super) fn new(profile: AuthorProfile, state: &AppState) -> Self {
        Self {
            author: AuthorBody::new(profile.author, state),
            bio: profile.bio,
            social_links: profile.links.into(),
        }
    }
}

/// What the caller says of themselves.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnAuthorResponse {
    success: bool,
    author: AuthorProfileBody,
}

impl OwnAuthorResponse {
    pub(super) fn new(profile: AuthorProfile, state: &AppState) -> Self {
        Self {
            success: true,
            author: AuthorProfileBody::new(profile, state),
        }
    }
}
