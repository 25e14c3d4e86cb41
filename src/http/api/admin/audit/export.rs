//! The audit log as a file for spreadsheets.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use csv::Writer;
use futures_util::stream::unfold;

use super::AuditQuery;
use super::csv_cell::plain_cell;
use crate::domain::audit::AuditFilter;
use crate::domain::{AuditId, Time};
use crate::http::cache::Streamed;
use crate::http::extract::{Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit::{self, AuditRow};
use crate::store::marks::MarkTargets;

/// The number of rows that are read at a time.
const CHUNK_ROWS: u32 = 500;
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

/// The part of the log that is not sent yet.
struct Remainder {
    state: AppState,
    filter: AuditFilter,
    last: Option<(Time, AuditId)>,
    is_begun: bool,
    is_over: bool,
}

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
    let remainder = Remainder {
        filter: query.parse()?,
        state,
        last: None,
        is_begun: false,
        is_over: false,
    };
    let lines = unfold(remainder, |mut remainder| async {
        let chunk = remainder.next().await.transpose()?;
        if let Err(error) = &chunk {
            tracing::error!(%error, "reading the audit log for its export failed");
            remainder.is_over = true;
        }
        Some((chunk, remainder))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"audit.csv\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let streamed = Extension(Streamed(MarkTargets::default()));
    Ok((streamed, headers, Body::from_stream(lines)).into_response())
}

impl Remainder {
    async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        if self.is_over {
            return Ok(None);
        }
        let (filter, last) = (self.filter.clone(), self.last);
        let rows = self
            .state
            .read(move |tx| audit::following(tx, &filter, last, CHUNK_ROWS))
            .await?;
        self.is_over = rows.len() < CHUNK_ROWS as usize;
        self.last = rows.last().map(|row| (row.at, row.id));
        let mut lines = Writer::from_writer(Vec::new());
        if !self.is_begun {
            self.is_begun = true;
            lines.write_record(COLUMNS).map_err(ApiError::internal)?;
        }
        for row in rows {
            lines.write_record(cells(row)).map_err(ApiError::internal)?;
        }
        let text = lines.into_inner().map_err(ApiError::internal)?;
        Ok(Some(text.into()))
    }
}

fn cells(row: AuditRow) -> [String; COLUMNS.len()] {
    [
        row.at.to_string(),
        row.actor_name.unwrap_or_default(),
        row.actor.map(|id| id.to_string()).unwrap_or_default(),
        row.api_key_name.unwrap_or_default(),
        row.action,
        row.target.unwrap_or_default(),
        row.target_name.unwrap_or_default(),
        row.detail,
    ]
    .map(plain_cell)
}
