//! The builder of the site's router, which takes the policy of each route along with its handler.

use axum::Router;
use axum::http::Method;
use axum::routing::MethodRouter;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::AppState;
use super::key_routes;
use super::limits::rate_limit::LimitClass;
use super::limits::read_cost::ReadCost;
use super::route_policy::{Access, CachePolicy, RoutePolicies, RoutePolicy};
use crate::domain::Role;

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
    /// Whether the operations that are added are open to the staff without a second factor, where the site demands one.
    is_open_before_enrolment: bool,
}

impl RouteTable {
    /// Creates an empty table, whose operations are added to this document.
    pub(super) fn new(document: OpenApi) -> Self {
        Self {
            operations: OpenApiRouter::with_openapi(document),
            pages: Router::new(),
            uncached: Router::new(),
            policies: RoutePolicies::default(),
            is_open_before_enrolment: false,
        }
    }

    /// Adds operations that the staff may call without a second factor, also where the site demands one.
    pub(super) fn before_enrolment(mut self, add: impl FnOnce(Self) -> Self) -> Self {
        self.is_open_before_enrolment = true;
        let mut table = add(self);
        table.is_open_before_enrolment = false;
        table
    }

    /// Adds an operation of the API with the method GET.
    pub(super) fn read(
        self,
        operation: UtoipaMethodRouter<AppState>,
        cost: ReadCost,
        cache: CachePolicy,
    ) -> Self {
        self.operation(operation, RoutePolicy::read(cost, Some(cache)))
    }

    /// Adds an operation with the method GET that leads a browser elsewhere as a step of a sign-in.
    pub(super) fn redirect(self, operation: UtoipaMethodRouter<AppState>, class: LimitClass) -> Self {
        self.operation(operation, RoutePolicy::redirect(class))
    }

    /// Adds an operation of the API with another method than GET.
    pub(super) fn write(self, operation: UtoipaMethodRouter<AppState>, class: LimitClass) -> Self {
        self.operation(operation, RoutePolicy::write(class))
    }

    /// Adds an operation with the method GET for the staff of this role and of those above it.
    pub(super) fn staff_read(
        self,
        operation: UtoipaMethodRouter<AppState>,
        cost: ReadCost,
        least_role: Role,
    ) -> Self {
        let policy = RoutePolicy::read(cost, Some(CachePolicy::Visitors));
        self.operation(operation, policy.with_role(least_role))
    }

    /// Adds an operation with another method than GET for the staff of this role and of those above it.
    pub(super) fn staff_write(
        self,
        operation: UtoipaMethodRouter<AppState>,
        class: LimitClass,
        least_role: Role,
    ) -> Self {
        self.operation(operation, RoutePolicy::write(class).with_role(least_role))
    }

    fn operation(mut self, operation: UtoipaMethodRouter<AppState>, policy: RoutePolicy) -> Self {
        for (path, method) in methods(&operation) {
            let policy = RoutePolicy {
                is_open_before_enrolment: self.is_open_before_enrolment,
                key_scope: key_routes::scope_of(&method, &path),
                ..policy
            };
            let is_write = matches!(policy.access, Access::Write(_));
            assert_eq!(!is_write, method == Method::GET, "{method} {path}");
            self.policies.set(path, method, policy);
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
        self.set_read(path_of_site, cost, Some(CachePolicy::Visitors));
        self.operations = self.operations.route(path, handler);
        self
    }

    /// Adds a page or another file that the server generates.
    pub(super) fn page(mut self, path: &str, handler: MethodRouter<AppState>, cost: ReadCost) -> Self {
        self.set_read(path.to_owned(), cost, Some(CachePolicy::Visitors));
        self.pages = self.pages.route(path, handler);
        self
    }

    pub(super) fn uncached(mut self, path: &str, handler: MethodRouter<AppState>, cost: ReadCost) -> Self {
        self.set_read(path.to_owned(), cost, None);
        self.uncached = self.uncached.route(path, handler);
        self
    }

    /// Adds a page with a form that is sent to its own address. Both stay outside the response cache.
    pub(super) fn form(
        mut self,
        path: &str,
        handler: MethodRouter<AppState>,
        cost: ReadCost,
        class: LimitClass,
    ) -> Self {
        self.policies
            .set(path.to_owned(), Method::POST, RoutePolicy::write(class));
        self.uncached(path, handler, cost)
    }

    fn set_read(&mut self, path: String, cost: ReadCost, cache: Option<CachePolicy>) {
        self.policies
            .set(path, Method::GET, RoutePolicy::read(cost, cache));
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
