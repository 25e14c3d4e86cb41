//! Rows of comments.

use crate::domain::comment::{Comment, CommentOnPost, Commenter, Reader, RepliedTo};
use crate::domain::thread::Position;
use crate::store::engine::{Row, StoreError};
use crate::store::users;

/// Selects comments as `c` with their authors; `$rest` may join more and restricts them.
macro_rules! select_comments {
    ($($rest:expr),+ $(,)?) => {
        select_comments!(columns: "", $($rest),+)
    };
    (columns: $columns:expr, $($rest:expr),+ $(,)?) => {
        concat!(
            "select c.id, c.post_id, c.parent_id, c.root_id, c.path, c.depth, c.state, c.content, c.like_count,
                    c.reply_count, c.created_at, c.edited_at, c.imported_name,
                    u.id as user_id, u.name, u.username,
                    a.url as avatar_url, a.name as avatar_name, a.description as avatar_description,
                    staff.id as staff_id, staff.username as staff_name, staff.role as staff_role,
                    case when parent.state = 'visible'
                         then coalesce(parent_user.name, parent_staff.username, parent.imported_name)
                    end as parent_name",
            $columns,
            " from comments c
             left join users u on u.id = c.user_id
             left join avatars a on a.slug = u.avatar
             left join admins staff on staff.id = c.admin_id
             left join comments parent on parent.id = c.parent_id
             left join users parent_user on parent_user.id = parent.user_id
             left join admins parent_staff on parent_staff.id = parent.admin_id ",
            $($rest),+
        )
    };
}
pub(super) use select_comments;

/// A condition on the comment `c`: readers see it, or that there was a comment.
macro_rules! shown {
    () => {
        "(c.state = 'visible' or c.reply_count > 0)"
    };
}
pub(super) use shown;

pub(super) fn comment_on_post(row: &Row<'_>) -> Result<CommentOnPost, StoreError> {
    Ok(CommentOnPost {
        comment: comment(row)?,
        slug: row.get("slug")?,
        title: row.get("title")?,
    })
}

pub(super) fn comment(row: &Row<'_>) -> Result<Comment, StoreError> {
    let position = position(row)?;
    let parent_name = row.get("parent_name")?;
    Ok(Comment {
        id: row.get("id")?,
        post: row.get("post_id")?,
        replied_to: position.parent.map(|id| RepliedTo {
            id,
            name: parent_name,
        }),
        position,
        commenter: commenter(row)?,
        state: row.get("state")?,
        content: row.get("content")?,
        html: String::new(),
        likes: row.get("like_count")?,
        replies: row.get("reply_count")?,
        created_at: row.get("created_at")?,
        edited_at: row.get("edited_at")?,
    })
}

/// Returns the place in the columns `parent_id`, `root_id`, `depth` and `path`.
pub(super) fn position(row: &Row<'_>) -> Result<Position, StoreError> {
    Ok(Position {
        parent: row.get("parent_id")?,
        root: row.get("root_id")?,
        depth: row.get("depth")?,
        path: row.get("path")?,
    })
}

fn commenter(row: &Row<'_>) -> Result<Commenter, StoreError> {
    if let Some(id) = row.get("user_id")? {
        return Ok(Commenter::Reader(Reader {
            id,
            name: row.get("name")?,
            username: row.get("username")?,
            avatar: users::avatar(row)?,
        }));
    }
    if let Some(id) = row.get("staff_id")? {
        return Ok(Commenter::Staff {
            id,
            name: row.get("staff_name")?,
            role: row.get("staff_role")?,
        });
    }
    let imported: Option<String> = row.get("imported_name")?;
    Ok(imported.map_or(Commenter::Gone, Commenter::Imported))
}
