//! The marks of readers: likes and bookmarks of posts, likes of comments.

use std::collections::{BTreeSet, HashSet};

use super::counts::{self, Delta};
use super::engine::{StoreError, each, params, strings};
use super::parsed;
use super::{comments, commits};
use crate::domain::comment::Comment;
use crate::domain::post::PostSummary;
use crate::domain::{CommentId, Page, PostId, Time, UserId};
use crate::store::Tx;

/// The posts and comments of a response that a reader may have marked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarkTargets {
    /// Posts that can be liked or bookmarked.
    pub posts: Vec<PostId>,
    /// Comments that can be liked.
    pub comments: Vec<CommentId>,
}

/// The marks of a reader on a [`MarkTargets`]; empty for a visitor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// The liked posts.
    pub liked: BTreeSet<PostId>,
    /// The bookmarked posts.
    pub bookmarked: BTreeSet<PostId>,
    /// The liked comments.
    pub liked_comments: BTreeSet<CommentId>,
}

impl Marks {
    /// No marks.
    pub const EMPTY: Self = Self {
        liked: BTreeSet::new(),
        bookmarked: BTreeSet::new(),
        liked_comments: BTreeSet::new(),
    };

    /// The number of marks.
    pub fn count(&self) -> usize {
        self.liked.len() + self.bookmarked.len() + self.liked_comments.len()
    }
}

/// The number of liked comments up to which all likes of a reader are read, which is faster than one lookup for each
/// comment of a page.
const COMMENT_LIKES_READ: usize = 100;

pub(super) const POSTS_MARKED_BY: &str = concat!(
    "select 'like' as kind, post_id from post_likes where user_id = ?1 and post_id in ",
    each!("?2"),
    " union all select 'bookmark', post_id from post_bookmarks where user_id = ?1 and post_id in ",
    each!("?2")
);
pub(super) const COMMENTS_LIKED_BY: &str = "select comment_id from comment_likes where user_id = ?1 limit ?2";
pub(super) const GIVEN_COMMENTS_LIKED_BY: &str = concat!(
    "select comment_id from comment_likes where user_id = ?1 and comment_id in ",
    each!("?2")
);

/// Returns the marks of a reader on the given posts and comments.
pub fn of_reader(tx: &Tx<'_>, reader: UserId, markable: &MarkTargets) -> Result<Marks, StoreError> {
    let mut marks = Marks {
        liked_comments: comments_liked_by(tx, reader, &markable.comments)?,
        ..Marks::EMPTY
    };
    let posts: Vec<String> = markable.posts.iter().map(PostId::to_string).collect();
    let marked = tx.query_all(
        POSTS_MARKED_BY,
        params![reader.to_string(), strings(&posts)],
        |row| Ok((row.get::<String>("kind")?, parsed(row, "post_id", PostId::parse)?)),
    )?;
    for (kind, post) in marked {
        if kind == "like" {
            marks.liked.insert(post);
        } else {
            marks.bookmarked.insert(post);
        }
    }
    Ok(marks)
}

fn comments_liked_by(
    tx: &Tx<'_>,
    reader: UserId,
    comments: &[CommentId],
) -> Result<BTreeSet<CommentId>, StoreError> {
    if comments.is_empty() {
        return Ok(BTreeSet::new());
    }
    let reader = reader.to_string();
    let liked: Vec<CommentId> = tx.query_all(
        COMMENTS_LIKED_BY,
        params![reader, COMMENT_LIKES_READ + 1],
        |row| parsed(row, "comment_id", CommentId::parse),
    )?;
    if liked.len() <= COMMENT_LIKES_READ {
        return Ok(liked.into_iter().filter(|id| comments.contains(id)).collect());
    }
    let ids: Vec<String> = comments.iter().map(CommentId::to_string).collect();
    let liked = tx.query_all(GIVEN_COMMENTS_LIKED_BY, params![reader, strings(&ids)], |row| {
        parsed(row, "comment_id", CommentId::parse)
    })?;
    Ok(liked.into_iter().collect())
}

/// Returns the marks of a reader on the given posts; empty for a visitor.
pub fn on_posts(tx: &Tx<'_>, reader: Option<UserId>, posts: &[PostSummary]) -> Result<Marks, StoreError> {
    let Some(reader) = reader else {
        return Ok(Marks::EMPTY);
    };
    let markable = MarkTargets {
        posts: posts.iter().map(|post| post.id).collect(),
        comments: Vec::new(),
    };
    of_reader(tx, reader, &markable)
}

/// Returns a page of posts with the marks of a reader on them.
pub fn with_page(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    page: Page<PostSummary>,
) -> Result<(Page<PostSummary>, Marks), StoreError> {
    let marks = on_posts(tx, reader, &page.items)?;
    Ok((page, marks))
}

/// Returns those of the given posts that a reader likes.
pub fn liked(tx: &Tx<'_>, reader: UserId, posts: &[PostId]) -> Result<HashSet<PostId>, StoreError> {
    const SQL: &str = concat!(
        "select post_id from post_likes where user_id = ?1 and post_id in ",
        each!("?2")
    );
    marked_posts(tx, SQL, reader, posts)
}

/// Returns those of the given posts that a reader bookmarked.
pub fn bookmarked(tx: &Tx<'_>, reader: UserId, posts: &[PostId]) -> Result<HashSet<PostId>, StoreError> {
    const SQL: &str = concat!(
        "select post_id from post_bookmarks where user_id = ?1 and post_id in ",
        each!("?2")
    );
    marked_posts(tx, SQL, reader, posts)
}

/// Returns the likes of a reader on the given comments; empty for a visitor.
pub fn on_comments<'comments>(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    comments: impl IntoIterator<Item = &'comments Comment>,
) -> Result<Marks, StoreError> {
    let Some(reader) = reader else {
        return Ok(Marks::EMPTY);
    };
    let markable = MarkTargets {
        posts: Vec::new(),
        comments: comments.into_iter().map(|comment| comment.id).collect(),
    };
    of_reader(tx, reader, &markable)
}

/// The statements of a kind of mark.
struct MarkStatements {
    /// Sets a mark, given the id of the target, the reader and the time.
    insert: &'static str,
    /// Removes a mark, given the id of the target and the reader.
    delete: &'static str,
    /// Selects the number of marks, given the id of the target.
    count: &'static str,
}

const POST_LIKE: MarkStatements = MarkStatements {
    insert: "insert into post_likes (post_id, user_id, created_at)
           select id, ?2, ?3 from posts where id = ?1 and status = 'published' on conflict do nothing",
    delete: "delete from post_likes where post_id = ?1 and user_id = ?2
                and exists (select 1 from posts where id = ?1 and status = 'published')",
    count: "select like_count from posts where id = ?1",
};
const POST_BOOKMARK: MarkStatements = MarkStatements {
    insert: "insert into post_bookmarks (post_id, user_id, created_at)
           select id, ?2, ?3 from posts where id = ?1 and status = 'published' on conflict do nothing",
    delete: "delete from post_bookmarks where post_id = ?1 and user_id = ?2
                and exists (select 1 from posts where id = ?1 and status = 'published')",
    count: "select bookmark_count from posts where id = ?1",
};
const COMMENT_LIKE: MarkStatements = MarkStatements {
    insert: "insert into comment_likes (comment_id, user_id, created_at)
           select id, ?2, ?3 from comments where id = ?1 on conflict do nothing",
    delete: "delete from comment_likes where comment_id = ?1 and user_id = ?2",
    count: "select like_count from comments where id = ?1",
};

impl MarkStatements {
    /// Sets or removes a mark, and returns the difference of the count: 1, -1, or 0 if nothing changed.
    fn set(
        &self,
        tx: &mut Tx<'_>,
        is_on: bool,
        target: &str,
        reader: UserId,
        now: Time,
    ) -> Result<i64, StoreError> {
        let reader = reader.to_string();
        let (changed, difference) = if is_on {
            (
                tx.execute(self.insert, params![target, reader, now.milliseconds()])?,
                1,
            )
        } else {
            (tx.execute(self.delete, params![target, reader])?, -1)
        };
        Ok(if changed > 0 { difference } else { 0 })
    }

    /// Sets the mark on a post, or removes it if it is set. `delta` converts the difference to that of the post's
    /// counts. Returns `None` if there is no such published post.
    fn toggle(
        &self,
        tx: &mut Tx<'_>,
        post: PostId,
        reader: UserId,
        now: Time,
        delta: impl Fn(i64) -> Delta,
    ) -> Result<Option<Toggled>, StoreError> {
        let id = post.to_string();
        let difference = match self.set(tx, true, &id, reader, now)? {
            0 => self.set(tx, false, &id, reader, now)?,
            added => added,
        };
        if difference == 0 {
            return Ok(None);
        }
        counts::change(tx, post, delta(difference))?;
        let count = self.count(tx, &id)?;
        Ok(count.map(|count| Toggled {
            is_on: difference > 0,
            count,
        }))
    }

    /// Returns the number of marks on a target, or `None` if it does not exist.
    fn count(&self, tx: &Tx<'_>, target: &str) -> Result<Option<u64>, StoreError> {
        tx.query_one(self.count, params![target], |row| row.get(0))
    }
}

/// The state of a mark after it was toggled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toggled {
    /// Whether the mark is set.
    pub is_on: bool,
    /// The number of readers with this mark.
    pub count: u64,
}

/// Toggles a reader's like of a post. Returns `None` if there is no such published post.
pub fn toggle_like(
    tx: &mut Tx<'_>,
    post: PostId,
    reader: UserId,
    now: Time,
) -> Result<Option<Toggled>, StoreError> {
    POST_LIKE.toggle(tx, post, reader, now, |likes| Delta {
        likes,
        ..Delta::default()
    })
}

/// Toggles a reader's bookmark of a post. Returns `None` if there is no such published post.
pub fn toggle_bookmark(
    tx: &mut Tx<'_>,
    post: PostId,
    reader: UserId,
    now: Time,
) -> Result<Option<Toggled>, StoreError> {
    POST_BOOKMARK.toggle(tx, post, reader, now, |bookmarks| Delta {
        bookmarks,
        ..Delta::default()
    })
}

/// Sets or removes a reader's like of a post. Returns the likes of the post, or `None` if it does not exist.
pub fn set_like(
    tx: &mut Tx<'_>,
    post: PostId,
    reader: UserId,
    is_liked: bool,
    now: Time,
) -> Result<Option<u64>, StoreError> {
    let id = post.to_string();
    let change = Delta {
        likes: POST_LIKE.set(tx, is_liked, &id, reader, now)?,
        ..Delta::default()
    };
    counts::change(tx, post, change)?;
    POST_LIKE.count(tx, &id)
}

/// Sets or removes a reader's bookmark of a post. Returns whether the post exists.
pub fn set_bookmark(
    tx: &mut Tx<'_>,
    post: PostId,
    reader: UserId,
    is_bookmarked: bool,
    now: Time,
) -> Result<bool, StoreError> {
    let change = Delta {
        bookmarks: POST_BOOKMARK.set(tx, is_bookmarked, &post.to_string(), reader, now)?,
        ..Delta::default()
    };
    counts::change(tx, post, change)
}

/// Sets or removes a reader's like of a comment. Returns the likes of the comment, or `None` if it does not exist.
pub fn set_comment_like(
    tx: &mut Tx<'_>,
    comment: CommentId,
    reader: UserId,
    is_liked: bool,
    now: Time,
) -> Result<Option<u64>, StoreError> {
    let comment = comment.to_string();
    let change = COMMENT_LIKE.set(tx, is_liked, &comment, reader, now)?;
    tx.execute(
        "update comments set like_count = like_count + ?2 where id = ?1",
        params![comment, change],
    )?;
    let liked = tx.query_one(
        "select like_count, post_id from comments where id = ?1",
        params![comment],
        |row| Ok((row.get("like_count")?, parsed(row, "post_id", PostId::parse)?)),
    )?;
    Ok(liked.map(|(likes, post)| {
        tx.changed(commits::Change::PostActivity(post));
        likes
    }))
}

/// Toggles a reader's like of a comment. Returns `None` if there is no such comment on a published post.
pub fn toggle_comment_like(
    tx: &mut Tx<'_>,
    comment: CommentId,
    reader: UserId,
    now: Time,
) -> Result<Option<Toggled>, StoreError> {
    let Some(was_liked) = comments::is_liked_by(tx, comment, reader)? else {
        return Ok(None);
    };
    let count = set_comment_like(tx, comment, reader, !was_liked, now)?;
    Ok(count.map(|count| Toggled {
        is_on: !was_liked,
        count,
    }))
}

fn marked_posts(
    tx: &Tx<'_>,
    sql: &str,
    reader: UserId,
    posts: &[PostId],
) -> Result<HashSet<PostId>, StoreError> {
    let ids: Vec<String> = posts.iter().map(PostId::to_string).collect();
    let marked: Vec<String> =
        tx.query_all(sql, params![reader.to_string(), strings(&ids)], |row| row.get(0))?;
    Ok(marked.iter().filter_map(|id| PostId::parse(id)).collect())
}
