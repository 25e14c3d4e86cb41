//! Marking notices as read.

use serde::Deserialize;
use utoipa::ToSchema;

use super::count::UnreadResponse;
use crate::domain::{Time, ValidationError};
use crate::http::extract::{Json, OnboardedAccount, State};
use crate::http::{ApiError, AppState};
use crate::store::notices::{self, ReadNotices};

/// The most notices that one request names.
const IDS_MAX: usize = 100;

/// The notices that were read: either some of them, or all up to a time.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ReadNotifications)]
pub struct ReadNoticesBody {
    /// The ids of at most 100 notices. Those that are not the caller's are ignored.
    ids: Option<Vec<String>>,
    /// An RFC 3339 time: all notices that are not newer.
    before: Option<String>,
}

impl ReadNoticesBody {
    fn parse(self) -> Result<ReadNotices, ValidationError> {
        match (self.ids, self.before) {
            (Some(_), Some(_)) => ValidationError::reject("before", "Send either ids or before"),
            (None, None) => ValidationError::reject("ids", "Send ids or before"),
            (Some(ids), None) if ids.len() > IDS_MAX => {
                ValidationError::reject("ids", "At most 100 notices are marked at once")
            }
            (Some(ids), None) => Ok(ReadNotices::These(ids)),
            (None, Some(before)) => match Time::parse(before.trim()) {
                Some(time) => Ok(ReadNotices::UpTo(time)),
                None => ValidationError::reject("before", "before must be an RFC 3339 time with an offset"),
            },
        }
    }
}

/// Marks some of the caller's notices as read, or all up to a time. What is read already stays as it is.
#[utoipa::path(post, path = "/notifications/read", operation_id = "readNotifications", tag = "notices",
    security(("bearer" = [])), request_body = ReadNoticesBody,
    responses(
        (status = 200, description = "The number of notices that are still not read", body = UnreadResponse),
        (status = 400, description = "Neither or both of ids and before, more than 100 ids, or not a time"),
        (status = 403, description = "The profile is not complete yet")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: OnboardedAccount,
    Json(body): Json<ReadNoticesBody>,
) -> Result<Json<UnreadResponse>, ApiError> {
    let read = body.parse()?;
    let now = state.clock.now();
    let unread = state
        .write(move |tx| {
            let account = caller.confirm(tx)?;
            notices::mark_read(tx, account, &read, now)?;
            notices::unread(tx, account).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(UnreadResponse::new(unread)))
}
