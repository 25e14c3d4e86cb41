//! Comments for an export of the whole site, in the order of their ids, and as another site has exported them.

use super::states::count_visible;
use crate::domain::comment::{CommentState, CommentText};
use crate::domain::search::fold;
use crate::domain::thread::Position;
use crate::domain::{AdminId, CommentId, PostId, Time, UserId};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_text, params, strings};

/// The content of a comment whose text is erased.
const ERASED: &str = " ";

/// A comment with all that is stored of it, whatever its state is.
#[derive(Debug, Clone)]
pub struct ExportedComment {
    /// The id.
    pub id: CommentId,
    /// The post.
    pub post: PostId,
    /// The comment that it replies to.
    pub parent: Option<CommentId>,
    /// The reader who wrote it.
    pub reader: Option<UserId>,
    /// The member of the staff who wrote it.
    pub member: Option<AdminId>,
    /// The name of who wrote it, unless their account is gone.
    pub name: Option<String>,
    /// The state.
    pub state: CommentState,
    /// The rules that hold it back, or have held it back.
    pub held_for: Vec<String>,
    /// The text; `None` once it is erased.
    pub text: Option<String>,
    /// When it was written.
    pub created_at: Time,
    /// When it was changed last.
    pub edited_at: Option<Time>,
    /// When a moderator removed it.
    pub removed_at: Option<Time>,
}

pub(in crate::store) const FOLLOWING: &str = "
    select c.id, c.post_id, c.parent_id, c.user_id, c.admin_id, c.state, c.held_for, c.content, c.created_at,
           c.edited_at, c.removed_at, coalesce(u.name, staff.username, c.imported_name) as name
    from comments c
    left join users u on u.id = c.user_id
    left join admins staff on staff.id = c.admin_id
    where c.id > ?1 order by c.id limit ?2";
pub(in crate::store) const EDITS: &str = concat!(
    "select comment_id, content, at from comment_edits where comment_id in ",
    each_text!("?1"),
    " order by comment_id, number"
);

/// Returns at most `limit` comments of every state, those that follow one in the order of their ids, or the first ones.
pub fn following(
    tx: &Tx<'_>,
    last: Option<CommentId>,
    limit: u32,
) -> Result<Vec<ExportedComment>, StoreError> {
    let last = last.map_or_else(String::new, |id| id.to_string());
    tx.query_all(FOLLOWING, params![last, limit], |row| {
        let content: String = row.get("content")?;
        Ok(ExportedComment {
            id: row.get("id")?,
            post: row.get("post_id")?,
            parent: row.get("parent_id")?,
            reader: row.get("user_id")?,
            member: row.get("admin_id")?,
            name: row.get("name")?,
            state: row.get("state")?,
            held_for: row.get_json("held_for")?,
            text: (content != ERASED).then_some(content),
            created_at: row.get("created_at")?,
            edited_at: row.get("edited_at")?,
            removed_at: row.get("removed_at")?,
        })
    })
}

/// Returns the texts that these comments had before, oldest first, each with the time of the change.
pub fn edits(tx: &Tx<'_>, ids: &[CommentId]) -> Result<Vec<(CommentId, String, Time)>, StoreError> {
    let ids: Vec<String> = ids.iter().map(CommentId::to_string).collect();
    tx.query_all(EDITS, params![strings(&ids)], |row| {
        Ok((row.get("comment_id")?, row.get("content")?, row.get("at")?))
    })
}

/// Who wrote a comment that comes from another site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MovedAuthor {
    /// A reader, who is here.
    Reader(UserId),
    /// A member of the staff, who is here.
    Member(AdminId),
    /// Somebody of this name without an account here.
    Named(String),
    /// An account that is gone.
    Gone,
}

/// A comment of another site of this kind to be stored as it was there.
#[derive(Debug, Clone)]
pub struct MovedComment {
    /// The id.
    pub id: CommentId,
    /// The post, which exists.
    pub post: PostId,
    /// The place in its thread.
    pub position: Position,
    /// Who wrote it.
    pub author: MovedAuthor,
    /// The state.
    pub state: CommentState,
    /// The rules that hold it back, or have held it back.
    pub held_for: Vec<String>,
    /// The text; `None` once it is erased.
    pub text: Option<CommentText>,
    /// When it was written.
    pub created_at: Time,
    /// When it was changed last.
    pub edited_at: Option<Time>,
    /// When a moderator removed it.
    pub removed_at: Option<Time>,
    /// The texts that it had before, oldest first.
    pub edits: Vec<(CommentText, Time)>,
}

/// Stores a comment of another site of this kind, and counts it if it is visible. Nobody is told of it.
pub fn insert_moved(tx: &mut Tx<'_>, new: &MovedComment) -> Result<(), StoreError> {
    let (reader, member, name) = match &new.author {
        MovedAuthor::Reader(id) => (Some(*id), None, None),
        MovedAuthor::Member(id) => (None, Some(*id), None),
        MovedAuthor::Named(name) => (None, None, Some(name)),
        MovedAuthor::Gone => (None, None, None),
    };
    let text = new.text.as_ref().map(CommentText::as_str);
    let Position {
        parent,
        root,
        depth,
        path,
    } = &new.position;
    tx.execute(
        "insert into comments (id, post_id, user_id, admin_id, imported_name, parent_id, root_id, depth, path, state,
                               held_for, content, content_folded, created_at, edited_at, removed_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        params![
            new.id,
            new.post,
            reader,
            member,
            name,
            parent,
            root,
            depth,
            path,
            new.state,
            strings(&new.held_for),
            text.unwrap_or(ERASED),
            text.map(fold).unwrap_or_default(),
            new.created_at,
            new.edited_at,
            new.removed_at
        ],
    )?;
    for (number, (content, at)) in (1_i64..).zip(&new.edits) {
        tx.execute(
            "insert into comment_edits (comment_id, number, content, at) values (?1, ?2, ?3, ?4)",
            params![new.id, number, content, at],
        )?;
    }
    if new.state == CommentState::Visible {
        count_visible(tx, new.post, &new.position, 1)?;
    }
    Ok(())
}
