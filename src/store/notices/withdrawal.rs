//! Notices of what readers no longer see.

use crate::domain::{CommentId, PostId};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_text, params, strings};

pub(in crate::store) const REDUCE_FOLDED: &str = concat!(
    "update notifications set count = count - 1, comment_id = null
     where kind = 'thread' and count > 1 and comment_id in ",
    each_text!("?1")
);
pub(in crate::store) const HIDE_NOTICES: &str =
    concat!("delete from notifications where comment_id in ", each_text!("?1"));
pub(in crate::store) const HIDE_MAILS: &str = concat!(
    "delete from outbox where done_at is null and comment_id in ",
    each_text!("?1")
);
pub(in crate::store) const HIDE_ANNOUNCEMENTS: &str =
    concat!("delete from announcements where comment_id in ", each_text!("?1"));
pub(in crate::store) const HIDE_OF_POST: &str =
    "delete from notifications where post_id = ?1 and kind <> 'review'";

/// Withdraws the notices of comments that are no longer visible, and the mails that are not sent yet. A notice that
/// stands for several comments stays for the others.
pub fn comments_hidden(tx: &mut Tx<'_>, comments: &[CommentId]) -> Result<(), StoreError> {
    let ids: Vec<String> = comments.iter().map(CommentId::to_string).collect();
    for statement in [REDUCE_FOLDED, HIDE_NOTICES, HIDE_MAILS, HIDE_ANNOUNCEMENTS] {
        tx.execute(statement, params![strings(&ids)])?;
    }
    Ok(())
}

pub(in crate::store) const HIDE_MAILS_OF_POST: &str = "
    delete from outbox
    where done_at is null and comment_id is not null
      and comment_id in (select id from comments where post_id = ?1)";

/// Withdraws the notices of a post that is no longer published, the mails about comments on it that are not sent yet, and
/// what is still to be announced of it.
pub fn post_hidden(tx: &mut Tx<'_>, post: PostId) -> Result<(), StoreError> {
    tx.execute(HIDE_OF_POST, params![post])?;
    tx.execute(HIDE_MAILS_OF_POST, params![post])?;
    tx.execute("delete from announcements where post_id = ?1", params![post])?;
    Ok(())
}
