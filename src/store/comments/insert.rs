//! New comments.

use super::row;
use super::states::count_visible;
use crate::domain::comment::{CommentAuthor, CommentState, CommentText};
use crate::domain::search::fold;
use crate::domain::thread::Position;
use crate::domain::{CommentId, PostId, Time, UserId};
use crate::store::Tx;
use crate::store::engine::{StoreError, params, strings};

/// A published post, as far as comments on it are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommentablePost {
    /// The post's id.
    pub id: PostId,
    /// Whether its authors have closed it for comments.
    pub is_closed: bool,
    /// When it was published first.
    pub published_at: Time,
}

/// Returns the published post with this id.
pub fn commentable_post(tx: &Tx<'_>, id: PostId) -> Result<Option<CommentablePost>, StoreError> {
    tx.query_one(
        "select id, comments_closed, created_at from posts where id = ?1 and status = 'published'",
        params![id],
        |row| {
            Ok(CommentablePost {
                id: row.get("id")?,
                is_closed: row.get("comments_closed")?,
                published_at: row.get("created_at")?,
            })
        },
    )
}

/// Returns the place of a visible comment on a post, for a reply to it.
pub fn visible_position(tx: &Tx<'_>, id: CommentId, post: PostId) -> Result<Option<Position>, StoreError> {
    tx.query_one(
        "select parent_id, root_id, path, depth from comments
         where id = ?1 and post_id = ?2 and state = 'visible'",
        params![id, post],
        row::position,
    )
}

/// Whether there is a comment with this id, whatever its state is.
pub fn exists(tx: &Tx<'_>, id: CommentId) -> Result<bool, StoreError> {
    tx.exists("select 1 from comments where id = ?1", params![id])
}

/// Returns the place of a comment on a post, whatever its state is.
pub fn position_on_post(tx: &Tx<'_>, id: CommentId, post: PostId) -> Result<Option<Position>, StoreError> {
    tx.query_one(
        "select parent_id, root_id, path, depth from comments where id = ?1 and post_id = ?2",
        params![id, post],
        row::position,
    )
}

/// A comment to be stored.
#[derive(Debug, Clone)]
pub struct NewComment {
    /// The comment's id.
    pub id: CommentId,
    /// The post, which exists.
    pub post: PostId,
    /// The place in its thread.
    pub position: Position,
    /// The author.
    pub author: CommentAuthor,
    /// The text.
    pub text: CommentText,
    /// A hash of the folded text, by which repetitions are found.
    pub text_hash: Option<i64>,
    /// The names of the rules that hold it back; without any it is visible.
    pub held_for: Vec<String>,
    /// When it was written.
    pub created_at: Time,
}

impl NewComment {
    /// Creates a visible comment of a reader that begins a thread.
    pub fn of_reader(id: CommentId, post: PostId, reader: UserId, text: CommentText, at: Time) -> Self {
        Self {
            id,
            post,
            position: Position::of_root(id),
            author: CommentAuthor::Reader(reader),
            text,
            text_hash: None,
            held_for: Vec::new(),
            created_at: at,
        }
    }
}

/// A comment from another system to be stored.
#[derive(Debug, Clone)]
pub struct ImportedComment {
    /// The comment's id.
    pub id: CommentId,
    /// The post, which exists.
    pub post: PostId,
    /// The place in its thread.
    pub position: Position,
    /// The name of who wrote it, who has no account here.
    pub name: String,
    /// The text.
    pub text: CommentText,
    /// Whether everybody sees it. Otherwise it waits for a moderator.
    pub is_visible: bool,
    /// When it was written.
    pub created_at: Time,
}

/// Stores a comment from another system, and counts it if it is visible. Nobody is told of it.
pub fn insert_imported(tx: &mut Tx<'_>, new: &ImportedComment) -> Result<(), StoreError> {
    let state = if new.is_visible {
        CommentState::Visible
    } else {
        CommentState::Held
    };
    let Position {
        parent,
        root,
        depth,
        path,
    } = &new.position;
    tx.execute(
        "insert into comments (id, post_id, parent_id, root_id, depth, path, state, content, content_folded,
                               imported_name, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![
            new.id,
            new.post,
            parent,
            root,
            depth,
            path,
            state,
            new.text,
            fold(new.text.as_str()),
            new.name,
            new.created_at
        ],
    )?;
    if new.is_visible {
        count_visible(tx, new.post, &new.position, 1)?;
    }
    Ok(())
}

/// Stores a comment, and counts it if it is visible.
pub fn insert(tx: &mut Tx<'_>, new: &NewComment) -> Result<(), StoreError> {
    let (user, admin) = match new.author {
        CommentAuthor::Reader(id) => (Some(id), None),
        CommentAuthor::Staff(id) => (None, Some(id)),
    };
    let state = if new.held_for.is_empty() {
        CommentState::Visible
    } else {
        CommentState::Held
    };
    let Position {
        parent,
        root,
        depth,
        path,
    } = &new.position;
    tx.execute(
        "insert into comments (id, post_id, user_id, admin_id, parent_id, root_id, depth, path, state, held_for,
                               content, content_folded, text_hash, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        params![
            new.id,
            new.post,
            user,
            admin,
            parent,
            root,
            depth,
            path,
            state,
            strings(&new.held_for),
            new.text,
            fold(new.text.as_str()),
            new.text_hash,
            new.created_at
        ],
    )?;
    if state == CommentState::Visible {
        count_visible(tx, new.post, &new.position, 1)?;
    }
    Ok(())
}
