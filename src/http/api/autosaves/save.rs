//! Storing an autosave.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::AutosaveSummaryBody;
use super::key_of;
use crate::actions::autosaves as actions;
use crate::domain::autosave::{AUTOSAVES_MAX, AutosaveFields, AutosaveKey, AutosaveSummary};
use crate::domain::{PostId, ValidationError};
use crate::http::api::posts::{any_post, require_may_change};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{Tx, autosaves};

/// A text that is not saved yet. No field is required, and all are at most 1 MiB together, without embedded pictures.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AutosaveDraft {
    /// The id of the post, where the key is not that.
    #[serde(rename = "blog")]
    post: Option<String>,
    /// The `revision` of the post that the writing began with; 0 when absent.
    #[schema(minimum = 0)]
    base_revision: Option<u32>,
    title: Option<String>,
    /// HTML; pictures in it may be `data:` addresses.
    content: Option<String>,
    category: Option<String>,
    tags: Option<Vec<String>>,
    /// An address, which may be a `data:` address.
    featured_image: Option<String>,
    slug: Option<String>,
    canonical_url: Option<String>,
    comments_closed: Option<bool>,
    announce: Option<bool>,
}

/// The stored text, with the fields whose pictures were replaced by their addresses.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AutosavedResponse {
    success: bool,
    autosave: AutosaveSummaryBody,
    /// HTML; only if a picture was embedded in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    /// Only if the picture itself was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    featured_image: Option<String>,
}

/// Stores what the caller writes in place of what they stored under the same key. Readers see nothing of it, also where
/// the post is published. One person may have 50 unsaved texts.
#[utoipa::path(put, path = "/admin/autosaves/{key}", operation_id = "saveAutosave", tag = "admin",
    security(("bearer" = [])), request_body = AutosaveDraft,
    params(("key" = String, Path, description = "The id of the post, or a UUID for a new one")),
    responses(
        (status = 200, description = "The stored text", body = AutosavedResponse),
        (status = 400, description = "A field is too long, or a picture cannot be decoded"),
        (status = 403, description = "Not their own post, or a contributor's published one"),
        (status = 404, description = "The key is no UUID, or there is no such post"),
        (status = 409, description = "The caller has too many unsaved texts")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(key): IdOrSlug,
    Json(body): Json<AutosaveDraft>,
) -> Result<Json<AutosavedResponse>, ApiError> {
    let key = key_of(&key)?;
    let (given_post, title) = (body.post, body.title.unwrap_or_default());
    let named = given_post.clone();
    state
        .read(move |tx| require_may_store(tx, staff, key, named.as_deref()))
        .await?;
    let fields = AutosaveFields {
        content: body.content,
        category: body.category,
        tags: body.tags,
        featured_image: body.featured_image,
        slug: body.slug,
        canonical_url: body.canonical_url,
        comments_closed: body.comments_closed,
        announce: body.announce,
    };
    let base_revision = body.base_revision.unwrap_or(0);
    let saved_at = state.clock.now();
    let prepared = state.image_worker.run(move || {
        let prepared = actions::prepare(&title, fields);
        prepared.map(|prepared| (prepared, title))
    });
    let (prepared, title) = prepared.await??;
    let (prepared, summary) = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let summary = AutosaveSummary {
                key,
                post: require_may_store(tx, staff, key, given_post.as_deref())?,
                base_revision,
                title,
                saved_at,
            };
            actions::store(tx, staff.id, summary.clone(), &prepared)?;
            Ok::<_, ApiError>((prepared, summary))
        })
        .await?;
    let fields = prepared.fields;
    Ok(Json(AutosavedResponse {
        success: true,
        autosave: summary.into(),
        content: fields.content.filter(|_| prepared.has_new_content),
        featured_image: fields.featured_image.filter(|_| prepared.has_new_cover),
    }))
}

/// Returns the post of an autosave. Refuses one that the caller may not change, and an autosave more than they may have.
fn require_may_store(
    tx: &Tx<'_>,
    staff: Staff,
    key: AutosaveKey,
    given: Option<&str>,
) -> Result<Option<PostId>, ApiError> {
    let key_text = key.to_string();
    let of_key = crate::store::posts::by_id_or_slug(tx, &key_text)?;
    let post = match (of_key, given) {
        (Some(post), Some(given)) if given != key_text => {
            let message = format!("The key is that of another post than {}", post.id);
            return Err(ValidationError::new("blog", message).into());
        }
        (Some(post), _) => Some(post),
        (None, Some(given)) => Some(any_post(tx, given)?),
        (None, None) => None,
    };
    if let Some(post) = &post {
        require_may_change(staff, post)?;
    }
    if autosaves::count_others(tx, staff.id, key)? >= AUTOSAVES_MAX {
        return Err(ApiError::conflict(
            ErrorCode::TooManyAutosaves,
            "key",
            "You have 50 unsaved texts. Save or discard one of them first.",
        ));
    }
    Ok(post.map(|post| post.id))
}
