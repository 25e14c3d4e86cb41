//! Applying imports.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::NO_IMPORT;
use super::dto::ImportResponse;
use crate::actions::imports;
use crate::domain::audit::Action;
use crate::domain::import::{ImportState, OptionChanges, parse_category_map, parse_default_category};
use crate::domain::{ImportId, ValidationError};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{self, audit};

/// How an export is to be imported. What is absent is as in the last check.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplyImport {
    /// The category of texts whose own ones are unknown here.
    default_category: Option<String>,
    /// Whether all texts become drafts.
    as_drafts: Option<bool>,
    /// Whether old addresses are redirected.
    redirects: Option<bool>,
    /// Our categories by foreign names, at most 500 of 200 characters.
    category_map: Option<BTreeMap<String, String>>,
}

impl ApplyImport {
    fn parse(self) -> Result<OptionChanges, ValidationError> {
        Ok(OptionChanges {
            default_category: self
                .default_category
                .as_deref()
                .map(parse_default_category)
                .transpose()?,
            as_drafts: self.as_drafts,
            with_redirects: self.redirects,
            category_map: self.category_map.map(parse_category_map).transpose()?,
        })
    }
}

/// Applies an import that was checked. With other options than those of its last check it is checked again instead, and waits
/// to be applied anew.
#[utoipa::path(post, path = "/admin/imports/{id}/apply", operation_id = "applyImport", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the import")),
    request_body = Option<ApplyImport>,
    responses(
        (status = 202, description = "The import, whose state is `applying`, or `uploaded` if it is checked again", body = ImportResponse),
        (status = 404, description = "No such import"),
        (status = 409, description = "It does not wait to be applied")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
    body: Option<Json<ApplyImport>>,
) -> Result<(StatusCode, Json<ImportResponse>), ApiError> {
    let id = ImportId::parse(&id).ok_or(NO_IMPORT)?;
    let changes = body.map(|Json(body)| body).unwrap_or_default().parse()?;
    let auditor = state.auditor(staff);
    let import = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let action = match imports::apply(tx, id, changes, auditor.now)? {
                ImportState::Applying => Action::ImportApplied,
                _ => Action::ImportChanged,
            };
            audit::insert(tx, &auditor.entry(action, &id, ""))?;
            store::imports::by_id(tx, id)?.ok_or(NO_IMPORT)
        })
        .await?;
    Ok((StatusCode::ACCEPTED, Json(ImportResponse::new(import)?)))
}
