//! Tags of posts, which editors manage. One file per operation.

pub mod admin_list;
pub mod change;
pub(in crate::http) mod dto;
pub mod list;
pub mod merge;
pub mod show;

use crate::domain::tag::Tag;
use crate::http::ApiError;
use crate::store::{Tx, tags};

const NOT_FOUND: ApiError = ApiError::NotFound("There is no such tag");

/// Returns the tag with this slug or name, whether posts have it or not.
fn any_tag(tx: &Tx<'_>, slug_or_name: &str) -> Result<Tag, ApiError> {
    tags::by_slug_or_name(tx, slug_or_name)?.ok_or(NOT_FOUND)
}
