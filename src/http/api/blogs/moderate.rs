//! Posts are put into the slider, or removed.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::actions::publish;
use crate::actions::security_log::{Actor, Event, Record};
use crate::domain::{Account, PostId};
use crate::http::api::wire::MessageAnswer;
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, Household, Json as JsonBody, Reference};
use crate::http::{ApiError, AppState};
use crate::store::posts;

/// Whether it stands in the slider of the home page.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Featuring {
    is_featured: bool,
}

/// Puts a post into the slider of the home page, or takes it out.
#[utoipa::path(patch, path = "/blogs/{id}", operation_id = "featureBlog", tag = "admin",
    security(("bearer" = [])), request_body = Featuring,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "It is done", body = MessageAnswer),
        (status = 400, description = "A field of the wrong type", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn feature(
    State(state): State<AppState>,
    _: Admin,
    Reference(reference): Reference,
    JsonBody(body): JsonBody<Featuring>,
) -> Result<Json<MessageAnswer>, ApiError> {
    let id = id_of(&state, reference).await?;
    let is_there = state
        .store
        .write(move |tx| posts::set_featured(tx, id, body.is_featured))
        .await?;
    if !is_there {
        return Err(NOT_FOUND);
    }
    Ok(Json(MessageAnswer::new(if body.is_featured {
        "Post is featured now"
    } else {
        "Post is no longer featured"
    })))
}

/// Deletes a post with its comments, likes, bookmarks and views, and the pictures that nothing else shows.
#[utoipa::path(delete, path = "/blogs/{id}", operation_id = "deleteBlog", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "It is gone", body = MessageAnswer),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody)))]
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    Household(network): Household,
    Reference(reference): Reference,
) -> Result<Json<MessageAnswer>, ApiError> {
    let id = id_of(&state, reference).await?;
    if state.store.write(move |tx| publish::remove(tx, id)).await? {
        Record::by(Event::PostDeleted, Actor::Account(Account::Admin(admin.id)))
            .about(&id)
            .from(network)
            .write();
        Ok(Json(MessageAnswer::new("Post deleted successfully")))
    } else {
        Err(NOT_FOUND)
    }
}

async fn id_of(state: &AppState, reference: String) -> Result<PostId, ApiError> {
    let post = state
        .store
        .read(move |tx| posts::any_by_reference(tx, &reference))
        .await?;
    Ok(post.ok_or(NOT_FOUND)?.id)
}
