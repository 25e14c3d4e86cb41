//! The comments of a reader, on all posts.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::CommentBody;
use crate::domain::comment::CommentOnPost;
use crate::domain::{Paging, UserId};
use crate::http::api::users::NOT_FOUND;
use crate::http::extract::{IdOrSlug, Json, PagingQuery, Reader, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::{comments as stored, marks, users};

/// A comment with its blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileComment {
    #[serde(flatten)]
    comment: CommentBody,
    blog_id: String,
    blog_slug: String,
    blog_title: String,
}

/// Lists a reader's comments on published blogs, newest first; for themselves also those that wait for a moderator. A page
/// that is not full is the last.
#[utoipa::path(get, path = "/users/{id}/comments", operation_id = "userComments", tag = "users",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the reader"), PagingQuery),
    responses(
        (status = 200, description = "The comments", body = Vec<ProfileComment>),
        (status = 404, description = "No such reader")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    IdOrSlug(id): IdOrSlug,
    paging: Paging,
) -> Result<Json<Vec<ProfileComment>>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let reader = match caller {
        SignedIn::Reader(Reader { id, .. }) => Some(id),
        SignedIn::Staff(..) => None,
    };
    let (comments, marks) = state
        .read(move |tx| {
            users::by_id(tx, id)?.ok_or(NOT_FOUND)?;
            let comments = stored::list_of_user(tx, id, reader == Some(id), paging)?;
            let marks = marks::on_comments(tx, reader, comments.iter().map(|on_post| &on_post.comment))?;
            Ok::<_, ApiError>((comments, marks))
        })
        .await?;
    let body = |on_post: CommentOnPost| ProfileComment {
        blog_id: on_post.comment.post.to_string(),
        blog_slug: on_post.slug.to_string(),
        blog_title: on_post.title,
        comment: CommentBody::whole(on_post.comment, &marks),
    };
    Ok(Json(comments.into_iter().map(body).collect()))
}
