//! The profile of a reader.

use serde::Serialize;

use super::NOT_FOUND;
use super::managed::ManagedUserBody;
use crate::domain::UserId;
use crate::domain::user::User;
use crate::http::api::dto::UserBody;
use crate::http::extract::{IdOrSlug, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// A reader as the caller may see them.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ShownUser {
    /// With the fields that other readers may see, or all of them for the reader.
    User(Box<UserBody>),
    /// With what those who moderate need to know.
    Managed(Box<ManagedUserBody>),
}

/// Returns a reader. For other readers the email is empty if it is hidden, or after 60 different emails in an hour. Only
/// administrators and the reader see an account that is banned or not verified. Editors and administrators get the fields
/// of `ManagedUser`.
#[utoipa::path(get, path = "/users/profile/{id}", operation_id = "userProfile", tag = "users",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The reader", body = UserBody),
        (status = 404, description = "No such reader")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<ShownUser>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let user = state.read(move |tx| users::by_id(tx, id)).await?;
    let user = user.ok_or(NOT_FOUND)?;
    let user_of = |user: UserBody| Ok(Json(ShownUser::User(Box::new(user))));
    match caller {
        SignedIn::Reader(reader) if reader.id == id => user_of(user.into()),
        SignedIn::Staff(staff, _) if staff.manages_readers() => managed(&state, user, true).await,
        _ if user.is_banned || !user.is_verified => Err(NOT_FOUND),
        SignedIn::Reader(reader) => {
            let now = state.clock.now();
            let shows_email = !user.hides_email && state.email_exposure.allows(reader.id, id, now);
            user_of(UserBody::from(user).for_other_readers(shows_email))
        }
        SignedIn::Staff(staff, _) if staff.role.moderates() => managed(&state, user, false).await,
        SignedIn::Staff(..) => user_of(UserBody::from(user).for_other_readers(false)),
    }
}

async fn managed(state: &AppState, user: User, shows_email: bool) -> Result<Json<ShownUser>, ApiError> {
    let user = state
        .read(move |tx| ManagedUserBody::load_one(tx, user, shows_email))
        .await?;
    Ok(Json(ShownUser::Managed(Box::new(user))))
}
