//! Posts, which the API calls blogs. One file per operation.

mod add_comment;
mod analytics;
mod bookmark;
mod bookmarks;
mod comments;
mod detail;
mod dto;
mod featured;
mod like;
mod like_comment;
mod list;
mod manage;
mod moderate;
mod preview;
mod recently_viewed;
mod recommended;
mod statuses;
mod streamed_lists;
mod text;
mod trending;
mod view;
mod write;

pub use add_comment::*;
pub use analytics::*;
pub use bookmark::*;
pub use bookmarks::*;
pub use comments::*;
pub use detail::*;
pub use dto::CommentBody;
pub(in crate::http) use dto::{AuthorBody, BlogSummary};
pub use featured::*;
pub use like::*;
pub use like_comment::*;
pub use list::*;
pub use manage::*;
pub use moderate::*;
pub use preview::*;
pub use recently_viewed::*;
pub use recommended::*;
pub use statuses::*;
pub use trending::*;
pub use view::*;
pub use write::*;

use crate::domain::PostId;
use crate::http::{ApiError, AppState};
use crate::store::posts;

const NOT_FOUND: ApiError = ApiError::NotFound("Blog not found");

/// Returns the id of a post for a write that itself checks whether it is published. A slug is looked up; an
/// id is not.
async fn id_of(state: &AppState, id_or_slug: String) -> Result<PostId, ApiError> {
    if let Some(id) = PostId::parse(&id_or_slug) {
        return Ok(id);
    }
    let found = state
        .store
        .read(move |tx| posts::published_id_by_id_or_slug(tx, &id_or_slug));
    found.await?.ok_or(NOT_FOUND)
}
