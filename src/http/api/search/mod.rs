//! Help with searches. One file per operation.

pub mod suggest;
