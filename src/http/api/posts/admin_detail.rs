//! A post or draft for the editor.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::EditablePost;
use super::{any_post, require_may_see};
use crate::domain::autosave::EDITING_MILLISECONDS;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::autosaves::{self, PostEditor};
use crate::store::posts;

/// A post or draft.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ManagedBlogResponse)]
pub struct ManagedPostResponse {
    success: bool,
    #[serde(rename = "blog")]
    post: EditedPost,
}

/// A post for the editor, with who else is writing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditedBlog)]
pub(super) struct EditedPost {
    #[serde(flatten)]
    post: EditablePost,
    /// The other members of the staff who have autosaved it within the last minute.
    editors: Vec<EditorBody>,
}

/// Somebody who is writing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PostEditor)]
pub(super) struct EditorBody {
    id: String,
    username: String,
    saved_at: String,
}

impl From<PostEditor> for EditorBody {
    fn from(editor: PostEditor) -> Self {
        Self {
            id: editor.id.to_string(),
            username: editor.username,
            saved_at: editor.saved_at.to_string(),
        }
    }
}

/// Returns a post or draft by its id or slug, and who else is writing it.
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
    let since = state.clock.now().plus_milliseconds(-EDITING_MILLISECONDS);
    let (post, html, editors) = state
        .read(move |tx| {
            let post = any_post(tx, &id_or_slug)?;
            require_may_see(staff, &post)?;
            let (bytes, _) = posts::html_sizes(tx, &[post.seq])?;
            reservation.raise_to(2 * bytes)?;
            let html = posts::html(tx, post.seq)?.unwrap_or_default();
            let editors = autosaves::editors(tx, post.id, since, staff.id)?;
            Ok::<_, ApiError>((post, html, editors))
        })
        .await?;
    Ok(Json(ManagedPostResponse {
        success: true,
        post: EditedPost {
            post: EditablePost::new(post, html, &state),
            editors: editors.into_iter().map(EditorBody::from).collect(),
        },
    }))
}
