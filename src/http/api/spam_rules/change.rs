//! Changes of the rules.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::{SpamRulesBody, SpamRulesResponse};
use crate::actions::spam;
use crate::domain::spam::SpamRules;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState, ErrorCode};

/// The rules have changed since they were read.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpamRulesConflict {
    /// Always false.
    success: bool,
    message: &'static str,
    /// Always `version_conflict`.
    code: ErrorCode,
    /// The present rules.
    rules: SpamRulesBody,
}

/// Replaces the rules against spam. `version` is that of the rules that were changed. They hold for comments that are
/// written or changed from then on.
#[utoipa::path(put, path = "/admin/spam-rules", operation_id = "changeSpamRules", tag = "admin",
    security(("bearer" = [])), request_body = SpamRulesBody,
    responses(
        (status = 200, description = "The rules, with their new version", body = SpamRulesResponse),
        (status = 400, description = "A figure is too large, or an entry of a list is invalid"),
        (status = 409, description = "The rules have changed since they were read", body = SpamRulesConflict)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Json(body): Json<SpamRulesBody>,
) -> Result<Response, ApiError> {
    let expected = body.version;
    let rules = SpamRules::new(body.into_figures())?;
    let auditor = state.auditor(staff);
    let (is_changed, rules) = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let is_changed = spam::change_rules(tx, &rules, expected, &auditor)?;
            Ok::<_, ApiError>((is_changed, spam::load_rules(tx)?))
        })
        .await?;
    if is_changed {
        return Ok(Json(SpamRulesResponse::new(rules)).into_response());
    }
    let conflict = SpamRulesConflict {
        success: false,
        message: "Somebody has changed the rules since you opened them",
        code: ErrorCode::VersionConflict,
        rules: rules.into(),
    };
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::CONFLICT, headers, Json(conflict)).into_response())
}
