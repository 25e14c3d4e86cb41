//! The API described by itself: an OpenAPI 3.1 document made from the code, and a page to read it.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::OpenApi as Description;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::http::assets;

/// What the document says beside the paths and schemas that the router adds.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "blog-app",
        description = "The API of a community blog. Failures have the form of `ErrorBody`.",
        license(name = "MIT", identifier = "MIT")
    ),
    servers((url = "/api")),
    modifiers(&Tokens),
    tags(
        (name = "blogs", description = "Articles and what was said about them"),
        (name = "auth", description = "Accounts of readers: signing up, in, and finding back"),
        (name = "users", description = "Readers and their pictures"),
        (name = "admin", description = "Administrators"),
        (name = "operation", description = "For those who run the site")
    )
)]
pub struct Document;

/// How a caller shows a token, of either kind.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut Description) {
        description
            .components
            .get_or_insert_default()
            .add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// The document.
pub(in crate::http) fn document(json: &str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json.to_owned()).into_response()
}

/// The page that shows the document; its script and style are files of this site.
pub(in crate::http) async fn page() -> Response {
    assets::page("api-docs.html")
}
