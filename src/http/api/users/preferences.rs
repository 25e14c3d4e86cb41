//! How a person wants the mails of each kind of notices.

use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_AUTHORIZED;
use crate::domain::AccountId;
use crate::domain::notice::{How, NoticeKind, Preferences};
use crate::http::extract::{IdOrSlug, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, Tx, notices, preferences};

/// The way in which the mails of a kind come: not at all, one for each notice, or together once a day or once a week.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = How)]
pub enum HowName {
    /// No mail.
    Off,
    /// A mail for each notice.
    Each,
    /// Together, once a day.
    Daily,
    /// Together, once a week.
    Weekly,
}

/// The way in which the mails of each kind come.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MailPreferences)]
pub struct PreferencesBody {
    /// Replies to one's comments.
    reply: HowName,
    /// Comments that mention one.
    mention: HowName,
    /// Comments on blogs that one follows.
    thread: HowName,
    /// Comments on one's own blogs.
    comment: HowName,
    /// New blogs of authors and with tags that one follows.
    post: HowName,
    /// Comments that wait for a moderator.
    moderation: HowName,
    /// The reviews of drafts.
    review: HowName,
}

/// The preferences of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreferencesResponse)]
pub struct PreferencesResponse {
    success: bool,
    preferences: PreferencesBody,
    /// Whether the address has refused a mail for good, so that it gets only what concerns the account.
    suppressed: bool,
}

impl From<How> for HowName {
    fn from(how: How) -> Self {
        match how {
            How::Off => Self::Off,
            How::Each => Self::Each,
            How::Daily => Self::Daily,
            How::Weekly => Self::Weekly,
        }
    }
}

impl From<&Preferences> for PreferencesBody {
    fn from(preferences: &Preferences) -> Self {
        let how = |kind| preferences.how(kind).into();
        Self {
            reply: how(NoticeKind::Reply),
            mention: how(NoticeKind::Mention),
            thread: how(NoticeKind::Thread),
            comment: how(NoticeKind::Comment),
            post: how(NoticeKind::Post),
            moderation: how(NoticeKind::Moderation),
            review: how(NoticeKind::Review),
        }
    }
}

impl PreferencesResponse {
    pub(super) fn load(tx: &Tx<'_>, account: AccountId) -> Result<Self, StoreError> {
        Ok(Self {
            success: true,
            preferences: (&preferences::of(tx, account)?).into(),
            suppressed: notices::is_suppressed(tx, account)?,
        })
    }
}

/// Returns the caller's account if it is the one in the path.
pub(super) fn require_own_account(caller: SignedIn, id: &str) -> Result<AccountId, ApiError> {
    let account = caller.account();
    (AccountId::parse(id) == Some(account))
        .then_some(account)
        .ok_or(NOT_AUTHORIZED)
}

/// Returns how the caller, a reader or a member of the staff, wants the mails of each kind.
#[utoipa::path(get, path = "/users/{id}/preferences", operation_id = "mailPreferences", tag = "notices",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The preferences", body = PreferencesResponse),
        (status = 403, description = "Another account")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<PreferencesResponse>, ApiError> {
    let account = require_own_account(caller, &id)?;
    let response = state
        .read(move |tx| PreferencesResponse::load(tx, account))
        .await?;
    Ok(Json(response))
}
