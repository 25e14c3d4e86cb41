//! Lists of published posts, in every order.

use std::collections::HashMap;

use super::{co_authors, summary};
use crate::domain::post::{Order, PostSummary, RELATED_MAX, Status};
use crate::domain::{AuthorId, Category, Page, Paging, PostId, SeriesId, tag};
use crate::store::derived::search::BY_AUTHOR;
use crate::store::engine::{Parameters, StoreError, each_text, params, strings};
use crate::store::{Tx, series};

/// A filter of published posts.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// The category.
    pub category: Option<Category>,
    /// A tag, compared without case.
    pub tag: Option<String>,
    /// The author.
    pub author: Option<AuthorId>,
}

pub(in crate::store) const FEATURED: &str =
    "select p.seq from posts p where p.is_featured = 1 and p.status = 'published'
    order by p.created_at desc, p.seq desc limit ?1 offset ?2";

/// Returns a page of the posts that match `filter`, the newest first without an order.
pub fn list(
    tx: &Tx<'_>,
    filter: &Filter,
    order: Option<Order>,
    paging: Paging,
) -> Result<Page<PostSummary>, StoreError> {
    let order = order.unwrap_or(Order::Newest);
    let (total, seqs) = match (&filter.tag, filter.author) {
        (Some(tag), author) => tagged(tx, tag, author, filter.category, order, paging)?,
        (None, Some(author)) => by_author(tx, author, filter.category, order, paging)?,
        (None, None) => in_category(tx, filter.category, order, paging)?,
    };
    Ok(Page {
        items: published_only(tx, &seqs)?,
        total,
        paging,
    })
}

/// The posts of which the latest are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LatestOf {
    /// All posts.
    All,
    /// Those of a category.
    Category(Category),
    /// Those with the tag that is compared so.
    Tag(String),
    /// Those of an author.
    Author(AuthorId),
    /// Those of a series.
    Series(SeriesId),
}

/// Returns the latest published posts, for responses that do not show their activity.
pub fn latest(tx: &Tx<'_>, of: &LatestOf, limit: u32) -> Result<Vec<PostSummary>, StoreError> {
    let (order, paging) = (Order::Newest, Paging::first(limit));
    let (_, seqs) = match of {
        LatestOf::All => in_category(tx, None, order, paging)?,
        LatestOf::Category(category) => in_category(tx, Some(*category), order, paging)?,
        LatestOf::Tag(key) => tagged(tx, key, None, None, order, paging)?,
        LatestOf::Author(id) => by_author(tx, *id, None, order, paging)?,
        LatestOf::Series(id) => {
            let seqs: Vec<i64> = tx.query_column(series::PUBLISHED_POSTS, params![id])?;
            among(tx, &seqs, None, order, paging)?
        }
    };
    let mut posts = summary::by_seqs_without_activity(tx, &seqs)?;
    posts.retain(|post| post.status == Status::Published);
    Ok(posts)
}

/// Returns the published posts of a series, in their order.
pub fn of_series(tx: &Tx<'_>, id: SeriesId) -> Result<Vec<PostSummary>, StoreError> {
    let seqs: Vec<i64> = tx.query_column(series::PUBLISHED_POSTS, params![id])?;
    published_only(tx, &seqs)
}

/// Returns a page of the posts in the slider of the home page, newest first.
pub fn featured(tx: &Tx<'_>, paging: Paging) -> Result<Page<PostSummary>, StoreError> {
    let seqs = tx.query_column(FEATURED, params![paging.limit, paging.offset()])?;
    let total = count(tx, "select featured from totals", params![])?;
    page(tx, total, &seqs, paging)
}

/// Returns the most popular posts: likes × 2 + comments × 3 (product.md §9).
pub fn popular(tx: &Tx<'_>, limit: u32) -> Result<Vec<PostSummary>, StoreError> {
    let seqs = tx.with_rankings(Order::Popular, |rankings| {
        rankings.page(None, Order::Popular, 0, limit as usize)
    })?;
    published_only(tx, &seqs)
}

/// Returns a page of the posts with the given ids, in this order. Unknown and unpublished posts are skipped.
pub fn recently_viewed(tx: &Tx<'_>, ids: &[PostId], paging: Paging) -> Result<Page<PostSummary>, StoreError> {
    let texts: Vec<String> = ids.iter().map(PostId::to_string).collect();
    let published: HashMap<String, i64> = tx
        .query_all(
            concat!(
                "select id, seq from posts where status = 'published' and id in ",
                each_text!("?1")
            ),
            params![strings(&texts)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?
        .into_iter()
        .collect();
    let seqs: Vec<i64> = texts.iter().filter_map(|id| published.get(id).copied()).collect();
    let (skip, limit) = paging.range();
    let page_seqs: Vec<i64> = seqs.iter().skip(skip).take(limit).copied().collect();
    page(tx, seqs.len() as u64, &page_seqs, paging)
}

/// Returns posts that share tags or the category with the given one: most shared tags first, then the newest.
pub fn related(tx: &Tx<'_>, post: &PostSummary) -> Result<Vec<PostSummary>, StoreError> {
    let tags: Vec<String> = post.tags.iter().map(|tag| tag::key(tag)).collect();
    let seqs = tx.query_column(
        RELATED,
        params![
            post.seq,
            strings(&tags),
            post.category,
            RELATED_MAX,
            RELATED_CANDIDATES
        ],
    )?;
    summary::by_seqs(tx, &seqs)
}

/// Eight times the posts that are returned.
const RELATED_CANDIDATES: u32 = 8 * RELATED_MAX;

/// Selects related posts: those that share the most tags, then those of the category, then the newest. Only the latest 50
/// posts of each tag and of the category are candidates, so that the cost does not grow with the number of posts, and
/// only the rows of the best `?5` are read: drafts among them drop out.
pub(in crate::store) const RELATED: &str = concat!(
    "with tagged as (
         select kin.post_seq as seq, count(*) as shared
         from ",
    each_text!("?2"),
    " as tags
         join post_tags kin on kin.tag = tags.value
         where kin.post_seq >= coalesce((
             select latest.post_seq from post_tags latest
             where latest.tag = tags.value order by latest.post_seq desc limit 1 offset 49), 0)
         group by kin.post_seq),
     neighbours as (
         select seq from posts where status = 'published' and category = ?3
         order by created_at desc, seq desc limit 50),
     candidates as (
         select seq, sum(shared) as shared, sum(is_neighbour) as is_neighbour
         from (
             select seq, shared, 0 as is_neighbour from tagged
             union all
             select seq, 0, 1 from neighbours) as found
         group by seq
         order by shared desc, is_neighbour desc, seq desc limit ?5)
     select p.seq
     from candidates
     join posts p on p.seq = candidates.seq
     where p.seq <> ?1 and p.status = 'published'
     order by candidates.shared desc, candidates.is_neighbour desc, p.created_at desc, p.seq desc
     limit ?4"
);

pub(super) fn in_category(
    tx: &Tx<'_>,
    category: Option<Category>,
    order: Order,
    paging: Paging,
) -> Result<(u64, Vec<i64>), StoreError> {
    let (skip, limit) = paging.range();
    let seqs = tx.with_rankings(order, |rankings| rankings.page(category, order, skip, limit))?;
    Ok((published_total(tx, category)?, seqs))
}

/// Returns the number of published posts, of one category or of all.
pub(super) fn published_total(tx: &Tx<'_>, category: Option<Category>) -> Result<u64, StoreError> {
    count(
        tx,
        "select cast(coalesce(sum(published), 0) as bigint) from category_totals
         where cast(?1 as text) is null or category = ?1",
        params![category],
    )
}

fn tagged(
    tx: &Tx<'_>,
    tag: &str,
    author: Option<AuthorId>,
    category: Option<Category>,
    order: Order,
    paging: Paging,
) -> Result<(u64, Vec<i64>), StoreError> {
    let tag = tag::key(tag);
    let seqs = match author {
        Some(author) => tx.query_column(TAGGED_BY_AUTHOR, params![tag, author])?,
        None => tx.query_column(TAGGED, params![tag])?,
    };
    among(tx, &seqs, category, order, paging)
}

fn by_author(
    tx: &Tx<'_>,
    author: AuthorId,
    category: Option<Category>,
    order: Order,
    paging: Paging,
) -> Result<(u64, Vec<i64>), StoreError> {
    let page = match (category, order) {
        (None, Order::Newest) if !co_authors::is_co_author(tx, author)? => BY_AUTHOR_NEWEST,
        (None, Order::Oldest) if !co_authors::is_co_author(tx, author)? => BY_AUTHOR_OLDEST,
        _ => {
            let seqs: Vec<i64> = tx.query_column(BY_AUTHOR, params![author])?;
            return among(tx, &seqs, category, order, paging);
        }
    };
    let seqs = tx.query_column(page, params![author, paging.limit, paging.offset()])?;
    Ok((count(tx, BY_AUTHOR_TOTAL, params![author])?, seqs))
}

/// Returns the number of the given posts that are published, of one category or of all, and the row numbers of a page
/// of them.
pub(super) fn among(
    tx: &Tx<'_>,
    seqs: &[i64],
    category: Option<Category>,
    order: Order,
    paging: Paging,
) -> Result<(u64, Vec<i64>), StoreError> {
    let (skip, limit) = paging.range();
    let (total, seqs) = tx.with_rankings(order, |rankings| {
        rankings.page_among(seqs, category, order, skip, limit)
    })?;
    Ok((total as u64, seqs))
}

pub(in crate::store) const TAGGED: &str = "select post_seq from post_tags where tag = ?1";

pub(in crate::store) const TAGGED_BY_AUTHOR: &str = "select t.post_seq
    from post_tags t join posts p on p.seq = t.post_seq
    where t.tag = ?1 and p.author_id = ?2
    union all
    select t.post_seq
    from post_tags t join post_authors c on c.post_seq = t.post_seq
    where t.tag = ?1 and c.author_id = ?2";

macro_rules! by_author {
    ($columns:literal, $order:literal) => {
        concat!(
            "select ",
            $columns,
            " from posts where author_id = ?1 and status = 'published'",
            $order
        )
    };
}

pub(in crate::store) const BY_AUTHOR_TOTAL: &str = by_author!("count(*)", "");
pub(in crate::store) const BY_AUTHOR_NEWEST: &str =
    by_author!("seq", " order by created_at desc, seq desc limit ?2 offset ?3");
pub(in crate::store) const BY_AUTHOR_OLDEST: &str =
    by_author!("seq", " order by created_at, seq limit ?2 offset ?3");

pub(super) fn count(tx: &Tx<'_>, sql: &'static str, parameters: Parameters<'_>) -> Result<u64, StoreError> {
    Ok(tx.query_value(sql, parameters)?.unwrap_or(0))
}

pub(super) fn page(
    tx: &Tx<'_>,
    total: u64,
    seqs: &[i64],
    paging: Paging,
) -> Result<Page<PostSummary>, StoreError> {
    Ok(Page {
        items: summary::by_seqs(tx, seqs)?,
        total,
        paging,
    })
}

/// Returns the published posts with the given row numbers, in this order. The search and the rankings may contain a
/// post that is still a draft in this snapshot.
pub fn published_only(tx: &Tx<'_>, seqs: &[i64]) -> Result<Vec<PostSummary>, StoreError> {
    let mut posts = summary::by_seqs(tx, seqs)?;
    posts.retain(|post| post.status == Status::Published);
    Ok(posts)
}
