//! What of several blogs a reader marked.

use std::collections::{BTreeMap, HashSet};

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::page::LIMIT_MAX;
use crate::domain::{Invalid, PostId};
use crate::http::error::ErrorBody;
use crate::http::extract::{Json as JsonBody, Reader};
use crate::http::{ApiError, AppState};
use crate::store::marks;

/// Which blogs are meant.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogIds {
    /// At most 100.
    blog_ids: Vec<String>,
}

/// For each id whether the caller bookmarked it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarkStatusesAnswer {
    success: bool,
    bookmark_statuses: BTreeMap<String, bool>,
}

/// For each id whether the caller likes it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeStatusesAnswer {
    success: bool,
    like_statuses: BTreeMap<String, bool>,
}

/// Which of several blogs the caller bookmarked; what is no blog is false.
#[utoipa::path(post, path = "/blogs/bookmarks-status", operation_id = "bookmarkStatuses", tag = "blogs",
    security(("bearer" = [])), request_body = BlogIds,
    responses(
        (status = 200, description = "For each id whether it is", body = BookmarkStatusesAnswer),
        (status = 400, description = "Too many ids", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not a reader", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn bookmarks_status(
    State(state): State<AppState>,
    reader: Reader,
    JsonBody(body): JsonBody<BlogIds>,
) -> Result<Json<BookmarkStatusesAnswer>, ApiError> {
    let ids = body.parse()?;
    let bookmarked = state
        .store
        .read(move |tx| marks::bookmarked(tx, reader.id, &ids))
        .await?;
    Ok(Json(BookmarkStatusesAnswer {
        success: true,
        bookmark_statuses: body.statuses(&bookmarked),
    }))
}

/// Which of several blogs the caller likes; what is no blog is false.
#[utoipa::path(post, path = "/blogs/likes-status", operation_id = "likeStatuses", tag = "blogs",
    security(("bearer" = [])), request_body = BlogIds,
    responses(
        (status = 200, description = "For each id whether it is", body = LikeStatusesAnswer),
        (status = 400, description = "Too many ids", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not a reader", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn likes_status(
    State(state): State<AppState>,
    reader: Reader,
    JsonBody(body): JsonBody<BlogIds>,
) -> Result<Json<LikeStatusesAnswer>, ApiError> {
    let ids = body.parse()?;
    let liked = state
        .store
        .read(move |tx| marks::liked(tx, reader.id, &ids))
        .await?;
    Ok(Json(LikeStatusesAnswer {
        success: true,
        like_statuses: body.statuses(&liked),
    }))
}

impl BlogIds {
    fn parse(&self) -> Result<Vec<PostId>, Invalid> {
        if self.blog_ids.len() > LIMIT_MAX as usize {
            return Err(Invalid::new("blogIds", "At most 100 blogs can be asked for"));
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
