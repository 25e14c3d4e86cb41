//! The list of comments for administrators.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::CommentBody;
use crate::domain::comment::CommentOnPost;
use crate::domain::search::SearchQuery;
use crate::domain::{Paging, PostId, Slug};
use crate::http::extract::{Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::comments as stored;
use crate::store::marks::Marks;

/// The filter of the list of comments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentsQuery {
    /// Words that must all occur in the text, the commenter's name or the blog's title.
    search: Option<String>,
}

/// The blog of a comment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommentedBlog)]
pub struct CommentedPost {
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
    #[serde(rename = "blog")]
    post: CommentedPost,
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
    responses((status = 200, description = "A page of comments", body = ManagedCommentsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    Query(query): Query<CommentsQuery>,
    paging: Paging,
) -> Result<Json<ManagedCommentsResponse>, ApiError> {
    let words = SearchQuery::parse(query.search.as_deref().unwrap_or_default())?;
    let page = state
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

impl From<CommentOnPost> for ManagedComment {
    fn from(comment_on_post: CommentOnPost) -> Self {
        let CommentOnPost { comment, slug, title } = comment_on_post;
        Self {
            post: CommentedPost::new(comment.post, &slug, title),
            comment: CommentBody::whole(comment, &Marks::EMPTY),
        }
    }
}

impl CommentedPost {
    pub(super) fn new(id: PostId, slug: &Slug, title: String) -> Self {
        let id = id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            slug: slug.to_string(),
            title,
        }
    }
}
