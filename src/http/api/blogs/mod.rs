//! Blogs: what the API calls posts. A file an operation.

mod add_comment;
mod analytics;
mod bookmark;
mod bookmarks;
mod comments;
mod detail;
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
mod wire;
mod write;

pub use add_comment::*;
pub use analytics::*;
pub use bookmark::*;
pub use bookmarks::*;
pub use comments::*;
pub use detail::*;
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
pub use wire::CommentBody;
pub(in crate::http) use wire::{AuthorBody, BlogSummary};
pub use write::*;

use crate::domain::PostId;
use crate::http::{ApiError, AppState};
use crate::store::posts;

const NOT_FOUND: ApiError = ApiError::NotFound("Blog not found");

/// The id of a blog for a write that looks itself whether that is published. A slug is looked up, an id is
/// what it says.
async fn id_of(state: &AppState, reference: String) -> Result<PostId, ApiError> {
    if let Some(id) = PostId::parse(&reference) {
        return Ok(id);
    }
    let found = state.store.read(move |tx| posts::published_id(tx, &reference));
    found.await?.ok_or(NOT_FOUND)
}
