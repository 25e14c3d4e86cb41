//! Changes of a tag.

use serde::Deserialize;
use utoipa::ToSchema;

use super::any_tag;
use super::dto::ChangedTagResponse;
use crate::actions::tags::{self as actions, TagDraft};
use crate::domain::audit::Action;
use crate::http::extract::{IdOrSlug, Json, Staff, State, text_or_null};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// What changes of a tag; what is absent stays.
#[derive(Deserialize, ToSchema)]
pub struct TagChangeBody {
    /// One line of 1 to 40 characters without a comma. All posts that have the tag get it under this name.
    name: Option<String>,
    /// Lower-case words joined by hyphens, at most 120 characters. Absent: as it is, or derived from a new name.
    slug: Option<String>,
    /// One line of at most 500 characters.
    description: Option<String>,
    /// An http(s) or `data:` address of a picture; null or an empty text removes it.
    #[serde(default, deserialize_with = "text_or_null")]
    cover: Option<String>,
}

/// Changes a tag. With another name, all posts that have the tag, drafts too, get that one at once; the time of their last
/// change stays, and so do the followers. Addresses that the tag had before lead to it.
#[utoipa::path(patch, path = "/tags/{slug}", operation_id = "changeTag", tag = "admin",
    security(("bearer" = [])), request_body = TagChangeBody,
    params(("slug" = String, Path, description = "The slug or the name of the tag")),
    responses(
        (status = 200, description = "The changed tag", body = ChangedTagResponse),
        (status = 400, description = "A field is invalid, or the picture cannot be decoded"),
        (status = 404, description = "No such tag"),
        (status = 409, description = "Another tag has the name, or has or had the slug")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(slug): IdOrSlug,
    Json(body): Json<TagChangeBody>,
) -> Result<Json<ChangedTagResponse>, ApiError> {
    let draft = TagDraft {
        name: body.name,
        slug: body.slug,
        description: body.description,
        cover: body.cover,
    };
    let store = state.store.clone();
    let prepared = state
        .image_worker
        .run(move || actions::prepare::<ApiError>(&store, &draft));
    let change = prepared.await??;
    let auditor = state.auditor(staff);
    let (tag, posts) = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let tag = any_tag(tx, &slug)?;
            let entry = auditor.entry(Action::TagChanged, &tag.key, tag.name.clone());
            let changed = actions::change(tx, tag, &change, auditor.now)?;
            audit::insert(tx, &entry)?;
            Ok::<_, ApiError>(changed)
        })
        .await?;
    Ok(Json(ChangedTagResponse::new(tag, posts)))
}
