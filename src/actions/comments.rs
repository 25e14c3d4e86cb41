//! Writing, changing and deleting one's own comments, as a reader or a member of the staff.

use thiserror::Error;

use crate::actions::spam::{self, Judgement, SpamError};
use crate::domain::comment::{Comment, CommentAuthor, CommentState, CommentText, EDIT_MILLISECONDS};
use crate::domain::thread::Position;
use crate::domain::webhook::WebhookEvent;
use crate::domain::{CommentClosing, CommentId, PostId, Time, ValidationError};
use crate::store::comments::{self, Editable, Moderated, NewComment};
use crate::store::notices::{self, Told};
use crate::store::{StoreError, Tx, announcements, webhooks};

/// An error of a change of a comment.
#[derive(Debug, Error)]
pub enum CommentError {
    /// There is no such published post.
    #[error("there is no such published post")]
    UnknownPost,
    /// The post takes no more comments.
    #[error("the comments on the post are closed")]
    Closed,
    /// The comment to reply to does not exist, is on another post, or readers do not see it.
    #[error("the comment to reply to does not exist")]
    UnknownParent,
    /// There is no such comment.
    #[error("there is no such comment")]
    Unknown,
    /// The comment is somebody else's.
    #[error("the comment is somebody else's")]
    NotOwner,
    /// The reader reported a comment of their own.
    #[error("the comment is the reader's own")]
    OwnReported,
    /// The time in which the comment could be edited is over.
    #[error("the comment can no longer be edited")]
    EditExpired,
    /// The rules against spam refuse it.
    #[error(transparent)]
    Spam(#[from] SpamError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The error of a request that names no comment to which a reply is possible.
pub fn unknown_parent() -> ValidationError {
    ValidationError::new("parentId", "The comment to reply to does not exist")
}

/// A comment that somebody submits.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The id of the new comment.
    pub id: CommentId,
    /// The post.
    pub post: PostId,
    /// The author.
    pub author: CommentAuthor,
    /// The comment that it replies to.
    pub parent: Option<CommentId>,
    /// The text.
    pub text: CommentText,
    /// The rule by which posts close for comments of readers.
    pub closing: CommentClosing,
    /// The time.
    pub now: Time,
}

/// A new comment.
#[derive(Debug)]
pub struct Created {
    /// The comment as it is displayed.
    pub comment: Comment,
    /// Its effect on those whom it mentions.
    pub told: Told,
}

/// Stores a comment, if the rules against spam allow it, and returns it as it is displayed. Members of the staff may
/// write where readers no longer can. A comment that waits for a moderator is told to them alone.
pub fn create(tx: &mut Tx<'_>, submission: Submission) -> Result<Created, CommentError> {
    let Submission {
        id,
        post,
        author,
        parent,
        text,
        closing,
        now,
    } = submission;
    let commentable = comments::commentable_post(tx, post)?.ok_or(CommentError::UnknownPost)?;
    let is_closed = closing.is_closed(commentable.is_closed, commentable.published_at, now);
    if is_closed && matches!(author, CommentAuthor::Reader(_)) {
        return Err(CommentError::Closed);
    }
    let position = match parent {
        None => Position::of_root(id),
        Some(parent) => comments::visible_position(tx, parent, post)?
            .ok_or(CommentError::UnknownParent)?
            .of_reply(parent, id),
    };
    let judgement = spam::judge_new(tx, author, &text, now)?;
    let new = NewComment {
        id,
        post,
        position,
        author,
        text,
        text_hash: Some(judgement.text_hash),
        held_for: judgement.names(),
        created_at: now,
    };
    comments::insert(tx, &new)?;
    let event = if new.held_for.is_empty() {
        WebhookEvent::CommentVisible
    } else {
        announcements::of_moderation(tx, now)?;
        WebhookEvent::CommentHeld
    };
    webhooks::comment_event(tx, event, id, now)?;
    let told = notices::comment_shown(tx, id, now)?;
    let comment = comments::by_id(tx, id)?.ok_or(CommentError::Unknown)?;
    Ok(Created { comment, told })
}

/// A comment after a change of its text.
#[derive(Debug)]
pub struct Edited {
    /// The comment as it is displayed.
    pub comment: Comment,
    /// Whether the text differs from the previous one.
    pub has_changed: bool,
    /// Its effect on those whom it mentions.
    pub told: Told,
}

/// Changes the text of the author's own comment, which the spam rules judge again. An equal text changes nothing.
pub fn edit(
    tx: &mut Tx<'_>,
    id: CommentId,
    author: CommentAuthor,
    text: &CommentText,
    now: Time,
) -> Result<Edited, CommentError> {
    let Editable { comment, content } = comments::editable(tx, id)?.ok_or(CommentError::Unknown)?;
    check_own(&comment, author)?;
    if now > comment.created_at.plus_milliseconds(EDIT_MILLISECONDS) {
        return Err(CommentError::EditExpired);
    }
    let has_changed = content != text.as_str();
    let mut told = Told::default();
    if has_changed {
        let judgement = spam::judge_changed(tx, author, id, text, now)?;
        comments::set_text(tx, &comment, text, Some(judgement.text_hash), now)?;
        hold(tx, &comment, &judgement, now)?;
        told = notices::comment_changed(tx, id, now)?;
    }
    let comment = comments::by_id(tx, id)?.ok_or(CommentError::Unknown)?;
    Ok(Edited {
        comment,
        has_changed,
        told,
    })
}

/// Holds a changed comment back if the rules say so. One that waits for a moderator goes on waiting, whatever its new
/// text is.
fn hold(tx: &mut Tx<'_>, comment: &Moderated, judgement: &Judgement, now: Time) -> Result<(), StoreError> {
    if judgement.held_for.is_empty() {
        return Ok(());
    }
    let mut held_for = judgement.names();
    if comment.state == CommentState::Held {
        let earlier = comment.held_for.iter().filter(|rule| !held_for.contains(rule));
        let earlier: Vec<String> = earlier.cloned().collect();
        held_for.extend(earlier);
    }
    comments::set_state(tx, comment, CommentState::Held, &held_for, now)
}

/// Deletes an own comment, and returns its post.
pub fn delete(
    tx: &mut Tx<'_>,
    id: CommentId,
    author: CommentAuthor,
    now: Time,
) -> Result<PostId, CommentError> {
    let comment = comments::moderated(tx, id)?.ok_or(CommentError::Unknown)?;
    check_own(&comment, author)?;
    comments::erase(tx, &comment, now)?;
    Ok(comment.post)
}

/// Checks that the comment is still there for its author, and that this is the caller. Others do not learn of one that
/// waits for a moderator.
fn check_own(comment: &Moderated, author: CommentAuthor) -> Result<(), CommentError> {
    let is_own = comment.author == Some(author);
    match comment.state {
        CommentState::Visible | CommentState::Held if is_own => Ok(()),
        CommentState::Visible => Err(CommentError::NotOwner),
        CommentState::Held | CommentState::Removed | CommentState::Deleted => Err(CommentError::Unknown),
    }
}
