//! The marks of readers: likes and bookmarks of posts, likes of comments.

use std::collections::{BTreeSet, HashSet};

use super::counts::{self, Delta};
use super::engine::{StoreError, ToValue, each_text, params, strings};
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
    each_text!("?2"),
    " union all select 'bookmark', post_id from post_bookmarks where user_id = ?1 and post_id in ",
    each_text!("?2")
);
pub(super) const COMMENTS_LIKED_BY: &str = "select comment_id from comment_likes where user_id = ?1 limit ?2";
pub(super) const GIVEN_COMMENTS_LIKED_BY: &str = concat!(
    "select comment_id from comment_likes where user_id = ?1 and comment_id in ",
    each_text!("?2")
);

/// Returns the marks of a reader on the given posts and comments.
pub fn of_reader(tx: &Tx<'_>, reader: UserId, markable: &MarkTargets) -> Result<Marks, StoreError> {
    let mut marks = Marks {
        liked_comments: comments_liked_by(tx, reader, &markable.comments)?,
        ..Marks::EMPTY
    };
    let posts: Vec<String> = markable.posts.iter().map(PostId::to_string).collect();
    let marked = tx.query_all(POSTS_MARKED_BY, params![reader, strings(&posts)], |row| {
        Ok((row.get::<String>("kind")?, row.get("post_id")?))
    })?;
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
    let liked: Vec<CommentId> =
        tx.query_column(COMMENTS_LIKED_BY, params![reader, COMMENT_LIKES_READ + 1])?;
    if liked.len() <= COMMENT_LIKES_READ {
        return Ok(liked.into_iter().filter(|id| comments.contains(id)).collect());
    }
    let ids: Vec<String> = comments.iter().map(CommentId::to_string).collect();
    let liked = tx.query_column(GIVEN_COMMENTS_LIKED_BY, params![reader, strings(&ids)])?;
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

struct MarkStatements {
    /// Sets a mark, given the id of the target, the reader and the time.
    insert: &'static str,
    /// Removes a mark, given the id of the target and the reader.
    delete: &'static str,
}

impl MarkStatements {
    /// Sets or removes a mark, and returns the difference of the count: 1, -1, or 0 if nothing changed.
    fn set(
        &self,
        tx: &mut Tx<'_>,
        is_on: bool,
        target: &dyn ToValue,
        reader: UserId,
        now: Time,
    ) -> Result<i64, StoreError> {
        let (changed, difference) = if is_on {
            (tx.execute(self.insert, params![target, reader, now])?, 1)
        } else {
            (tx.execute(self.delete, params![target, reader])?, -1)
        };
        Ok(if changed > 0 { difference } else { 0 })
    }
}

const COMMENT_LIKE: MarkStatements = MarkStatements {
    insert: "insert into comment_likes (comment_id, user_id, created_at)
           select id, ?2, ?3 from comments where id = ?1 and state = 'visible' on conflict do nothing",
    delete: "delete from comment_likes where comment_id = ?1 and user_id = ?2",
};

/// A kind of mark on posts.
pub struct PostMark {
    statements: MarkStatements,
    /// Selects those of the given posts that a reader marked.
    among: &'static str,
    /// Selects the number of marks, given the id of the post.
    count: &'static str,
    /// Converts a difference of marks to that of the post's counts.
    delta: fn(i64) -> Delta,
}

/// A kind of mark with its own table and its own count in `posts`.
macro_rules! post_mark {
    ($table:literal, $column:literal, $count:ident) => {
        PostMark {
            statements: MarkStatements {
                insert: concat!(
                    "insert into ",
                    $table,
                    " (post_id, user_id, created_at)
                     select id, ?2, ?3 from posts where id = ?1 and status = 'published' on conflict do nothing"
                ),
                delete: concat!(
                    "delete from ",
                    $table,
                    " where post_id = ?1 and user_id = ?2
                      and exists (select 1 from posts where id = ?1 and status = 'published')"
                ),
            },
            among: concat!(
                "select post_id from ",
                $table,
                " where user_id = ?1 and post_id in ",
                each_text!("?2")
            ),
            count: concat!("select ", $column, " from posts where id = ?1"),
            delta: |$count| Delta {
                $count,
                ..Delta::default()
            },
        }
    };
}

/// Likes of posts.
pub const LIKE: PostMark = post_mark!("post_likes", "like_count", likes);
/// Bookmarks of posts.
pub const BOOKMARK: PostMark = post_mark!("post_bookmarks", "bookmark_count", bookmarks);

impl PostMark {
    /// Returns those of the given posts that a reader marked.
    pub fn among(
        &self,
        tx: &Tx<'_>,
        reader: UserId,
        posts: &[PostId],
    ) -> Result<HashSet<PostId>, StoreError> {
        let ids: Vec<String> = posts.iter().map(PostId::to_string).collect();
        let marked: Vec<PostId> = tx.query_column(self.among, params![reader, strings(&ids)])?;
        Ok(marked.into_iter().collect())
    }

    /// Sets or removes a mark. Returns the number of marks on the post, or `None` if it does not exist.
    pub fn set(
        &self,
        tx: &mut Tx<'_>,
        post: PostId,
        reader: UserId,
        is_on: bool,
        now: Time,
    ) -> Result<Option<u64>, StoreError> {
        let difference = self.statements.set(tx, is_on, &post, reader, now)?;
        counts::change(tx, post, (self.delta)(difference))?;
        tx.query_value(self.count, params![post])
    }

    /// Changes a mark to the opposite of what it was when the reader asked for it: what another node has made of it
    /// meanwhile is the same request, or one beside it. Returns `None` if there is no such published post.
    pub fn toggle_from(
        &self,
        tx: &mut Tx<'_>,
        was_on: bool,
        post: PostId,
        reader: UserId,
        now: Time,
    ) -> Result<Option<Toggled>, StoreError> {
        if !tx.exists(
            "select 1 from posts where id = ?1 and status = 'published'",
            params![post],
        )? {
            return Ok(None);
        }
        let count = self.set(tx, post, reader, !was_on, now)?;
        Ok(count.map(|count| Toggled {
            is_on: !was_on,
            count,
        }))
    }

    /// Sets a mark, or removes it if it is set. Returns `None` if there is no such published post.
    pub fn toggle(
        &self,
        tx: &mut Tx<'_>,
        post: PostId,
        reader: UserId,
        now: Time,
    ) -> Result<Option<Toggled>, StoreError> {
        let difference = match self.statements.set(tx, true, &post, reader, now)? {
            0 => self.statements.set(tx, false, &post, reader, now)?,
            added => added,
        };
        if difference == 0 {
            return Ok(None);
        }
        counts::change(tx, post, (self.delta)(difference))?;
        let count = tx.query_value(self.count, params![post])?;
        Ok(count.map(|count| Toggled {
            is_on: difference > 0,
            count,
        }))
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

/// Sets or removes a reader's like of a comment. Returns the likes of the comment, or `None` if it does not exist.
pub fn set_comment_like(
    tx: &mut Tx<'_>,
    comment: CommentId,
    reader: UserId,
    is_liked: bool,
    now: Time,
) -> Result<Option<u64>, StoreError> {
    let change = COMMENT_LIKE.set(tx, is_liked, &comment, reader, now)?;
    tx.execute(
        "update comments set like_count = like_count + ?2 where id = ?1",
        params![comment, change],
    )?;
    let liked = tx.query_one(
        "select like_count, post_id from comments where id = ?1",
        params![comment],
        |row| Ok((row.get("like_count")?, row.get("post_id")?)),
    )?;
    Ok(liked.map(|(likes, post)| {
        tx.changed(commits::Change::PostActivity(post));
        likes
    }))
}

/// Toggles a reader's like of a comment: sets the opposite of what it is, or of what it was when the reader asked for it
/// (see [`PostMark::toggle_from`]). Returns `None` if there is no such comment on a published post.
pub fn toggle_comment_like(
    tx: &mut Tx<'_>,
    was_liked: Option<bool>,
    comment: CommentId,
    reader: UserId,
    now: Time,
) -> Result<Option<Toggled>, StoreError> {
    let Some(is_liked) = comments::is_liked_by(tx, comment, reader)? else {
        return Ok(None);
    };
    let is_on = !was_liked.unwrap_or(is_liked);
    let count = set_comment_like(tx, comment, reader, is_on, now)?;
    Ok(count.map(|count| Toggled { is_on, count }))
}
