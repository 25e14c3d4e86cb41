//! A proxy that the settings do not name: everybody behind it is one client.

use std::net::IpAddr;
use std::sync::Once;

use axum::extract::Request;
use ipnet::IpNet;

use super::client_address::{FORWARDED_FOR, PeerAddress};
use crate::domain::network::is_inside;

/// Whether such a proxy was met, which is said once.
#[derive(Debug)]
pub(super) struct UnnamedProxy(Once);

impl Default for UnnamedProxy {
    fn default() -> Self {
        Self(Once::new())
    }
}

impl UnnamedProxy {
    /// Looks at a request from the own machine or network that says for whom it comes.
    pub(super) fn look_at(&self, request: &Request, trusted: &[IpNet]) {
        let Some(PeerAddress(peer)) = request.extensions().get() else {
            return;
        };
        if request.headers().contains_key(FORWARDED_FOR) && is_unnamed(peer.to_canonical(), trusted) {
            self.0.call_once(|| {
                tracing::warn!(
                    peer = %peer,
                    "a request carries X-Forwarded-For, but server.trusted_proxies does not name its sender: if that is \
                     your proxy, add it, or all visitors count as one client"
                );
            });
        }
    }
}

fn is_unnamed(peer: IpAddr, trusted: &[IpNet]) -> bool {
    is_inside(peer) && !trusted.iter().any(|network| network.contains(&peer))
}
