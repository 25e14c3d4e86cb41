//! The revisions of posts. One file per operation.

pub mod detail;
pub mod diff;
pub mod dto;
pub mod list;
pub mod rename;
pub mod restore;

use super::posts::{any_post, require_may_change};
use crate::domain::post::PostSummary;
use crate::domain::revision::{Revision, RevisionContent};
use crate::http::ApiError;
use crate::http::extract::Staff;
use crate::http::limits::response_budget::Reservation;
use crate::store::{Tx, revisions};

pub(in crate::http::api) const NOT_FOUND: ApiError = ApiError::NotFound("There is no such revision");

/// Returns the post of a path, if the role allows to change it: who may not change a post does not see what it was.
fn post_of(tx: &Tx<'_>, staff: Staff, id_or_slug: &str) -> Result<PostSummary, ApiError> {
    let post = any_post(tx, id_or_slug)?;
    require_may_change(staff, &post)?;
    Ok(post)
}

fn revision_of(tx: &Tx<'_>, post: &PostSummary, number: u32) -> Result<Revision, ApiError> {
    revisions::by_number(tx, post.id, number)?.ok_or(NOT_FOUND)
}

fn html_of(tx: &Tx<'_>, post: &PostSummary, number: u32) -> Result<String, ApiError> {
    revisions::html(tx, post.id, number)?.ok_or(NOT_FOUND)
}

fn content_of(tx: &Tx<'_>, post: &PostSummary, number: u32) -> Result<RevisionContent, ApiError> {
    let revision = revision_of(tx, post, number)?;
    Ok(revision.into_content(html_of(tx, post, number)?))
}

/// Reserves the room for a response of `copies` times the texts of these revisions.
fn reserve<'a>(
    reservation: &Reservation,
    revisions: impl IntoIterator<Item = &'a Revision>,
    copies: usize,
) -> Result<(), ApiError> {
    let sizes = revisions
        .into_iter()
        .map(|revision| usize::try_from(revision.size));
    let bytes: usize = sizes
        .map(|size| size.unwrap_or(usize::MAX))
        .fold(0, usize::saturating_add);
    reservation.raise_to(bytes.saturating_mul(copies))
}
