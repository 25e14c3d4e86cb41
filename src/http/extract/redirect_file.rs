//! A file of redirects.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;

use super::json::read;
use crate::actions::redirects::RedirectFormat;
use crate::http::{ApiError, negotiation};

const SEND_A_FILE: &str =
    "Send a file with the header content-type: text/csv, application/yaml or application/json";

/// A file of redirects, whose content type says its format.
pub struct RedirectFile {
    pub format: RedirectFormat,
    pub bytes: Bytes,
}

impl<S: Send + Sync> FromRequest<S> for RedirectFile {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let format = format(request.headers());
        Ok(Self {
            format: format.ok_or(ApiError::UnsupportedMediaType(SEND_A_FILE))?,
            bytes: read(request, state).await?,
        })
    }
}

fn format(headers: &HeaderMap) -> Option<RedirectFormat> {
    match negotiation::media_type(headers).as_str() {
        "text/csv" => Some(RedirectFormat::Csv),
        "application/json" => Some(RedirectFormat::Json),
        "application/yaml" | "application/x-yaml" | "text/yaml" | "text/x-yaml" => Some(RedirectFormat::Yaml),
        _ => None,
    }
}
