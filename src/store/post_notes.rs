//! The notes of the staff on posts. No response to visitors shows them, so that they are no change for the cache.

use super::engine::{Row, StoreError, params};
use crate::domain::note::{Note, NoteEvent, NoteText};
use crate::domain::{AdminId, NoteId, Page, Paging, PostId, Time};
use crate::store::Tx;

pub(super) const OF_POST: &str = "
    select n.id, n.text, n.event, n.created_at, n.admin_id, a.username
    from post_notes n left join admins a on a.id = n.admin_id
    where n.post_id = ?1
    order by n.created_at desc, n.id desc limit ?2 offset ?3";

/// A note to be stored.
#[derive(Debug, Clone)]
pub struct NewNote {
    /// The note's id.
    pub id: NoteId,
    /// The post.
    pub post: PostId,
    /// The member of the staff who writes it.
    pub writer: Option<AdminId>,
    /// The step of the review that it comes with.
    pub event: Option<NoteEvent>,
    /// The text.
    pub text: NoteText,
    /// When it was written.
    pub created_at: Time,
}

/// Stores a note.
pub fn insert(tx: &mut Tx<'_>, new: &NewNote) -> Result<(), StoreError> {
    tx.execute(
        "insert into post_notes (id, post_id, admin_id, event, text, created_at) values (?1, ?2, ?3, ?4, ?5, ?6)",
        params![new.id, new.post, new.writer, new.event, new.text, new.created_at],
    )?;
    Ok(())
}

/// Returns a page of the notes on a post, newest first.
pub fn list(tx: &Tx<'_>, post: PostId, paging: Paging) -> Result<Page<Note>, StoreError> {
    let items = tx.query_all(OF_POST, params![post, paging.limit, paging.offset()], note)?;
    let total = tx.query_value(
        "select count(*) from post_notes where post_id = ?1",
        params![post],
    )?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns a note.
pub fn by_id(tx: &Tx<'_>, id: NoteId) -> Result<Option<Note>, StoreError> {
    tx.query_one(
        "select n.id, n.text, n.event, n.created_at, n.admin_id, a.username
         from post_notes n left join admins a on a.id = n.admin_id where n.id = ?1",
        params![id],
        note,
    )
}

fn note(row: &Row<'_>) -> Result<Note, StoreError> {
    let writer: Option<AdminId> = row.get("admin_id")?;
    let name: Option<String> = row.get("username")?;
    Ok(Note {
        id: row.get("id")?,
        text: NoteText::from_stored(row.get("text")?),
        event: row.get("event")?,
        created_at: row.get("created_at")?,
        writer: writer.zip(name),
    })
}
