//! The preset avatars.

pub mod list;
