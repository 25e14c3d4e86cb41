//! Every refusal of the API, and its one form on the wire.

use std::collections::BTreeMap;
use std::iter::successors;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use super::middleware::request_id;
use super::server::TooSlow;
use crate::actions::one_time_codes::CodeError;
use crate::actions::previews::PreviewFailure;
use crate::auth::password::HashError;
use crate::auth::token::SigningError;
use crate::domain::Invalid;
use crate::domain::causes::with_causes;
use crate::store::StoreError;

/// The time in which the passwords that one network waits for are checked.
const HASHES_RETRY_SECONDS: u64 = 2;

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
    /// 401: who signs in is not who they say.
    #[error("{0}")]
    SignInRefused(&'static str),
    /// 403: the caller may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// 403: a field holds what does not open this.
    #[error("{}", .0.message)]
    Refused(Invalid),
    /// 404: what is not there, said for people.
    #[error("{0}")]
    NotFound(&'static str),
    /// 405: there is such a path, but not for this method.
    #[error("This method is not allowed here")]
    MethodNotAllowed,
    /// 408: the body came too slowly.
    #[error("The request took too long to arrive")]
    TooSlow,
    /// 409: what was sent is somebody else's already.
    #[error("{}", .0.message)]
    Conflict(Invalid),
    /// 413: more was sent than is taken.
    #[error("The request is too large")]
    TooLarge,
    /// 415: what was sent is not JSON.
    #[error("Send JSON with the header content-type: application/json")]
    UnsupportedMediaType,
    /// 429: too often; the seconds until it is worth trying again, where that would help.
    #[error("{0}")]
    TooMany(&'static str, Option<u64>),
    /// 429: the client network has as much waiting as it may, so that nothing was looked at.
    #[error("Too many requests. Please wait a moment and try again.")]
    NetworkBusy,
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
    /// Whether a password or code that was refused with this was never compared: the server failed, or had no room.
    pub(super) fn leaves_guess_open(&self) -> bool {
        self.status().is_server_error() || matches!(self, Self::NetworkBusy)
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) | Self::Invalid(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized | Self::SignInRefused(_) => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) | Self::Refused(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooMany(..) | Self::NetworkBusy => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::InsufficientStorage => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl ApiError {
    /// Why a body could not be read: `status` is what the library that reads it makes of `error`, and `otherwise`
    /// is said when it is nothing in particular.
    pub(super) fn of_body(
        status: StatusCode,
        error: &(dyn std::error::Error + 'static),
        otherwise: &str,
    ) -> Self {
        let mut causes = successors(Some(error), |error| error.source());
        match status {
            _ if causes.any(<dyn std::error::Error>::is::<TooSlow>) => Self::TooSlow,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            _ => Self::BadRequest(otherwise.to_owned()),
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

impl From<PreviewFailure> for ApiError {
    fn from(error: PreviewFailure) -> Self {
        match error {
            PreviewFailure::Store(error) => error.into(),
            PreviewFailure::Drawing(_) => Self::Internal(Box::new(error)),
        }
    }
}

impl From<HashError> for ApiError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Unavailable,
            HashError::NetworkBusy => Self::NetworkBusy,
            HashError::Failed(_) => Self::Internal(Box::new(error)),
        }
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(Box::new(error))
    }
}

impl From<SigningError> for ApiError {
    fn from(error: SigningError) -> Self {
        Self::Internal(Box::new(error))
    }
}

impl From<CodeError> for ApiError {
    fn from(error: CodeError) -> Self {
        match error {
            CodeError::Store(error) => error.into(),
            CodeError::Letter(_) => Self::Internal(Box::new(error)),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = ErrorBody::new(self.to_string());
        let mut extra = None;
        match &self {
            Self::Invalid(invalid) | Self::Refused(invalid) | Self::Conflict(invalid) => {
                body.errors = Some(BTreeMap::from([(
                    invalid.field.to_string(),
                    invalid.message.clone(),
                )]));
            }
            Self::Unauthorized | Self::SignInRefused(_) => {
                extra = Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
            }
            Self::Unavailable => extra = Some((header::RETRY_AFTER, HeaderValue::from_static("5"))),
            Self::TooMany(_, seconds) => {
                extra = seconds.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds)));
            }
            Self::NetworkBusy => extra = Some((header::RETRY_AFTER, HASHES_RETRY_SECONDS.into())),
            Self::Internal(source) => {
                tracing::error!(error = %with_causes(source.as_ref()), "a request failed");
                body.request_id = request_id::current();
            }
            _ => {}
        }
        let mut response = (self.status(), [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response();
        if let Some((name, value)) = extra {
            response.headers_mut().insert(name, value);
        }
        response
    }
}
