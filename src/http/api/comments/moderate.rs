//! Decisions of the staff on several comments at once.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::actions::moderation::{self, Ruling};
use crate::actions::security_log::{self, Event};
use crate::domain::moderation::{Decision, MODERATED_MAX, Outcome};
use crate::domain::{Account, CommentId, ValidationError};
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};

/// The decision on comments.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModerateComments {
    /// The ids of 1 to 100 comments.
    ids: Vec<String>,
    /// `approve`, `remove`, `spam` or `dismiss`.
    action: String,
    /// With `spam`: whether the readers who wrote them are banned, and all their comments removed. Members of the staff
    /// are not banned.
    whole_user: Option<bool>,
}

/// The outcome for a comment.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModerationResult {
    /// The id as it was sent.
    id: String,
    /// `done`, `unchanged` or `not_found`.
    outcome: &'static str,
}

/// The outcomes.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModerationResponse {
    success: bool,
    message: String,
    /// In the order of the ids.
    results: Vec<ModerationResult>,
}

impl ModerateComments {
    fn parse(&self) -> Result<Ruling, ValidationError> {
        if self.ids.is_empty() || self.ids.len() > MODERATED_MAX {
            return ValidationError::reject("ids", "Choose 1 to 100 comments");
        }
        let decision = Decision::parse(&self.action)?;
        let whole_user = self.whole_user.unwrap_or_default();
        if whole_user && decision != Decision::Spam {
            return ValidationError::reject("wholeUser", "wholeUser is possible with spam alone");
        }
        Ok(Ruling {
            comments: self.ids.iter().map(|id| CommentId::parse(id)).collect(),
            decision,
            whole_user,
        })
    }
}

/// Approves comments, removes them, removes them as spam, or dismisses their reports: all of them in one transaction.
#[utoipa::path(post, path = "/admin/comments/moderate", operation_id = "moderateComments", tag = "admin",
    security(("bearer" = [])), request_body = ModerateComments,
    responses(
        (status = 200, description = "The outcomes", body = ModerationResponse),
        (status = 400, description = "No ids or more than 100, or an unknown action")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<ModerateComments>,
) -> Result<Json<ModerationResponse>, ApiError> {
    let ruling = body.parse()?;
    let decision = ruling.decision;
    let auditor = state.auditor(staff);
    let decided = state
        .write(move |tx| {
            staff.confirm(tx)?;
            moderation::decide(tx, &ruling, &auditor).map_err(ApiError::from)
        })
        .await?;
    for reader in decided.banned {
        security_log::record_staff_change(Event::Banned, staff.id, Account::Reader(reader), network);
    }
    let done = decided
        .outcomes
        .iter()
        .filter(|outcome| **outcome == Outcome::Done);
    let message = message(decision, done.count());
    let results = body.ids.into_iter().zip(decided.outcomes);
    Ok(Json(ModerationResponse {
        success: true,
        message,
        results: results
            .map(|(id, outcome)| ModerationResult {
                id,
                outcome: outcome.name(),
            })
            .collect(),
    }))
}

fn message(decision: Decision, done: usize) -> String {
    let comments = if done == 1 { "comment" } else { "comments" };
    let what = match decision {
        Decision::Approve => "approved",
        Decision::Remove => "removed",
        Decision::Spam => "removed as spam",
        Decision::Dismiss => return format!("Reports of {done} {comments} dismissed"),
    };
    format!("{done} {comments} {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(ids: usize, action: &str, whole_user: Option<bool>) -> ModerateComments {
        ModerateComments {
            ids: vec!["x".to_owned(); ids],
            action: action.to_owned(),
            whole_user,
        }
    }

    #[test]
    fn takes_1_to_100_ids() {
        for count in [0, 101] {
            assert_eq!(body(count, "remove", None).parse().unwrap_err().field, "ids");
        }
        for count in [1, 100] {
            assert_eq!(body(count, "remove", None).parse().unwrap().comments.len(), count);
        }
    }

    #[test]
    fn bans_whole_users_for_spam_alone() {
        for action in ["approve", "remove", "dismiss"] {
            let refused = body(1, action, Some(true)).parse().unwrap_err();
            assert_eq!(refused.field, "wholeUser", "{action}");
            assert!(!body(1, action, Some(false)).parse().unwrap().whole_user);
        }
        assert!(body(1, "spam", Some(true)).parse().unwrap().whole_user);
    }

    #[test]
    fn the_message_counts_what_was_done() {
        assert_eq!(message(Decision::Approve, 1), "1 comment approved");
        assert_eq!(message(Decision::Spam, 2), "2 comments removed as spam");
        assert_eq!(message(Decision::Dismiss, 0), "Reports of 0 comments dismissed");
    }
}
