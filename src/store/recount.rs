//! The counts that lists show: made true after a change, and checked against what they count.

use super::engine::{StoreError, Tx, params};
use crate::domain::{PostId, Time, ranking};

/// Counts the likes, bookmarks and comments of a post anew, and ranks it by them.
pub fn post(tx: &mut Tx<'_>, id: PostId) -> Result<(), StoreError> {
    let counted = tx.query_one(
        "update posts set
             like_count = (select count(*) from post_likes where post_id = ?1),
             bookmark_count = (select count(*) from post_bookmarks where post_id = ?1),
             comment_count = (select count(*) from comments where post_id = ?1)
         where id = ?1
         returning like_count, comment_count, created_at",
        params![id.to_string()],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let Some((likes, comments, created_at)) = counted else {
        return Ok(());
    };
    let popularity = ranking::popularity(likes, comments);
    let trending = ranking::trending(popularity, Time::from_milliseconds(created_at));
    tx.execute(
        "update posts set popularity = ?2, trending = ?3 where id = ?1",
        params![id.to_string(), popularity, trending],
    )?;
    Ok(())
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

const RECOUNTS: [(&str, &str); 7] = [
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
];
