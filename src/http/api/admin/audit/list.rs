//! The audit log in pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::AuditQuery;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit::{self, AuditRow};

/// The member of the staff who made a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditActor {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The present name; null if they have left.
    #[schema(required)]
    username: Option<String>,
}

/// The API key that made a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditKey {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// Null if the key was revoked.
    #[schema(required)]
    name: Option<String>,
}

/// A change by the staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
pub struct AuditEntryBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    at: String,
    /// Null for a change by the command line.
    #[schema(required)]
    actor: Option<AuditActor>,
    /// The API key that made the change in the actor's name; null for a change by themselves.
    #[schema(required)]
    api_key: Option<AuditKey>,
    /// The name of the change, such as `post.deleted`; the operator's manual lists them.
    action: String,
    /// The id of the changed object.
    #[schema(required)]
    target: Option<String>,
    /// The present title or name of it, of an invitation the address, of a redirect the path, of an import the name of
    /// its file, of a tag its name, of a comment the title of the post that it is on; null if it is gone or has none.
    #[schema(required)]
    target_name: Option<String>,
    /// More about it, empty for most changes.
    detail: String,
}

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditResponse {
    success: bool,
    entries: Vec<AuditEntryBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the changes by the staff of the last 400 days, latest first: all, or those that are looked for.
#[utoipa::path(get, path = "/admin/audit", operation_id = "audit", tag = "admin",
    security(("bearer" = [])), params(AuditQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of the audit log", body = AuditResponse),
        (status = 400, description = "A parameter is none of what it may be")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    Query(query): Query<AuditQuery>,
    paging: Paging,
) -> Result<Json<AuditResponse>, ApiError> {
    let filter = query.parse()?;
    let page = state.read(move |tx| audit::list(tx, &filter, paging)).await?;
    Ok(Json(AuditResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        entries: page.items.into_iter().map(AuditEntryBody::from).collect(),
    }))
}

impl From<AuditRow> for AuditEntryBody {
    fn from(row: AuditRow) -> Self {
        let actor = row.actor.map(|id| AuditActor {
            underscore_id: id.to_string(),
            id: id.to_string(),
            username: row.actor_name,
        });
        let api_key = row.api_key.map(|id| AuditKey {
            underscore_id: id.to_string(),
            id: id.to_string(),
            name: row.api_key_name,
        });
        Self {
            underscore_id: row.id.to_string(),
            id: row.id.to_string(),
            at: row.at.to_string(),
            actor,
            api_key,
            action: row.action,
            target: row.target,
            target_name: row.target_name,
            detail: row.detail,
        }
    }
}
