//! Floor 3: the site and its API over HTTP.

mod answers;
pub mod api;
mod assets;
mod background;
mod client_address;
mod costly_reads;
mod door;
mod error;
mod extract;
mod guesses;
mod limiter;
mod media;
mod metrics;
mod middleware;
mod negotiation;
mod padded_health;
mod pages;
mod presses;
mod readings;
mod response_budget;
mod router;
mod server;
mod shown_addresses;
mod standings;
mod state;
mod turn;
mod unnamed_proxy;

pub use client_address::PeerAddress;
pub use door::Door;
pub use error::ApiError;
pub use router::{api_routes, router, site};
pub use server::{Listeners, serve};
pub use state::AppState;
