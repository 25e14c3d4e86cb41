//! The merge of two tags.

use serde::Deserialize;
use utoipa::ToSchema;

use super::any_tag;
use super::dto::ChangedTagResponse;
use crate::actions::tags as actions;
use crate::domain::ValidationError;
use crate::domain::audit::Action;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, tags};

/// The tag that another one is merged into.
#[derive(Deserialize, ToSchema)]
pub struct TagMerge {
    /// The slug or the name of the tag that stays.
    into: String,
}

/// Merges a tag into another one: all posts that have the tag, drafts too, get the other one in its place, and those who
/// follow it follow the other one. The tag is gone then, and its addresses lead to the other one.
#[utoipa::path(post, path = "/tags/{slug}/merge", operation_id = "mergeTag", tag = "admin",
    security(("bearer" = [])), request_body = TagMerge,
    params(("slug" = String, Path, description = "The slug or the name of the tag that goes")),
    responses(
        (status = 200, description = "The tag that stays", body = ChangedTagResponse),
        (status = 400, description = "There is no other tag to merge into, or it is the same one"),
        (status = 404, description = "No such tag")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(slug): IdOrSlug,
    Json(body): Json<TagMerge>,
) -> Result<Json<ChangedTagResponse>, ApiError> {
    let auditor = state.auditor(staff);
    let (tag, posts) = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let tag = any_tag(tx, &slug)?;
            let unknown = || ValidationError::new("into", "There is no such tag");
            let into = tags::by_slug_or_name(tx, &body.into)?.ok_or_else(unknown)?;
            let posts = actions::merge(tx, &tag, &into)?;
            audit::insert(tx, &auditor.entry(Action::TagMerged, &into.key, tag.key))?;
            Ok::<_, ApiError>((any_tag(tx, into.slug.as_str())?, posts))
        })
        .await?;
    Ok(Json(ChangedTagResponse::new(tag, posts)))
}
