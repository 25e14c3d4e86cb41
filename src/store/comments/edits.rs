//! Changes of the texts of comments, and their earlier texts.

use super::states::{Moderated, moderated_row, select_moderated};
use crate::domain::comment::{CommentText, EDITS_KEPT};
use crate::domain::search::fold;
use crate::domain::{CommentId, Time};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, params};

/// A comment whose author wants to change its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editable {
    /// The comment.
    pub comment: Moderated,
    /// Its present text.
    pub content: String,
}

/// Returns the comment with this id and its text.
pub fn editable(tx: &Tx<'_>, id: CommentId) -> Result<Option<Editable>, StoreError> {
    tx.query_one(
        select_moderated!(columns: ", content", "where id = ?1"),
        params![id],
        |row| {
            Ok(Editable {
                comment: moderated_row(row)?,
                content: row.get("content")?,
            })
        },
    )
}

/// Changes the text of a comment. The earlier text is kept for the staff, up to [`EDITS_KEPT`] of them.
pub fn set_text(
    tx: &mut Tx<'_>,
    comment: &Moderated,
    text: &CommentText,
    text_hash: Option<i64>,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into comment_edits (comment_id, number, content, at)
         select id, coalesce((select max(number) from comment_edits where comment_id = ?1), 0) + 1, content, ?2
         from comments where id = ?1",
        params![comment.id, now],
    )?;
    tx.execute(
        "delete from comment_edits
         where comment_id = ?1 and number <= (select max(number) from comment_edits where comment_id = ?1) - ?2",
        params![comment.id, EDITS_KEPT],
    )?;
    tx.execute(
        "update comments set content = ?2, content_folded = ?3, text_hash = ?4, edited_at = ?5 where id = ?1",
        params![comment.id, text, fold(text.as_str()), text_hash, now],
    )?;
    tx.changed(Change::PostActivity(comment.post));
    Ok(())
}
