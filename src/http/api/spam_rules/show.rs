//! The rules as they are.

use super::dto::SpamRulesResponse;
use crate::actions::spam;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};

/// Returns the rules against spam.
#[utoipa::path(get, path = "/admin/spam-rules", operation_id = "spamRules", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The rules", body = SpamRulesResponse)))]
pub async fn handler(State(state): State<AppState>, _: Staff) -> Result<Json<SpamRulesResponse>, ApiError> {
    let rules = state.read(spam::load_rules).await?;
    Ok(Json(SpamRulesResponse::new(rules)))
}
