//! Comments on posts. One file per operation.

pub mod admin_list;
pub mod create;
pub mod create_as_staff;
pub mod delete;
pub mod delete_own;
pub(in crate::http) mod dto;
pub mod edit;
pub mod edit_as_staff;
pub mod like;
pub mod list;
pub mod list_of_user;
pub mod replies;
pub mod single;

use crate::http::ApiError;

const NOT_FOUND: ApiError = ApiError::NotFound("Comment not found");
