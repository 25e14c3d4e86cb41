//! What a reader said, on all posts.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::domain::comment::CommentOnPost;
use crate::domain::{Paging, UserId};
use crate::http::api::blogs::CommentBody;
use crate::http::error::ErrorBody;
use crate::http::extract::{PagingQuery, Reader, Reference, SignedIn};
use crate::http::{ApiError, AppState};
use crate::store::{comments as stored, marks, users};

/// A comment with the blog on which it stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileComment {
    #[serde(flatten)]
    comment: CommentBody,
    blog_id: String,
    blog_slug: String,
    blog_title: String,
}

/// A page of the comments of a reader on published blogs, newest first: a page that is not full is the last.
#[utoipa::path(get, path = "/users/{id}/comments", operation_id = "userComments", tag = "users",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the reader"), PagingQuery),
    responses(
        (status = 200, description = "The comments", body = Vec<ProfileComment>),
        (status = 400, description = "A page or limit out of range", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 404, description = "No such reader", body = ErrorBody)))]
pub async fn comments(
    State(state): State<AppState>,
    caller: SignedIn,
    Reference(id): Reference,
    paging: Paging,
) -> Result<Json<Vec<ProfileComment>>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let reader = match caller {
        SignedIn::Reader(Reader { id, .. }) => Some(id),
        SignedIn::Admin(_) => None,
    };
    let (said, marks) = state
        .store
        .read(move |tx| {
            users::by_id(tx, id)?.ok_or(NOT_FOUND)?;
            let said = stored::by_user(tx, id, paging)?;
            let marks = marks::on_comments(tx, reader, said.iter().map(|said| &said.comment))?;
            Ok::<_, ApiError>((said, marks))
        })
        .await?;
    let body = |said: CommentOnPost| ProfileComment {
        blog_id: said.post.to_string(),
        blog_slug: said.slug.to_string(),
        blog_title: said.title,
        comment: CommentBody::new(said.comment, &marks),
    };
    Ok(Json(said.into_iter().map(body).collect()))
}
