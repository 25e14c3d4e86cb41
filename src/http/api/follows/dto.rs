//! DTOs of what readers follow.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::AppState;
use crate::store::follows::Follow;

/// Something to follow.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[schema(as = FollowTarget)]
pub struct FollowTargetBody {
    /// `author`, `tag`, `post` or `series`.
    pub(super) kind: Option<String>,
    /// The id of the author or the series, the tag in any case, or the id or slug of the blog.
    pub(super) target: Option<String>,
}

/// Whether the caller follows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct FollowResponse {
    success: bool,
    following: bool,
}

/// Something that the caller follows.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Follow)]
pub struct FollowBody {
    /// `author`, `tag`, `post` or `series`.
    kind: &'static str,
    /// The id of the author, of the series or of the blog, or the tag.
    target: String,
    /// The name of the author, the tag as it is written, or the title of the series or the blog.
    name: String,
    /// The path of its page.
    path: String,
    /// Since when.
    at: String,
}

impl FollowResponse {
    pub(super) fn new(following: bool) -> Self {
        Self {
            success: true,
            following,
        }
    }
}

impl FollowBody {
    pub(super) fn new(follow: Follow, state: &AppState) -> Self {
        Self {
            kind: follow.kind.name(),
            path: follow.path(),
            name: follow.name.unwrap_or_else(|| state.site().default_author.clone()),
            target: follow.target,
            at: follow.at.to_string(),
        }
    }
}
