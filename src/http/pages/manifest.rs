//! The manifest with which the site is installed (W3C Web Application Manifest).

use axum::extract::State;
use axum::response::Response;
use serde_json::json;

use super::file;
use crate::http::AppState;

const MEDIA_TYPE: &str = "application/manifest+json; charset=utf-8";
/// The background of the light theme, as in the head of the pages.
const BACKGROUND: &str = "#faf8f4";

pub(in crate::http) async fn handler(State(state): State<AppState>) -> Response {
    let site = state.site();
    let accent = site.palette.map(|palette| palette.light.accent.to_string());
    let manifest = json!({
        "id": "/",
        "name": site.name,
        "description": site.description,
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": BACKGROUND,
        "theme_color": accent.as_deref().unwrap_or(BACKGROUND),
        "icons": [
            {"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": "/icon-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    });
    file(MEDIA_TYPE, manifest.to_string())
}
