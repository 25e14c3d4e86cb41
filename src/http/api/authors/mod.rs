//! The authors of posts.

pub mod name;
