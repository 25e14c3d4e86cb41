//! The program and the network that a sign-in comes from.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

use crate::domain::session::Device;
use crate::domain::user_agent;
use crate::http::AppState;
use crate::http::limits::client_address;

/// The client of a request.
#[derive(Debug, Clone)]
pub struct ClientDevice {
    /// Its network, as [`super::ClientNetwork`].
    pub network: Option<IpAddr>,
    /// What is stored of it with a session.
    pub device: Device,
}

impl FromRequestParts<AppState> for ClientDevice {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let network = client_address::network(state, parts);
        let header = parts.headers.get(header::USER_AGENT);
        let header = header.and_then(|header| header.to_str().ok());
        let device = Device {
            agent: user_agent::describe(header.unwrap_or_default()),
            network: state.networks.hash(network),
        };
        Ok(Self { network, device })
    }
}
