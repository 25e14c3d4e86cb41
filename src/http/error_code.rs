//! The codes of error responses.

use serde::Serialize;
use utoipa::ToSchema;

/// The stable name of an error, for programs. The message beside it is for people and may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// 400: the body cannot be parsed as JSON or as a form.
    MalformedRequest,
    /// 400: a field or a parameter is invalid. `errors` names it.
    ValidationFailed,
    /// 400: the one-time code is wrong.
    InvalidCode,
    /// 400: the one-time code has expired.
    CodeExpired,
    /// 400: the link of an email is invalid, used or expired.
    InvalidLink,
    /// 400: the ticket of the second step of a sign-in, or the code of one by a provider, is unknown, used or expired, or of
    /// another browser.
    InvalidTicket,
    /// 401 at a sign-in with a passkey alone, else 400: the response of the authenticator is refused.
    InvalidPasskey,
    /// 400: a code was requested for an email that is verified already.
    EmailAlreadyVerified,
    /// 400: the account has no new email to verify.
    NoPendingEmail,
    /// 401: the token is missing, invalid or expired, or its session has ended.
    Unauthorized,
    /// 401: the email or the password of an administrator's sign-in is wrong.
    InvalidCredentials,
    /// 401 at a reader's sign-in, 404 where a code is requested or entered: no account has the email.
    EmailNotRegistered,
    /// 401 at a reader's sign-in, 400 or 403 where an action needs the password again: the password is wrong.
    IncorrectPassword,
    /// 403: the reader's account is banned.
    Banned,
    /// 403: the reader has not completed the onboarding.
    NotOnboarded,
    /// 403: the operation is for readers, and the token is an administrator's.
    ReadersOnly,
    /// 403: the operation is for administrators, and the token is a reader's.
    AdminsOnly,
    /// 403: the role of the member of the staff does not allow the operation.
    RoleNotAllowed,
    /// 403: the address is that of a member of the staff, who does not sign in by a provider.
    StaffAddress,
    /// 403: the site demands a second factor of the staff, and the member has none.
    SecondFactorRequired,
    /// 403: the operation is not for API keys, or the key lacks its scope.
    KeyNotAllowed,
    /// 403: the account belongs to another reader.
    NotOwner,
    /// 403: the staff have silenced the reader.
    Silenced,
    /// 403: the comments on the blog are closed.
    CommentsClosed,
    /// 403: the comment is older than 24 hours, so that its text cannot change.
    EditExpired,
    /// 403: the configuration has no master password, so administrators cannot sign up.
    SignupDisabled,
    /// 403: the master password is wrong.
    InvalidMasterPassword,
    /// 404: the path or the resource does not exist.
    NotFound,
    /// 405: the path does not support the method.
    MethodNotAllowed,
    /// 408: the body arrived too slowly.
    RequestTimeout,
    /// 409: another account has the email.
    EmailTaken,
    /// 409: another administrator has the username.
    UsernameTaken,
    /// 409: another post, static page, tag or series has the slug, or another one that is no static page had it before.
    SlugTaken,
    /// 409: another redirect leads from the path.
    RedirectExists,
    /// 409: another tag has the name.
    TagExists,
    /// 409: the posts of the series have changed since they were read.
    SeriesChanged,
    /// 409: another import is under way, or waits to be applied.
    ImportRunning,
    /// 409: the import is being checked or applied, or it is over.
    ImportNotReady,
    /// 409: the account has a second factor already.
    SecondFactorActive,
    /// 409: the account has no second factor, or none to be confirmed.
    SecondFactorInactive,
    /// 403: the address of the site does not allow passkeys.
    PasskeysUnavailable,
    /// 409: the account has as many passkeys as it may have.
    TooManyPasskeys,
    /// 409: the post or static page is published, and the operation is for drafts.
    AlreadyPublished,
    /// 409: the last administrator cannot be removed or get another role.
    LastAdmin,
    /// 409: the reader has asked to write already, and has no answer yet.
    RequestPending,
    /// 409: the draft does not wait for a review.
    NotSubmitted,
    /// 409: the text of the post has changed since it was read. Where a text was sent, the response says by whom, and holds
    /// the present one.
    RevisionConflict,
    /// 409: the member of the staff has as many unsaved texts as they may have.
    TooManyAutosaves,
    /// 409: the reader mutes as many others as they may.
    TooManyMutes,
    /// 409: the reader follows as much as they may.
    TooManyFollows,
    /// 409: the reader has written the same comment within a day.
    AlreadySaid,
    /// 409: the settings or the static page have changed since they were read. The response holds the present ones.
    VersionConflict,
    /// 409: the webhook is off.
    WebhookOff,
    /// 413: the body is too large.
    PayloadTooLarge,
    /// 415: the content type is not the expected one.
    UnsupportedMediaType,
    /// 429: the client network is over a rate limit.
    TooManyRequests,
    /// 429: too many wrong passwords or one-time codes were entered for the account.
    TooManyAttempts,
    /// 429: a one-time code was sent less than a minute ago.
    CodeSentRecently,
    /// 429: the account has used up its one-time codes of the day.
    DailyCodeLimit,
    /// 429: a comment of the newcomer waits for a moderator.
    CommentHeld,
    /// 429: the comments of the account follow each other too fast.
    TooFast,
    /// 500: an internal error. `requestId` identifies it in the log.
    InternalError,
    /// 503: the site is shutting down or overloaded, or the database is unavailable.
    ServiceUnavailable,
    /// 503: the database did not say whether the change was saved. Look before you try again.
    OutcomeUnknown,
    /// 507: the disk is full.
    InsufficientStorage,
}
