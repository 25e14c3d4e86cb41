//! The client's network.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::http::AppState;
use crate::http::limits::client_address;

/// The client's IPv4 address, or its IPv6 /64. `None` for a request without a connection.
#[derive(Debug, Clone, Copy)]
pub struct ClientNetwork(pub Option<IpAddr>);

impl FromRequestParts<AppState> for ClientNetwork {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self(client_address::network(state, parts)))
    }
}
