//! The settings of the site. One file per operation.

pub mod change;
pub mod dto;
pub mod palette;
pub mod settings;
pub mod show;
