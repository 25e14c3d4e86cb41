//! The team: its members, invitations and requests to write. One file per operation.

pub mod author_requests;
pub mod change_role;
pub mod decline_author_request;
pub mod dto;
pub mod invite;
pub mod invites;
pub mod join;
pub mod list;
pub mod remove;
pub mod withdraw_invite;

use crate::domain::AdminId;
use crate::http::ApiError;

const NOT_FOUND: ApiError = ApiError::NotFound("There is no such member of the team");

/// Returns the id of the member in the path.
fn member_id(text: &str) -> Result<AdminId, ApiError> {
    AdminId::parse(text).ok_or(NOT_FOUND)
}
