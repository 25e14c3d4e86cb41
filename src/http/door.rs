//! What stands before the routes: a visitor who asks for what is kept is answered at once.

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

use super::middleware::{headers, rate_limit};
use super::{AppState, answers, padded_health};

/// The whole site as a service.
#[derive(Clone)]
pub struct Door {
    inside: Arc<Inside>,
}

struct Inside {
    state: AppState,
    routes: Router,
}

impl Door {
    pub(super) fn new(state: AppState, routes: Router) -> Self {
        Self {
            inside: Arc::new(Inside { state, routes }),
        }
    }
}

impl Service<Request> for Door {
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Ready<Result<Response, Infallible>>, RouteFuture<Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match self.inside.kept(&request) {
            Some(response) => Either::Left(ready(Ok(response))),
            None => Either::Right(self.inside.routes.clone().call(request)),
        }
    }
}

impl Inside {
    /// The answer to a visitor when it is kept. Such a request has no name and no line in the log: nothing
    /// was done for it.
    fn kept(&self, request: &Request) -> Option<Response> {
        if self.state.pads_health()
            && let Some(padded) = padded_health::answer(request.uri())
        {
            return Some(padded);
        }
        if !answers::is_of_visitor(request) {
            return None;
        }
        let started = Instant::now();
        let kept = answers::find(&self.state, request)?;
        let response = match rate_limit::refusal(&self.state, request) {
            Some(mut refusal) => {
                headers::complete(&self.state, refusal.headers_mut());
                refusal
            }
            None => kept.answer(request.headers()),
        };
        if self.state.config.metrics.listen.is_some() {
            let (status, duration) = (response.status(), started.elapsed());
            self.state
                .metrics
                .answered(request.method(), kept.route(), status, duration);
        }
        Some(response)
    }
}
