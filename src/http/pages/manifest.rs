//! The manifest with which the site is installed (W3C Web Application Manifest).

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};

use super::file;
use crate::domain::site::{IconForm, SiteIcon};
use crate::http::AppState;

const MEDIA_TYPE: &str = "application/manifest+json; charset=utf-8";
/// The background of the light theme, as in the head of the pages.
const BACKGROUND: &str = "#faf8f4";

pub(in crate::http) async fn handler(State(state): State<AppState>) -> Response {
    let site = state.site();
    let accent = site.palette.map(|palette| palette.light.accent.to_string());
    let mut icons: Vec<Value> = [
        (IconForm::Small, "any"),
        (IconForm::Large, "any"),
        (IconForm::Maskable, "maskable"),
    ]
    .into_iter()
    .map(|(form, purpose)| {
        let (address, pixels) = (SiteIcon::url(site.icon.as_ref(), form), form.size());
        let sizes = format!("{pixels}x{pixels}");
        json!({"src": address, "sizes": sizes, "type": "image/png", "purpose": purpose})
    })
    .collect();
    if site.icon.is_none() {
        let drawing = json!({"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml"});
        icons.insert(0, drawing);
    }
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
        "icons": icons,
    });
    file(MEDIA_TYPE, manifest.to_string())
}
