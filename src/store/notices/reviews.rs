//! Notices of the steps of a review.

use std::collections::BTreeSet;

use super::comments::authors_of_post;
use super::recipients::{Event, tell};
use crate::domain::notice::NoticeKind;
use crate::domain::{AccountId, AdminId, PostId, Time};
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

/// A step of a review, as far as somebody is told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewStep {
    /// A draft was submitted: editors and administrators are told.
    Submitted,
    /// It was approved: its authors are told.
    Approved,
    /// It was returned: its authors are told.
    ChangesRequested,
    /// A note was written: its authors are told, and those who have written a note before.
    Note,
}

impl ReviewStep {
    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Approved => "approved",
            Self::ChangesRequested => "changesRequested",
            Self::Note => "note",
        }
    }
}

/// Tells those concerned of a step of the review of a post, except for who made it. `name` tells it from other steps at
/// the same time: the id of its note, or of the post.
pub fn review(
    tx: &mut Tx<'_>,
    post: PostId,
    step: ReviewStep,
    name: &str,
    actor: Option<AdminId>,
    now: Time,
) -> Result<(), StoreError> {
    let accounts = match step {
        ReviewStep::Submitted => moderators(tx)?,
        ReviewStep::Approved | ReviewStep::ChangesRequested => authors_of_post(tx, post)?,
        ReviewStep::Note => {
            let mut accounts = authors_of_post(tx, post)?;
            accounts.extend(writers_of_notes(tx, post)?);
            accounts
        }
    };
    let event = Event {
        kind: NoticeKind::Review,
        name,
        actor: actor.map(AccountId::from),
        post: Some(post),
        comment: None,
        detail: step.name(),
        count: 1,
        now,
    };
    tell(tx, &accounts, &event)
}

/// Returns the editors and administrators.
pub(in crate::store) fn moderators(tx: &Tx<'_>) -> Result<BTreeSet<AccountId>, StoreError> {
    let accounts: Vec<AccountId> = tx.query_column(
        "select id from admins where role in ('editor', 'admin')",
        params![],
    )?;
    Ok(accounts.into_iter().collect())
}

/// Returns the members who have written a note on a post and may still see it: its authors are added by the caller.
fn writers_of_notes(tx: &Tx<'_>, post: PostId) -> Result<Vec<AccountId>, StoreError> {
    tx.query_column(
        "select distinct n.admin_id from post_notes n join admins a on a.id = n.admin_id
         where n.post_id = ?1 and a.role in ('editor', 'admin')",
        params![post],
    )
}
