//! Layer 3: the site and its API over HTTP.

mod account_status_cache;
pub mod api;
mod assets;
mod cache;
mod cookies;
mod error;
mod error_code;
mod extract;
mod key_routes;
mod limits;
mod media;
mod metrics;
mod middleware;
mod negotiation;
mod pages;
mod request_id;
mod route_policy;
mod route_table;
mod router;
mod server;
mod single_worker;
mod state;
mod toggle_coalescing;

pub use cache::CachedRouter;
pub use error::ApiError;
pub use error_code::ErrorCode;
pub use limits::client_address::PeerAddress;
pub use router::{router, site};
pub use server::{Listeners, serve};
pub use state::AppState;
