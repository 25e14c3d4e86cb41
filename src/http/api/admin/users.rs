//! Management of readers by administrators.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::actions::security_log::{Actor, Event, Record};
use crate::domain::search::SearchQuery;
use crate::domain::user::BanReason;
use crate::domain::{Account, Paging, UserId, ValidationError};
use crate::http::api::dto::{UserBody, UserResponse};
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, ClientNetwork, IdOrSlug, Json as JsonBody, PagingQuery, Query};
use crate::http::{ApiError, AppState};
use crate::store::users::{self, UserFilter};

const NOT_FOUND: ApiError = ApiError::NotFound("User not found");

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
    users: Vec<UserBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Whether a reader is banned, and the reason.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ban {
    is_banned: bool,
    /// At most 500 characters. The reader sees it.
    #[serde(default)]
    ban_reason: Option<String>,
}

/// Lists all readers, newest first.
#[utoipa::path(get, path = "/admin/users", operation_id = "managedUsers", tag = "admin",
    security(("bearer" = [])), params(UsersQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of readers", body = ManagedUsersResponse),
        (status = 400, description = "A parameter is invalid", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn users(
    State(state): State<AppState>,
    _: Admin,
    Query(query): Query<UsersQuery>,
    paging: Paging,
) -> Result<Json<ManagedUsersResponse>, ApiError> {
    let words = SearchQuery::parse(query.search.as_deref().unwrap_or_default())?;
    let filter = filter(query.status.as_deref())?;
    let page = state
        .store
        .read(move |tx| users::list_for_admin(tx, &words, filter, paging))
        .await?;
    Ok(Json(ManagedUsersResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        users: page
            .items
            .into_iter()
            .map(|user| UserBody::from(user).for_administrators())
            .collect(),
    }))
}

/// Bans a reader from the next request on, or lifts the ban.
#[utoipa::path(patch, path = "/admin/users/{id}/ban", operation_id = "banUser", tag = "admin",
    security(("bearer" = [])), request_body = Ban,
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The updated reader", body = UserResponse),
        (status = 400, description = "The reason is too long", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such reader", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is not JSON", body = ErrorBody)))]
pub async fn ban(
    State(state): State<AppState>,
    admin: Admin,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    JsonBody(body): JsonBody<Ban>,
) -> Result<Json<UserResponse>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let reason = BanReason::parse(body.ban_reason.as_deref().unwrap_or_default())?;
    let user = state
        .store
        .write(move |tx| {
            users::set_ban(tx, id, body.is_banned, &reason)?;
            users::by_id(tx, id)?.ok_or(NOT_FOUND)
        })
        .await?;
    let event = if user.is_banned {
        Event::Banned
    } else {
        Event::Unbanned
    };
    Record::by(event, Actor::Account(Account::Admin(admin.id)))
        .with_account(Some(Account::Reader(id)))
        .with_network(network)
        .write();
    let message = if user.is_banned {
        "The user has been banned"
    } else {
        "The user has been unbanned"
    };
    Ok(Json(UserResponse::new(user, message).for_administrators()))
}

fn filter(name: Option<&str>) -> Result<UserFilter, ValidationError> {
    match name {
        None | Some("" | "all") => Ok(UserFilter::All),
        Some("active") => Ok(UserFilter::Active),
        Some("banned") => Ok(UserFilter::Banned),
        Some(_) => Err(ValidationError::new("status", "status is all, active or banned")),
    }
}
