//! The members of the staff who can be authors of a post.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::AuthorId;
use crate::domain::admin::Admin;
use crate::http::api::dto::RoleName;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// The most members that are listed.
const MEMBERS_MAX: u32 = 1_000;

/// A member of the staff who can be an author of a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct PossibleAuthor {
    /// The id as an author.
    id: String,
    username: String,
    role: RoleName,
}

/// The members of the staff who can be authors of a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct PossibleAuthorsResponse {
    success: bool,
    authors: Vec<PossibleAuthor>,
}

/// Lists the members of the staff as the authors that they can be of a post, by name; at most 1,000.
#[utoipa::path(get, path = "/admin/authors", operation_id = "possibleAuthors", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The members", body = PossibleAuthorsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
) -> Result<Json<PossibleAuthorsResponse>, ApiError> {
    let members = state.read(move |tx| admins::by_name(tx, MEMBERS_MAX)).await?;
    Ok(Json(PossibleAuthorsResponse {
        success: true,
        authors: members.into_iter().map(PossibleAuthor::from).collect(),
    }))
}

impl From<Admin> for PossibleAuthor {
    fn from(admin: Admin) -> Self {
        Self {
            id: AuthorId::from(admin.id).to_string(),
            username: admin.username,
            role: admin.role.into(),
        }
    }
}
