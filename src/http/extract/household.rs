//! Where a call comes from.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::http::AppState;
use crate::http::client_address;

/// The address of the client, or its /64 of IPv6. None where the call did not come over a connection.
#[derive(Debug, Clone, Copy)]
pub struct Household(pub Option<IpAddr>);

impl FromRequestParts<AppState> for Household {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let trusted = &state.config.server.trusted_proxies;
        Ok(Self(client_address::network(
            &parts.extensions,
            &parts.headers,
            trusted,
        )))
    }
}
