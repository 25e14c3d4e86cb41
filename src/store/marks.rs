//! What readers marked: likes and bookmarks of posts, likes of comments.

use std::collections::{BTreeSet, HashSet};

use super::counts::{self, Change};
use super::engine::{StoreError, Tx, each, params, strings};
use super::parsed;
use crate::domain::comment::Comment;
use crate::domain::post::PostSummary;
use crate::domain::{CommentId, Page, PostId, Time, UserId};

/// What a reader may have marked of what they are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Markable {
    /// Posts that they may like or bookmark.
    pub posts: Vec<PostId>,
    /// Comments that they may like.
    pub comments: Vec<CommentId>,
}

/// What of it they marked; nothing for a visitor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// The posts they like.
    pub liked: BTreeSet<PostId>,
    /// The posts they bookmarked.
    pub bookmarked: BTreeSet<PostId>,
    /// The comments they like.
    pub liked_comments: BTreeSet<CommentId>,
}

impl Marks {
    /// Those of somebody who marked nothing.
    pub const NONE: Self = Self {
        liked: BTreeSet::new(),
        bookmarked: BTreeSet::new(),
        liked_comments: BTreeSet::new(),
    };

    /// How many there are.
    pub fn count(&self) -> usize {
        self.liked.len() + self.bookmarked.len() + self.liked_comments.len()
    }
}

/// A reader who likes no more comments has them all read, which takes less than a look at each that is shown.
const COMMENT_LIKES_READ: usize = 100;

pub(super) const POSTS_MARKED_BY: &str = concat!(
    "select 'like' as kind, post_id from post_likes where user_id = ?1 and post_id in ",
    each!("?2"),
    " union all select 'bookmark', post_id from post_bookmarks where user_id = ?1 and post_id in ",
    each!("?2")
);
pub(super) const COMMENTS_LIKED_BY: &str = "select comment_id from comment_likes where user_id = ?1 limit ?2";
pub(super) const THESE_COMMENTS_LIKED_BY: &str = concat!(
    "select comment_id from comment_likes where user_id = ?1 and comment_id in ",
    each!("?2")
);

/// What of these a reader marked.
pub fn made_by(tx: &Tx<'_>, reader: UserId, markable: &Markable) -> Result<Marks, StoreError> {
    let mut marks = Marks {
        liked_comments: comments_liked_by(tx, reader, &markable.comments)?,
        ..Marks::NONE
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
    let liked = tx.query_all(THESE_COMMENTS_LIKED_BY, params![reader, strings(&ids)], |row| {
        parsed(row, "comment_id", CommentId::parse)
    })?;
    Ok(liked.into_iter().collect())
}

/// What of these posts a reader marked; nothing for a visitor.
pub fn on_posts(tx: &Tx<'_>, reader: Option<UserId>, posts: &[PostSummary]) -> Result<Marks, StoreError> {
    let Some(reader) = reader else {
        return Ok(Marks::NONE);
    };
    let markable = Markable {
        posts: posts.iter().map(|post| post.id).collect(),
        comments: Vec::new(),
    };
    made_by(tx, reader, &markable)
}

/// A page of posts, and what of them a reader marked.
pub fn with_page(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    page: Page<PostSummary>,
) -> Result<(Page<PostSummary>, Marks), StoreError> {
    let marks = on_posts(tx, reader, &page.items)?;
    Ok((page, marks))
}

/// Which of these posts a reader likes.
pub fn liked(tx: &Tx<'_>, reader: UserId, posts: &[PostId]) -> Result<HashSet<PostId>, StoreError> {
    const SQL: &str = concat!(
        "select post_id from post_likes where user_id = ?1 and post_id in ",
        each!("?2")
    );
    marked_posts(tx, SQL, reader, posts)
}

/// Which of these posts a reader bookmarked.
pub fn bookmarked(tx: &Tx<'_>, reader: UserId, posts: &[PostId]) -> Result<HashSet<PostId>, StoreError> {
    const SQL: &str = concat!(
        "select post_id from post_bookmarks where user_id = ?1 and post_id in ",
        each!("?2")
    );
    marked_posts(tx, SQL, reader, posts)
}

/// Which of these comments a reader likes; none for a visitor.
pub fn on_comments<'comments>(
    tx: &Tx<'_>,
    reader: Option<UserId>,
    comments: impl IntoIterator<Item = &'comments Comment>,
) -> Result<Marks, StoreError> {
    let Some(reader) = reader else {
        return Ok(Marks::NONE);
    };
    let markable = Markable {
        posts: Vec::new(),
        comments: comments.into_iter().map(|comment| comment.id).collect(),
    };
    made_by(tx, reader, &markable)
}

/// How a mark is made and taken back: by the thing, the reader, and for making it the time. And how many have it.
struct Switch {
    make: &'static str,
    take_back: &'static str,
    count: &'static str,
}

const POST_LIKE: Switch = Switch {
    make: "insert into post_likes (post_id, user_id, created_at)
           select id, ?2, ?3 from posts where id = ?1 and status = 'published' on conflict do nothing",
    take_back: "delete from post_likes where post_id = ?1 and user_id = ?2
                and exists (select 1 from posts where id = ?1 and status = 'published')",
    count: "select like_count from posts where id = ?1",
};
const POST_BOOKMARK: Switch = Switch {
    make: "insert into post_bookmarks (post_id, user_id, created_at)
           select id, ?2, ?3 from posts where id = ?1 and status = 'published' on conflict do nothing",
    take_back: "delete from post_bookmarks where post_id = ?1 and user_id = ?2
                and exists (select 1 from posts where id = ?1 and status = 'published')",
    count: "select bookmark_count from posts where id = ?1",
};
const COMMENT_LIKE: Switch = Switch {
    make: "insert into comment_likes (comment_id, user_id, created_at)
           select id, ?2, ?3 from comments where id = ?1 on conflict do nothing",
    take_back: "delete from comment_likes where comment_id = ?1 and user_id = ?2",
    count: "select like_count from comments where id = ?1",
};

impl Switch {
    /// Makes the mark or takes it back, and gives by how much that changes its count: nothing when it stood so.
    fn set(
        &self,
        tx: &mut Tx<'_>,
        is_on: bool,
        thing: &str,
        reader: UserId,
        now: Time,
    ) -> Result<i64, StoreError> {
        let reader = reader.to_string();
        let (changed, by) = if is_on {
            (
                tx.execute(self.make, params![thing, reader, now.milliseconds()])?,
                1,
            )
        } else {
            (tx.execute(self.take_back, params![thing, reader])?, -1)
        };
        Ok(if changed > 0 { by } else { 0 })
    }

    /// Makes the mark on a post, or takes it back where there is one, and changes the post's counts by what `change`
    /// makes of that.
    fn toggle(
        &self,
        tx: &mut Tx<'_>,
        post: PostId,
        reader: UserId,
        now: Time,
        change: impl Fn(i64) -> Change,
    ) -> Result<Option<Toggled>, StoreError> {
        let id = post.to_string();
        let by = match self.set(tx, true, &id, reader, now)? {
            0 => self.set(tx, false, &id, reader, now)?,
            made => made,
        };
        if by == 0 {
            return Ok(None);
        }
        counts::change(tx, post, change(by))?;
        let count = self.count(tx, &id)?;
        Ok(count.map(|count| Toggled { is_on: by > 0, count }))
    }

    /// How many have this mark on a thing; nothing when there is no such thing.
    fn count(&self, tx: &Tx<'_>, thing: &str) -> Result<Option<u64>, StoreError> {
        tx.query_one(self.count, params![thing], |row| row.get(0))
    }
}

/// How a mark stands after it was turned on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toggled {
    /// Whether it was turned on.
    pub is_on: bool,
    /// How many readers have it on now.
    pub count: u64,
}

/// Turns a reader's like of a post on or off; gives nothing when there is no such post, or a draft.
pub fn toggle_like(
    tx: &mut Tx<'_>,
    post: PostId,
    reader: UserId,
    now: Time,
) -> Result<Option<Toggled>, StoreError> {
    POST_LIKE.toggle(tx, post, reader, now, |likes| Change {
        likes,
        ..Change::default()
    })
}

/// Turns a reader's bookmark of a post on or off; gives nothing when there is no such post, or a draft.
pub fn toggle_bookmark(
    tx: &mut Tx<'_>,
    post: PostId,
    reader: UserId,
    now: Time,
) -> Result<Option<Toggled>, StoreError> {
    POST_BOOKMARK.toggle(tx, post, reader, now, |bookmarks| Change {
        bookmarks,
        ..Change::default()
    })
}

/// Makes a reader like a post or not, and gives its likes; none when there is no such post.
pub fn set_like(
    tx: &mut Tx<'_>,
    post: PostId,
    reader: UserId,
    is_liked: bool,
    now: Time,
) -> Result<Option<u64>, StoreError> {
    let id = post.to_string();
    let change = Change {
        likes: POST_LIKE.set(tx, is_liked, &id, reader, now)?,
        ..Change::default()
    };
    counts::change(tx, post, change)?;
    POST_LIKE.count(tx, &id)
}

/// Makes a reader have a post bookmarked or not, and gives whether there is such a post.
pub fn set_bookmark(
    tx: &mut Tx<'_>,
    post: PostId,
    reader: UserId,
    is_bookmarked: bool,
    now: Time,
) -> Result<bool, StoreError> {
    let change = Change {
        bookmarks: POST_BOOKMARK.set(tx, is_bookmarked, &post.to_string(), reader, now)?,
        ..Change::default()
    };
    counts::change(tx, post, change)
}

/// Makes a reader like a comment or not, and gives its likes; none when there is no such comment.
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
    COMMENT_LIKE.count(tx, &comment)
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
