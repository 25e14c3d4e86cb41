//! Posts are written: new ones, and those that are there.

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
use crate::http::extract::{Admin, DraftBody, DraftForm, DraftJson, Reference};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, posts};

/// The post as it is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenBlogAnswer {
    success: bool,
    message: &'static str,
    blog: EditableBlog,
}

/// Makes a post. Title, content and featured image are required, for a draft too; the address comes from the title.
#[utoipa::path(post, path = "/blogs/create", operation_id = "createBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    responses(
        (status = 201, description = "The post", body = WrittenBlogAnswer),
        (status = 400, description = "A field breaks a rule, or a picture cannot be read", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Neither JSON nor a form", body = ErrorBody)))]
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    DraftBody(draft): DraftBody,
) -> Result<(StatusCode, Json<WrittenBlogAnswer>), ApiError> {
    let prepared = prepare(&state, draft, CoverRule::Required).await?;
    let now = state.clock.now();
    let id = PostId::new(now, state.entropy.as_ref());
    let written = state
        .store
        .write(move |tx| {
            publish::create(tx, prepared, id, AuthorId::from(admin.id), now)?;
            stored(tx, id)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(answer(&state, written))))
}

/// Changes a post. Its address stays, and so does its featured image when none is sent; a post that was imported
/// without one needs none.
#[utoipa::path(put, path = "/blogs/update/{id}", operation_id = "updateBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post as it is now", body = WrittenBlogAnswer),
        (status = 400, description = "A field breaks a rule, or a picture cannot be read", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Neither JSON nor a form", body = ErrorBody)))]
pub async fn update(
    State(state): State<AppState>,
    _: Admin,
    Reference(reference): Reference,
    DraftBody(draft): DraftBody,
) -> Result<Json<WrittenBlogAnswer>, ApiError> {
    let post = state
        .store
        .read(move |tx| posts::any_by_reference(tx, &reference))
        .await?
        .ok_or(NOT_FOUND)?;
    let prepared = prepare(&state, draft, CoverRule::of_update(post.cover.is_some())).await?;
    let now = state.clock.now();
    let written = state
        .store
        .write(move |tx| {
            if !publish::update(tx, &prepared, post.id, now)? {
                return Err(NOT_FOUND);
            }
            stored(tx, post.id)
        })
        .await?;
    Ok(Json(answer(&state, written)))
}

/// Off the async threads, and one at a time: a large picture takes a second and hundreds of megabytes.
async fn prepare(state: &AppState, draft: Draft, rule: CoverRule) -> Result<Prepared, ApiError> {
    let prepared = state.picture_turn.take(move || publish::prepare(&draft, rule));
    Ok(prepared.await??)
}

fn stored(tx: &Tx<'_>, id: PostId) -> Result<(PostSummary, String), ApiError> {
    let post = posts::any_by_reference(tx, &id.to_string())?.ok_or(NOT_FOUND)?;
    let html = posts::html(tx, post.seq)?.unwrap_or_default();
    Ok((post, html))
}

fn answer(state: &AppState, (post, html): (PostSummary, String)) -> WrittenBlogAnswer {
    WrittenBlogAnswer {
        success: true,
        message: match post.status {
            Status::Published => "Post Published!",
            Status::Draft => "Post Saved as Draft",
        },
        blog: EditableBlog::new(post, html, state),
    }
}
