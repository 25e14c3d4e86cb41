//! Floor 1: proofs of who somebody is.

pub mod password;
