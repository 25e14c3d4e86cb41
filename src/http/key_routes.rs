//! The operations that API keys may call, with the scope that each needs. All others refuse keys, so that a new one is
//! closed to them until it stands here.

use axum::http::Method;

use crate::domain::api_key::Scope;

#[rustfmt::skip]
static KEY_ROUTES: [(Method, &str, Scope); 16] = [
    (Method::GET,    "/api/blogs/admin/blogs",                 Scope::PostsRead),
    (Method::GET,    "/api/blogs/admin/blogs/{id}",            Scope::PostsRead),
    (Method::GET,    "/api/blogs/analytics/views",             Scope::PostsRead),
    (Method::GET,    "/api/blogs/{id}/revisions",              Scope::PostsRead),
    (Method::GET,    "/api/blogs/{id}/revisions/{number}",     Scope::PostsRead),
    (Method::POST,   "/api/blogs/markdown",                    Scope::PostsWrite),
    (Method::POST,   "/api/blogs/markdown/source",             Scope::PostsWrite),
    (Method::POST,   "/api/blogs/create",                      Scope::PostsWrite),
    (Method::PUT,    "/api/blogs/update/{id}",                 Scope::PostsWrite),
    (Method::PATCH,  "/api/blogs/{id}",                        Scope::PostsWrite),
    (Method::DELETE, "/api/blogs/{id}",                        Scope::PostsWrite),
    (Method::PUT,    "/api/blogs/{id}/schedule",               Scope::PostsWrite),
    (Method::POST,   "/api/blogs/{id}/submit",                 Scope::PostsWrite),
    (Method::GET,    "/api/admin/comments",                    Scope::CommentsRead),
    (Method::POST,   "/api/admin/comments/moderate",           Scope::CommentsModerate),
    (Method::DELETE, "/api/admin/comments/{id}",               Scope::CommentsModerate),
];

/// Returns the scope that a key needs for an operation; `None` if the operation refuses keys.
pub(super) fn scope_of(method: &Method, path: &str) -> Option<Scope> {
    let mut rows = KEY_ROUTES.iter();
    rows.find(|(of, at, _)| of == method && *at == path)
        .map(|(_, _, scope)| *scope)
}
