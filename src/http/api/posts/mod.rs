//! Posts, which the API calls blogs. One file per operation.

pub mod add_note;
pub(super) mod addresses;
pub mod admin_detail;
pub mod admin_list;
pub mod analytics;
pub mod bookmark;
pub mod bookmark_status;
pub mod bookmark_statuses;
pub mod bookmarks;
mod changed;
pub(super) mod conflict;
pub mod create;
pub mod create_preview_link;
pub mod delete;
pub mod detail;
pub(in crate::http) mod dto;
pub mod feature;
pub mod featured;
pub mod featured_public;
pub mod following;
mod highlights;
pub mod like;
pub mod like_statuses;
pub mod list;
pub mod list_public;
pub(in crate::http) mod listing;
mod mark_statuses;
pub mod markdown;
pub mod notes;
pub mod oembed;
pub(super) mod planning;
pub mod post_analytics;
pub mod post_analytics_export;
pub mod preview;
pub mod preview_link;
pub mod read;
pub mod recently_viewed;
pub mod recommended;
pub mod review;
pub mod revoke_preview_link;
pub(super) mod saving;
pub mod schedule;
pub(in crate::http) mod series_place;
pub mod set_authors;
pub mod set_series;
pub(in crate::http) mod shared_preview;
mod streamed_list;
pub mod submit;
pub(in crate::http::api) mod text;
pub mod trending;
pub mod update;
pub mod view;

use crate::actions::publish::Draft;
use crate::domain::post::{PostSummary, Status};
use crate::domain::{PostId, UserId, ValidationError};
use crate::http::extract::{ROLE_NOT_ALLOWED, Staff};
use crate::http::toggle_coalescing::ToggledMark;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::marks::{PostMark, Toggled};
use crate::store::{Tx, posts};

pub(super) const NOT_FOUND: ApiError = ApiError::NotFound("Blog not found");

/// Returns the error of an operation on drafts alone.
fn already_published(field: &'static str) -> ApiError {
    ApiError::conflict(
        ErrorCode::AlreadyPublished,
        field,
        "The post is published already",
    )
}

/// Returns the id of a post for a write that itself checks whether it is published: only a slug is looked up.
pub(super) async fn published_id(state: &AppState, id_or_slug: String) -> Result<PostId, ApiError> {
    if let Some(id) = PostId::parse(&id_or_slug) {
        return Ok(id);
    }
    let found = state.read(move |tx| posts::published_id_by_id_or_slug(tx, &id_or_slug));
    found.await?.ok_or(NOT_FOUND)
}

/// Toggles a reader's mark of a published post. Concurrent calls count as one.
async fn toggle(
    state: &AppState,
    mark: &'static PostMark,
    key: fn(PostId) -> ToggledMark,
    reader: UserId,
    id_or_slug: String,
) -> Result<Toggled, ApiError> {
    let post = published_id(state, id_or_slug).await?;
    let now = state.clock.now();
    let toggle = async {
        if !state.store.is_shared() {
            let toggle = state.write(move |tx| mark.toggle(tx, post, reader, now)?.ok_or(NOT_FOUND));
            return toggle.await;
        }
        let marked = state.read(move |tx| mark.among(tx, reader, &[post])).await?;
        let was_on = marked.contains(&post);
        let toggle = state.write(move |tx| mark.toggle_from(tx, was_on, post, reader, now)?.ok_or(NOT_FOUND));
        toggle.await
    };
    state.toggles.toggle((key(post), reader), toggle).await
}

/// Returns a post or draft with this id or slug.
pub(super) fn any_post(tx: &Tx<'_>, id_or_slug: &str) -> Result<PostSummary, ApiError> {
    posts::by_id_or_slug(tx, id_or_slug)?.ok_or(NOT_FOUND)
}

/// Refuses the posts of others to those who may only see their own.
fn require_may_see(staff: Staff, post: &PostSummary) -> Result<(), ApiError> {
    allow(staff.role.covers_all_posts() || is_own(staff, post))
}

/// Refuses a change of a post that the role does not allow, whatever the change makes of it.
pub(super) fn require_may_change(staff: Staff, post: &PostSummary) -> Result<(), ApiError> {
    allow(staff.role.may_change(is_own(staff, post), post.status))
}

/// Refuses to save a post, or a new one, with this status if the role does not allow it.
fn require_may_save(staff: Staff, post: Option<&PostSummary>, status: Status) -> Result<(), ApiError> {
    let is_own = post.is_none_or(|post| is_own(staff, post));
    allow(staff.role.may_save(is_own, post.map(|post| post.status), status))
}

/// Refuses a draft of a post, or of a new one, that the role does not allow to save, before its pictures and diagrams
/// cost anything. An invalid status is left to the check of all fields.
fn require_may_send(staff: Staff, post: Option<&PostSummary>, draft: &Draft) -> Result<(), ApiError> {
    match (Status::parse(&draft.status), post) {
        (Ok(status), _) => require_may_save(staff, post, status),
        (Err(_), Some(post)) => require_may_change(staff, post),
        (Err(_), None) => Ok(()),
    }
}

fn allow(is_allowed: bool) -> Result<(), ApiError> {
    is_allowed.then_some(()).ok_or(ROLE_NOT_ALLOWED)
}

fn is_own(staff: Staff, post: &PostSummary) -> bool {
    post.is_by(staff.author())
}

/// Whether the parameter `fields` requests the text, whose form is `form`.
fn wants_text(fields: Option<&str>, form: &str) -> Result<bool, ValidationError> {
    match fields {
        None | Some("") => Ok(false),
        Some(fields) if fields == form => Ok(true),
        Some(_) => ValidationError::reject("fields", format!("fields can be {form}")),
    }
}
