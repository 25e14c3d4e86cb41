//! Where a call comes from.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::http::AppState;
use crate::http::client_address::{self, PeerAddress};

/// The address of the client, or its /64 of IPv6. None where the call did not come over a connection.
#[derive(Debug, Clone, Copy)]
pub struct Household(pub Option<IpAddr>);

impl FromRequestParts<AppState> for Household {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let trusted = &state.config.server.trusted_proxies;
        Ok(Self(parts.extensions.get::<PeerAddress>().map(|peer| {
            client_address::household(client_address::client(peer.0, &parts.headers, trusted))
        })))
    }
}
