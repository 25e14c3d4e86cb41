//! The builder of the site's router, which takes the policy of each route along with its handler.

use axum::Router;
use axum::http::Method;
use axum::routing::MethodRouter;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::AppState;
use super::limits::rate_limit::LimitClass;
use super::limits::read_cost::ReadCost;
use super::route_policy::{CachePolicy, RoutePolicies};

/// The path below which the operations of the API are.
pub(super) const API: &str = "/api";

/// The routes of the site, without layers and fallbacks, and their policies.
pub(super) struct RouteTable {
    /// Relative to [`API`].
    pub(super) operations: OpenApiRouter<AppState>,
    pub(super) pages: Router<AppState>,
    /// The routes outside the response cache.
    pub(super) uncached: Router<AppState>,
    pub(super) policies: RoutePolicies,
}

impl RouteTable {
    /// Creates an empty table, whose operations are added to this document.
    pub(super) fn new(document: OpenApi) -> Self {
        Self {
            operations: OpenApiRouter::with_openapi(document),
            pages: Router::new(),
            uncached: Router::new(),
            policies: RoutePolicies::default(),
        }
    }

    /// Adds an operation of the API with the method GET.
    pub(super) fn read(
        mut self,
        operation: UtoipaMethodRouter<AppState>,
        cost: ReadCost,
        cache: CachePolicy,
    ) -> Self {
        for (path, method) in methods(&operation) {
            assert_eq!(method, Method::GET, "{path} is not a read");
            self.policies.set_read(path, cost, Some(cache));
        }
        self.operations = self.operations.routes(operation);
        self
    }

    /// Adds an operation of the API with another method than GET.
    pub(super) fn write(mut self, operation: UtoipaMethodRouter<AppState>, class: LimitClass) -> Self {
        for (path, method) in methods(&operation) {
            assert_ne!(method, Method::GET, "{path} is a read");
            self.policies.set_write(path, method, class);
        }
        self.operations = self.operations.routes(operation);
        self
    }

    /// Adds a route below [`API`] that the document does not describe.
    pub(super) fn undocumented(
        mut self,
        path: &str,
        handler: MethodRouter<AppState>,
        cost: ReadCost,
    ) -> Self {
        let path_of_site = format!("{API}{path}");
        self.policies
            .set_read(path_of_site, cost, Some(CachePolicy::Visitors));
        self.operations = self.operations.route(path, handler);
        self
    }

    /// Adds a page or another file that the server generates.
    pub(super) fn page(mut self, path: &str, handler: MethodRouter<AppState>, cost: ReadCost) -> Self {
        self.policies
            .set_read(path.to_owned(), cost, Some(CachePolicy::Visitors));
        self.pages = self.pages.route(path, handler);
        self
    }

    pub(super) fn uncached(mut self, path: &str, handler: MethodRouter<AppState>, cost: ReadCost) -> Self {
        self.policies.set_read(path.to_owned(), cost, None);
        self.uncached = self.uncached.route(path, handler);
        self
    }
}

/// Returns the full paths of operations with their methods.
fn methods((_, paths, _): &UtoipaMethodRouter<AppState>) -> Vec<(String, Method)> {
    let operations = paths.paths.iter().flat_map(|(path, item)| {
        [
            (path, &item.get, Method::GET),
            (path, &item.post, Method::POST),
            (path, &item.put, Method::PUT),
            (path, &item.patch, Method::PATCH),
            (path, &item.delete, Method::DELETE),
        ]
    });
    operations
        .filter(|(_, operation, _)| operation.is_some())
        .map(|(path, _, method)| (format!("{API}{path}"), method))
        .collect()
}
