//! Comments on posts.

use super::engine::{Row, StoreError, Tx, params};
use super::{parsed, users};
use crate::domain::comment::{Comment, Commenter};
use crate::domain::{CommentId, Page, Paging, PostId, Time, UserId};

/// A page of the comments on a post, newest first.
pub fn on_post(tx: &Tx<'_>, post: PostId, total: u64, paging: Paging) -> Result<Page<Comment>, StoreError> {
    let items = tx.query_all(
        ON_POST,
        params![post.to_string(), paging.limit, paging.offset()],
        comment,
    )?;
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

/// Stores a comment, and counts it on its post.
pub fn insert(
    tx: &mut Tx<'_>,
    id: CommentId,
    post: PostId,
    user: UserId,
    content: &str,
    created_at: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into comments (id, post_id, user_id, content, created_at) values (?1, ?2, ?3, ?4, ?5)",
        params![
            id.to_string(),
            post.to_string(),
            user.to_string(),
            content,
            created_at.milliseconds()
        ],
    )?;
    super::recount::post(tx, post)
}

fn comment(row: &Row<'_>) -> Result<Comment, StoreError> {
    let commenter = match row.get::<Option<String>>("user_id")? {
        None => None,
        Some(_) => Some(Commenter {
            id: parsed(row, "user_id", UserId::parse)?,
            name: row.get("name")?,
            username: row.get("username")?,
            avatar: users::avatar(row)?,
        }),
    };
    Ok(Comment {
        id: parsed(row, "id", CommentId::parse)?,
        commenter,
        content: row.get("content")?,
        likes: row.get("like_count")?,
        created_at: Time::from_milliseconds(row.get("created_at")?),
    })
}
