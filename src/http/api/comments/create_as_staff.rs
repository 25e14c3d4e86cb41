//! Adding a comment of a member of the staff to a post.

use axum::http::StatusCode;

use super::create::{CommentResponse, NewComment};
use crate::actions::comments;
use crate::domain::audit::Action;
use crate::domain::comment::CommentAuthor;
use crate::http::api::posts::published_id;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;
use crate::store::marks::Marks;

/// Adds a comment of the caller, under their role, to a published blog, or a reply to another comment on it.
#[utoipa::path(post, path = "/admin/blogs/{id}/comments", operation_id = "addStaffComment", tag = "admin",
    security(("bearer" = [])), request_body = NewComment,
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 201, description = "The comment", body = CommentResponse),
        (status = 400, description = "The text is empty or too long, or there is no comment to reply to"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<NewComment>,
) -> Result<(StatusCode, Json<CommentResponse>), ApiError> {
    body.text()?;
    let post = published_id(&state, id_or_slug).await?;
    let submission = body.submission(post, CommentAuthor::Staff(staff.id), &state)?;
    let auditor = state.auditor(staff);
    let created = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let created = comments::create(tx, submission)?;
            audit::insert(
                tx,
                &auditor.entry(Action::CommentCreated, &created.comment.id, ""),
            )?;
            Ok::<_, ApiError>(created)
        })
        .await?;
    let response = CommentResponse::new(
        created.comment,
        created.told,
        &Marks::EMPTY,
        "Comment added successfully",
    );
    Ok((StatusCode::CREATED, Json(response)))
}
