//! Every route of the site on one page.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::api::{self, authors, avatars, blogs, health, openapi, users};
use super::middleware::{headers, panics, request_id};
use super::{AppState, assets, media, pages};

/// The most bytes that a call may bring.
const BODY_BYTES_MAX: usize = 64 * 1024;

/// The calls of the API that need no account, with their description.
pub fn visitor_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(openapi::Document::openapi())
        .routes(routes!(blogs::list))
        .routes(routes!(blogs::list_public))
        .routes(routes!(blogs::featured))
        .routes(routes!(blogs::featured_public))
        .routes(routes!(blogs::trending))
        .routes(routes!(blogs::recommended))
        .routes(routes!(blogs::recently_viewed))
        .routes(routes!(blogs::detail))
        .routes(routes!(blogs::comments))
        .routes(routes!(blogs::view))
        .routes(routes!(authors::username))
        .routes(routes!(users::list))
        .routes(routes!(avatars::list))
        .routes(routes!(health::health))
        .routes(routes!(health::ready))
}

/// The whole site.
pub fn router(state: AppState) -> Router {
    let (api, document) = visitor_routes().split_for_parts();
    let document: Arc<str> = serde_json::json!(document).to_string().into();
    let api = api
        .route(
            "/openapi.json",
            get(move || async move { openapi::document(&document) }),
        )
        .route("/docs", get(openapi::page))
        .fallback(api::unknown_path)
        .method_not_allowed_fallback(api::unknown_method);
    Router::new()
        .nest("/api", api)
        .route("/api/", any(api::unknown_path))
        .route("/media/{file}", get(media::picture))
        .route("/", get(pages::found))
        .route("/trending", get(pages::found))
        .route("/treasure", get(pages::found))
        .route("/recent", get(pages::found))
        .route("/bookmarks", get(pages::found))
        .route("/login", get(pages::found))
        .route("/signup", get(pages::found))
        .route("/blog/{id}", get(pages::blog))
        .fallback(assets::file_or_missing_page)
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(CatchPanicLayer::custom(panics::answer))
        .layer(from_fn(headers::add))
        .layer(from_fn_with_state(state.clone(), request_id::assign))
        .with_state(state)
}
