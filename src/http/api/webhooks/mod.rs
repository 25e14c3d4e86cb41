//! Webhooks, which administrators manage. One file per operation.

pub mod change;
pub mod create;
pub mod delete;
pub mod deliveries;
pub mod dto;
pub mod list;
pub mod send_again;

use crate::http::ApiError;

/// The error of a webhook that does not exist.
const NO_WEBHOOK: ApiError = ApiError::NotFound("There is no such webhook");
