//! How much one address may do (rulings §3).

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::{IntoResponse as _, Response};
use governor::Quota;

use crate::config;
use crate::domain::network::is_inside;
use crate::http::client_address::{PeerAddress, client, household};
use crate::http::costly_reads::Cost;
use crate::http::limiter::Limiter;
use crate::http::{ApiError, AppState};

const TOO_MANY: &str = "Too many requests. Please wait a moment and try again.";

/// What a request counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Login,
    Code,
    Signup,
    Write,
    Read,
}

/// The limits of the running site.
pub struct RateLimits {
    logins: Limiter<IpAddr>,
    codes: Limiter<IpAddr>,
    signups: Limiter<IpAddr>,
    writes: Limiter<IpAddr>,
    reads: Limiter<IpAddr>,
}

impl RateLimits {
    /// The limits of the settings; none when they are switched off.
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

    /// Counts a request of an address, or gives the seconds that it has to wait.
    fn check(&self, kind: Kind, address: IpAddr) -> Result<(), u64> {
        if kind == Kind::Read && is_inside(address) {
            return Ok(());
        }
        let limiter = match kind {
            Kind::Login => &self.logins,
            Kind::Code => &self.codes,
            Kind::Signup => &self.signups,
            Kind::Write => &self.writes,
            Kind::Read => &self.reads,
        };
        limiter.check(&household(address))
    }

    fn check_cost(&self, network: IpAddr, cost: Cost) -> Result<(), u64> {
        match NonZeroU32::new(cost.reads() - 1) {
            Some(more) if !is_inside(network) => self.reads.check_times(&network, more),
            _ => Ok(()),
        }
    }
}

/// Counts a request, and says no when its address has to wait.
pub(in crate::http) fn refusal(state: &AppState, request: &Request) -> Option<Response> {
    let limits = state.rate_limits.as_ref()?;
    let PeerAddress(peer) = request.extensions().get()?;
    let address = client(*peer, request.headers(), &state.config.server.trusted_proxies);
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("", MatchedPath::as_str);
    let seconds = limits.check(kind(request.method(), route), address).err()?;
    Some(ApiError::TooMany(TOO_MANY, Some(seconds)).into_response())
}

/// Counts a read that the cache did not have for what it costs beyond the read that it was counted as already, and
/// refuses it when its network has to wait.
pub(in crate::http) fn draw(state: &AppState, network: Option<IpAddr>, cost: Cost) -> Result<(), ApiError> {
    let (Some(limits), Some(network)) = (&state.rate_limits, network) else {
        return Ok(());
    };
    let seconds = limits.check_cost(network, cost).err();
    seconds.map_or(Ok(()), |seconds| Err(ApiError::TooMany(TOO_MANY, Some(seconds))))
}

/// Whatever checks a password or a code is counted apart.
fn kind(method: &Method, route: &str) -> Kind {
    match (method, route) {
        (&Method::GET | &Method::HEAD | &Method::OPTIONS, _) => Kind::Read,
        (
            _,
            "/api/auth/login"
            | "/api/admin/login"
            | "/api/admin/settings/password"
            | "/api/users/{id}/password",
        )
        | (&Method::DELETE, "/api/users/{id}") => Kind::Login,
        (_, "/api/auth/register" | "/api/admin/signup") => Kind::Signup,
        (
            _,
            "/api/auth/verify-otp"
            | "/api/auth/resend-otp"
            | "/api/auth/forgot-password"
            | "/api/auth/reset-password"
            | "/api/auth/undo-email-change"
            | "/api/admin/settings/verify-email"
            | "/api/admin/settings/resend-code",
        ) => Kind::Code,
        _ => Kind::Write,
    }
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

    fn allowed(limits: &RateLimits, kind: Kind, address: &str, times: usize) -> usize {
        let address = address.parse().unwrap();
        (0..times).filter(|_| limits.check(kind, address).is_ok()).count()
    }

    #[test]
    fn each_address_and_each_kind_is_counted_for_itself() {
        let limits = limits(&[("LOGINS_PER_MINUTE", "3"), ("CODES_PER_HOUR", "2")]).unwrap();
        assert_eq!(allowed(&limits, Kind::Login, "203.0.113.7", 10), 3);
        assert_eq!(allowed(&limits, Kind::Login, "203.0.113.8", 10), 3);
        assert_eq!(allowed(&limits, Kind::Code, "203.0.113.7", 10), 2);
        assert_eq!(allowed(&limits, Kind::Login, "2001:db8::1", 2), 2);
        assert_eq!(allowed(&limits, Kind::Login, "2001:db8::2", 2), 1);
        let wait = limits
            .check(Kind::Code, "203.0.113.7".parse().unwrap())
            .unwrap_err();
        assert!((1_700..=1_801).contains(&wait), "{wait}");
    }

    #[test]
    fn a_class_of_thirty_behind_one_address_can_sign_up_at_once() {
        let limits = limits(&[]).unwrap();
        for (kind, each) in [
            (Kind::Signup, 2),
            (Kind::Code, 5),
            (Kind::Login, 4),
            (Kind::Write, 5),
        ] {
            assert_eq!(
                allowed(&limits, kind, "203.0.113.7", 30 * each),
                30 * each,
                "{kind:?}"
            );
        }
    }

    #[test]
    fn reads_are_only_guarded_against_floods_from_outside() {
        let limits = limits(&[("READS_PER_SECOND", "5")]).unwrap();
        assert!(allowed(&limits, Kind::Read, "203.0.113.7", 1_000) < 1_000);
        for inside in ["127.0.0.1", "::1", "192.168.1.1", "10.1.2.3", "172.17.0.1"] {
            assert_eq!(allowed(&limits, Kind::Read, inside, 1_000), 1_000, "{inside}");
        }
    }

    #[test]
    fn a_read_that_costs_more_draws_more() {
        let limits = limits(&[("READS_PER_SECOND", "100")]).unwrap();
        let address: IpAddr = "203.0.113.7".parse().unwrap();
        let searches = (0..100).filter(|_| {
            limits.check(Kind::Read, address).is_ok() && limits.check_cost(address, Cost::Search).is_ok()
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

    #[test]
    fn what_checks_a_secret_is_counted_apart() {
        for (method, route, expected) in [
            (Method::GET, "/api/blogs", Kind::Read),
            (Method::POST, "/api/auth/login", Kind::Login),
            (Method::POST, "/api/admin/login", Kind::Login),
            (Method::PUT, "/api/admin/settings/password", Kind::Login),
            (Method::DELETE, "/api/users/{id}", Kind::Login),
            (Method::PUT, "/api/users/{id}/password", Kind::Login),
            (Method::POST, "/api/auth/undo-email-change", Kind::Code),
            (Method::POST, "/api/admin/settings/verify-email", Kind::Code),
            (Method::POST, "/api/admin/settings/resend-code", Kind::Code),
            (Method::POST, "/api/auth/logout", Kind::Write),
            (Method::POST, "/api/auth/register", Kind::Signup),
            (Method::POST, "/api/auth/verify-otp", Kind::Code),
            (Method::POST, "/api/blogs/{id}/like", Kind::Write),
            (Method::PATCH, "/api/users/{id}/profile", Kind::Write),
        ] {
            assert_eq!(kind(&method, route), expected, "{method} {route}");
        }
    }
}
