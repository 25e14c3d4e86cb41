//! What a reader has written, marked, followed and reported, and what they were told.

use super::PersonalList;

pub(super) static LISTS: &[PersonalList] = &[
    PersonalList::new(
        "comments",
        "Comments",
        "select c.id, p.title as post, p.slug, coalesce(pu.name, ps.username, parent.imported_name) as in_reply_to,
                c.state, case when c.content = ' ' then null else c.content end as text, c.like_count as likes,
                c.created_at, c.edited_at
         from comments c
         join posts p on p.id = c.post_id
         left join comments parent on parent.id = c.parent_id
         left join users pu on pu.id = parent.user_id
         left join admins ps on ps.id = parent.admin_id
         where c.user_id = ?1 order by c.created_at, c.id",
    ),
    PersonalList::new(
        "comment-edits",
        "Texts that your comments had before",
        "select e.comment_id as comment, e.content as text, e.at
         from comments c join comment_edits e on e.comment_id = c.id
         where c.user_id = ?1 order by c.created_at, c.id, e.number",
    ),
    PersonalList::new(
        "likes",
        "Posts that you like",
        "select p.title as post, p.slug, l.created_at as at
         from post_likes l join posts p on p.id = l.post_id
         where l.user_id = ?1 order by l.post_id",
    ),
    PersonalList::new(
        "comment-likes",
        "Comments that you like",
        "select p.title as post, p.slug, coalesce(u.name, staff.username, c.imported_name) as written_by,
                l.comment_id as comment, l.created_at as at
         from comment_likes l
         join comments c on c.id = l.comment_id
         join posts p on p.id = c.post_id
         left join users u on u.id = c.user_id
         left join admins staff on staff.id = c.admin_id
         where l.user_id = ?1 order by l.comment_id",
    ),
    PersonalList::new(
        "bookmarks",
        "Bookmarks",
        "select p.title as post, p.slug, b.created_at as at
         from post_bookmarks b join posts p on p.id = b.post_id
         where b.user_id = ?1 order by b.post_id",
    ),
    PersonalList::new(
        "follows",
        "What you follow",
        "select f.kind, coalesce(p.title, series.title, tag.name, admin.username, author.name, f.target) as name, f.at
         from follows f
         left join posts p on f.kind = 'post' and p.id = f.target
         left join authors author on f.kind = 'author' and author.id = f.target
         left join admins admin on admin.id = author.admin_id
         left join series on f.kind = 'series' and series.id = f.target
         left join tags tag on f.kind = 'tag' and tag.key = f.target
         where f.user_id = ?1 order by f.kind, f.target",
    ),
    PersonalList::new(
        "mutes",
        "Readers whom you have muted",
        "select u.name, u.username, m.at
         from user_mutes m join users u on u.id = m.muted_id
         where m.user_id = ?1 order by m.muted_id",
    ),
    PersonalList::new(
        "notices",
        "Notices",
        "select n.kind, n.detail, n.count, p.title as post, coalesce(u.name, staff.username) as caused_by, n.at, n.read_at
         from notifications n
         left join posts p on p.id = n.post_id
         left join users u on u.id = n.actor
         left join admins staff on staff.id = n.actor
         where n.account = ?1 order by n.at, n.id",
    ),
    PersonalList::new(
        "reports-of-comments",
        "Comments that you have reported",
        "select p.title as post, p.slug, coalesce(u.name, staff.username, c.imported_name) as written_by, r.reason, r.note,
                r.at, r.resolved_at
         from comment_reports r
         join comments c on c.id = r.comment_id
         join posts p on p.id = c.post_id
         left join users u on u.id = c.user_id
         left join admins staff on staff.id = c.admin_id
         where r.user_id = ?1 order by r.comment_id",
    ),
    PersonalList::new(
        "reports-of-readers",
        "Readers whom you have reported",
        "select u.name, u.username, r.reason, r.note, r.at, r.resolved_at
         from user_reports r join users u on u.id = r.user_id
         where r.reporter_id = ?1 order by r.user_id",
    ),
];
