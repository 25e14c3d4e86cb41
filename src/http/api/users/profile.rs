//! A reader, as those who are signed in see one.

use axum::Json;
use axum::extract::State;

use super::NOT_FOUND;
use crate::domain::UserId;
use crate::http::api::wire::UserBody;
use crate::http::error::ErrorBody;
use crate::http::extract::{Reference, SignedIn};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// A reader. The email is empty for other readers when it is hidden, and beyond 60 different ones an hour. Of those who are banned or not verified only administrators and they themselves are told.
#[utoipa::path(get, path = "/users/profile/{id}", operation_id = "userProfile", tag = "users",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The reader", body = UserBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 404, description = "No such reader", body = ErrorBody)))]
pub async fn profile(
    State(state): State<AppState>,
    caller: SignedIn,
    Reference(id): Reference,
) -> Result<Json<UserBody>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let user = state.store.read(move |tx| users::by_id(tx, id)).await?;
    let user = user.ok_or(NOT_FOUND)?;
    match caller {
        SignedIn::Reader(reader) if reader.id == id => Ok(Json(user.into())),
        SignedIn::Reader(_) if user.is_banned || !user.is_verified => Err(NOT_FOUND),
        SignedIn::Reader(reader) => {
            let now = state.clock.now();
            let shows_email = !user.hides_email && state.shown_addresses.allows(reader.id, id, now);
            Ok(Json(UserBody::from(user).for_readers(shows_email)))
        }
        SignedIn::Admin(_) => Ok(Json(UserBody::from(user).for_staff())),
    }
}
