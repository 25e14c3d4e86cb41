//! The report of an import, page by page.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::actions::imports::{KINDS, place_of_kind};
use crate::domain::{Page, Paging, ValidationError};
use crate::http::extract::{IdOrSlug, Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::imports::entries::{self, EntryFilter, OutcomeFilter};

/// The filter of the entries.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EntriesQuery {
    /// `new`, `skipped`, `refused`, or `changed`: new, and something of it was changed or lost.
    outcome: Option<String>,
    /// `post`, `page`, `comment`, `picture`, `redirect`, `person`, `settings`, `tag` or `series`.
    kind: Option<String>,
}

impl EntriesQuery {
    fn parse(&self) -> Result<EntryFilter, ValidationError> {
        let outcome = match self.outcome.as_deref() {
            None => OutcomeFilter::Any,
            Some("changed") => OutcomeFilter::Changed,
            Some("new") => OutcomeFilter::Is("new"),
            Some("skipped") => OutcomeFilter::Is("skipped"),
            Some("refused") => OutcomeFilter::Is("refused"),
            Some(_) => {
                let message = "outcome is new, changed, skipped or refused";
                return ValidationError::reject("outcome", message);
            }
        };
        let kind = self.kind.as_deref().map(|name| {
            let place = place_of_kind(name);
            place.ok_or_else(|| ValidationError::new("kind", format!("kind is one of {}", KINDS.join(", "))))
        });
        Ok(EntryFilter {
            outcome,
            kind: kind.transpose()?,
        })
    }
}

/// Something that was changed, lost or refused.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportChange)]
pub struct ChangeBody {
    /// The part that it is about.
    field: String,
    /// What happened to it and why.
    reason: String,
}

/// An entry of the report.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportEntry)]
pub struct EntryBody {
    /// `post`, `page`, `comment`, `picture`, `redirect`, `person`, `settings`, `tag` or `series`.
    kind: String,
    /// What names it in its system: an id, a path, an address.
    source: String,
    /// The title; of a comment, the name of who wrote it.
    title: String,
    /// The address that it has here, or would have; empty if it has none.
    address: String,
    /// `new`, `skipped` or `refused`.
    outcome: String,
    /// `published`, `draft` or `scheduled`; of a comment its state; of a redirect its status; else empty.
    status: String,
    /// What was changed or lost, and why; of something refused, why it was.
    changes: Vec<ChangeBody>,
}

/// A page of the report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportEntriesResponse)]
pub struct EntriesResponse {
    success: bool,
    entries: Vec<EntryBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the entries of the report of an import: posts, pages, comments, pictures, redirects, each in the order in which they
/// came.
#[utoipa::path(get, path = "/admin/imports/{id}/entries", operation_id = "importEntries", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the import"), EntriesQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of the report", body = EntriesResponse),
        (status = 404, description = "No such import")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    IdOrSlug(id): IdOrSlug,
    Query(query): Query<EntriesQuery>,
    paging: Paging,
) -> Result<Json<EntriesResponse>, ApiError> {
    let filter = query.parse()?;
    let import = super::load(&state, &id).await?;
    // What an earlier check has reported is deleted bit by bit.
    let page = if import.entries == 0 {
        Page {
            items: Vec::new(),
            total: 0,
            paging,
        }
    } else {
        state
            .read(move |tx| entries::list(tx, import.seq, filter, paging))
            .await?
    };
    Ok(Json(EntriesResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        entries: page
            .items
            .iter()
            .map(|entry| serde_json::from_str(&entry.json))
            .collect::<Result<_, _>>()?,
    }))
}
