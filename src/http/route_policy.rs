//! The policy of a route: its rate-limit class, the cost of its reads, its use of the response cache, and the least role
//! that may call it.

use std::collections::HashMap;

use axum::http::request::Parts;
use axum::http::{Extensions, Method};

use super::limits::rate_limit::LimitClass;
use super::limits::read_cost::{Cost, ReadCost};
use crate::domain::Role;
use crate::domain::api_key::Scope;

/// The use of the response cache by a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CachePolicy {
    /// Responses differ between readers only in their marks: readers get the cached response with their marks in it.
    Shared,
    /// Responses to visitors may be cached; those to signed-in accounts are theirs alone.
    Visitors,
}

/// The policy of the requests of one method to one path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RoutePolicy {
    pub(super) access: Access,
    /// The least role that may call the handler, if it is for the staff alone.
    pub(super) least_role: Option<Role>,
    /// Whether a member of the staff may call it who has no second factor yet, where the site demands one.
    pub(super) is_open_before_enrolment: bool,
    /// The scope with which an API key may call it; `None` if no key may.
    pub(super) key_scope: Option<Scope>,
}

/// Whether requests read or write, and within which limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// A read, of the class [`LimitClass::Read`].
    Read {
        cost: ReadCost,
        /// `None` outside the response cache.
        cache: Option<CachePolicy>,
    },
    /// A GET that leads a browser elsewhere as a step of a sign-in: outside the response cache, within the limits of a
    /// write.
    Redirect(LimitClass),
    /// Any other request.
    Write(LimitClass),
}

/// A read of a path without a route: a static file, a part of the sitemap or a 404.
pub(super) const UNMATCHED_READ: RoutePolicy = RoutePolicy::read(ReadCost::Usual, None);
/// A write to a path without a route, or with a method that the path does not support.
pub(super) const UNMATCHED_WRITE: RoutePolicy = RoutePolicy::write(LimitClass::Write);

impl RoutePolicy {
    /// The policy of a read. The cache is `None` outside the response cache.
    pub(super) const fn read(cost: ReadCost, cache: Option<CachePolicy>) -> Self {
        let access = Access::Read { cost, cache };
        Self {
            access,
            least_role: None,
            is_open_before_enrolment: false,
            key_scope: None,
        }
    }

    /// The policy of a step of a sign-in.
    pub(super) const fn redirect(class: LimitClass) -> Self {
        Self {
            access: Access::Redirect(class),
            ..Self::write(class)
        }
    }

    /// The policy of any other request.
    pub(super) const fn write(class: LimitClass) -> Self {
        let access = Access::Write(class);
        Self {
            access,
            least_role: None,
            is_open_before_enrolment: false,
            key_scope: None,
        }
    }

    /// The same policy for the staff of this role and of those above it.
    pub(super) const fn with_role(self, least_role: Role) -> Self {
        Self {
            least_role: Some(least_role),
            ..self
        }
    }

    /// Returns the policy of a request, which the request layer has stored in its extensions.
    pub(super) fn of(extensions: &Extensions) -> Self {
        extensions.get().copied().unwrap_or(UNMATCHED_READ)
    }

    /// Returns the cost of a request on a cache miss.
    pub(super) fn cost_of(request: &Parts) -> Cost {
        Self::of(&request.extensions).cost(request.uri.query().unwrap_or_default())
    }

    pub(super) fn limit_class(self) -> LimitClass {
        match self.access {
            Access::Read { .. } => LimitClass::Read,
            Access::Redirect(class) | Access::Write(class) => class,
        }
    }

    /// Whether a GET is a step of a sign-in, which the response cache has no part in.
    pub(super) fn is_redirect(self) -> bool {
        matches!(self.access, Access::Redirect(_))
    }

    /// Whether readers get the cached responses too.
    pub(super) fn is_shared(self) -> bool {
        matches!(
            self.access,
            Access::Read {
                cache: Some(CachePolicy::Shared),
                ..
            }
        )
    }

    /// Returns the cost of a request with this query on a cache miss.
    pub(super) fn cost(self, query: &str) -> Cost {
        match self.access {
            Access::Read { cost, .. } => cost.of_query(query),
            Access::Redirect(_) | Access::Write(_) => Cost::Usual,
        }
    }
}

/// The policies of all routes, by the template of the path. Those of reads are policies of GET.
#[derive(Default)]
pub(super) struct RoutePolicies(HashMap<String, Vec<(Method, RoutePolicy)>>);

impl RoutePolicies {
    pub(super) fn set(&mut self, path: String, method: Method, policy: RoutePolicy) {
        self.0.entry(path).or_default().push((method, policy));
    }

    pub(super) fn get(&self, method: &Method, path: Option<&str>) -> RoutePolicy {
        let unmatched = if is_read(method) {
            UNMATCHED_READ
        } else {
            UNMATCHED_WRITE
        };
        path.and_then(|path| self.find(method, path)).unwrap_or(unmatched)
    }

    pub(super) fn find(&self, method: &Method, path: &str) -> Option<RoutePolicy> {
        let method = if is_read(method) { &Method::GET } else { method };
        let mut policies = self.0.get(path)?.iter();
        policies.find(|(of, _)| of == method).map(|(_, policy)| *policy)
    }

    #[cfg(test)]
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, RoutePolicy)> {
        self.0
            .iter()
            .flat_map(|(path, policies)| policies.iter().map(|(_, policy)| (path.as_str(), *policy)))
    }
}

/// Whether requests of the method count as reads for the rate limits.
fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
