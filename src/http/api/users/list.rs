//! The list of readers.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::Paging;
use crate::domain::search::SearchWords;
use crate::domain::user::User;
use crate::http::api::dto::{ProfileImage, UserBody};
use crate::http::extract::{Json, MaybeSignedIn, PagingQuery, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::StoreError;
use crate::store::users;

/// The public fields of a reader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
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

/// A reader: with all fields for administrators, else with the public ones.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ListedUser {
    /// The public fields.
    Public(PublicUserBody),
    /// All fields.
    Full(Box<UserBody>),
}

/// A page of readers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsersResponse {
    success: bool,
    users: Vec<ListedUser>,
    total_users: u64,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists readers, newest first: all of them for administrators, else those who are verified and not banned.
#[utoipa::path(get, path = "/users", operation_id = "listUsers", tag = "users",
    security((), ("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of readers", body = UsersResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    caller: MaybeSignedIn,
    paging: Paging,
) -> Result<Json<UsersResponse>, ApiError> {
    let is_admin = matches!(caller.0, Some(SignedIn::Staff(staff, _)) if staff.manages_readers());
    let page = state
        .read(move |tx| {
            if is_admin {
                let page = users::list_for_admin(tx, &SearchWords::default(), None, paging)?;
                Ok::<_, StoreError>(
                    page.map(|user| ListedUser::Full(Box::new(UserBody::from(user).for_administrators()))),
                )
            } else {
                let page = users::list_public(tx, paging)?;
                Ok(page.map(|user| ListedUser::Public(user.into())))
            }
        })
        .await?;
    Ok(Json(UsersResponse {
        success: true,
        total_users: page.total,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        users: page.items,
    }))
}

impl From<User> for PublicUserBody {
    fn from(user: User) -> Self {
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
