//! Creating a post.

use axum::http::StatusCode;

use super::saving::{self, SavedPostResponse};
use crate::actions::publish::{self, CoverRule};
use crate::domain::{AuthorId, PostId};
use crate::http::extract::{Admin, DraftBody, DraftForm, DraftJson, Json, State};
use crate::http::{ApiError, AppState};

/// Creates a post. Title, content and featured image are required, for a draft too; the slug is derived from the title.
#[utoipa::path(post, path = "/blogs/create", operation_id = "createBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    responses(
        (status = 201, description = "The post", body = SavedPostResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded")))]
pub async fn handler(
    State(state): State<AppState>,
    admin: Admin,
    DraftBody(draft): DraftBody,
) -> Result<(StatusCode, Json<SavedPostResponse>), ApiError> {
    let prepared = saving::prepare(&state, draft, CoverRule::Required).await?;
    let now = state.clock.now();
    let id = PostId::new(now, state.entropy.as_ref());
    let saved = state
        .write(move |tx| {
            publish::create(tx, prepared, id, AuthorId::from(admin.id), now)?;
            saving::load(tx, id)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(SavedPostResponse::new(&state, saved))))
}
