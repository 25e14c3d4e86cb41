//! The rules against spam. One file per operation.

pub mod change;
pub mod dto;
pub mod show;
