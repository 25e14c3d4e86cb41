//! The audit log as a file for spreadsheets.

use axum::response::Response;

use super::AuditQuery;
use crate::http::api::csv_file::{self, CHUNK_ROWS};
use crate::http::extract::{Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit::{self, AuditRow};

const COLUMNS: [&str; 8] = [
    "at",
    "actor",
    "actorId",
    "apiKey",
    "action",
    "target",
    "targetName",
    "detail",
];

/// Returns the changes that are looked for as CSV (RFC 4180), latest first.
#[utoipa::path(get, path = "/admin/audit/export", operation_id = "exportAudit", tag = "admin",
    security(("bearer" = [])), params(AuditQuery),
    responses(
        (status = 200, description = "A line for each change, below one with the names of the columns",
            body = String, content_type = "text/csv"),
        (status = 400, description = "A parameter is none of what it may be")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    Query(query): Query<AuditQuery>,
) -> Result<Response, ApiError> {
    let filter = query.parse()?;
    let read = move |last: Option<&AuditRow>| {
        let (state, filter) = (state.clone(), filter.clone());
        let last = last.map(|row| (row.at, row.id));
        async move {
            let following = state.read(move |tx| audit::following(tx, &filter, last, CHUNK_ROWS));
            following.await
        }
    };
    Ok(csv_file::respond("audit.csv", COLUMNS, read, cells))
}

fn cells(row: &AuditRow) -> [String; COLUMNS.len()] {
    [
        row.at.to_string(),
        row.actor_name.clone().unwrap_or_default(),
        row.actor.map(|id| id.to_string()).unwrap_or_default(),
        row.api_key_name.clone().unwrap_or_default(),
        row.action.clone(),
        row.target.clone().unwrap_or_default(),
        row.target_name.clone().unwrap_or_default(),
        row.detail.clone(),
    ]
}
