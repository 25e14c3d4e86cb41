//! Markdown as authors write it, to the HTML of a post and back. Nothing is stored.

use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use crate::content::{self, Markdown, TooComplex};
use crate::domain::ValidationError;
use crate::domain::post::CONTENT_BYTES_MAX;
use crate::http::ApiError;
use crate::http::extract::{Json, Staff};

/// Markdown to convert.
#[derive(Deserialize, ToSchema)]
pub struct MarkdownRequest {
    /// `CommonMark` with GFM's tables, strikethrough, task lists, autolinks and footnotes, `> [!NOTE]` callouts, and math
    /// between `$` or `$$`; at most 1 MiB.
    markdown: String,
}

/// The HTML of the Markdown.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarkdownResponse {
    success: bool,
    /// The text as a post stores it.
    html: String,
}

/// A text to convert to Markdown.
#[derive(Deserialize, ToSchema)]
pub struct MarkdownSourceRequest {
    /// HTML, at most 1 MiB.
    content: String,
}

/// The Markdown of a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarkdownSourceResponse {
    success: bool,
    /// Markdown that [`convert`] turns into the same text.
    markdown: String,
    /// The names of the elements that Markdown has no form for, which it holds as HTML; in their order.
    kept: Vec<String>,
}

/// Converts Markdown to the HTML of a post.
#[utoipa::path(post, path = "/blogs/markdown", operation_id = "convertMarkdown", tag = "admin",
    security(("bearer" = [])), request_body = MarkdownRequest,
    responses(
        (status = 200, description = "The HTML", body = MarkdownResponse),
        (status = 400, description = "The text is too long or too complex")))]
pub async fn convert(
    _: Staff,
    Json(MarkdownRequest { markdown }): Json<MarkdownRequest>,
) -> Result<Json<MarkdownResponse>, ApiError> {
    let html = converted("markdown", markdown, content::markdown_to_html).await?;
    Ok(Json(MarkdownResponse { success: true, html }))
}

/// Converts the HTML of a post to Markdown.
#[utoipa::path(post, path = "/blogs/markdown/source", operation_id = "markdownSource", tag = "admin",
    security(("bearer" = [])), request_body = MarkdownSourceRequest,
    responses(
        (status = 200, description = "The Markdown", body = MarkdownSourceResponse),
        (status = 400, description = "The text is too long or too complex")))]
pub async fn source(
    _: Staff,
    Json(MarkdownSourceRequest { content }): Json<MarkdownSourceRequest>,
) -> Result<Json<MarkdownSourceResponse>, ApiError> {
    let Markdown { source, kept } = converted("content", content, |html| {
        content::html_to_markdown(&content::sanitise(html)?)
    })
    .await?;
    Ok(Json(MarkdownSourceResponse {
        success: true,
        markdown: source,
        kept,
    }))
}

/// Converts a text of limited length, on a blocking thread.
async fn converted<Text: Send + 'static>(
    field: &'static str,
    text: String,
    convert: impl FnOnce(&str) -> Result<Text, TooComplex> + Send + 'static,
) -> Result<Text, ApiError> {
    if text.len() > CONTENT_BYTES_MAX {
        return Err(ValidationError::new(field, "The text must be at most 1 MiB").into());
    }
    let conversion = spawn_blocking(move || convert(&text));
    let converted = conversion.await.map_err(ApiError::internal)?;
    converted.map_err(|error| ValidationError::new(field, error.to_string()).into())
}
