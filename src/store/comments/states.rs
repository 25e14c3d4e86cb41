//! The states of comments: what becomes visible, is held back, removed or erased, and the counts of that.

use super::row::position;
use crate::domain::comment::{CommentAuthor, CommentState};
use crate::domain::thread::Position;
use crate::domain::webhook::WebhookEvent;
use crate::domain::{AdminId, CommentId, PostId, Time, UserId};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::counts::{self, Delta};
use crate::store::engine::{Row, StoreError, each_text, params, strings};
use crate::store::{announcements, notices, webhooks};

/// A comment, as far as a change of its state is concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moderated {
    /// The comment's id.
    pub id: CommentId,
    /// The post.
    pub post: PostId,
    /// The place in its thread.
    pub position: Position,
    /// The author; `None` once the account is gone.
    pub author: Option<CommentAuthor>,
    /// The state.
    pub state: CommentState,
    /// The rules that hold it back, or have held it back.
    pub held_for: Vec<String>,
    /// When it was written.
    pub created_at: Time,
    /// Whether its text is erased.
    pub is_erased: bool,
}

/// Selects rows for [`moderated_row`] from comments; `$rest` restricts them.
macro_rules! select_moderated {
    ($rest:literal) => {
        select_moderated!(columns: "", $rest)
    };
    (columns: $columns:literal, $rest:literal) => {
        concat!(
            "select id, post_id, parent_id, root_id, path, depth, user_id, admin_id, state, held_for, created_at,
                    content = ' ' as is_erased",
            $columns,
            " from comments ",
            $rest
        )
    };
}
pub(super) use select_moderated;

/// Returns the comment with this id.
pub fn moderated(tx: &Tx<'_>, id: CommentId) -> Result<Option<Moderated>, StoreError> {
    tx.query_one(select_moderated!("where id = ?1"), params![id], moderated_row)
}

pub(super) fn moderated_row(row: &Row<'_>) -> Result<Moderated, StoreError> {
    let reader: Option<UserId> = row.get("user_id")?;
    let staff: Option<AdminId> = row.get("admin_id")?;
    let reader = reader.map(CommentAuthor::Reader);
    Ok(Moderated {
        id: row.get("id")?,
        post: row.get("post_id")?,
        position: position(row)?,
        author: reader.or(staff.map(CommentAuthor::Staff)),
        state: row.get("state")?,
        held_for: row.get_json("held_for")?,
        created_at: row.get("created_at")?,
        is_erased: row.get("is_erased")?,
    })
}

/// Changes the state of a comment, which is as `comment` says, and everything that counts visible comments.
/// `held_for` names the rules that hold it back, and stays with a comment that is approved later. People are told of a
/// comment that becomes visible, and no longer of one that ceases to be.
pub fn set_state(
    tx: &mut Tx<'_>,
    comment: &Moderated,
    state: CommentState,
    held_for: &[String],
    now: Time,
) -> Result<(), StoreError> {
    let removed_at = (state == CommentState::Removed).then_some(now);
    tx.execute(
        "update comments set state = ?2, held_for = ?3, removed_at = ?4 where id = ?1",
        params![comment.id, state, strings(held_for), removed_at],
    )?;
    match (
        comment.state == CommentState::Visible,
        state == CommentState::Visible,
    ) {
        (false, true) => {
            count_visible(tx, comment.post, &comment.position, 1)?;
            notices::comment_shown(tx, comment.id, now)?;
            webhooks::comment_event(tx, WebhookEvent::CommentVisible, comment.id, now)?;
        }
        (true, false) => {
            count_visible(tx, comment.post, &comment.position, -1)?;
            notices::comments_hidden(tx, &[comment.id])?;
        }
        _ => tx.changed(Change::PostActivity(comment.post)),
    }
    if state == CommentState::Held {
        announcements::of_moderation(tx, now)?;
        if comment.state != CommentState::Held {
            webhooks::comment_event(tx, WebhookEvent::CommentHeld, comment.id, now)?;
        }
    }
    Ok(())
}

/// Counts a comment that has become visible (1) or is no longer visible (-1): on its post, on the comments above it, and
/// its thread if that is shown only now, or no longer.
pub(super) fn count_visible(
    tx: &mut Tx<'_>,
    post: PostId,
    position: &Position,
    difference: i64,
) -> Result<(), StoreError> {
    let ancestors = position.ancestors();
    let root = tx.query_one(
        "select state, reply_count from comments where id = ?1",
        params![position.root],
        |row| Ok((row.get::<CommentState>("state")?, row.get::<i64>("reply_count")?)),
    )?;
    let threads = match root {
        // The comment is the root itself: its row holds the new state already.
        Some((_, replies)) if ancestors.is_empty() => i64::from(replies == 0) * difference,
        Some((state, replies)) => {
            let is_shown = |replies| state == CommentState::Visible || replies > 0;
            i64::from(is_shown(replies + difference)) - i64::from(is_shown(replies))
        }
        None => 0,
    };
    if !ancestors.is_empty() {
        let ids: Vec<String> = ancestors.iter().map(CommentId::to_string).collect();
        tx.execute(
            concat!(
                "update comments set reply_count = reply_count + ?2 where id in ",
                each_text!("?1")
            ),
            params![strings(&ids), difference],
        )?;
    }
    let delta = Delta {
        comments: difference,
        threads,
        ..Delta::default()
    };
    counts::change(tx, post, delta)?;
    Ok(())
}

/// Erases a comment at the request of its author: its text, earlier texts and likes. Its row stays only while there are
/// replies to it.
pub fn erase(tx: &mut Tx<'_>, comment: &Moderated, now: Time) -> Result<(), StoreError> {
    set_state(tx, comment, CommentState::Deleted, &[], now)?;
    erase_texts(tx, &[comment.id])?;
    remove_without_replies(tx, comment)
}

fn erase_texts(tx: &mut Tx<'_>, ids: &[CommentId]) -> Result<(), StoreError> {
    let ids: Vec<String> = ids.iter().map(CommentId::to_string).collect();
    for erasure in [
        concat!(
            "update comments set content = ' ', content_folded = '', text_hash = null, like_count = 0,
                                 removed_at = null
             where id in ",
            each_text!("?1")
        ),
        concat!("delete from comment_edits where comment_id in ", each_text!("?1")),
        concat!("delete from comment_likes where comment_id in ", each_text!("?1")),
        concat!(
            "delete from comment_reports where comment_id in ",
            each_text!("?1")
        ),
    ] {
        tx.execute(erasure, params![strings(&ids)])?;
    }
    Ok(())
}

/// Removes the row of an erased comment without replies, and then the rows above it for which the same holds.
fn remove_without_replies(tx: &mut Tx<'_>, comment: &Moderated) -> Result<(), StoreError> {
    let mut line: Vec<String> = comment
        .position
        .ancestors()
        .iter()
        .map(CommentId::to_string)
        .collect();
    line.push(comment.id.to_string());
    // A row whose only child is in the line as well can go with it.
    let rows: Vec<(CommentId, bool)> = tx.query_all(
        concat!(
            "select c.id, c.content = ' ' and c.state in ('removed', 'deleted')
                          and not exists (select 1 from comments reply
                                          where reply.parent_id = c.id and reply.id not in ",
            each_text!("?1"),
            ") as is_removable
             from comments c where c.id in ",
            each_text!("?1"),
            " order by c.depth desc"
        ),
        params![strings(&line)],
        |row| Ok((row.get("id")?, row.get("is_removable")?)),
    )?;
    // What has replies of its own is not in the line, so that the comment itself decides first.
    let removable: Vec<String> = rows
        .iter()
        .take_while(|(_, is_removable)| *is_removable)
        .map(|(id, _)| id.to_string())
        .collect();
    tx.execute(
        concat!("delete from comments where id in ", each_text!("?1")),
        params![strings(&removable)],
    )?;
    Ok(())
}

pub(in crate::store) const REMOVED_BEFORE: &str =
    select_moderated!("where state = 'removed' and removed_at < ?1 order by removed_at, id limit ?2");

/// Erases the comments that moderators removed before `moment`, at most `limit`, and returns their number.
pub fn forget_removed(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    let removed = tx.query_all(REMOVED_BEFORE, params![moment, limit], moderated_row)?;
    let ids: Vec<CommentId> = removed.iter().map(|comment| comment.id).collect();
    erase_texts(tx, &ids)?;
    for comment in &removed {
        remove_without_replies(tx, comment)?;
    }
    Ok(removed.len())
}
