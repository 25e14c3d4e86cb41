//! Limits for one client, one client network and all clients together.

pub(super) mod client_address;
pub(super) mod email_exposure;
mod limiter;
pub(super) mod login_throttle;
pub(super) mod mail_tests;
pub(super) mod rate_limit;
pub(super) mod read_cost;
pub(super) mod response_budget;
pub(super) mod untrusted_proxy;
