//! The router behind the response cache: a cached response to a visitor is sent before routing.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use axum::routing::future::RouteFuture;
use futures_util::future::{Either, Ready, ready};
use tower::Service;

use super::{find, is_visitor_read};
use crate::http::AppState;
use crate::http::limits::rate_limit::{self, LimitClass};
use crate::http::middleware::{commits, headers};

/// The whole site as a tower service.
#[derive(Clone)]
pub struct CachedRouter(Arc<Inner>);

struct Inner {
    state: AppState,
    routes: Router,
}

impl CachedRouter {
    pub(in crate::http) fn new(state: AppState, routes: Router) -> Self {
        Self(Arc::new(Inner { state, routes }))
    }
}

impl Service<Request> for CachedRouter {
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Ready<Result<Response, Infallible>>, RouteFuture<Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match self.0.cached(&request) {
            Some(response) => Either::Left(ready(Ok(response))),
            None => Either::Right(self.0.routes.clone().call(request)),
        }
    }
}

impl Inner {
    /// The cached response to a visitor's request. Such a request gets no id and no line in the log.
    fn cached(&self, request: &Request) -> Option<Response> {
        if !is_visitor_read(request) || !commits::is_up_to_date(&self.state.store, request.headers()) {
            return None;
        }
        let started = Instant::now();
        let entry = find(&self.state, request)?;
        let response = match rate_limit::check(&self.state, request, LimitClass::Read) {
            Some(mut rejection) => {
                headers::complete(&self.state, rejection.headers_mut());
                rejection
            }
            None => entry.to_response(request.headers()),
        };
        if self.state.config.metrics.listen.is_some() {
            let (status, duration) = (response.status(), started.elapsed());
            self.state
                .metrics
                .record(request.method(), entry.route(), status, duration);
        }
        Some(response)
    }
}
