//! The link by which anybody may read a draft, as its authors see it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{any_post, require_may_see};
use crate::domain::Time;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::preview_links;

/// A link that is still good.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewLink)]
pub struct PreviewLinkBody {
    created_at: String,
    expires_at: String,
}

/// The present link of a draft.
#[derive(Debug, Serialize, ToSchema)]
pub struct PresentPreviewLinkResponse {
    success: bool,
    #[schema(required)]
    link: Option<PreviewLinkBody>,
}

/// Returns when the present link of a post was made and when it expires. The link itself is not known any more.
#[utoipa::path(get, path = "/blogs/{id}/preview-link", operation_id = "previewLink", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The link, or null", body = PresentPreviewLinkResponse),
        (status = 403, description = "Not their own post, and neither editor nor administrator"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<PresentPreviewLinkResponse>, ApiError> {
    let now = state.clock.now();
    let link = state
        .read(move |tx| {
            let post = any_post(tx, &id_or_slug)?;
            require_may_see(staff, &post)?;
            preview_links::of_post(tx, post.id, now).map_err(ApiError::from)
        })
        .await?;
    let times = link.map(|link| (link.created_at, link.expires_at));
    Ok(Json(PresentPreviewLinkResponse::new(times)))
}

impl PresentPreviewLinkResponse {
    /// Returns the response about a link that was made at the first time and ends at the second one.
    pub(in crate::http::api) fn new(times: Option<(Time, Time)>) -> Self {
        Self {
            success: true,
            link: times.map(|(created_at, expires_at)| PreviewLinkBody {
                created_at: created_at.to_string(),
                expires_at: expires_at.to_string(),
            }),
        }
    }
}
