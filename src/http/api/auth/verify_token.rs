//! The account of a token.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::api::dto::{AdminBody, UserBody};
use crate::http::extract::{Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::{admins, users};

/// The signed-in reader or administrator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyTokenResponse {
    success: bool,
    is_admin: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<UserBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    admin: Option<AdminBody>,
}

/// Returns the reader or administrator of the token.
#[utoipa::path(get, path = "/auth/verify-token", operation_id = "verifyToken", tag = "auth",
    security(("bearer" = [])),
    responses((status = 200, description = "The token is valid", body = VerifyTokenResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
) -> Result<Json<VerifyTokenResponse>, ApiError> {
    let (user, admin) = match caller {
        SignedIn::Reader(reader) => {
            let user = state.read(move |tx| users::by_id(tx, reader.id)).await?;
            (Some(user.ok_or(ApiError::Unauthorized)?), None)
        }
        SignedIn::Staff(staff, _) => {
            let admin = state.read(move |tx| admins::by_id(tx, staff.id)).await?;
            (None, Some(admin.ok_or(ApiError::Unauthorized)?))
        }
    };
    Ok(Json(VerifyTokenResponse {
        success: true,
        is_admin: admin.is_some(),
        user: user.map(UserBody::from),
        admin: admin.map(AdminBody::from),
    }))
}
