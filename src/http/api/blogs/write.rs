//! Creating and updating posts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::manage::EditableBlog;
use crate::actions::publish::{self, CoverRule, Draft, Prepared};
use crate::domain::post::{PostSummary, Status};
use crate::domain::{AuthorId, PostId};
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, DraftBody, DraftForm, DraftJson, IdOrSlug};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, posts};

/// The saved post.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedBlogResponse {
    success: bool,
    message: &'static str,
    blog: EditableBlog,
}

/// Creates a post. Title, content and featured image are required, for a draft too; the slug is derived from the title.
#[utoipa::path(post, path = "/blogs/create", operation_id = "createBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    responses(
        (status = 201, description = "The post", body = SavedBlogResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is neither JSON nor a form", body = ErrorBody)))]
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    DraftBody(draft): DraftBody,
) -> Result<(StatusCode, Json<SavedBlogResponse>), ApiError> {
    let prepared = prepare(&state, draft, CoverRule::Required).await?;
    let now = state.clock.now();
    let id = PostId::new(now, state.entropy.as_ref());
    let saved = state
        .store
        .write(move |tx| {
            publish::create(tx, prepared, id, AuthorId::from(admin.id), now)?;
            load(tx, id)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(response(&state, saved))))
}

/// Updates a post. Its slug stays, and so does its featured image when none is sent; a post that was imported
/// without one needs none.
#[utoipa::path(put, path = "/blogs/update/{id}", operation_id = "updateBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The updated post", body = SavedBlogResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is neither JSON nor a form", body = ErrorBody)))]
pub async fn update(
    State(state): State<AppState>,
    _: Admin,
    IdOrSlug(id_or_slug): IdOrSlug,
    DraftBody(draft): DraftBody,
) -> Result<Json<SavedBlogResponse>, ApiError> {
    let post = state
        .store
        .read(move |tx| posts::by_id_or_slug(tx, &id_or_slug))
        .await?
        .ok_or(NOT_FOUND)?;
    let prepared = prepare(&state, draft, CoverRule::for_update(post.cover.is_some())).await?;
    let now = state.clock.now();
    let saved = state
        .store
        .write(move |tx| {
            if !publish::update(tx, &prepared, post.id, now)? {
                return Err(NOT_FOUND);
            }
            load(tx, post.id)
        })
        .await?;
    Ok(Json(response(&state, saved)))
}

/// Prepares a draft on the image worker: a large picture takes a second and hundreds of megabytes.
async fn prepare(state: &AppState, draft: Draft, rule: CoverRule) -> Result<Prepared, ApiError> {
    let store = state.store.clone();
    let prepared = state
        .image_worker
        .run(move || publish::prepare(&store, &draft, rule));
    prepared.await?
}

fn load(tx: &Tx<'_>, id: PostId) -> Result<(PostSummary, String), ApiError> {
    let post = posts::by_id_or_slug(tx, &id.to_string())?.ok_or(NOT_FOUND)?;
    let html = posts::html(tx, post.seq)?.unwrap_or_default();
    Ok((post, html))
}

fn response(state: &AppState, (post, html): (PostSummary, String)) -> SavedBlogResponse {
    SavedBlogResponse {
        success: true,
        message: match post.status {
            Status::Published => "Post Published!",
            Status::Draft => "Post Saved as Draft",
        },
        blog: EditableBlog::new(post, html, state),
    }
}
