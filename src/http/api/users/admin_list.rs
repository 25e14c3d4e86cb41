//! The list of readers for administrators.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::managed::ManagedUserBody;
use crate::domain::search::SearchWords;
use crate::domain::{Paging, ValidationError};
use crate::http::extract::{Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, users};

/// The filter of the list of readers.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsersQuery {
    /// Words that must all occur in the name, username or email.
    search: Option<String>,
    /// `active` or `banned`; all readers when absent.
    status: Option<String>,
}

/// A page of readers with all their fields.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedUsersResponse {
    success: bool,
    users: Vec<ManagedUserBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists all readers, newest first.
#[utoipa::path(get, path = "/admin/users", operation_id = "managedUsers", tag = "admin",
    security(("bearer" = [])), params(UsersQuery, PagingQuery),
    responses((status = 200, description = "A page of readers", body = ManagedUsersResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Query(query): Query<UsersQuery>,
    paging: Paging,
) -> Result<Json<ManagedUsersResponse>, ApiError> {
    let words = SearchWords::parse(query.search.as_deref().unwrap_or_default())?;
    let is_banned = parse_status(query.status.as_deref())?;
    let (total, total_pages, users) = state
        .read(move |tx| {
            let page = users::list_for_admin(tx, &words, is_banned, paging)?;
            let (total, total_pages) = (page.total, page.total_pages());
            let users = ManagedUserBody::load(tx, page.items, staff.manages_readers())?;
            Ok::<_, StoreError>((total, total_pages, users))
        })
        .await?;
    Ok(Json(ManagedUsersResponse {
        success: true,
        total,
        page: paging.page,
        total_pages,
        users,
    }))
}

/// Returns whether the listed readers are banned, or `None` for all readers.
fn parse_status(name: Option<&str>) -> Result<Option<bool>, ValidationError> {
    match name {
        None | Some("" | "all") => Ok(None),
        Some("active") => Ok(Some(false)),
        Some("banned") => Ok(Some(true)),
        Some(_) => ValidationError::reject("status", "status is all, active or banned"),
    }
}
