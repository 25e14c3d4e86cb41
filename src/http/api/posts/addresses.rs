//! The rules for the addresses that an author gives a post.

use super::allow;
use crate::actions::post_addresses::PostAddresses;
use crate::domain::post::PostSummary;
use crate::domain::{Slug, ValidationError};
use crate::http::extract::Staff;
use crate::http::{ApiError, ErrorCode};
use crate::store::{Tx, posts};

/// Refuses addresses that the role may not choose, or that the post may not get. `post` is `None` for a new one. What it
/// has already is never refused.
pub(super) fn require_may_set(
    tx: &Tx<'_>,
    staff: Staff,
    post: Option<&PostSummary>,
    addresses: &PostAddresses,
) -> Result<(), ApiError> {
    let new_slug = addresses.new_slug(post);
    if new_slug.is_some() || addresses.changes_canonical_url(post) {
        allow(staff.role.sets_addresses())?;
    }
    let Some(slug) = new_slug else {
        return Ok(());
    };
    if slug.is_reserved() {
        return ValidationError::reject("slug", "The site itself uses this word in its addresses")
            .map_err(ApiError::from);
    }
    if is_taken(tx, slug, post)? {
        return Err(ApiError::conflict(
            ErrorCode::SlugTaken,
            "slug",
            "Another post has this address, or had it before",
        ));
    }
    Ok(())
}

/// Whether an earlier revision of a post may bring its slug back. It stays away where the role may not choose it, or where
/// another post has it by now.
pub(in crate::http::api) fn may_restore_slug(
    tx: &Tx<'_>,
    staff: Staff,
    post: &PostSummary,
    slug: &Slug,
) -> Result<bool, ApiError> {
    let may_choose = staff.role.sets_addresses() && !slug.is_reserved();
    Ok(may_choose && !is_taken(tx, slug, Some(post))?)
}

fn is_taken(tx: &Tx<'_>, slug: &Slug, post: Option<&PostSummary>) -> Result<bool, ApiError> {
    let holder = posts::holder_of_slug(tx, slug)?;
    Ok(holder.is_some_and(|holder| post.is_none_or(|post| post.id != holder)))
}
