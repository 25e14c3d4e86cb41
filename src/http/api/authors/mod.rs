//! The authors of posts.

pub(in crate::http) mod dto;
pub mod name;
pub mod own;
pub mod set_own;
pub mod show;
