//! The warning about a proxy missing from `server.trusted_proxies`: all clients behind it count as one.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::Request;
use ipnet::IpNet;

use crate::domain::network::is_private_address;
use crate::http::limits::client_address::{FORWARDED_FOR, PeerAddress};

/// A warning that is logged at most once.
#[derive(Debug, Default)]
pub(in crate::http) struct UntrustedProxyWarning(AtomicBool);

impl UntrustedProxyWarning {
    /// Warns about a request from a private or loopback address with `X-Forwarded-For`, unless the peer is trusted.
    pub(in crate::http) fn check(&self, request: &Request, trusted: &[IpNet]) {
        let Some(PeerAddress(peer)) = request.extensions().get() else {
            return;
        };
        let address = peer.to_canonical();
        let is_untrusted_proxy = request.headers().contains_key(FORWARDED_FOR)
            && is_private_address(address)
            && !trusted.iter().any(|network| network.contains(&address));
        if is_untrusted_proxy && !self.0.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %peer,
                "a request carries X-Forwarded-For, but server.trusted_proxies does not name its sender: if that is \
                 your proxy, add it, or all visitors count as one client"
            );
        }
    }
}
