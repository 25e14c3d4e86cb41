//! The OpenAPI 3.1 document, generated from the code, and the page that displays it.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::OpenApi as Description;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::http::assets;

/// The base of the document, to which the router adds paths and schemas.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "blog-app",
        description = "The API of a community blog. Error responses have the schema `ErrorBody`.",
        license(name = "MIT", identifier = "MIT")
    ),
    servers((url = "/api")),
    modifiers(&Tokens),
    tags(
        (name = "blogs", description = "Blogs and their comments"),
        (name = "auth", description = "Accounts of readers: registration, sign-in and password reset"),
        (name = "users", description = "Readers and their profile pictures"),
        (name = "admin", description = "Administrators"),
        (name = "operation", description = "Health checks for operators")
    )
)]
pub struct Document;

/// Adds the security scheme: a bearer token of a reader or an administrator.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut Description) {
        description
            .components
            .get_or_insert_default()
            .add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// Returns the document.
pub(in crate::http) fn document(json: &str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json.to_owned()).into_response()
}

/// Returns the page that displays the document. Its script and style are files of this site.
pub(in crate::http) async fn page() -> Response {
    assets::page("api-docs.html")
}
