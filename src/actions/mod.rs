//! Floor 2: work with two callers, or with several parts of floor 1.

pub mod check;
pub mod demo;
pub mod import;
pub mod sitemap;
