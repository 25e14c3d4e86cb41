//! The errors of the API, and their JSON body.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter::successors;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use super::error_code::ErrorCode;
use super::request_id;
use crate::actions::comments::{CommentError, unknown_parent};
use crate::actions::imports::{ImportError, UploadError};
use crate::actions::mail_queue::QueueError;
use crate::actions::mail_settings::MailSettingsError;
use crate::actions::newsletter::NewsletterError;
use crate::actions::one_time_codes::CodeError;
use crate::actions::passkeys::PasskeyError;
use crate::actions::previews::LoadPreviewError;
use crate::actions::provider_sign_in::IdentityError;
use crate::actions::redirects::{LinesError, RedirectError};
use crate::actions::review::ReviewError;
use crate::actions::second_factor::FactorError;
use crate::actions::series::SeriesError;
use crate::actions::sessions::SessionError;
use crate::actions::setup::SetupError;
use crate::actions::site::SiteError;
use crate::actions::spam::SpamError;
use crate::actions::tags::TagError;
use crate::actions::team::TeamError;
use crate::auth::password::HashError;
use crate::auth::token::SigningError;
use crate::domain::ValidationError;
use crate::domain::error_chain::error_chain;
use crate::domain::spam::Refusal;
use crate::store::StoreError;

/// The `Retry-After` of [`ApiError::NetworkBusy`]: the time to check all queued passwords of one network.
const HASHES_RETRY_SECONDS: u64 = 2;

/// An error response of the API.
#[derive(Debug, Error)]
pub enum ApiError {
    /// 400: the request cannot be parsed.
    #[error("{0}")]
    BadRequest(String),
    /// 400: a field of the request is invalid.
    #[error("{}", .0.message)]
    Invalid(#[from] ValidationError),
    /// 400: a field is valid, but the state of the account rules it out, or it holds a wrong secret.
    #[error("{}", .1.message)]
    Rejected(ErrorCode, ValidationError),
    /// 401: the token is missing or invalid.
    #[error("Please login to continue")]
    Unauthorized,
    /// 401: the credentials of a sign-in are wrong.
    #[error("{1}")]
    InvalidCredentials(ErrorCode, &'static str),
    /// 403: the account may not do this.
    #[error("{1}")]
    Forbidden(ErrorCode, Cow<'static, str>),
    /// 403: a field holds a wrong password.
    #[error("{}", .0.message)]
    WrongPassword(ValidationError),
    /// 404: the resource does not exist, with a message for people.
    #[error("{0}")]
    NotFound(&'static str),
    /// 404: no account has the email.
    #[error("{0}")]
    UnknownEmail(&'static str),
    /// 405: the path exists, but not for this method.
    #[error("This method is not allowed here")]
    MethodNotAllowed,
    /// 408: the body was below the minimum rate.
    #[error("The request took too long to arrive")]
    TooSlow,
    /// 409: the value of a field is in use already.
    #[error("{}", .1.message)]
    Conflict(ErrorCode, ValidationError),
    /// 413: the body is too long.
    #[error("The request is too large")]
    TooLarge,
    /// 415: the body is none that is taken here, with what is.
    #[error("{0}")]
    UnsupportedMediaType(&'static str),
    /// 429: over a rate limit, with the seconds until a retry where that helps.
    #[error("{1}")]
    TooMany(ErrorCode, &'static str, Option<u64>),
    /// 429: the queue of the client network is full, so that nothing was checked.
    #[error("Too many requests. Please wait a moment and try again.")]
    NetworkBusy,
    /// 503: the site is shutting down, overloaded, or the database is unavailable.
    #[error("The service is not available just now. Please try again.")]
    Unavailable,
    /// 503: the database did not say whether the change was saved.
    #[error("It is not known whether this was saved. Please look before you try again.")]
    OutcomeUnknown,
    /// 503: this node cannot serve yet, or no more, for this reason.
    #[error("{0}")]
    NotReady(&'static str),
    /// 507: the disk is full.
    #[error("There is no room left to store this. Please try again later.")]
    InsufficientStorage,
    /// 500: an internal error, whose details are only logged.
    #[error("Something went wrong on our side")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The error of a request body below the minimum rate.
#[derive(Debug, Error)]
#[error("the body of the request came too slowly")]
pub(super) struct BodyTooSlow;

/// The form of every refusal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// Always false.
    pub success: bool,
    /// The stable name of the error, for programs.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: String,
    /// For a form: a message for each field that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<BTreeMap<String, String>>,
    /// For a fault of the server: what to name when reporting it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl ApiError {
    /// Whether this error says nothing against the password or code of the request: the server failed or was overloaded
    /// before it compared them, or they were right and another field holds a value that is in use.
    pub(super) fn is_inconclusive(&self) -> bool {
        self.kind().0.is_server_error() || matches!(self, Self::NetworkBusy | Self::Conflict(..))
    }

    pub(super) fn internal(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Internal(Box::new(error))
    }

    /// Creates the error of a field that is valid, but ruled out.
    pub(super) fn rejected(code: ErrorCode, field: &'static str, message: &str) -> Self {
        Self::Rejected(code, ValidationError::new(field, message))
    }

    /// Creates the error of a field whose value is in use already.
    pub(super) fn conflict(code: ErrorCode, field: &'static str, message: &str) -> Self {
        Self::Conflict(code, ValidationError::new(field, message))
    }

    fn kind(&self) -> (StatusCode, ErrorCode) {
        match self {
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, ErrorCode::MalformedRequest),
            Self::Invalid(_) => (StatusCode::BAD_REQUEST, ErrorCode::ValidationFailed),
            Self::Rejected(code, _) => (StatusCode::BAD_REQUEST, *code),
            Self::Unauthorized => (StatusCode::UNAUTHORIZED, ErrorCode::Unauthorized),
            Self::InvalidCredentials(code, _) => (StatusCode::UNAUTHORIZED, *code),
            Self::Forbidden(code, _) => (StatusCode::FORBIDDEN, *code),
            Self::WrongPassword(_) => (StatusCode::FORBIDDEN, ErrorCode::IncorrectPassword),
            Self::NotFound(_) => (StatusCode::NOT_FOUND, ErrorCode::NotFound),
            Self::UnknownEmail(_) => (StatusCode::NOT_FOUND, ErrorCode::EmailNotRegistered),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, ErrorCode::RequestTimeout),
            Self::Conflict(code, _) => (StatusCode::CONFLICT, *code),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::PayloadTooLarge),
            Self::UnsupportedMediaType(_) => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                ErrorCode::UnsupportedMediaType,
            ),
            Self::TooMany(code, ..) => (StatusCode::TOO_MANY_REQUESTS, *code),
            Self::NetworkBusy => (StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyRequests),
            Self::Unavailable | Self::NotReady(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ServiceUnavailable)
            }
            Self::OutcomeUnknown => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::OutcomeUnknown),
            Self::InsufficientStorage => (StatusCode::INSUFFICIENT_STORAGE, ErrorCode::InsufficientStorage),
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::InternalError),
        }
    }

    /// Creates the error of a body that could not be read, from the rejection's `status` and `error`. `otherwise` is the
    /// message when neither a timeout nor the length was the cause.
    pub(super) fn from_body_error(
        status: StatusCode,
        error: &(dyn std::error::Error + 'static),
        otherwise: &str,
    ) -> Self {
        let mut causes = successors(Some(error), |error| error.source());
        match status {
            _ if causes.any(<dyn std::error::Error>::is::<BodyTooSlow>) => Self::TooSlow,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            _ => Self::BadRequest(otherwise.to_owned()),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::DiskFull => Self::InsufficientStorage,
            StoreError::InDoubt => Self::OutcomeUnknown,
            StoreError::Busy
            | StoreError::Closed
            | StoreError::Unreachable(_)
            | StoreError::Refused(_)
            | StoreError::NewerSchema { .. } => Self::Unavailable,
            other => Self::internal(other),
        }
    }
}

impl From<CommentError> for ApiError {
    fn from(error: CommentError) -> Self {
        match error {
            CommentError::UnknownPost => Self::NotFound("Blog not found"),
            CommentError::Unknown => Self::NotFound("Comment not found"),
            CommentError::UnknownParent => Self::Invalid(unknown_parent()),
            CommentError::Closed => Self::Forbidden(ErrorCode::CommentsClosed, "Comments are closed".into()),
            CommentError::NotOwner => {
                Self::Forbidden(ErrorCode::NotOwner, "This comment is somebody else's".into())
            }
            CommentError::OwnReported => {
                ValidationError::new("id", "You cannot report your own comment").into()
            }
            CommentError::EditExpired => Self::Forbidden(
                ErrorCode::EditExpired,
                "This comment can no longer be edited".into(),
            ),
            CommentError::Spam(error) => error.into(),
            CommentError::Store(error) => error.into(),
        }
    }
}

impl From<SpamError> for ApiError {
    fn from(error: SpamError) -> Self {
        match error {
            SpamError::Refused(refusal) => refusal.into(),
            SpamError::Invalid(error) => error.into(),
            SpamError::Store(error) => error.into(),
        }
    }
}

impl From<SiteError> for ApiError {
    fn from(error: SiteError) -> Self {
        match error {
            SiteError::Invalid(error) => error.into(),
            SiteError::Store(error) => error.into(),
        }
    }
}

impl From<TagError> for ApiError {
    fn from(error: TagError) -> Self {
        match error {
            TagError::NameTaken => Self::conflict(
                ErrorCode::TagExists,
                "name",
                "There is a tag of this name. Merge this one into it instead.",
            ),
            TagError::SlugTaken => Self::conflict(
                ErrorCode::SlugTaken,
                "slug",
                "Another tag has or had this address",
            ),
            TagError::Invalid(error) => error.into(),
            TagError::Store(error) => error.into(),
        }
    }
}

impl From<SeriesError> for ApiError {
    fn from(error: SeriesError) -> Self {
        match error {
            SeriesError::SlugTaken => Self::conflict(
                ErrorCode::SlugTaken,
                "slug",
                "Another series has or had this address",
            ),
            SeriesError::Full => ValidationError::new("series", "A series has at most 100 posts").into(),
            SeriesError::Changed => Self::conflict(
                ErrorCode::SeriesChanged,
                "posts",
                "The posts of the series have changed meanwhile. Look at them again.",
            ),
            SeriesError::Store(error) => error.into(),
        }
    }
}

impl From<QueueError> for ApiError {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Store(error) => error.into(),
            QueueError::Content(_) | QueueError::Seal(_) => Self::internal(error),
        }
    }
}

impl From<MailSettingsError> for ApiError {
    fn from(error: MailSettingsError) -> Self {
        match error {
            MailSettingsError::Invalid(error) => error.into(),
            MailSettingsError::Store(error) => error.into(),
            MailSettingsError::Seal(_) | MailSettingsError::Mail(_) => Self::internal(error),
        }
    }
}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Done => Self::NotFound("This site is set up already"),
            SetupError::InvalidToken => Self::rejected(
                ErrorCode::InvalidLink,
                "token",
                "This address is not valid any more: it was used, replaced by a later start or is older than a day",
            ),
            SetupError::Site(error) => error.into(),
            SetupError::Mail(error) => error.into(),
            SetupError::Store(error) => error.into(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Word => {
                ValidationError::new("content", "The comment has words that cannot be used here").into()
            }
            Refusal::AlreadySaid => {
                Self::conflict(ErrorCode::AlreadySaid, "content", "You have already said that")
            }
            Refusal::CommentHeld => Self::TooMany(
                ErrorCode::CommentHeld,
                "Please wait until a moderator has approved your earlier comment",
                None,
            ),
            Refusal::TooFast { retry_after } => Self::TooMany(
                ErrorCode::TooFast,
                "You are writing comments too fast. Please wait a moment.",
                Some(retry_after),
            ),
        }
    }
}

impl From<LoadPreviewError> for ApiError {
    fn from(error: LoadPreviewError) -> Self {
        match error {
            LoadPreviewError::Store(error) => error.into(),
            LoadPreviewError::Drawing(_) => Self::internal(error),
        }
    }
}

impl From<HashError> for ApiError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Unavailable,
            HashError::NetworkBusy => Self::NetworkBusy,
            HashError::Failed(_) => Self::internal(error),
        }
    }
}

impl From<SessionError> for ApiError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Ended => Self::Unauthorized,
            SessionError::Store(error) => error.into(),
            SessionError::Queue(error) => error.into(),
            SessionError::Template(_) | SessionError::Signing(_) => Self::internal(error),
        }
    }
}

impl From<FactorError> for ApiError {
    fn from(error: FactorError) -> Self {
        match error {
            FactorError::Active => Self::conflict(
                ErrorCode::SecondFactorActive,
                "code",
                "Your account has a second factor already",
            ),
            FactorError::Inactive => Self::conflict(
                ErrorCode::SecondFactorInactive,
                "code",
                "Your account has no second factor, or its setting up took too long. Please begin again.",
            ),
            FactorError::Store(error) => error.into(),
            FactorError::Seal(_) => Self::internal(error),
        }
    }
}

impl From<PasskeyError> for ApiError {
    fn from(error: PasskeyError) -> Self {
        match error {
            PasskeyError::Unavailable => Self::Forbidden(
                ErrorCode::PasskeysUnavailable,
                "Passkeys need a site with a name and HTTPS".into(),
            ),
            PasskeyError::TooMany => Self::conflict(
                ErrorCode::TooManyPasskeys,
                "passkey",
                "You have as many passkeys as possible. Please remove one first.",
            ),
            PasskeyError::Refused(_) => Self::rejected(
                ErrorCode::InvalidPasskey,
                "passkey",
                "This passkey was refused. Please try again.",
            ),
            PasskeyError::Factor(error) => error.into(),
            PasskeyError::Store(error) => error.into(),
            PasskeyError::Queue(error) => error.into(),
            PasskeyError::Template(_) => Self::internal(error),
        }
    }
}

impl From<IdentityError> for ApiError {
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::Store(error) => error.into(),
            IdentityError::Queue(error) => error.into(),
            IdentityError::Template(_) => Self::internal(error),
        }
    }
}

impl From<NewsletterError> for ApiError {
    fn from(error: NewsletterError) -> Self {
        match error {
            NewsletterError::Store(error) => error.into(),
            NewsletterError::Queue(error) => error.into(),
            NewsletterError::Template(error) => Self::internal(error),
        }
    }
}

impl From<RedirectError> for ApiError {
    fn from(error: RedirectError) -> Self {
        match error {
            RedirectError::Invalid(error) => error.into(),
            RedirectError::Exists => Self::conflict(
                ErrorCode::RedirectExists,
                "path",
                "Another redirect leads from this path",
            ),
            RedirectError::Store(error) => error.into(),
        }
    }
}

impl From<ImportError> for ApiError {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Unknown => Self::NotFound("There is no such import"),
            ImportError::NotReady => Self::conflict(
                ErrorCode::ImportNotReady,
                "state",
                "This import does not wait to be applied. Please look at it again.",
            ),
            ImportError::Store(error) => error.into(),
        }
    }
}

impl From<UploadError> for ApiError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::Running => Self::conflict(
                ErrorCode::ImportRunning,
                "file",
                "Another import is under way. Apply or cancel it first.",
            ),
            UploadError::TooLarge(_) => Self::TooLarge,
            UploadError::DiskFull => Self::InsufficientStorage,
            UploadError::Unwritable(error) => Self::internal(error),
        }
    }
}

impl From<LinesError> for ApiError {
    fn from(error: LinesError) -> Self {
        Self::BadRequest(error.to_string())
    }
}

impl From<TeamError> for ApiError {
    fn from(error: TeamError) -> Self {
        match error {
            TeamError::Unknown => Self::NotFound("There is no such member of the team"),
            TeamError::LastAdmin => Self::conflict(
                ErrorCode::LastAdmin,
                "role",
                "The last administrator has to stay. Make another one first.",
            ),
            TeamError::EmailTaken => Self::conflict(
                ErrorCode::EmailTaken,
                "email",
                "A member of the team has this email",
            ),
            TeamError::UnknownNewAuthor => {
                ValidationError::new("postsTo", "The posts go to another member of the team").into()
            }
            TeamError::Store(error) => error.into(),
            TeamError::Queue(error) => error.into(),
            TeamError::Template(_) => Self::internal(error),
        }
    }
}

impl From<ReviewError> for ApiError {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::AlreadyPublished => Self::conflict(
                ErrorCode::AlreadyPublished,
                "status",
                "This post is published already",
            ),
            ReviewError::NotSubmitted => Self::conflict(
                ErrorCode::NotSubmitted,
                "review",
                "This draft does not wait for a review any more",
            ),
            ReviewError::Changed => Self::conflict(
                ErrorCode::RevisionConflict,
                "revision",
                "The draft was changed since you read it. Please read it again.",
            ),
            ReviewError::UnknownRevision => {
                ValidationError::new("revision", "The post has no such revision").into()
            }
            ReviewError::Store(error) => error.into(),
        }
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error)
    }
}

impl From<SigningError> for ApiError {
    fn from(error: SigningError) -> Self {
        Self::internal(error)
    }
}

impl From<CodeError> for ApiError {
    fn from(error: CodeError) -> Self {
        match error {
            CodeError::Store(error) => error.into(),
            CodeError::Queue(error) => error.into(),
            CodeError::Template(_) => Self::internal(error),
        }
    }
}

/// The response of the error, where a response that cannot be cached is the error.
impl From<ApiError> for Box<Response> {
    fn from(error: ApiError) -> Self {
        Self::new(error.into_response())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.kind();
        let mut body = ErrorBody {
            success: false,
            code,
            message: self.to_string(),
            errors: None,
            request_id: None,
        };
        let mut extra = None;
        match &self {
            Self::Invalid(invalid)
            | Self::Rejected(_, invalid)
            | Self::WrongPassword(invalid)
            | Self::Conflict(_, invalid) => {
                body.errors = Some(BTreeMap::from([(
                    invalid.field.to_string(),
                    invalid.message.clone(),
                )]));
            }
            Self::Unauthorized | Self::InvalidCredentials(..) => {
                extra = Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
            }
            Self::Unavailable => extra = Some((header::RETRY_AFTER, HeaderValue::from_static("5"))),
            Self::TooMany(.., seconds) => {
                extra = seconds.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds)));
            }
            Self::NetworkBusy => extra = Some((header::RETRY_AFTER, HASHES_RETRY_SECONDS.into())),
            Self::Internal(source) => {
                tracing::error!(error = %error_chain(source.as_ref()), "a request failed");
                body.request_id = request_id::current();
            }
            _ => {}
        }
        let mut response = (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response();
        if let Some((name, value)) = extra {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use serde_json::{Value, json};

    use super::*;

    async fn parts(error: ApiError) -> (u16, Value) {
        let response = error.into_response();
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), 10_000).await.unwrap();
        let body: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(body["success"], false, "{body}");
        assert!(body["message"].is_string(), "{body}");
        (status, body["code"].clone())
    }

    #[tokio::test]
    async fn errors_of_the_server_have_a_status_and_a_code() {
        for (error, status, code) in [
            (ApiError::TooSlow, 408, "request_timeout"),
            (ApiError::NetworkBusy, 429, "too_many_requests"),
            (ApiError::from(StoreError::Busy), 503, "service_unavailable"),
            (ApiError::from(StoreError::Closed), 503, "service_unavailable"),
            (ApiError::from(StoreError::InDoubt), 503, "outcome_unknown"),
            (ApiError::from(HashError::Busy), 503, "service_unavailable"),
            (ApiError::from(StoreError::DiskFull), 507, "insufficient_storage"),
            (ApiError::Internal("broken".into()), 500, "internal_error"),
        ] {
            assert_eq!(parts(error).await, (status, json!(code)));
        }
    }
}
