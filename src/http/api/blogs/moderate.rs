//! Featuring and deleting posts.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::actions::publish;
use crate::actions::security_log::{Actor, Event, Record};
use crate::domain::{Account, PostId};
use crate::http::api::dto::MessageResponse;
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, ClientNetwork, IdOrSlug, Json as JsonBody};
use crate::http::{ApiError, AppState};
use crate::store::posts;

/// Whether the post is in the slider of the home page.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureBlog {
    is_featured: bool,
}

/// Adds a post to the slider of the home page, or removes it.
#[utoipa::path(patch, path = "/blogs/{id}", operation_id = "featureBlog", tag = "admin",
    security(("bearer" = [])), request_body = FeatureBlog,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "Updated", body = MessageResponse),
        (status = 400, description = "A field has the wrong type", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is not JSON", body = ErrorBody)))]
pub async fn feature(
    State(state): State<AppState>,
    _: Admin,
    IdOrSlug(id_or_slug): IdOrSlug,
    JsonBody(body): JsonBody<FeatureBlog>,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = id_of(&state, id_or_slug).await?;
    let exists = state
        .store
        .write(move |tx| posts::set_featured(tx, id, body.is_featured))
        .await?;
    if !exists {
        return Err(NOT_FOUND);
    }
    Ok(Json(MessageResponse::new(if body.is_featured {
        "Post is featured now"
    } else {
        "Post is no longer featured"
    })))
}

/// Deletes a post with its comments, likes, bookmarks and views, and the pictures that nothing else uses.
#[utoipa::path(delete, path = "/blogs/{id}", operation_id = "deleteBlog", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody)))]
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = id_of(&state, id_or_slug).await?;
    if state.store.write(move |tx| publish::remove(tx, id)).await? {
        Record::by(Event::PostDeleted, Actor::Account(Account::Admin(admin.id)))
            .with_object(&id)
            .with_network(network)
            .write();
        Ok(Json(MessageResponse::new("Post deleted successfully")))
    } else {
        Err(NOT_FOUND)
    }
}

async fn id_of(state: &AppState, id_or_slug: String) -> Result<PostId, ApiError> {
    let post = state
        .store
        .read(move |tx| posts::by_id_or_slug(tx, &id_or_slug))
        .await?;
    Ok(post.ok_or(NOT_FOUND)?.id)
}
