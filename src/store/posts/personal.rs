//! Lists of one reader: bookmarks and recommendations.

use std::iter;

use super::{lists, summary};
use crate::domain::post::{Order, PostSummary};
use crate::domain::{Category, Page, Paging, UserId};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_integer, each_text, integers, params, strings};

/// The most categories that a reader prefers (rulings §4).
const PREFERRED_MAX: usize = 3;

/// Returns a page of the published posts that a reader bookmarked, the latest bookmark first.
pub fn bookmarked_by(tx: &Tx<'_>, reader: UserId, paging: Paging) -> Result<Page<PostSummary>, StoreError> {
    let seqs: Vec<i64> = tx.query_column(BOOKMARKED, params![paging.limit, paging.offset(), reader])?;
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

/// Returns the posts with the highest score for a reader (product.md §9): 5 for a like of theirs, 3 for one of their
/// three preferred categories, 2 for a bookmark of theirs, likes × 0.1, comments × 0.2. Ties: newest first.
pub fn recommended_to(tx: &Tx<'_>, reader: UserId, limit: u32) -> Result<Vec<PostSummary>, StoreError> {
    let preferred = preferred_categories(tx, reader)?;
    let best = best_of_each(tx, &preferred, limit as usize)?;
    let names: Vec<String> = preferred
        .iter()
        .map(|category| category.name().to_owned())
        .collect();
    let seqs: Vec<i64> = tx.query_column(
        RECOMMENDED,
        params![reader, limit, strings(&names), integers(&best)],
    )?;
    summary::by_seqs(tx, &seqs)
}

/// Returns the best `limit` posts of all and of each preferred category. Beside the posts that the reader liked or
/// bookmarked, only these can be among the best `limit`: every other post has a lower or equal score.
fn best_of_each(tx: &Tx<'_>, preferred: &[Category], limit: usize) -> Result<Vec<i64>, StoreError> {
    let groups = iter::once(None).chain(preferred.iter().copied().map(Some));
    tx.with_rankings(Order::PersonalBase, |rankings| {
        groups
            .flat_map(|group| rankings.page(group, Order::PersonalBase, 0, limit))
            .collect()
    })
}

/// Returns the categories in which a reader liked, bookmarked or commented most.
fn preferred_categories(tx: &Tx<'_>, reader: UserId) -> Result<Vec<Category>, StoreError> {
    tx.query_column(PREFERENCES, params![reader, PREFERRED_MAX])
}

pub(in crate::store) const PREFERENCES: &str = "
    select p.category
    from (select post_id from post_likes where user_id = ?1
          union all select post_id from post_bookmarks where user_id = ?1
          union all select post_id from comments where user_id = ?1 and state = 'visible') as taken_part
    join posts p on p.id = taken_part.post_id
    where p.status = 'published'
    group by p.category
    order by count(*) desc, p.category
    limit ?2";

/// Selects recommended posts. The score is ten times that of product.md, in integers. `?3` are the preferred
/// categories, `?4` the posts of [`best_of_each`].
pub(in crate::store) const RECOMMENDED: &str = concat!(
    "with candidates as (
        select p.seq from post_likes l join posts p on p.id = l.post_id where l.user_id = ?1
        union
        select p.seq from post_bookmarks b join posts p on p.id = b.post_id where b.user_id = ?1
        union
        select value from ",
    each_integer!("?4"),
    " as best)
    select p.seq
    from candidates
    join posts p on p.seq = candidates.seq
    left join post_likes l on l.post_id = p.id and l.user_id = ?1
    left join post_bookmarks b on b.post_id = p.id and b.user_id = ?1
    where p.status = 'published'
    order by p.like_count + p.comment_count * 2
                 + case when l.post_id is null then 0 else 50 end
                 + case when p.category in ",
    each_text!("?3"),
    " then 30 else 0 end
                 + case when b.post_id is null then 0 else 20 end desc,
             p.created_at desc, p.seq desc
    limit ?2"
);
