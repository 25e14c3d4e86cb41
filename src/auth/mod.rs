//! Layer 1: authentication.

pub mod api_key;
pub mod code;
pub mod factor_keys;
mod hash_memory;
mod hash_queue;
pub mod indexnow_key;
mod jwt_hmac;
pub mod link_token;
pub mod login_state;
pub mod mail_links;
pub mod network;
pub mod oidc;
pub mod password;
pub mod sealing;
pub mod secret;
pub mod setup_token;
pub mod token;
pub mod totp;
pub mod webauthn;
pub mod webhook_key;
