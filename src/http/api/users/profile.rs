//! The profile of a reader.

use super::NOT_FOUND;
use crate::domain::UserId;
use crate::http::api::dto::UserBody;
use crate::http::extract::{IdOrSlug, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// Returns a reader. For other readers the email is empty if it is hidden, or after 60 different emails in an hour. Only
/// administrators and the reader see an account that is banned or not verified.
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
) -> Result<Json<UserBody>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let user = state.read(move |tx| users::by_id(tx, id)).await?;
    let user = user.ok_or(NOT_FOUND)?;
    match caller {
        SignedIn::Reader(reader) if reader.id == id => Ok(Json(user.into())),
        SignedIn::Staff(staff) if staff.manages_readers() => {
            Ok(Json(UserBody::from(user).for_administrators()))
        }
        _ if user.is_banned || !user.is_verified => Err(NOT_FOUND),
        SignedIn::Reader(reader) => {
            let now = state.clock.now();
            let shows_email = !user.hides_email && state.email_exposure.allows(reader.id, id, now);
            Ok(Json(UserBody::from(user).for_other_readers(shows_email)))
        }
        SignedIn::Staff(_) => Ok(Json(UserBody::from(user).for_other_readers(false))),
    }
}
