//! The settings of the mail server. One file per operation.

pub mod change;
pub mod dto;
pub mod show;
pub mod test;
