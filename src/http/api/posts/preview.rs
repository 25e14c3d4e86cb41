//! The preview of an unsaved text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text::ReadingBody;
use crate::actions::diagrams::{Drawer, DrawnDiagram};
use crate::actions::embedded_pictures;
use crate::content::{self, DiagramPictures};
use crate::domain::post::RenderedArticle;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{Store, media};

/// The unsaved text.
#[derive(Deserialize, ToSchema)]
pub struct PreviewRequest {
    /// HTML, at most 1 MiB; pictures may be `data:` URLs.
    content: String,
}

/// The rendered text.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewResponse {
    success: bool,
    reading: ReadingBody,
}

/// Renders a text the way a saved one is rendered, without storing anything. Beside what cannot be displayed stands the
/// reason.
#[utoipa::path(post, path = "/blogs/preview", operation_id = "previewBlog", tag = "admin",
    security(("bearer" = [])), request_body = PreviewRequest,
    responses(
        (status = 200, description = "The rendered text", body = PreviewResponse),
        (status = 400, description = "The text is invalid")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    Json(PreviewRequest { content }): Json<PreviewRequest>,
) -> Result<Json<PreviewResponse>, ApiError> {
    // On a blocking thread: the text may contain megabytes of pictures, and diagrams to draw.
    let rendering = tokio::task::spawn_blocking(move || render(&state.store, &content));
    let rendered = rendering.await.map_err(ApiError::internal)??;
    Ok(Json(PreviewResponse {
        success: true,
        reading: rendered.into(),
    }))
}

fn render(store: &Store, unsaved: &str) -> Result<RenderedArticle, ApiError> {
    let html = embedded_pictures::sanitise_unsaved(unsaved)?;
    let hashes = content::media_hashes(&html);
    let stored = store.read_blocking(move |tx| media::sizes(tx, &hashes))?;
    let sizes = |address: &str| match content::media_hash(address) {
        Some(hash) => stored.get(hash).copied(),
        None => embedded_pictures::data_url_size(address),
    };
    let mut drawer = Drawer::default();
    let mut pictures = |source: &str| drawer.draw(source).map(|diagram| embedded(&diagram));
    Ok(content::render_preview(&html, &sizes, &mut pictures))
}

/// Returns drawings as `data:` URLs, since nothing is stored.
fn embedded(diagram: &DrawnDiagram) -> DiagramPictures {
    let [light, dark] = diagram
        .svgs()
        .map(|svg| format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg)));
    let size = diagram.size();
    DiagramPictures { light, dark, size }
}
