//! Changes of how a person wants the mails of each kind of notices.

use std::collections::BTreeMap;

use serde::Deserialize;
use utoipa::ToSchema;

use super::preferences::{HowName, PreferencesResponse, require_own_account};
use crate::domain::audit::{Action, Auditor};
use crate::domain::notice::{How, NoticeKind};
use crate::domain::{Account, ValidationError};
use crate::http::extract::{IdOrSlug, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, preferences};

/// The kinds to change.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewMailPreferences)]
pub struct NewPreferences {
    /// The kinds that change; the others stay as they are.
    #[schema(value_type = ChangedPreferences)]
    preferences: Option<BTreeMap<String, String>>,
}

/// By kind: `off`, `each`, `daily` or `weekly`.
#[derive(ToSchema)]
#[schema(as = ChangedMailPreferences)]
#[expect(dead_code, reason = "it only describes the fields; they are read one by one")]
pub struct ChangedPreferences {
    reply: Option<HowName>,
    mention: Option<HowName>,
    thread: Option<HowName>,
    comment: Option<HowName>,
    post: Option<HowName>,
    moderation: Option<HowName>,
    review: Option<HowName>,
}

impl NewPreferences {
    fn parse(&self) -> Result<Vec<(NoticeKind, How)>, ValidationError> {
        let Some(preferences) = &self.preferences else {
            return ValidationError::reject("preferences", "Say which kinds of mails change");
        };
        let named = preferences.iter();
        named.map(|(kind, how)| parse(kind, how)).collect()
    }
}

/// An error names the kind as it was sent.
fn parse(kind: &str, how: &str) -> Result<(NoticeKind, How), ValidationError> {
    let field = || format!("preferences.{kind}");
    let named = |error: ValidationError| ValidationError::new(field(), error.message);
    let parsed_kind = NoticeKind::parse(kind, "preferences").map_err(named)?;
    let how = How::parse(how, "preferences").map_err(named)?;
    Ok((parsed_kind, how))
}

/// Changes how the caller, a reader or a member of the staff, wants the mails of some kinds.
#[utoipa::path(put, path = "/users/{id}/preferences", operation_id = "setMailPreferences", tag = "notices",
    security(("bearer" = [])), request_body = NewPreferences,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The preferences", body = PreferencesResponse),
        (status = 400, description = "An unknown kind or way"),
        (status = 403, description = "Another account")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<NewPreferences>,
) -> Result<Json<PreferencesResponse>, ApiError> {
    let account = require_own_account(caller, &id)?;
    let changes = body.parse()?;
    let auditor = auditor(&state, caller);
    let response = state
        .write(move |tx| {
            caller.confirm(tx)?;
            preferences::set(tx, account, &changes)?;
            if let Some(auditor) = auditor {
                let entry = auditor.entry(Action::AccountPreferencesChanged, &account, "");
                audit::insert(tx, &entry)?;
            }
            PreferencesResponse::load(tx, account).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(response))
}

fn auditor(state: &AppState, caller: SignedIn) -> Option<Auditor> {
    match caller.token().subject {
        Account::Admin(id) => Some(state.auditor(id)),
        Account::Reader(_) => None,
    }
}
