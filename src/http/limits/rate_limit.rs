//! Rate limits per client network (rulings §3).

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use governor::Quota;

use crate::config;
use crate::domain::network::is_private_address;
use crate::http::limits::client_address::{PeerAddress, client, client_network};
use crate::http::limits::limiter::Limiter;
use crate::http::limits::read_cost::Cost;
use crate::http::{ApiError, AppState, ErrorCode};

const TOO_MANY: &str = "Too many requests. Please wait a moment and try again.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum LimitClass {
    /// A check of a password.
    Login,
    /// A check of a code or a link, or the sending of a code.
    Code,
    /// The creation of an account.
    Signup,
    /// Any other write.
    Write,
    Read,
}

/// The rate limiters of the running site.
pub struct RateLimits {
    logins: Limiter<IpAddr>,
    codes: Limiter<IpAddr>,
    signups: Limiter<IpAddr>,
    writes: Limiter<IpAddr>,
    reads: Limiter<IpAddr>,
}

impl RateLimits {
    /// Creates the limiters of the settings. Returns `None` when they are switched off.
    pub fn new(settings: &config::RateLimit) -> Option<Self> {
        let limiter = |quota: fn(NonZeroU32) -> Quota, times| Limiter::new(quota(times));
        settings.enabled.then(|| Self {
            logins: limiter(Quota::per_minute, settings.logins_per_minute),
            codes: limiter(Quota::per_hour, settings.codes_per_hour),
            signups: limiter(Quota::per_hour, settings.signups_per_hour),
            writes: limiter(Quota::per_minute, settings.writes_per_minute),
            reads: limiter(Quota::per_second, settings.reads_per_second),
        })
    }

    /// Counts a request of an address, or returns the seconds until it is allowed.
    fn check(&self, class: LimitClass, address: IpAddr) -> Result<(), u64> {
        if class == LimitClass::Read && is_private_address(address) {
            return Ok(());
        }
        let limiter = match class {
            LimitClass::Login => &self.logins,
            LimitClass::Code => &self.codes,
            LimitClass::Signup => &self.signups,
            LimitClass::Write => &self.writes,
            LimitClass::Read => &self.reads,
        };
        limiter.check(&client_network(address))
    }

    fn check_cost(&self, network: IpAddr, cost: Cost) -> Result<(), u64> {
        match NonZeroU32::new(cost.reads() - 1) {
            Some(more) if !is_private_address(network) => self.reads.check_times(&network, more),
            _ => Ok(()),
        }
    }
}

/// Counts a request of this class. Returns the 429 response when its network is over the limit.
pub(in crate::http) fn check(state: &AppState, request: &Request, class: LimitClass) -> Option<Response> {
    let limits = state.rate_limits.as_ref()?;
    let PeerAddress(peer) = request.extensions().get()?;
    let address = client(*peer, request.headers(), &state.config.server.trusted_proxies);
    let seconds = limits.check(class, address).err()?;
    Some(over_limit(seconds).into_response())
}

/// Counts a wrong secret in the address of a read as a wrong code. Returns 429 when the network is over that limit.
pub(in crate::http) fn count_wrong_secret(state: &AppState, network: Option<IpAddr>) -> Result<(), ApiError> {
    let (Some(limits), Some(network)) = (&state.rate_limits, network) else {
        return Ok(());
    };
    limits.check(LimitClass::Code, network).map_err(over_limit)
}

/// Counts the cost of a cache miss beyond the one read that is counted already. Returns 429 when the network is over
/// the limit.
pub(in crate::http) fn check_cost(
    state: &AppState,
    network: Option<IpAddr>,
    cost: Cost,
) -> Result<(), ApiError> {
    let (Some(limits), Some(network)) = (&state.rate_limits, network) else {
        return Ok(());
    };
    limits.check_cost(network, cost).map_err(over_limit)
}

fn over_limit(seconds: u64) -> ApiError {
    ApiError::TooMany(ErrorCode::TooManyRequests, TOO_MANY, Some(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Flags};

    fn limits(settings: &[(&str, &str)]) -> Option<RateLimits> {
        let environment = settings
            .iter()
            .map(|(key, value)| (format!("BLOG_APP_RATE_LIMIT__{key}"), (*value).to_owned()));
        RateLimits::new(&Config::load(&Flags::default(), environment).unwrap().rate_limit)
    }

    fn allowed(limits: &RateLimits, class: LimitClass, address: &str, times: usize) -> usize {
        let address = address.parse().unwrap();
        (0..times)
            .filter(|_| limits.check(class, address).is_ok())
            .count()
    }

    #[test]
    fn counts_each_address_and_each_class_separately() {
        let limits = limits(&[("LOGINS_PER_MINUTE", "3"), ("CODES_PER_HOUR", "2")]).unwrap();
        assert_eq!(allowed(&limits, LimitClass::Login, "203.0.113.7", 10), 3);
        assert_eq!(allowed(&limits, LimitClass::Login, "203.0.113.8", 10), 3);
        assert_eq!(allowed(&limits, LimitClass::Code, "203.0.113.7", 10), 2);
        assert_eq!(allowed(&limits, LimitClass::Login, "2001:db8::1", 2), 2);
        assert_eq!(allowed(&limits, LimitClass::Login, "2001:db8::2", 2), 1);
        let wait = limits
            .check(LimitClass::Code, "203.0.113.7".parse().unwrap())
            .unwrap_err();
        assert!((1_700..=1_801).contains(&wait), "{wait}");
    }

    #[test]
    fn lets_thirty_people_behind_one_address_sign_up_at_once() {
        let limits = limits(&[]).unwrap();
        for (class, each) in [
            (LimitClass::Signup, 2),
            (LimitClass::Code, 5),
            (LimitClass::Login, 4),
            (LimitClass::Write, 5),
        ] {
            assert_eq!(
                allowed(&limits, class, "203.0.113.7", 30 * each),
                30 * each,
                "{class:?}"
            );
        }
    }

    #[test]
    fn limits_reads_from_public_addresses_only() {
        let limits = limits(&[("READS_PER_SECOND", "5")]).unwrap();
        assert!(allowed(&limits, LimitClass::Read, "203.0.113.7", 1_000) < 1_000);
        for private in ["127.0.0.1", "::1", "192.168.1.1", "10.1.2.3", "172.17.0.1"] {
            assert_eq!(
                allowed(&limits, LimitClass::Read, private, 1_000),
                1_000,
                "{private}"
            );
        }
    }

    #[test]
    fn counts_a_costly_read_several_times() {
        let limits = limits(&[("READS_PER_SECOND", "100")]).unwrap();
        let address: IpAddr = "203.0.113.7".parse().unwrap();
        let searches = (0..100).filter(|_| {
            limits.check(LimitClass::Read, address).is_ok()
                && limits.check_cost(address, Cost::Search).is_ok()
        });
        assert!((10..=11).contains(&searches.count()));
        let small = limits_of_five();
        assert!(small.check_cost(address, Cost::Search).is_ok());
        assert!(small.check_cost(address, Cost::Search).is_err());
    }

    fn limits_of_five() -> RateLimits {
        limits(&[("READS_PER_SECOND", "5")]).unwrap()
    }

    #[test]
    fn limits_can_be_switched_off() {
        assert!(limits(&[("ENABLED", "false")]).is_none());
    }
}
