//! The steps that creating and updating a post share.

use serde::Serialize;
use utoipa::ToSchema;

use super::any_post;
use super::dto::EditablePost;
use crate::actions::publish::{self, CoverRule, Draft, Prepared};
use crate::domain::PostId;
use crate::domain::post::{PostSummary, Status};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, posts};

/// The saved post.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SavedBlogResponse)]
pub struct SavedPostResponse {
    success: bool,
    message: &'static str,
    #[serde(rename = "blog")]
    post: EditablePost,
}

impl SavedPostResponse {
    pub(super) fn new(state: &AppState, (post, html): (PostSummary, String)) -> Self {
        Self {
            success: true,
            message: match post.status {
                Status::Published => "Post Published!",
                Status::Draft => "Post Saved as Draft",
            },
            post: EditablePost::new(post, html, state),
        }
    }
}

/// Prepares a draft on the image worker: a large picture takes a second and hundreds of megabytes.
pub(super) async fn prepare(state: &AppState, draft: Draft, rule: CoverRule) -> Result<Prepared, ApiError> {
    let store = state.store.clone();
    let prepared = state
        .image_worker
        .run(move || publish::prepare(&store, &draft, rule));
    prepared.await?
}

pub(in crate::http::api) fn load(tx: &Tx<'_>, id: PostId) -> Result<(PostSummary, String), ApiError> {
    let post = any_post(tx, &id.to_string())?;
    let html = posts::html(tx, post.seq)?.unwrap_or_default();
    Ok((post, html))
}
