//! Readers, as administrators look after them.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::actions::security_log::{Actor, Event, Record};
use crate::domain::search::Words;
use crate::domain::user::BanReason;
use crate::domain::{Account, Invalid, Paging, UserId};
use crate::http::api::wire::{UserAnswer, UserBody};
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, Household, Json as JsonBody, PagingQuery, Query, Reference};
use crate::http::{ApiError, AppState};
use crate::store::users::{self, UserFilter};

const NOT_FOUND: ApiError = ApiError::NotFound("User not found");

/// Which readers are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsersQuery {
    /// Words that must all stand in name, username or address.
    search: Option<String>,
    /// active or banned; all when absent.
    status: Option<String>,
}

/// A page of readers, with everything that is known of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedUsersAnswer {
    success: bool,
    users: Vec<UserBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Whether a reader is shut out, and why.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ban {
    is_banned: bool,
    /// At most 500 characters; the reader is told.
    #[serde(default)]
    ban_reason: Option<String>,
}

/// All readers, newest first.
#[utoipa::path(get, path = "/admin/users", operation_id = "managedUsers", tag = "admin",
    security(("bearer" = [])), params(UsersQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of readers", body = ManagedUsersAnswer),
        (status = 400, description = "A parameter out of range", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn users(
    State(state): State<AppState>,
    _: Admin,
    Query(query): Query<UsersQuery>,
    paging: Paging,
) -> Result<Json<ManagedUsersAnswer>, ApiError> {
    let words = Words::parse(query.search.as_deref().unwrap_or_default())?;
    let filter = filter(query.status.as_deref())?;
    let page = state
        .store
        .read(move |tx| users::managed(tx, &words, filter, paging))
        .await?;
    Ok(Json(ManagedUsersAnswer {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        users: page
            .items
            .into_iter()
            .map(|user| UserBody::from(user).for_staff())
            .collect(),
    }))
}

/// Shuts a reader out from the very next request on, or lets them in again.
#[utoipa::path(patch, path = "/admin/users/{id}/ban", operation_id = "banUser", tag = "admin",
    security(("bearer" = [])), request_body = Ban,
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The reader as they are now", body = UserAnswer),
        (status = 400, description = "Too long a reason", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such reader", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn ban(
    State(state): State<AppState>,
    admin: Admin,
    Household(network): Household,
    Reference(id): Reference,
    JsonBody(body): JsonBody<Ban>,
) -> Result<Json<UserAnswer>, ApiError> {
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
        .of(Some(Account::Reader(id)))
        .from(network)
        .write();
    let message = if user.is_banned {
        "The user has been banned"
    } else {
        "The user has been unbanned"
    };
    Ok(Json(UserAnswer::new(user, message).for_staff()))
}

fn filter(name: Option<&str>) -> Result<UserFilter, Invalid> {
    match name {
        None | Some("" | "all") => Ok(UserFilter::All),
        Some("active") => Ok(UserFilter::Active),
        Some("banned") => Ok(UserFilter::Banned),
        Some(_) => Err(Invalid::new("status", "status is all, active or banned")),
    }
}
