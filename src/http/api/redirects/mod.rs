//! Redirects, which editors manage. One file per operation.

pub mod change;
pub mod create;
pub mod delete;
pub mod dto;
pub mod export;
pub mod import;
pub mod list;

use url::Url;

use crate::domain::ValidationError;
use crate::domain::redirect::{Destination, RedirectTarget};
use crate::http::ApiError;

const NO_REDIRECT: ApiError = ApiError::NotFound("There is no such redirect");

/// Combines a status with the target that it needs. An empty one says the same as none.
fn destination(status: u16, target: Option<&str>, site: &Url) -> Result<Destination, ValidationError> {
    let target = target.filter(|target| !target.trim().is_empty());
    let target = target.map(|target| RedirectTarget::parse(target, site));
    Destination::new(status, target.transpose()?)
}
