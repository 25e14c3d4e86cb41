//! The removal of all comments of a reader by a moderator, in a fixed number of statements.

use crate::domain::{CommentId, PostId, Time, UserId};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, params};
use crate::store::notices;

/// The most posts of which each counts as changed on its own.
const POSTS_LISTED_MAX: usize = 100;

/// Counts the visible comments of a reader out of the comments above them: each step of the recursion goes one level up,
/// so that a comment counts once for each of its replies by the reader.
pub(in crate::store) const COUNT_OUT_OF_THREADS: &str = "
    with recursive above (id) as (
        select c.parent_id from comments c
        where c.user_id = ?1 and c.state = 'visible' and c.parent_id is not null
        union all
        select parent.parent_id from above join comments parent on parent.id = above.id
        where parent.parent_id is not null
    )
    update comments set reply_count = reply_count - lost.replies
    from (select id, count(*) as replies from above group by id) as lost
    where comments.id = lost.id";

/// Counts them out of the posts, with the threads that readers no longer see. The replies are counted out already.
pub(in crate::store) const COUNT_OUT_OF_POSTS: &str = "
    update posts set comment_count = comment_count - lost.comments, thread_count = thread_count - lost.threads
    from (select c.post_id, count(*) as comments,
                 count(distinct case when root.reply_count = 0 and (root.state <> 'visible' or root.user_id = ?1)
                                     then root.id end) as threads
          from comments c join comments root on root.id = c.root_id
          where c.user_id = ?1 and c.state = 'visible'
          group by c.post_id) as lost
    where posts.id = lost.post_id";

pub(in crate::store) const RESOLVE_REPORTS: &str = "
    update comment_reports set resolved_at = ?2
    where resolved_at is null
      and comment_id in (select id from comments where user_id = ?1 and report_count > 0)";

/// Removes all visible and held comments of a reader, and resolves their reports. Nobody is told of them any more. Returns the number of comments.
pub fn remove_all_of_reader(tx: &mut Tx<'_>, reader: UserId, now: Time) -> Result<usize, StoreError> {
    let posts: Vec<PostId> = tx.query_column(
        "select distinct post_id from comments where user_id = ?1 and state in ('visible', 'held')",
        params![reader],
    )?;
    let visible: Vec<CommentId> = tx.query_column(
        "select id from comments where user_id = ?1 and state = 'visible'",
        params![reader],
    )?;
    notices::comments_hidden(tx, &visible)?;
    tx.execute(RESOLVE_REPORTS, params![reader, now])?;
    tx.execute(COUNT_OUT_OF_THREADS, params![reader])?;
    tx.execute(COUNT_OUT_OF_POSTS, params![reader])?;
    let removed = tx.execute(
        "update comments set state = 'removed', removed_at = ?2
         where user_id = ?1 and state in ('visible', 'held')",
        params![reader, now],
    )?;
    if posts.len() > POSTS_LISTED_MAX {
        tx.changed(Change::Everything);
    } else {
        for post in posts {
            tx.changed(Change::PostActivity(post));
        }
    }
    Ok(removed)
}
