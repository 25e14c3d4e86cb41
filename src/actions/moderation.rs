//! Moderation: reports by readers, and the decisions of the staff on comments.

use std::collections::BTreeSet;

use crate::domain::audit::{Action, Auditor};
use crate::domain::comment::{CommentAuthor, CommentState};
use crate::domain::moderation::{Decision, Outcome};
use crate::domain::report::{self, NewReport};
use crate::domain::spam::Rule;
use crate::domain::user::BanReason;
use crate::domain::{CommentId, UserId};
use crate::store::comments::Moderated;
use crate::store::{StoreError, Tx, announcements, audit, comments, reports, users};

use super::comments::CommentError;
use super::spam;

/// Stores a report of a visible comment, which is held back once enough readers have reported it. The same reader again
/// changes nothing.
pub fn report_comment(tx: &mut Tx<'_>, id: CommentId, new: &NewReport) -> Result<(), CommentError> {
    let comment = comments::moderated(tx, id)?.ok_or(CommentError::Unknown)?;
    let is_published = comments::commentable_post(tx, comment.post)?.is_some();
    if comment.state != CommentState::Visible || !is_published {
        return Err(CommentError::Unknown);
    }
    if comment.author == Some(CommentAuthor::Reader(new.reporter)) {
        return Err(CommentError::OwnReported);
    }
    if !reports::add_to_comment(tx, id, new)? {
        return Ok(());
    }
    announcements::of_moderation(tx, new.at)?;
    if is_trusted(tx, &comment)? {
        return Ok(());
    }
    let rules = spam::load_rules(tx)?.value;
    let reporters = reports::reporters(tx, id, rules.figures().newcomer_comments)?;
    if report::hold(&rules, &reporters, new.at) {
        let held_for = [Rule::Reports.name().to_owned()];
        comments::set_state(tx, &comment, CommentState::Held, &held_for, new.at)?;
    }
    Ok(())
}

/// Whether the author is a member of the staff or a reader whom they trust: reports do not hold their comments back.
fn is_trusted(tx: &Tx<'_>, comment: &Moderated) -> Result<bool, StoreError> {
    Ok(match comment.author {
        Some(CommentAuthor::Staff(_)) => true,
        Some(CommentAuthor::Reader(reader)) => {
            users::by_id(tx, reader)?.is_some_and(|user| user.standing.is_trusted)
        }
        None => false,
    })
}

/// A decision on several comments.
#[derive(Debug, Clone)]
pub struct Ruling {
    /// The comments; what is `None` is no id.
    pub comments: Vec<Option<CommentId>>,
    /// The decision.
    pub decision: Decision,
    /// Whether spam bans the readers who wrote it and removes all their comments.
    pub whole_user: bool,
}

/// The effects of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The outcome for each comment, in the order of the request.
    pub outcomes: Vec<Outcome>,
    /// The readers who were banned.
    pub banned: Vec<UserId>,
}

/// Applies a decision to comments, with rows of the audit log about each that changes.
pub fn decide(tx: &mut Tx<'_>, ruling: &Ruling, auditor: &Auditor) -> Result<Decided, StoreError> {
    let mut outcomes = Vec::with_capacity(ruling.comments.len());
    let mut authors = Vec::with_capacity(ruling.comments.len());
    for id in &ruling.comments {
        let comment = match id {
            Some(id) => comments::moderated(tx, *id)?.filter(|comment| !comment.is_erased),
            None => None,
        };
        let Some(comment) = comment else {
            outcomes.push(Outcome::NotFound);
            authors.push(None);
            continue;
        };
        outcomes.push(decide_on(tx, &comment, ruling.decision, auditor)?);
        authors.push(comment.author);
    }
    let mut banned = Vec::new();
    if ruling.decision == Decision::Spam && ruling.whole_user {
        let readers: BTreeSet<UserId> = authors.iter().copied().filter_map(reader).collect();
        let mut changed = BTreeSet::new();
        for id in readers {
            let (is_banned, removed) = remove_spammer(tx, id, auditor)?;
            if is_banned {
                banned.push(id);
            }
            if is_banned || removed > 0 {
                changed.insert(id);
            }
        }
        for (outcome, author) in outcomes.iter_mut().zip(authors) {
            if reader(author).is_some_and(|reader| changed.contains(&reader)) {
                *outcome = Outcome::Done;
            }
        }
    }
    Ok(Decided { outcomes, banned })
}

fn reader(author: Option<CommentAuthor>) -> Option<UserId> {
    match author {
        Some(CommentAuthor::Reader(id)) => Some(id),
        Some(CommentAuthor::Staff(_)) | None => None,
    }
}

fn decide_on(
    tx: &mut Tx<'_>,
    comment: &Moderated,
    decision: Decision,
    auditor: &Auditor,
) -> Result<Outcome, StoreError> {
    let (state, action) = match decision {
        Decision::Approve => (CommentState::Visible, Action::CommentApproved),
        Decision::Remove => (CommentState::Removed, Action::CommentRemoved),
        Decision::Spam => (CommentState::Removed, Action::CommentSpam),
        Decision::Dismiss => (comment.state, Action::CommentDismissed),
    };
    let has_changed = comment.state != state;
    if has_changed {
        comments::set_state(tx, comment, state, &comment.held_for, auditor.now)?;
    }
    let had_reports = reports::resolve_of_comment(tx, comment.id, auditor.now)?;
    if !has_changed && !had_reports {
        return Ok(Outcome::Unchanged);
    }
    audit::insert(tx, &auditor.entry(action, &comment.id, ""))?;
    Ok(Outcome::Done)
}

/// Bans a reader for spam and removes all their comments. Returns whether they were not banned before, and the number of
/// comments.
fn remove_spammer(tx: &mut Tx<'_>, id: UserId, auditor: &Auditor) -> Result<(bool, usize), StoreError> {
    let is_banned = users::by_id(tx, id)?.is_some_and(|user| user.is_banned);
    let removed = comments::remove_all_of_reader(tx, id, auditor.now)?;
    reports::resolve_of_reader(tx, id, auditor.now)?;
    if !is_banned {
        users::set_ban(tx, id, true, &BanReason::spam())?;
        audit::insert(tx, &auditor.entry(Action::ReaderBanned, &id, removed.to_string()))?;
    }
    Ok((!is_banned, removed))
}
