//! The whole report of an import as a file, which is sent while it is read.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use serde_json::json;

use crate::http::cache::Streamed;
use crate::http::extract::{IdOrSlug, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::imports::Import;
use crate::store::imports::entries::{self, Entry};
use crate::store::marks::MarkTargets;

/// The number of entries that are read at a time.
const CHUNK: u32 = 500;
/// What is left out, as it is stored, if nothing is.
const NOTHING: &str = "[]";

/// The part of a report that is not sent yet.
struct Remainder {
    state: AppState,
    import: Import,
    last: Option<(u16, u64)>,
    is_over: bool,
}

/// Returns the report of an import in the form of `blog-app import --report`.
#[utoipa::path(get, path = "/admin/imports/{id}/report", operation_id = "importReport", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the import")),
    responses(
        (status = 200, description = "`system`, `dryRun`, `totals`, all entries as `items`, and `leftOut`",
            body = String, content_type = "application/json"),
        (status = 404, description = "No such import")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    IdOrSlug(id): IdOrSlug,
) -> Result<Response, ApiError> {
    let import = super::load(&state, &id).await?;
    let remainder = Remainder {
        state,
        import,
        last: None,
        is_over: false,
    };
    let parts = unfold(remainder, |mut remainder| async move {
        if remainder.is_over {
            return None;
        }
        let chunk = remainder.next().await;
        if let Err(error) = &chunk {
            tracing::error!(%error, "the report of an import could not be sent to its end");
            remainder.is_over = true;
        }
        Some((chunk, remainder))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"import-report.json\"",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let streamed = Extension(Streamed(MarkTargets::default()));
    Ok((streamed, headers, Body::from_stream(parts)).into_response())
}

impl Remainder {
    /// Reads and writes the next entries, after the beginning of the file and before its end.
    async fn next(&mut self) -> Result<Bytes, ApiError> {
        let (seq, last) = (self.import.seq, self.last);
        let read = if self.import.entries == 0 {
            Vec::new()
        } else {
            let reading = self
                .state
                .read(move |tx| entries::following(tx, seq, last, CHUNK));
            reading.await?
        };
        let mut text = if last.is_none() {
            self.begin()
        } else {
            String::new()
        };
        for (index, entry) in read.iter().enumerate() {
            let is_first = last.is_none() && index == 0;
            text.push_str(if is_first { "\n    " } else { ",\n    " });
            text.push_str(&entry.json);
        }
        self.last = read
            .last()
            .map(|entry: &Entry| (entry.kind, entry.number))
            .or(last);
        self.is_over = read.len() < CHUNK as usize;
        if self.is_over {
            text.push_str(&self.end());
        }
        Ok(text.into())
    }

    fn end(&self) -> String {
        let items = if self.last.is_some() { "\n  ]" } else { "]" };
        let left_out = &self.import.left_out;
        if left_out == NOTHING {
            return format!("{items}\n}}\n");
        }
        format!("{items},\n  \"leftOut\": {left_out}\n}}\n")
    }

    fn begin(&self) -> String {
        let Import {
            system,
            applied_at,
            totals,
            ..
        } = &self.import;
        format!(
            "{{\n  \"system\": {},\n  \"dryRun\": {},\n  \"totals\": {totals},\n  \"items\": [",
            json!(system),
            applied_at.is_none()
        )
    }
}
