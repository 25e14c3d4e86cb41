//! Blogs: what the API calls posts. A file an operation.

mod comments;
mod detail;
mod featured;
mod list;
mod recently_viewed;
mod recommended;
mod trending;
mod view;
mod wire;

pub use comments::*;
pub use detail::*;
pub use featured::*;
pub use list::*;
pub use recently_viewed::*;
pub use recommended::*;
pub use trending::*;
pub use view::*;

use crate::http::ApiError;

const NOT_FOUND: ApiError = ApiError::NotFound("Blog not found");
