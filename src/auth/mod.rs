//! Floor 1: proofs of who somebody is.

pub mod code;
pub mod network;
pub mod password;
pub mod secret;
pub mod token;
