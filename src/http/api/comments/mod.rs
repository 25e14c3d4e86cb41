//! Comments on posts. One file per operation.

pub mod admin_list;
pub mod create;
pub mod delete;
pub(in crate::http) mod dto;
pub mod like;
pub mod list;
pub mod list_of_user;

use crate::http::ApiError;

const NOT_FOUND: ApiError = ApiError::NotFound("Comment not found");
