//! Addresses that may be mailed again.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::domain::audit::Action;
use crate::domain::user::EmailAddress;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{Json, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, suppressed};

/// The address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SuppressedQuery {
    /// The address that refused a mail.
    email: String,
}

/// Lifts the suppression of an address: it gets mails again, until it refuses another one.
#[utoipa::path(delete, path = "/admin/suppressed", operation_id = "liftSuppression", tag = "admin",
    security(("bearer" = [])), params(SuppressedQuery),
    responses(
        (status = 200, description = "Lifted", body = MessageResponse),
        (status = 400, description = "Not an email address"),
        (status = 404, description = "The address is not suppressed")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Query(query): Query<SuppressedQuery>,
) -> Result<Json<MessageResponse>, ApiError> {
    let email = EmailAddress::parse_known(&query.email)?;
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            if !suppressed::delete(tx, &email)? {
                return Err(ApiError::NotFound("The address is not suppressed"));
            }
            // The log holds no address.
            let entry = auditor.entry(Action::SuppressionLifted, &email.host(), "");
            audit::insert(tx, &entry).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new("The address gets mails again")))
}
