//! Every refusal of the API, and its one form on the wire.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use super::middleware::request_id;
use crate::domain::Invalid;
use crate::store::StoreError;

/// Why a call was refused.
#[derive(Debug, Error)]
pub enum ApiError {
    /// 400: what was sent cannot be read.
    #[error("{0}")]
    BadRequest(String),
    /// 400: what was sent breaks a rule.
    #[error("{}", .0.message)]
    Invalid(#[from] Invalid),
    /// 401: a token is needed, or the one that was sent is not good.
    #[error("Please login to continue")]
    Unauthorized,
    /// 404: what is not there, said for people.
    #[error("{0}")]
    NotFound(&'static str),
    /// 405: there is such a path, but not for this method.
    #[error("This method is not allowed here")]
    MethodNotAllowed,
    /// 413: more was sent than is taken.
    #[error("The request is too large")]
    TooLarge,
    /// 415: what was sent is not JSON.
    #[error("Send JSON with the header content-type: application/json")]
    UnsupportedMediaType,
    /// 503: the site is ending, or the database cannot be reached just now.
    #[error("The service is not available just now. Please try again.")]
    Unavailable,
    /// 507: the disk is full.
    #[error("There is no room left to store this. Please try again later.")]
    InsufficientStorage,
    /// 500: a fault of ours, of which nothing is shown.
    #[error("Something went wrong on our side")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The form of every refusal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// Always false.
    pub success: bool,
    /// A sentence for people.
    pub message: String,
    /// For a form: a message for each field that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<BTreeMap<String, String>>,
    /// For a fault of the server: what to name when reporting it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl ErrorBody {
    /// A refusal that says no more than `message`.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            success: false,
            message: message.into(),
            errors: None,
            request_id: None,
        }
    }
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) | Self::Invalid(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::InsufficientStorage => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => Self::InsufficientStorage,
            StoreError::Busy | StoreError::Stopped => Self::Unavailable,
            other => Self::Internal(Box::new(other)),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = ErrorBody::new(self.to_string());
        let mut extra = None;
        match &self {
            Self::Invalid(invalid) => {
                body.errors = Some(BTreeMap::from([(
                    invalid.field.to_string(),
                    invalid.message.clone(),
                )]));
            }
            Self::Unauthorized => extra = Some((header::WWW_AUTHENTICATE, "Bearer")),
            Self::Unavailable => extra = Some((header::RETRY_AFTER, "5")),
            Self::Internal(source) => {
                tracing::error!(error = %chain(source.as_ref()), "a request failed");
                body.request_id = request_id::current();
            }
            _ => {}
        }
        let mut response = (self.status(), [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response();
        if let Some((name, value)) = extra {
            response
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
