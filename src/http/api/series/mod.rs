//! Series of posts: authors manage their own, editors all. One file per operation.

pub mod admin_list;
pub mod admin_show;
pub mod change;
pub mod create;
pub mod delete;
pub(in crate::http) mod dto;
pub mod list;
pub mod order;
pub mod show;

use crate::domain::series::Series;
use crate::http::ApiError;
use crate::http::extract::{ROLE_NOT_ALLOWED, Staff};
use crate::store::{Tx, series};

pub(super) const NOT_FOUND: ApiError = ApiError::NotFound("There is no such series");

/// Returns the series with this id or slug, if it is theirs or they edit all.
pub(super) fn managed_by(tx: &Tx<'_>, staff: Staff, id_or_slug: &str) -> Result<Series, ApiError> {
    let series = series::by_id_or_slug(tx, id_or_slug)?.ok_or(NOT_FOUND)?;
    require_own(staff, &series)?;
    Ok(series)
}

/// Refuses the series of others to those who may only change their own.
fn require_own(staff: Staff, series: &Series) -> Result<(), ApiError> {
    let is_allowed = staff.role.covers_all_posts() || series.is_of(staff.author());
    is_allowed.then_some(()).ok_or(ROLE_NOT_ALLOWED)
}
