//! What a connection serves: the site, or redirects to it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Response, StatusCode, Uri, header};
use futures_util::future::{Either, ready};
use tower::Service as _;

use crate::http::CachedRouter;

#[derive(Clone)]
pub(super) enum Service {
    Site(CachedRouter),
    Redirects(Redirects),
}

impl Service {
    pub(super) fn call(&self, request: Request) -> <CachedRouter as tower::Service<Request>>::Future {
        match self {
            Self::Site(site) => site.clone().call(request),
            Self::Redirects(redirects) => {
                Either::Left(ready(Ok::<_, Infallible>(redirects.response(request.uri()))))
            }
        }
    }
}

/// Redirects every request to the same path of the site, whatever host it names.
#[derive(Clone)]
pub(super) struct Redirects {
    origin: Arc<str>,
}

impl Redirects {
    /// `origin` is that of the site, such as `https://blog.example.org`.
    pub(super) fn to(origin: &str) -> Self {
        Self {
            origin: origin.into(),
        }
    }

    fn response(&self, uri: &Uri) -> Response<Body> {
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        // `OPTIONS *` has no path.
        let path = if path.starts_with('/') { path } else { "/" };
        let mut response = Response::new(Body::empty());
        match HeaderValue::try_from(format!("{}{path}", self.origin)) {
            Ok(location) => {
                *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
                response.headers_mut().insert(header::LOCATION, location);
            }
            Err(_) => *response.status_mut() = StatusCode::BAD_REQUEST,
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_to_the_same_path_of_the_site_alone() {
        let redirects = Redirects::to("https://blog.example.org");
        for (uri, expected) in [
            ("/", "/"),
            ("/blog/one?page=2&q=a%20b", "/blog/one?page=2&q=a%20b"),
            ("http://evil.example/blog/one?x", "/blog/one?x"),
            ("//evil.example/", "//evil.example/"),
            ("*", "/"),
            ("evil.example:443", "/"),
        ] {
            let response = redirects.response(&uri.parse().unwrap());
            assert_eq!(response.status(), StatusCode::PERMANENT_REDIRECT);
            let location = response.headers()[header::LOCATION].to_str().unwrap();
            assert_eq!(location, format!("https://blog.example.org{expected}"), "{uri}");
        }
    }
}
