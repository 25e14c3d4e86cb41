//! Moderation of comments.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::actions::security_log::{Actor, Event, Record};
use crate::domain::comment::CommentOnPost;
use crate::domain::search::SearchQuery;
use crate::domain::{Account, CommentId, Paging};
use crate::http::api::blogs::CommentBody;
use crate::http::api::dto::MessageResponse;
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, ClientNetwork, IdOrSlug, PagingQuery, Query};
use crate::http::{ApiError, AppState};
use crate::store::comments as stored;
use crate::store::marks::Marks;

const NOT_FOUND: ApiError = ApiError::NotFound("Comment not found");

/// The filter of the list of comments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentsQuery {
    /// Words that must all occur in the text, the commenter's name or the blog's title.
    search: Option<String>,
}

/// The blog of a comment.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommentedBlog {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    slug: String,
    title: String,
}

/// A comment with its blog.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagedComment {
    #[serde(flatten)]
    comment: CommentBody,
    blog: CommentedBlog,
}

/// A page of comments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedCommentsResponse {
    success: bool,
    comments: Vec<ManagedComment>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists all comments, newest first.
#[utoipa::path(get, path = "/admin/comments", operation_id = "managedComments", tag = "admin",
    security(("bearer" = [])), params(CommentsQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of comments", body = ManagedCommentsResponse),
        (status = 400, description = "A parameter is invalid", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn comments(
    State(state): State<AppState>,
    _: Admin,
    Query(query): Query<CommentsQuery>,
    paging: Paging,
) -> Result<Json<ManagedCommentsResponse>, ApiError> {
    let words = SearchQuery::parse(query.search.as_deref().unwrap_or_default())?;
    let page = state
        .store
        .read(move |tx| stored::list_for_admin(tx, &words, paging))
        .await?;
    Ok(Json(ManagedCommentsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        comments: page.items.into_iter().map(ManagedComment::from).collect(),
    }))
}

/// Deletes a comment with its likes. A request body is accepted and ignored.
#[utoipa::path(delete, path = "/admin/comments/{id}", operation_id = "deleteComment", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the comment")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such comment", body = ErrorBody)))]
pub async fn delete_comment(
    State(state): State<AppState>,
    admin: Admin,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = CommentId::parse(&id).ok_or(NOT_FOUND)?;
    if state.store.write(move |tx| stored::remove(tx, id)).await? {
        Record::by(Event::CommentDeleted, Actor::Account(Account::Admin(admin.id)))
            .with_object(&id)
            .with_network(network)
            .write();
        Ok(Json(MessageResponse::new("Comment deleted successfully")))
    } else {
        Err(NOT_FOUND)
    }
}

impl From<CommentOnPost> for ManagedComment {
    fn from(comment_on_post: CommentOnPost) -> Self {
        let id = comment_on_post.post.to_string();
        Self {
            comment: CommentBody::new(comment_on_post.comment, &Marks::EMPTY),
            blog: CommentedBlog {
                underscore_id: id.clone(),
                id,
                slug: comment_on_post.slug.to_string(),
                title: comment_on_post.title,
            },
        }
    }
}
