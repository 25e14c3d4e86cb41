//! The response of changes of a post that leave its text as it is.

use serde::Serialize;
use utoipa::ToSchema;

use super::any_post;
use super::dto::ManagedPost;
use crate::domain::PostId;
use crate::domain::post::PostSummary;
use crate::http::{ApiError, AppState};
use crate::store::Tx;

/// The changed post.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedBlogResponse)]
pub struct ChangedPostResponse {
    success: bool,
    #[serde(rename = "blog")]
    post: ManagedPost,
}

impl ChangedPostResponse {
    pub(super) fn new(post: PostSummary, state: &AppState) -> Self {
        Self {
            success: true,
            post: ManagedPost::new(post, state),
        }
    }
}

/// Returns the post as the transaction has changed it.
pub(super) fn reload(tx: &Tx<'_>, id: PostId) -> Result<PostSummary, ApiError> {
    any_post(tx, &id.to_string())
}
