//! Comments in their threads, as readers see them.

use std::collections::HashMap;

use super::row::{comment, select_comments, shown};
use super::texts;
use crate::domain::comment::{Comment, CommentState, Thread, ThreadOrder};
use crate::domain::thread::Position;
use crate::domain::{CommentId, Page, Paging, PostId, UserId};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_text, params, strings};

/// The most comments of a reader on one post that wait for a moderator and are shown to them.
const HELD_SHOWN: u32 = 20;

macro_rules! roots {
    ($order:literal) => {
        select_comments!(
            "where c.post_id = ?1 and c.parent_id is null and ",
            shown!(),
            " order by ",
            $order,
            " limit ?2 offset ?3"
        )
    };
}

pub(in crate::store) const ROOTS_NEWEST: &str = roots!("c.created_at desc, c.id desc");
pub(in crate::store) const ROOTS_OLDEST: &str = roots!("c.created_at, c.id");
pub(in crate::store) const ROOTS_LIKED: &str = roots!("c.like_count desc, c.created_at desc, c.id desc");

/// Returns a page of the threads on a post. `total` is their number.
pub fn roots(
    tx: &Tx<'_>,
    post: PostId,
    total: u64,
    order: ThreadOrder,
    paging: Paging,
) -> Result<Page<Thread>, StoreError> {
    tx.depends_on_post(post);
    let sql = match order {
        ThreadOrder::Newest => ROOTS_NEWEST,
        ThreadOrder::Oldest => ROOTS_OLDEST,
        ThreadOrder::MostLiked => ROOTS_LIKED,
    };
    let roots = tx.query_all(sql, params![post, paging.limit, paging.offset()], comment)?;
    let with_replies: Vec<String> = roots
        .iter()
        .filter(|root| root.replies > 0)
        .map(|root| root.id.to_string())
        .collect();
    let mut comments = roots;
    let roots = comments.len();
    comments.extend(first_replies(tx, &with_replies)?);
    texts::render(tx, &mut comments)?;
    let mut replies: HashMap<CommentId, Vec<Comment>> = HashMap::new();
    for reply in comments.split_off(roots) {
        replies.entry(reply.position.root).or_default().push(reply);
    }
    let items = comments.into_iter().map(|root| Thread {
        replies: replies.remove(&root.id).unwrap_or_default(),
        root,
    });
    Ok(Page {
        items: items.collect(),
        total,
        paging,
    })
}

macro_rules! reply_at {
    ($offset:literal) => {
        concat!(
            "(select c.id from comments c
              where c.root_id = root.root_id and c.path > root.path and ",
            shown!(),
            " order by c.path limit 1 offset ",
            $offset,
            ")"
        )
    };
}

/// The ids of the first three replies of each thread: three searches of an index, however long the threads are.
pub(in crate::store) const FIRST_REPLIES: &str = concat!(
    "select ",
    reply_at!("0"),
    " as first, ",
    reply_at!("1"),
    " as second, ",
    reply_at!("2"),
    " as third from comments root where root.id in ",
    each_text!("?1")
);

fn first_replies(tx: &Tx<'_>, roots: &[String]) -> Result<Vec<Comment>, StoreError> {
    if roots.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<[Option<String>; 3]> = tx.query_all(FIRST_REPLIES, params![strings(roots)], |row| {
        Ok([row.get("first")?, row.get("second")?, row.get("third")?])
    })?;
    let ids: Vec<String> = ids.into_iter().flatten().flatten().collect();
    tx.query_all(
        select_comments!("where c.id in ", each_text!("?1"), " order by c.path"),
        params![strings(&ids)],
        comment,
    )
}

pub(in crate::store) const REPLIES: &str = select_comments!(
    "where c.root_id = ?1 and c.path > ?2 and c.path < ?3 and ",
    shown!(),
    " order by c.path limit ?4 offset ?5"
);

pub(in crate::store) const REPLIES_TOTAL: &str = concat!(
    "select count(*) from comments c where c.root_id = ?1 and c.path > ?2 and c.path < ?3 and ",
    shown!()
);

/// Returns a page of all comments below another, in the order of the thread.
pub fn replies(tx: &Tx<'_>, below: &Comment, paging: Paging) -> Result<Page<Comment>, StoreError> {
    tx.depends_on_post(below.post);
    let position = &below.position;
    let end = position.end_of_path();
    let mut items = tx.query_all(
        REPLIES,
        params![position.root, position.path, end, paging.limit, paging.offset()],
        comment,
    )?;
    texts::render(tx, &mut items)?;
    let total = tx.query_value(REPLIES_TOTAL, params![position.root, position.path, end])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// The place of a comment among the threads of its post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadPlace {
    /// The number of threads before that of the comment.
    pub roots_before: u64,
    /// The number of replies before the comment in its thread; `None` for the first comment of a thread.
    pub replies_before: Option<u64>,
}

pub(in crate::store) const REPLIES_BEFORE: &str = REPLIES_TOTAL;

macro_rules! roots_before {
    ($condition:literal) => {
        concat!(
            "select count(*) from comments c join comments root on root.id = ?1
             where c.post_id = root.post_id and c.parent_id is null and ",
            shown!(),
            " and ",
            $condition
        )
    };
}

/// Returns the place of a comment for this order of threads.
pub fn place(tx: &Tx<'_>, comment: &Comment, order: ThreadOrder) -> Result<ThreadPlace, StoreError> {
    let Position {
        parent, root, path, ..
    } = &comment.position;
    let sql = match order {
        ThreadOrder::Newest => roots_before!("(c.created_at, c.id) > (root.created_at, root.id)"),
        ThreadOrder::Oldest => roots_before!("(c.created_at, c.id) < (root.created_at, root.id)"),
        ThreadOrder::MostLiked => {
            roots_before!("(c.like_count, c.created_at, c.id) > (root.like_count, root.created_at, root.id)")
        }
    };
    let roots_before = tx.query_value(sql, params![root])?;
    let replies_before = match parent {
        None => None,
        Some(_) => {
            let above = Position::of_root(*root);
            tx.query_value(REPLIES_BEFORE, params![root, above.path, path])?
        }
    };
    Ok(ThreadPlace {
        roots_before: roots_before.unwrap_or(0),
        replies_before,
    })
}

/// Returns the comment with this id, in whatever state.
pub fn by_id(tx: &Tx<'_>, id: CommentId) -> Result<Option<Comment>, StoreError> {
    let comment = tx.query_one(select_comments!("where c.id = ?1"), params![id], comment)?;
    let Some(mut comment) = comment else {
        return Ok(None);
    };
    tx.depends_on_post(comment.post);
    texts::render(tx, [&mut comment])?;
    Ok(Some(comment))
}

/// Returns the comment with this id on a published post if the viewer sees it, or that there was one: a comment that
/// waits for a moderator is for its author alone.
pub fn shown_by_id(
    tx: &Tx<'_>,
    id: CommentId,
    viewer: Option<UserId>,
) -> Result<Option<Comment>, StoreError> {
    let Some(comment) = by_id(tx, id)? else {
        return Ok(None);
    };
    let is_own = viewer.is_some_and(|viewer| comment.is_by_reader(viewer));
    let is_shown = comment.state == CommentState::Visible
        || comment.replies > 0
        || (is_own && comment.state == CommentState::Held);
    let is_published = tx.exists(
        "select 1 from posts where id = ?1 and status = 'published'",
        params![comment.post],
    )?;
    Ok((is_shown && is_published).then_some(comment))
}

pub(in crate::store) const HELD_OF_READER: &str = select_comments!(
    "where c.user_id = ?1 and c.post_id = ?2 and c.state = 'held'
     order by c.created_at desc, c.id desc limit ?3"
);

/// Returns the newest comments of a reader on a post that wait for a moderator.
pub fn held_of_reader(tx: &Tx<'_>, reader: UserId, post: PostId) -> Result<Vec<Comment>, StoreError> {
    tx.depends_on_post(post);
    let mut comments = tx.query_all(HELD_OF_READER, params![reader, post, HELD_SHOWN], comment)?;
    texts::render(tx, &mut comments)?;
    Ok(comments)
}

/// Returns whether the reader likes a visible comment on a published post, or `None` if there is no such comment.
pub fn is_liked_by(tx: &Tx<'_>, id: CommentId, reader: UserId) -> Result<Option<bool>, StoreError> {
    tx.query_value(
        "select (select count(*) from comment_likes where comment_id = ?1 and user_id = ?2) as is_liked
         from comments c join posts p on p.id = c.post_id
         where c.id = ?1 and c.state = 'visible' and p.status = 'published'",
        params![id, reader],
    )
}
