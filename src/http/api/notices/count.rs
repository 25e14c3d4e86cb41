//! The number of the caller's notices that are not read.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::{Json, OnboardedAccount, State};
use crate::http::{ApiError, AppState};
use crate::store::notices;

/// The number of notices that are not read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnreadResponse)]
pub struct UnreadResponse {
    success: bool,
    unread: u64,
}

impl UnreadResponse {
    pub(super) fn new(unread: u64) -> Self {
        Self {
            success: true,
            unread,
        }
    }
}

/// Returns the number of the caller's notices that are not read, for the bell of the frame.
#[utoipa::path(get, path = "/notifications/count", operation_id = "unreadNotifications", tag = "notices",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The number", body = UnreadResponse),
        (status = 403, description = "The profile is not complete yet")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: OnboardedAccount,
) -> Result<Json<UnreadResponse>, ApiError> {
    let account = caller.account();
    let unread = state.read(move |tx| notices::unread(tx, account)).await?;
    Ok(Json(UnreadResponse::new(unread)))
}
