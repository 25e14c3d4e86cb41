//! Readers, as far as everybody may see them.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::Paging;
use crate::domain::user::PublicUser;
use crate::http::api::wire::ProfileImage;
use crate::http::error::ErrorBody;
use crate::http::extract::{MaybeReader, PagingQuery};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// What everybody may know of a reader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicUserBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    name: String,
    username: String,
    #[schema(required)]
    profile_image: Option<ProfileImage>,
    created_at: String,
}

/// A page of readers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsersAnswer {
    success: bool,
    users: Vec<PublicUserBody>,
    total_users: u64,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Verified, unbanned readers, newest first.
#[utoipa::path(get, path = "/users", operation_id = "listUsers", tag = "users", params(PagingQuery),
    responses(
        (status = 200, description = "A page of readers", body = UsersAnswer),
        (status = 400, description = "A page or limit out of range", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody)))]
pub async fn list(
    State(state): State<AppState>,
    _: MaybeReader,
    paging: Paging,
) -> Result<Json<UsersAnswer>, ApiError> {
    let page = state.store.read(move |tx| users::public(tx, paging)).await?;
    Ok(Json(UsersAnswer {
        success: true,
        total_users: page.total,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        users: page.items.into_iter().map(PublicUserBody::from).collect(),
    }))
}

impl From<PublicUser> for PublicUserBody {
    fn from(user: PublicUser) -> Self {
        let id = user.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            name: user.name,
            username: user.username,
            profile_image: user.avatar.map(ProfileImage::from),
            created_at: user.created_at.to_string(),
        }
    }
}
