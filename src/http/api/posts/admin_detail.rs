//! A post or draft for the editor.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::EditablePost;
use super::{any_post, require_may_see};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::posts;

/// A post or draft.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ManagedBlogResponse)]
pub struct ManagedPostResponse {
    success: bool,
    #[serde(rename = "blog")]
    post: EditablePost,
}

/// Returns a post or draft by its id or slug.
#[utoipa::path(get, path = "/blogs/admin/blogs/{id}", operation_id = "adminBlog", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post", body = ManagedPostResponse),
        (status = 403, description = "Not their own post, and neither editor nor administrator"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    reservation: Reservation,
) -> Result<Json<ManagedPostResponse>, ApiError> {
    let (post, html) = state
        .read(move |tx| {
            let post = any_post(tx, &id_or_slug)?;
            require_may_see(staff, &post)?;
            let (bytes, _) = posts::html_sizes(tx, &[post.seq])?;
            reservation.raise_to(2 * bytes)?;
            let html = posts::html(tx, post.seq)?.unwrap_or_default();
            Ok::<_, ApiError>((post, html))
        })
        .await?;
    Ok(Json(ManagedPostResponse {
        success: true,
        post: EditablePost::new(post, html, &state),
    }))
}
