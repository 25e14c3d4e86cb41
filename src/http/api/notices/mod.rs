//! Notices, which the API calls notifications. One file per operation.

pub mod count;
mod dto;
pub mod list;
pub mod read;
