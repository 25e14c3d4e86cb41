//! Layer 1: authentication.

pub mod code;
pub mod factor_keys;
mod hash_memory;
mod hash_queue;
mod jwt_hmac;
pub mod link_token;
pub mod mail_links;
pub mod network;
pub mod password;
pub mod secret;
pub mod token;
pub mod totp;
pub mod webauthn;
