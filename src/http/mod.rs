//! Floor 3: the site and its API over HTTP.

mod answers;
pub mod api;
mod assets;
mod background;
mod client_address;
mod error;
mod extract;
mod guesses;
mod limiter;
mod media;
mod metrics;
mod middleware;
mod negotiation;
mod pages;
mod router;
mod server;
mod state;
mod turn;

pub use client_address::PeerAddress;
pub use error::ApiError;
pub use router::{api_routes, router};
pub use server::{Listeners, serve};
pub use state::AppState;
