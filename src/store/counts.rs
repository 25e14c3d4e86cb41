//! The counts that lists show: changed with what they count, and checked against it.

use serde_json::{Value, json};

use super::engine::{Row, StoreError, Tx, each, each_triple, params, strings};
use crate::domain::{PostId, Time, ranking};

/// By how much the counts of a post change.
#[derive(Debug, Clone, Copy, Default)]
pub struct Change {
    /// Likes more, or fewer.
    pub likes: i64,
    /// Bookmarks more, or fewer.
    pub bookmarks: i64,
    /// Comments more, or fewer.
    pub comments: i64,
}

/// What a post's likes and comments are after a change.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    /// Readers who like it.
    pub likes: u64,
    /// Comments on it.
    pub comments: u64,
}

/// Changes the counts of a post, and ranks it by them. Gives nothing when there is no such post.
pub fn change(tx: &mut Tx<'_>, id: PostId, change: Change) -> Result<Option<Counted>, StoreError> {
    let counted = tx.query_one(
        "update posts set like_count = like_count + ?2, bookmark_count = bookmark_count + ?3,
                          comment_count = comment_count + ?4
         where id = ?1
         returning like_count, comment_count, created_at",
        params![id.to_string(), change.likes, change.bookmarks, change.comments],
        counted,
    )?;
    if let Some((counted, created_at)) = counted
        && (change.likes != 0 || change.comments != 0)
    {
        let (popularity, trending) = ranks(counted, created_at);
        tx.execute(
            "update posts set popularity = ?2, trending = ?3 where id = ?1",
            params![id.to_string(), popularity, trending],
        )?;
    }
    Ok(counted.map(|(counted, _)| counted))
}

/// Ranks posts by their present counts.
pub(super) fn rank_all(tx: &mut Tx<'_>, ids: &[String]) -> Result<(), StoreError> {
    let ranked = tx.query_all(
        concat!(
            "select seq, like_count, comment_count, created_at from posts where id in ",
            each!("?1")
        ),
        params![strings(ids)],
        |row| {
            let (counted, created_at) = counted(row)?;
            let (popularity, trending) = ranks(counted, created_at);
            Ok(json!([row.get::<i64>("seq")?, popularity, trending]))
        },
    )?;
    tx.execute(
        concat!(
            "update posts set popularity = ranked.second, trending = ranked.third from ",
            each_triple!("?1"),
            " as ranked where posts.seq = ranked.first"
        ),
        params![Value::from(ranked).to_string()],
    )?;
    Ok(())
}

fn counted(row: &Row<'_>) -> Result<(Counted, Time), StoreError> {
    let counted = Counted {
        likes: row.get("like_count")?,
        comments: row.get("comment_count")?,
    };
    Ok((counted, Time::from_milliseconds(row.get("created_at")?)))
}

fn ranks(counted: Counted, created_at: Time) -> (u64, f64) {
    let popularity = ranking::popularity(counted.likes, counted.comments);
    (popularity, ranking::trending(popularity, created_at))
}

/// A count that is not what it counts.
#[derive(Debug, PartialEq, Eq)]
pub struct Discrepancy {
    /// What is counted, for people.
    pub what: &'static str,
    /// How many rows have it wrong.
    pub rows: u64,
}

/// Recounts everything that is kept as a number, and names what is wrong.
pub fn discrepancies(tx: &Tx<'_>) -> Result<Vec<Discrepancy>, StoreError> {
    let mut found = Vec::new();
    for (what, sql) in RECOUNTS {
        let rows: u64 = tx.query_one(sql, params![], |row| row.get(0))?.unwrap_or(0);
        if rows > 0 {
            found.push(Discrepancy { what, rows });
        }
    }
    Ok(found)
}

const RECOUNTS: [(&str, &str); 9] = [
    (
        "likes of posts",
        "select count(*) from posts p
         where like_count <> (select count(*) from post_likes where post_id = p.id)",
    ),
    (
        "bookmarks of posts",
        "select count(*) from posts p
         where bookmark_count <> (select count(*) from post_bookmarks where post_id = p.id)",
    ),
    (
        "comments of posts",
        "select count(*) from posts p
         where comment_count <> (select count(*) from comments where post_id = p.id)",
    ),
    (
        "popularity of posts",
        "select count(*) from posts where popularity <> like_count * 2 + comment_count * 3",
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
        "posts that the search lacks or still finds",
        "select count(*) from posts p left join search_posts s on s.post_seq = p.seq
         where (p.status = 'published') <> (s.words is not null)",
    ),
    (
        "totals of the whole blog",
        "select count(*) from totals
         where (posts, drafts, featured, views, likes, bookmarks) is not
               (select count(*), coalesce(sum(status = 'draft'), 0),
                       coalesce(sum(status = 'published' and is_featured = 1), 0),
                       coalesce(sum(view_total), 0), coalesce(sum(like_count), 0),
                       coalesce(sum(bookmark_count), 0) from posts)
            or comments <> (select count(*) from comments)
            or (users, banned_users, public_users) is not
               (select count(*), coalesce(sum(is_banned), 0),
                       coalesce(sum(verified_at is not null and is_banned = 0), 0) from users)",
    ),
];
