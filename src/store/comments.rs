//! Comments on posts.

use super::counts::{self, Delta};
use super::engine::{Row, StoreError, folded_words, has_every_word, params};
use super::users;
use crate::domain::comment::{Comment, CommentOnPost, CommentText, Commenter};
use crate::domain::search::{SearchQuery, fold};
use crate::domain::{CommentId, Page, Paging, PostId, Time, UserId};
use crate::store::Tx;

/// Returns a page of the comments on a post, newest first. `total` is their number.
pub fn list_of_post(
    tx: &Tx<'_>,
    post: PostId,
    total: u64,
    paging: Paging,
) -> Result<Page<Comment>, StoreError> {
    tx.depends_on_post(post);
    let items = tx.query_all(ON_POST, params![post, paging.limit, paging.offset()], comment)?;
    Ok(Page { items, total, paging })
}

pub(super) const ON_POST: &str = "
    select c.id, c.content, c.like_count, c.created_at,
           u.id as user_id, u.name, u.username,
           a.url as avatar_url, a.name as avatar_name, a.description as avatar_description
    from comments c
    left join users u on u.id = c.user_id
    left join avatars a on a.slug = u.avatar
    where c.post_id = ?1
    order by c.created_at desc, c.id desc
    limit ?2 offset ?3";

/// Returns a page of the comments of a reader on published posts, newest first.
pub fn list_of_user(tx: &Tx<'_>, user: UserId, paging: Paging) -> Result<Vec<CommentOnPost>, StoreError> {
    tx.query_all(
        BY_USER,
        params![user, paging.limit, paging.offset()],
        comment_on_post,
    )
}

pub(super) const BY_USER: &str = "
    select c.id, c.content, c.like_count, c.created_at, p.id as post_id, p.slug, p.title,
           u.id as user_id, u.name, u.username,
           a.url as avatar_url, a.name as avatar_name, a.description as avatar_description
    from comments c
    join posts p on p.id = c.post_id
    join users u on u.id = c.user_id
    left join avatars a on a.slug = u.avatar
    where c.user_id = ?1 and p.status = 'published'
    order by c.created_at desc, c.id desc
    limit ?2 offset ?3";

macro_rules! where_words {
    () => {
        concat!(
            " where (cast(?1 as text) is null or ",
            has_every_word!(
                "c.content_folded || ' ' || coalesce(u.name_folded, '') || ' ' || p.title_folded",
                "?1"
            ),
            ")"
        )
    };
}

pub(super) const MANAGED: &str = concat!(
    "select c.id, c.content, c.like_count, c.created_at, p.id as post_id, p.slug, p.title,
            u.id as user_id, u.name, u.username,
            a.url as avatar_url, a.name as avatar_name, a.description as avatar_description
     from comments c
     join posts p on p.id = c.post_id
     left join users u on u.id = c.user_id
     left join avatars a on a.slug = u.avatar",
    where_words!(),
    " order by c.created_at desc, c.id desc limit ?2 offset ?3"
);

const COUNT_MATCHING: &str = concat!(
    "select count(*) from comments c
     join posts p on p.id = c.post_id
     left join users u on u.id = c.user_id",
    where_words!()
);

/// Returns a page of the comments with all words in the text, the commenter's name or the post's title, newest first.
pub fn list_for_admin(
    tx: &Tx<'_>,
    words: &SearchQuery,
    paging: Paging,
) -> Result<Page<CommentOnPost>, StoreError> {
    let words = folded_words(words);
    let items = tx.query_all(
        MANAGED,
        params![words, paging.limit, paging.offset()],
        comment_on_post,
    )?;
    let count = if words.is_some() {
        COUNT_MATCHING
    } else {
        "select comments from totals where cast(?1 as text) is null"
    };
    let total = tx.query_value(count, params![words])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Removes a comment, and returns whether it existed.
pub fn remove(tx: &mut Tx<'_>, id: CommentId) -> Result<bool, StoreError> {
    let post = tx.query_value(
        "delete from comments where id = ?1 returning post_id",
        params![id],
    )?;
    let Some(post) = post else {
        return Ok(false);
    };
    let one_less = Delta {
        comments: -1,
        ..Delta::default()
    };
    counts::change(tx, post, one_less)?;
    Ok(true)
}

/// Returns the comment with this id.
pub fn by_id(tx: &Tx<'_>, id: CommentId) -> Result<Option<Comment>, StoreError> {
    tx.query_one(
        "select c.id, c.content, c.like_count, c.created_at, u.id as user_id, u.name, u.username,
                a.url as avatar_url, a.name as avatar_name, a.description as avatar_description
         from comments c
         left join users u on u.id = c.user_id
         left join avatars a on a.slug = u.avatar
         where c.id = ?1",
        params![id],
        comment,
    )
}

/// Returns whether the reader likes a comment on a published post, or `None` if there is no such comment.
pub fn is_liked_by(tx: &Tx<'_>, id: CommentId, reader: UserId) -> Result<Option<bool>, StoreError> {
    tx.query_value(
        "select (select count(*) from comment_likes where comment_id = ?1 and user_id = ?2) as is_liked
         from comments c join posts p on p.id = c.post_id
         where c.id = ?1 and p.status = 'published'",
        params![id, reader],
    )
}

/// Stores a comment and counts it on its post. Returns `false` if there is no such published post.
pub fn insert(
    tx: &mut Tx<'_>,
    id: CommentId,
    post: PostId,
    user: UserId,
    content: &CommentText,
    created_at: Time,
) -> Result<bool, StoreError> {
    let inserted = tx.execute(
        "insert into comments (id, post_id, user_id, content, content_folded, created_at)
         select ?1, id, ?3, ?4, ?5, ?6 from posts where id = ?2 and status = 'published'",
        params![id, post, user, content, fold(content.as_str()), created_at],
    )?;
    if inserted == 0 {
        return Ok(false);
    }
    let one_more = Delta {
        comments: 1,
        ..Delta::default()
    };
    counts::change(tx, post, one_more)?;
    Ok(true)
}

fn comment_on_post(row: &Row<'_>) -> Result<CommentOnPost, StoreError> {
    Ok(CommentOnPost {
        comment: comment(row)?,
        post: row.get("post_id")?,
        slug: row.get("slug")?,
        title: row.get("title")?,
    })
}

fn comment(row: &Row<'_>) -> Result<Comment, StoreError> {
    let commenter = match row.get("user_id")? {
        None => None,
        Some(id) => Some(Commenter {
            id,
            name: row.get("name")?,
            username: row.get("username")?,
            avatar: users::avatar(row)?,
        }),
    };
    Ok(Comment {
        id: row.get("id")?,
        commenter,
        content: row.get("content")?,
        likes: row.get("like_count")?,
        created_at: row.get("created_at")?,
    })
}
