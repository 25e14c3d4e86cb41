//! API keys, which administrators manage. One file per operation.

pub mod create;
pub mod dto;
pub mod list;
pub mod revoke;
