//! Lists that are one reader's own: their bookmarks, and what is recommended to them.

use super::{lists, summary};
use crate::domain::post::PostSummary;
use crate::domain::{Page, Paging, UserId};
use crate::store::engine::{StoreError, Tx, params};

/// Categories that a reader prefers (rulings §4).
const PREFERRED: usize = 3;

/// A page of the published posts that a reader bookmarked, the last bookmark first.
pub fn bookmarked_by(tx: &Tx<'_>, reader: UserId, paging: Paging) -> Result<Page<PostSummary>, StoreError> {
    let reader = reader.to_string();
    let seqs: Vec<i64> = tx.query_all(
        BOOKMARKED,
        params![paging.limit, paging.offset(), reader],
        |row| row.get(0),
    )?;
    let total = lists::count(
        tx,
        "select count(*) from post_bookmarks b join posts p on p.id = b.post_id
         where b.user_id = ?1 and p.status = 'published'",
        params![reader],
    )?;
    lists::page(tx, total, &seqs, paging)
}

pub(in crate::store) const BOOKMARKED: &str = "
    select p.seq from post_bookmarks b join posts p on p.id = b.post_id
    where b.user_id = ?3 and p.status = 'published'
    order by b.created_at desc, b.post_id desc limit ?1 offset ?2";

/// The posts of the highest score for a reader (product.md §9): 5 for one they like, 3 for one of their
/// three categories, 2 for one they bookmarked, likes × 0.1, comments × 0.2. Ties: newest first.
pub fn recommended_to(tx: &Tx<'_>, reader: UserId, limit: u32) -> Result<Vec<PostSummary>, StoreError> {
    let reader = reader.to_string();
    let mut preferred = preferred_categories(tx, &reader)?.into_iter();
    let seqs: Vec<i64> = tx.query_all(
        RECOMMENDED,
        params![
            reader,
            limit,
            preferred.next(),
            preferred.next(),
            preferred.next()
        ],
        |row| row.get(0),
    )?;
    summary::by_seqs(tx, &seqs)
}

/// The categories in which a reader liked, bookmarked or commented most.
fn preferred_categories(tx: &Tx<'_>, reader: &str) -> Result<Vec<String>, StoreError> {
    tx.query_all(PREFERENCES, params![reader, PREFERRED], |row| row.get(0))
}

pub(in crate::store) const PREFERENCES: &str = "
    select p.category
    from (select post_id from post_likes where user_id = ?1
          union all select post_id from post_bookmarks where user_id = ?1
          union all select post_id from comments where user_id = ?1) as taken_part
    join posts p on p.id = taken_part.post_id
    where p.status = 'published'
    group by p.category
    order by count(*) desc, p.category
    limit ?2";

/// The score is ten times that of product.md, in whole numbers. Beside the reader's own posts only the best
/// `?2` of all and of each preferred category can be among the best `?2`: every other post is beaten by
/// those, which gain at least as much.
pub(in crate::store) const RECOMMENDED: &str = "
    with candidates as (
        select p.seq from post_likes l join posts p on p.id = l.post_id where l.user_id = ?1
        union
        select p.seq from post_bookmarks b join posts p on p.id = b.post_id where b.user_id = ?1
        union
        select seq from (
            select seq from posts where status = 'published'
            order by like_count + comment_count * 2 desc, created_at desc, seq desc limit ?2) as of_all
        union
        select seq from (
            select seq from posts where category = ?3 and status = 'published'
            order by like_count + comment_count * 2 desc, created_at desc, seq desc limit ?2) as of_first
        union
        select seq from (
            select seq from posts where category = ?4 and status = 'published'
            order by like_count + comment_count * 2 desc, created_at desc, seq desc limit ?2) as of_second
        union
        select seq from (
            select seq from posts where category = ?5 and status = 'published'
            order by like_count + comment_count * 2 desc, created_at desc, seq desc limit ?2) as of_third)
    select p.seq
    from candidates
    join posts p on p.seq = candidates.seq
    left join post_likes l on l.post_id = p.id and l.user_id = ?1
    left join post_bookmarks b on b.post_id = p.id and b.user_id = ?1
    where p.status = 'published'
    order by p.like_count + p.comment_count * 2
                 + case when l.post_id is null then 0 else 50 end
                 + case when p.category in (?3, ?4, ?5) then 30 else 0 end
                 + case when b.post_id is null then 0 else 20 end desc,
             p.created_at desc, p.seq desc
    limit ?2";
