//! The marks of a reader on several posts.

use std::collections::{BTreeMap, HashSet};

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::page::LIMIT_MAX;
use crate::domain::{PostId, ValidationError};
use crate::http::error::ErrorBody;
use crate::http::extract::{Json as JsonBody, Reader};
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// The ids of the blogs.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogIds {
    /// At most 100.
    blog_ids: Vec<String>,
}

/// For each id, whether the caller bookmarked the blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarkStatusesResponse {
    success: bool,
    bookmark_statuses: BTreeMap<String, bool>,
}

/// For each id, whether the caller likes the blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeStatusesResponse {
    success: bool,
    like_statuses: BTreeMap<String, bool>,
}

/// Returns which of several blogs the caller bookmarked; `false` for an unknown id.
#[utoipa::path(post, path = "/blogs/bookmarks-status", operation_id = "bookmarkStatuses", tag = "blogs",
    security(("bearer" = [])), request_body = BlogIds,
    responses(
        (status = 200, description = "The state of each id", body = BookmarkStatusesResponse),
        (status = 400, description = "Too many ids", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not a reader", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is not JSON", body = ErrorBody)))]
pub async fn bookmarks_status(
    State(state): State<AppState>,
    reader: Reader,
    JsonBody(body): JsonBody<BlogIds>,
) -> Result<Json<BookmarkStatusesResponse>, ApiError> {
    let ids = body.parse()?;
    let bookmarked = state
        .store
        .read(move |tx| marks::bookmarked(tx, reader.id, &ids))
        .await?;
    Ok(Json(BookmarkStatusesResponse {
        success: true,
        bookmark_statuses: body.statuses(&bookmarked),
    }))
}

/// Returns which of several blogs the caller likes; `false` for an unknown id.
#[utoipa::path(post, path = "/blogs/likes-status", operation_id = "likeStatuses", tag = "blogs",
    security(("bearer" = [])), request_body = BlogIds,
    responses(
        (status = 200, description = "The state of each id", body = LikeStatusesResponse),
        (status = 400, description = "Too many ids", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not a reader", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is not JSON", body = ErrorBody)))]
pub async fn likes_status(
    State(state): State<AppState>,
    reader: Reader,
    JsonBody(body): JsonBody<BlogIds>,
) -> Result<Json<LikeStatusesResponse>, ApiError> {
    let ids = body.parse()?;
    let liked = state
        .store
        .read(move |tx| marks::liked(tx, reader.id, &ids))
        .await?;
    Ok(Json(LikeStatusesResponse {
        success: true,
        like_statuses: body.statuses(&liked),
    }))
}

impl BlogIds {
    fn parse(&self) -> Result<Vec<PostId>, ValidationError> {
        if self.blog_ids.len() > LIMIT_MAX as usize {
            return Err(ValidationError::new(
                "blogIds",
                "At most 100 blogs can be asked for",
            ));
        }
        Ok(self.blog_ids.iter().filter_map(|id| PostId::parse(id)).collect())
    }

    fn statuses(self, marked: &HashSet<PostId>) -> BTreeMap<String, bool> {
        let is_marked = |id: &String| PostId::parse(id).is_some_and(|id| marked.contains(&id));
        self.blog_ids
            .into_iter()
            .map(|id| {
                let is_marked = is_marked(&id);
                (id, is_marked)
            })
            .collect()
    }
}
