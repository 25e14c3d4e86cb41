//! The trending posts.

use super::lists::{in_category, published_only, published_total};
use crate::domain::post::{Order, PostSummary};
use crate::domain::ranking::ActivityWindow;
use crate::domain::{Page, Paging, Time};
use crate::store::Tx;
use crate::store::engine::StoreError;

/// Returns a page of the trending posts (product.md §9).
pub fn trending(tx: &Tx<'_>, paging: Paging) -> Result<Page<PostSummary>, StoreError> {
    ordered(tx, Order::Trending, paging)
}

/// Returns a page of all posts, those first with which readers did the most in a window, then the others, the newest first;
/// and when the order is out of date even if readers do nothing.
pub fn most_active(
    tx: &Tx<'_>,
    window: ActivityWindow,
    now: Time,
    paging: Paging,
) -> Result<(Page<PostSummary>, Option<Time>), StoreError> {
    let Some(first_day) = window.first_day(now) else {
        return Ok((ordered(tx, Order::MostActive, paging)?, None));
    };
    let activity = tx.activity(window, first_day, now)?;
    let (skip, limit) = paging.range();
    let seqs = tx.with_rankings(Order::Newest, |rankings| {
        rankings.page_by_score(&activity.scores.by_post, skip, limit)
    })?;
    let page = Page {
        items: published_only(tx, &seqs)?,
        total: published_total(tx, None)?,
        paging,
    };
    Ok((page, Some(activity.expires_at)))
}

fn ordered(tx: &Tx<'_>, order: Order, paging: Paging) -> Result<Page<PostSummary>, StoreError> {
    let (total, seqs) = in_category(tx, None, order, paging)?;
    Ok(Page {
        items: published_only(tx, &seqs)?,
        total,
        paging,
    })
}
