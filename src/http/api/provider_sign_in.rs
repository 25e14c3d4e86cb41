//! What the operations of sign-ins by providers share: the cookies, the redirects, and who has come.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::actions::provider_sign_in::{Arrival, Failure, ProviderError};
use crate::actions::security_log::{self, Event};
use crate::auth::link_token::LinkToken;
use crate::domain::Time;
use crate::domain::error_chain::error_chain;
use crate::domain::identity::{Person, SIGN_IN_MILLISECONDS};
use crate::http::cookies::{self, Cookie, SameSite};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::Tx;
use crate::store::provider_sign_ins::{self, SignInHashes};

pub(super) const UNKNOWN_PROVIDER: ApiError = ApiError::NotFound("There is no such way to sign in");
const UNKNOWN_SIGN_IN: &str = "This sign-in took too long, or began in another browser. Please begin again.";

/// The sealed state, while the browser is at the provider. Browsers send it with the link that leads back.
const STATE_COOKIE: &str = "blog_login";
/// The secret of the browser that has come back: the code of its address alone is worth nothing in another one.
const BROWSER_COOKIE: &str = "blog_finish";
/// With this prefix browsers take a cookie from this very host alone, so that a neighbour below the same domain cannot
/// plant one of its own.
const HOST_PREFIX: &str = "__Host-";
const COOKIE_SECONDS: i64 = SIGN_IN_MILLISECONDS / 1_000;

/// Returns the header that gives the state of a sign-in to a browser.
pub(super) fn state_cookie(state: &AppState, sealed: &str) -> String {
    cookie(state, STATE_COOKIE, sealed, COOKIE_SECONDS, SameSite::Lax)
}

/// Returns the header that takes it back.
pub(super) fn no_state_cookie(state: &AppState) -> String {
    cookie(state, STATE_COOKIE, "", 0, SameSite::Lax)
}

/// Returns the header that gives its secret to a browser.
pub(super) fn browser_cookie(state: &AppState, secret: &LinkToken) -> String {
    cookie(
        state,
        BROWSER_COOKIE,
        secret.expose(),
        COOKIE_SECONDS,
        SameSite::Strict,
    )
}

/// Returns the sealed state that a browser has; empty if there is none.
pub(super) fn sealed_state<'a>(state: &AppState, headers: &'a HeaderMap) -> &'a str {
    value_of(state, headers, STATE_COOKIE).unwrap_or_default()
}

/// Returns the hashes of the code of a request and of the secret of its browser.
pub(super) fn hashes(state: &AppState, headers: &HeaderMap, code: &str) -> Result<SignInHashes, ApiError> {
    let secret = value_of(state, headers, BROWSER_COOKIE).and_then(LinkToken::parse);
    let code = LinkToken::parse(code).ok_or_else(unknown_sign_in)?;
    Ok(SignInHashes {
        browser: secret.ok_or_else(unknown_sign_in)?.hash(),
        code: code.hash(),
    })
}

/// Returns the person of a sign-in that is still good, and what the site knows of them.
pub(super) fn arrival(tx: &Tx<'_>, hashes: &SignInHashes, now: Time) -> Result<(Person, Arrival), ApiError> {
    let person = provider_sign_ins::find(tx, hashes, now)?.ok_or_else(unknown_sign_in)?;
    let arrival = Arrival::of(tx, &person, now)?;
    Ok((person, arrival))
}

/// Creates the error of a sign-in that cannot be finished.
pub(super) fn unknown_sign_in() -> ApiError {
    ApiError::rejected(ErrorCode::InvalidTicket, "code", UNKNOWN_SIGN_IN)
}

/// Returns a redirect that nobody stores, and that tells the next page nothing of the address before.
pub(super) fn redirect(location: &str, cookies: &[String]) -> Result<Response, ApiError> {
    let location = HeaderValue::try_from(location).map_err(ApiError::internal)?;
    let headers = [
        (header::LOCATION, location),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    let mut response = (StatusCode::SEE_OTHER, headers).into_response();
    for cookie in cookies {
        let cookie = HeaderValue::try_from(cookie).map_err(ApiError::internal)?;
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Returns the redirect to the login page, which says why somebody is not signed in.
pub(super) fn redirect_to_login(failure: Failure, cookies: &[String]) -> Result<Response, ApiError> {
    redirect(&format!("/login?error={}", failure.name()), cookies)
}

/// Logs a sign-in by a provider that has ended: for the operator if it is a fault, and in the security log if somebody was
/// refused.
pub(super) fn log_failure(provider: &str, error: &ProviderError, network: Option<IpAddr>) {
    let failure = error.failure();
    if failure.is_a_fault() {
        tracing::warn!(
            provider,
            error = error_chain(error),
            "a sign-in by a provider failed"
        );
    }
    if matches!(
        failure,
        Failure::Refused | Failure::Unverified | Failure::OtherDomain
    ) {
        security_log::record_visitor(Event::SignInFailed, None, network);
    }
}

fn cookie(
    state: &AppState,
    name: &'static str,
    value: &str,
    max_age_seconds: i64,
    same_site: SameSite,
) -> String {
    let cookie = Cookie {
        name: &name_of(state, name),
        value,
        max_age_seconds,
        same_site,
        is_secure: state.is_https(),
    };
    cookie.to_string()
}

fn name_of(state: &AppState, name: &'static str) -> String {
    let prefix = if state.is_https() { HOST_PREFIX } else { "" };
    format!("{prefix}{name}")
}

fn value_of<'a>(state: &AppState, headers: &'a HeaderMap, name: &'static str) -> Option<&'a str> {
    let name = name_of(state, name);
    cookies::values(headers, &name).next()
}
