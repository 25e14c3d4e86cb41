//! The accounts at providers by which the caller, a reader, signs in. One file per operation.

pub mod list;
pub mod remove;
