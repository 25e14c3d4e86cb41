//! The review of drafts: submission, approval, and the return to the authors, each with a note.

use thiserror::Error;

use crate::domain::audit::{Action, Auditor};
use crate::domain::note::{NoteEvent, NoteText};
use crate::domain::post::{PostSummary, Review, Status};
use crate::domain::{NoteId, PostId, PublishAt};
use crate::store::notices::{self, ReviewStep};
use crate::store::post_notes::{self, NewNote};
use crate::store::{StoreError, Tx, audit, posts};

/// An error of a step of the review.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The post is published.
    #[error("the post is published already")]
    AlreadyPublished,
    /// The draft does not wait for a decision.
    #[error("the draft is not submitted")]
    NotSubmitted,
    /// The draft was changed since the revision that was read.
    #[error("the draft was changed since it was read")]
    Changed,
    /// The post never had this revision.
    #[error("the post has no such revision")]
    UnknownRevision,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A note, of a step of the review or by itself.
#[derive(Debug, Clone)]
pub struct GivenNote {
    /// The id of the note.
    pub id: NoteId,
    /// The text, which may be empty.
    pub text: NoteText,
}

/// The decision on a submitted draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// It is published, at this time or at once.
    Approve(Option<PublishAt>),
    /// It goes back to its authors.
    RequestChanges,
}

/// Submits a draft. Where it is submitted already, only a note is added, if there is one.
pub fn submit(
    tx: &mut Tx<'_>,
    post: &PostSummary,
    note: GivenNote,
    auditor: &Auditor,
) -> Result<(), ReviewError> {
    if post.status == Status::Published {
        return Err(ReviewError::AlreadyPublished);
    }
    if post.review == Review::Submitted && note.text.as_str().is_empty() {
        return Ok(());
    }
    posts::set_review(tx, post.id, Review::Submitted)?;
    record(tx, post.id, Some(NoteEvent::Submitted), note, auditor)?;
    Ok(audit::insert(
        tx,
        &auditor.entry(Action::PostSubmitted, &post.id, ""),
    )?)
}

/// Decides on a submitted draft. `revision` is the one that was read, if the caller names it.
pub fn decide(
    tx: &mut Tx<'_>,
    post: &PostSummary,
    decision: Decision,
    revision: Option<u32>,
    note: GivenNote,
    auditor: &Auditor,
) -> Result<(), ReviewError> {
    if post.review != Review::Submitted || post.status == Status::Published {
        return Err(ReviewError::NotSubmitted);
    }
    match revision {
        Some(read) if read > post.revision => return Err(ReviewError::UnknownRevision),
        Some(read) if read < post.revision => return Err(ReviewError::Changed),
        _ => {}
    }
    match decision {
        Decision::RequestChanges => {
            posts::set_review(tx, post.id, Review::ChangesRequested)?;
            if post.publish_at.is_some() {
                // It must not go public without the changes.
                posts::set_publish_at(tx, post.id, None)?;
            }
            record(tx, post.id, Some(NoteEvent::ChangesRequested), note, auditor)?;
            audit::insert(tx, &auditor.entry(Action::PostChangesRequested, &post.id, ""))?;
        }
        Decision::Approve(at) => {
            let at = at.map(PublishAt::time);
            if at.is_some() {
                posts::set_review(tx, post.id, Review::None)?;
                posts::set_publish_at(tx, post.id, at)?;
            } else {
                posts::publish_draft(tx, post.id, auditor.now)?;
            }
            record(tx, post.id, Some(NoteEvent::Approved), note, auditor)?;
            let detail = at.map_or_else(String::new, |at| at.to_string());
            audit::insert(tx, &auditor.entry(Action::PostApproved, &post.id, detail))?;
        }
    }
    Ok(())
}

/// Adds a note that comes with no step of the review.
pub fn add_note(tx: &mut Tx<'_>, post: PostId, note: GivenNote, auditor: &Auditor) -> Result<(), StoreError> {
    record(tx, post, None, note, auditor)?;
    audit::insert(tx, &auditor.entry(Action::PostNoteAdded, &post, ""))
}

/// Stores a note, and tells those whom it concerns.
fn record(
    tx: &mut Tx<'_>,
    post: PostId,
    event: Option<NoteEvent>,
    note: GivenNote,
    auditor: &Auditor,
) -> Result<(), StoreError> {
    let new = NewNote {
        id: note.id,
        post,
        writer: auditor.actor,
        event,
        text: note.text,
        created_at: auditor.now,
    };
    post_notes::insert(tx, &new)?;
    let step = match event {
        Some(NoteEvent::Submitted) => ReviewStep::Submitted,
        Some(NoteEvent::Approved) => ReviewStep::Approved,
        Some(NoteEvent::ChangesRequested) => ReviewStep::ChangesRequested,
        None => ReviewStep::Note,
    };
    notices::review(tx, post, step, &new.id.to_string(), auditor.actor, auditor.now)
}
