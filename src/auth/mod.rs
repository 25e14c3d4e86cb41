//! Floor 1: proofs of who somebody is.

pub mod code;
mod hash_queue;
pub mod link_token;
pub mod network;
pub mod password;
pub mod secret;
pub mod token;
