//! Several nodes as one browser sees them: after a write, none answers it from an earlier state.
//!
//! The response to a write sets a cookie with the number of the node's last commit. A node that has not followed that
//! commit yet waits for it before it uses anything cached.

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::Response;

use crate::http::cookies::{self, Cookie, SameSite};
use crate::http::{ApiError, AppState};
use crate::store::Store;

const COOKIE: &str = "blog_commit";
/// Every node follows a commit much sooner.
const COOKIE_SECONDS: i64 = 10;
/// They have to respond while the database is away.
const HEALTH_CHECKS: [&str; 2] = ["/api/health", "/api/ready"];

/// Whether this node may use cached responses for the request.
pub(in crate::http) fn is_up_to_date(store: &Store, headers: &HeaderMap) -> bool {
    !store.is_shared() || store.has_followed(seen_commit(headers))
}

/// The commit that this node has to have followed before it serves the request, if any.
pub(super) fn required_commit(state: &AppState, request: &Request) -> Option<u64> {
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    // A path without a route is a static file.
    let needs_database = path.is_some_and(|path| !HEALTH_CHECKS.contains(&path));
    (state.store.is_shared() && needs_database).then(|| seen_commit(request.headers()))
}

/// Waits until this node has followed a commit, and learns of every later one.
pub(super) async fn follow(state: &AppState, commit: Option<u64>) -> Result<(), ApiError> {
    match commit {
        Some(commit) => Ok(state.store.follow(commit).await?),
        None => Ok(()),
    }
}

/// Sets the cookie in the response to a write.
pub(super) fn set_cookie(state: &AppState, method: &Method, response: &mut Response) {
    if !state.store.is_shared() || method.is_safe() {
        return;
    }
    let cookie = Cookie {
        name: COOKIE,
        value: &state.store.last_commit().to_string(),
        max_age_seconds: COOKIE_SECONDS,
        same_site: SameSite::Lax,
        is_secure: state.is_https(),
    };
    if let Ok(cookie) = HeaderValue::try_from(cookie.to_string()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// The number of the last commit that the browser has seen, or 0.
fn seen_commit(headers: &HeaderMap) -> u64 {
    let numbers = cookies::values(headers, COOKIE).filter_map(|value| value.parse().ok());
    numbers.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_commit_among_other_cookies() {
        for (cookies, expected) in [
            (&[][..], 0),
            (&["blog_commit=12"], 12),
            (&["theme=dark; blog_commit=12; other=13"], 12),
            (&["blog_commit=12", "blog_commit=14"], 14),
            (&["blog_commit=x; blog_commits=3; blog_commit"], 0),
            (&["blog_commit=-1"], 0),
        ] {
            let mut headers = HeaderMap::new();
            for cookie in cookies {
                headers.append(header::COOKIE, HeaderValue::from_static(cookie));
            }
            assert_eq!(seen_commit(&headers), expected, "{cookies:?}");
        }
    }
}
