//! The counts that lists show. They change in the transaction of the counted rows, and can be checked against them.

use super::commits;
use super::engine::{StoreError, params};
use crate::domain::PostId;
use crate::store::Tx;

/// The differences of the counts of a post.
#[derive(Debug, Clone, Copy, Default)]
pub struct Delta {
    /// The difference of likes.
    pub likes: i64,
    /// The difference of bookmarks.
    pub bookmarks: i64,
    /// The difference of visible comments.
    pub comments: i64,
    /// The difference of threads that readers see.
    pub threads: i64,
}

/// Changes the counts of a post, and returns whether the post exists.
pub fn change(tx: &mut Tx<'_>, id: PostId, change: Delta) -> Result<bool, StoreError> {
    // Without `returning`, for which SQLite creates a temporary table each time.
    let changed = tx.execute(
        "update posts set like_count = like_count + ?2, bookmark_count = bookmark_count + ?3,
                          comment_count = comment_count + ?4, thread_count = thread_count + ?5
         where id = ?1",
        params![
            id,
            change.likes,
            change.bookmarks,
            change.comments,
            change.threads
        ],
    )?;
    // Bookmarks are visible only to the reader.
    if change.likes != 0 || change.comments != 0 || change.threads != 0 {
        tx.changed(commits::Change::PostActivity(id));
    }
    Ok(changed > 0)
}

/// Returns the number of all that an export of the whole site walks through: posts, pages, comments, people, tags,
/// series and redirects. It counts rows, for a display of the progress.
pub fn exported(tx: &Tx<'_>) -> Result<u64, StoreError> {
    let count = tx.query_value(
        "select (select count(*) from posts) + (select count(*) from static_pages) + (select count(*) from comments)
                + (select count(*) from authors where name is not null) + (select count(*) from admins)
                + (select count(*) from users where verified_at is not null)
                + (select count(*) from tags) + (select count(*) from series)
                + (select count(*) from redirects)",
        params![],
    )?;
    Ok(count.unwrap_or(0))
}

/// A stored count that differs from a recount.
#[derive(Debug, PartialEq, Eq)]
pub struct Discrepancy {
    /// The display name of the count.
    pub what: &'static str,
    /// The number of wrong rows.
    pub rows: u64,
}

/// Recounts all stored counts, and returns the wrong ones.
pub fn discrepancies(tx: &Tx<'_>) -> Result<Vec<Discrepancy>, StoreError> {
    let mut found = Vec::new();
    for (what, sql) in RECOUNTS {
        let rows: u64 = tx.query_value(sql, params![])?.unwrap_or(0);
        if rows > 0 {
            found.push(Discrepancy { what, rows });
        }
    }
    Ok(found)
}

const RECOUNTS: [(&str, &str); 18] = [
    (
        "likes of posts",
        "select count(*)
         from posts p left join (select post_id, count(*) as likes from post_likes group by post_id) l on l.post_id = p.id
         where p.like_count <> coalesce(l.likes, 0)",
    ),
    (
        "bookmarks of posts",
        "select count(*)
         from posts p
         left join (select post_id, count(*) as bookmarks from post_bookmarks group by post_id) b on b.post_id = p.id
         where p.bookmark_count <> coalesce(b.bookmarks, 0)",
    ),
    (
        "comments of posts",
        "select count(*) from posts p
         where comment_count <> (select count(*) from comments where post_id = p.id and state = 'visible')",
    ),
    (
        "threads of posts",
        "select count(*) from posts p
         where thread_count <> (select count(*) from comments where post_id = p.id and parent_id is null
                                and (state = 'visible' or reply_count > 0))",
    ),
    (
        "replies to comments",
        "select count(*) from comments c
         where reply_count <> (select count(*) from comments r
                               where r.root_id = c.root_id and r.path > c.path and r.path < c.path || 'g'
                                 and r.state = 'visible')",
    ),
    (
        "places of comments in their threads",
        "select count(*) from comments c left join comments parent on parent.id = c.parent_id
         where c.path <> coalesce(parent.path, '') || replace(c.id, '-', '')
            or c.depth <> coalesce(parent.depth + 1, 0) or c.root_id <> coalesce(parent.root_id, c.id)
            or (parent.id is not null and parent.post_id <> c.post_id)",
    ),
    (
        "reports of comments",
        "select count(*) from comments c
         where report_count <> (select count(*) from comment_reports
                                where comment_id = c.id and resolved_at is null)",
    ),
    (
        "reports of readers",
        "select count(*) from users u
         where report_count <> (select count(*) from user_reports where user_id = u.id and resolved_at is null)",
    ),
    (
        "notices of people that are not read",
        "select count(*)
         from (select id, unread_notices from users union all select id, unread_notices from admins) as person
         left join (select account, count(*) as notices from notifications where read_at is null group by account) n
              on n.account = person.id
         where person.unread_notices <> coalesce(n.notices, 0)",
    ),
    (
        "likes of comments",
        "select count(*) from comments c
         where like_count <> (select count(*) from comment_likes where comment_id = c.id)",
    ),
    (
        "published posts of categories",
        "select count(*) from category_totals t
         where published <> (select count(*) from posts where category = t.category and status = 'published')",
    ),
    (
        "categories without a total",
        "select count(distinct category) from posts
         where status = 'published' and category not in (select category from category_totals)",
    ),
    (
        "published posts of tags",
        "select count(*)
         from tags g
         left join (select t.tag, count(*) as posts from post_tags t join posts p on p.seq = t.post_seq
                    where p.status = 'published' group by t.tag) c on c.tag = g.key
         where g.post_count <> coalesce(c.posts, 0)",
    ),
    (
        "tags without a page",
        "select count(distinct tag) from post_tags where tag not in (select key from tags)",
    ),
    (
        "published posts of series",
        "select count(*)
         from series s
         left join (select i.series_id, count(*) as posts from series_posts i join posts p on p.seq = i.post_seq
                    where p.status = 'published' group by i.series_id) c on c.series_id = s.id
         where s.post_count <> coalesce(c.posts, 0)",
    ),
    (
        "posts that the search lacks or still finds",
        "select count(*) from posts p left join search_posts s on s.post_seq = p.seq
         where (p.status = 'published') <> (s.words is not null)",
    ),
    (
        "other authors of posts",
        "select count(*) from posts p
         where p.has_co_authors <> (select count(*) from (select 1 from post_authors c where c.post_seq = p.seq
                                                          limit 1) as others)
            or exists (select 1 from post_authors c where c.post_seq = p.seq and c.author_id = p.author_id)",
    ),
    (
        "totals of the whole blog",
        "select count(*)
         from totals t
         cross join (select count(*) as posts, count(*) filter (where status = 'draft') as drafts,
                            count(*) filter (where status = 'published' and is_featured = 1) as featured,
                            coalesce(sum(view_total), 0) as views, coalesce(sum(like_count), 0) as likes,
                            coalesce(sum(bookmark_count), 0) as bookmarks
                     from posts) p
         cross join (select count(*) filter (where state = 'visible') as comments,
                            count(*) filter (where state = 'held') as held,
                            count(*) filter (where state = 'removed') as removed,
                            count(*) filter (where report_count > 0 and state in ('visible', 'held')) as reported
                     from comments) c
         cross join (select count(*) as users, count(*) filter (where is_banned = 1) as banned_users,
                            count(*) filter (where verified_at is not null and is_banned = 0) as public_users
                     from users) u
         where t.posts <> p.posts or t.drafts <> p.drafts or t.featured <> p.featured or t.views <> p.views
            or t.likes <> p.likes or t.bookmarks <> p.bookmarks or t.comments <> c.comments
            or t.held_comments <> c.held or t.removed_comments <> c.removed or t.reported_comments <> c.reported
            or t.users <> u.users or t.banned_users <> u.banned_users or t.public_users <> u.public_users",
    ),
];
