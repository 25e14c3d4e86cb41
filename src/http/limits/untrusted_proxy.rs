//! The warning about a proxy missing from `server.trusted_proxies`: all clients behind it count as one.

use std::net::IpAddr;
use std::sync::Once;

use axum::extract::Request;
use ipnet::IpNet;

use crate::domain::network::is_private_address;
use crate::http::limits::client_address::{FORWARDED_FOR, PeerAddress};

/// A warning that is logged at most once.
#[derive(Debug)]
pub(in crate::http) struct UntrustedProxyWarning(Once);

impl Default for UntrustedProxyWarning {
    fn default() -> Self {
        Self(Once::new())
    }
}

impl UntrustedProxyWarning {
    /// Warns about a request from a private or loopback address with `X-Forwarded-For`, unless the peer is trusted.
    pub(in crate::http) fn check(&self, request: &Request, trusted: &[IpNet]) {
        let Some(PeerAddress(peer)) = request.extensions().get() else {
            return;
        };
        if request.headers().contains_key(FORWARDED_FOR) && is_untrusted_private(peer.to_canonical(), trusted)
        {
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

fn is_untrusted_private(peer: IpAddr, trusted: &[IpNet]) -> bool {
    is_private_address(peer) && !trusted.iter().any(|network| network.contains(&peer))
}
